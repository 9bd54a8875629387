#include "malformed.hpp"

#include <fmt/format.h>

#include <utility>

namespace throng::tool {

namespace {

std::string message(const std::string& file, std::uint64_t line, const std::string& expected,
                    const std::string& found) {
    if (line == 0) return fmt::format("{}: expected {}, found {}", file, expected, found);
    return fmt::format("{}:{}: expected {}, found {}", file, line, expected, found);
}

} // namespace

malformed::malformed(std::string file, std::uint64_t line, std::string expected, std::string found)
    : std::runtime_error(message(file, line, expected, found)),
      file_(std::move(file)),
      line_(line),
      expected_(std::move(expected)),
      found_(std::move(found)) {}

malformed::malformed(const std::string& message, std::string file, std::string found)
    : std::runtime_error(message),
      file_(std::move(file)),
      line_(0),
      expected_("a file that can be read"),
      found_(std::move(found)) {}

malformed malformed::cannot(const char* verb, const std::string& file, const std::string& why) {
    return {fmt::format("cannot {} {}: {}", verb, file, why), file, why};
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out = "'";
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7e) out += fmt::format("\\x{:02x}", byte);
        else out += c;
    }
    out += text.size() > longest ? "...'" : "'";
    return out;
}

} // namespace throng::tool
