#pragma once

#include "byte_source.hpp"
#include "limits.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace throng::tool {

/// Cuts a byte source into lines, skips `#` comments, and holds the source to its limits. Memory is bounded by one
/// line.
class line_reader {
  public:
    line_reader(std::unique_ptr<byte_source> source, std::string name, const limits& bounds);

    /// The next line that is not a comment, without its end; false at the end of the source.
    /// The view is valid until the next call. Throws `malformed`.
    bool next(std::string_view& line);

    /// Number of the line that `next` gave, from 1.
    std::uint64_t number() const noexcept { return number_; }
    const std::string& name() const noexcept { return name_; }

    /// Throws `malformed` for the line that `next` gave.
    [[noreturn]] void fail(std::string expected, std::string found) const;

  private:
    bool next_raw(std::string_view& line);

    std::unique_ptr<byte_source> source_;
    std::string name_;
    limits bounds_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t number_ = 0;
    std::uint64_t bytes_ = 0;
};

} // namespace throng::tool
