#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace throng::tool {

/// A line cut at single spaces. More than `most` fields, or an empty one (two spaces, a space at either end), show as
/// `count() == 0`.
class fields {
  public:
    static constexpr std::size_t most = 6;

    explicit fields(std::string_view line) {
        while (count_ < most) {
            const std::size_t space = line.find(' ');
            const std::string_view field = line.substr(0, space);
            if (field.empty()) break;
            field_[count_++] = field;
            if (space == std::string_view::npos) return;
            line.remove_prefix(space + 1);
        }
        count_ = 0;
    }

    std::size_t count() const noexcept { return count_; }
    std::string_view operator[](std::size_t i) const noexcept { return field_[i]; }

  private:
    std::array<std::string_view, most> field_{};
    std::size_t count_ = 0;
};

/// A decimal number in its only spelling: no plus, no leading zero, no `-0`, and within the type.
template <std::integral Number> std::optional<Number> decimal(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.starts_with('0') && text.size() > 1) return std::nullopt;
    return value;
}

/// 16 hexadecimal digits.
inline std::optional<std::uint64_t> hash_value(std::string_view text) {
    std::uint64_t value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() != 16 || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

} // namespace throng::tool
