#pragma once

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace throng::tool {

/// A file that could not be written; `what()` names it and says why.
class unwritable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A file that appears whole or not at all: the text goes to a neighbour, which takes the name in `commit`.
/// A target that is no regular file (a pipe, a terminal) is written directly.
class output_file {
  public:
    /// Opens at once, so that a wrong path is known before the work. Throws `unwritable`.
    explicit output_file(std::string path);
    ~output_file();

    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;

    /// Throws `unwritable`; then the old file, if there was one, is as before.
    void commit(std::string_view text);

  private:
    struct close {
        void operator()(std::FILE* f) const noexcept { std::fclose(f); }
    };

    [[noreturn]] void fail(int error) const;

    std::string path_;
    /// Where the text goes: a symbolic link's target rather than the link.
    std::string target_;
    std::string beside_;
    std::unique_ptr<std::FILE, close> file_;
};

} // namespace throng::tool
