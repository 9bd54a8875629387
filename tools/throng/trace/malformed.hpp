#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace throng::tool {

/// An input that cannot be used: not a trace, damaged, unreadable. `what()` is one line for the user,
/// `file:line: expected this, found that`; a line of 0 means the file as a whole.
class malformed : public std::runtime_error {
  public:
    malformed(std::string file, std::uint64_t line, std::string expected, std::string found);

    /// A file that cannot be opened or read: "cannot open FILE: WHY".
    static malformed cannot(const char* verb, const std::string& file, const std::string& why);

    const std::string& file() const noexcept { return file_; }
    std::uint64_t line() const noexcept { return line_; }
    const std::string& expected() const noexcept { return expected_; }
    const std::string& found() const noexcept { return found_; }

  private:
    malformed(const std::string& message, std::string file, std::string found);

    std::string file_;
    std::uint64_t line_;
    std::string expected_;
    std::string found_;
};

/// Text from a file as it may be shown: printable ASCII, anything else as \xNN, cut to a readable length, in quotes.
std::string in_quotes(std::string_view text);

} // namespace throng::tool
