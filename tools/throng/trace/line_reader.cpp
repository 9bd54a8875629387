#include "line_reader.hpp"

#include "malformed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace throng::tool {

line_reader::line_reader(std::unique_ptr<byte_source> source, std::string name, const limits& bounds)
    : source_(std::move(source)),
      name_(std::move(name)),
      bounds_(bounds),
      buffer_(std::max(2 * bounds.line_length, std::size_t{1} << 17)) {}

void line_reader::fail(std::string expected, std::string found) const {
    throw malformed(name_, number_, std::move(expected), std::move(found));
}

bool line_reader::next(std::string_view& line) {
    while (next_raw(line)) {
        if (!line.starts_with('#')) return true;
        const auto odd = [](char c) { return (c < 0x20 && c != '\t') || c > 0x7e; };
        if (const auto at = std::find_if(line.begin(), line.end(), odd); at != line.end())
            fail("a comment in printable ASCII", fmt::format("the byte {:#04x}", static_cast<unsigned char>(*at)));
    }
    return false;
}

bool line_reader::next_raw(std::string_view& line) {
    std::size_t searched = begin_;
    for (;;) {
        if (const void* hit = std::memchr(buffer_.data() + searched, '\n', end_ - searched)) {
            ++number_;
            const auto length = static_cast<std::size_t>(static_cast<const char*>(hit) - (buffer_.data() + begin_));
            line = {buffer_.data() + begin_, length};
            begin_ += length + 1;
            if (length > bounds_.line_length) break;
            return true;
        }
        if (end_ - begin_ > bounds_.line_length) {
            ++number_;
            break;
        }
        std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
        end_ -= begin_;
        begin_ = 0;
        searched = end_;
        const std::size_t n = source_->read({buffer_.data() + end_, buffer_.size() - end_}, number_ + 1);
        bytes_ += n;
        if (bytes_ > bounds_.bytes) {
            ++number_;
            fail(fmt::format("at most {} MiB when unpacked", bounds_.bytes >> 20), "more");
        }
        end_ += n;
        if (n == 0) {
            if (begin_ == end_) return false;
            ++number_;
            line = {buffer_.data(), end_};
            begin_ = end_;
            return true;
        }
    }
    fail(fmt::format("a line of at most {} characters", bounds_.line_length), "a longer one");
}

} // namespace throng::tool
