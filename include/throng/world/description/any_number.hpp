#pragma once

#include <throng/world/byte_stream.hpp>
#include <throng/world/description.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>

namespace throng::core {

/// A number of any sort, as it is on its way from one to another.
struct any_number {
    value_kind kind;
    /// Of an integer or a natural number, its bits.
    std::uint64_t bits = 0;
    double real = 0;

    [[nodiscard]] bool is_negative() const noexcept {
        return kind == value_kind::integer && static_cast<std::int64_t>(bits) < 0;
    }
};

/// `size` bytes, the lowest first.
[[nodiscard]] inline any_number load_number(value_kind kind, const std::byte* from, std::size_t size) noexcept {
    any_number n{kind == value_kind::boolean ? value_kind::natural : kind};
    for (std::size_t i = 0; i < size; ++i) n.bits |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
    if (kind == value_kind::integer && size < 8 && (n.bits >> (8 * size - 1)) != 0)
        n.bits |= ~std::uint64_t{0} << (8 * size);
    if (kind == value_kind::real)
        n.real = size == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(n.bits)))
                           : std::bit_cast<double>(n.bits);
    return n;
}
/// Writes a number where a value of that type is in memory. Null, or why it cannot be.
[[nodiscard]] inline const char* store_number(const any_number& n, const description& to, void* at) noexcept {
    constexpr const char* does_not_fit = "a number does not fit";
    const auto put = [&](const auto& value) {
        std::memcpy(at, std::addressof(value), sizeof(value));
        return nullptr;
    };
    if (to.kind == value_kind::real) {
        double x = n.real;
        if (n.kind != value_kind::real) {
            const std::uint64_t size = n.is_negative() ? 0 - n.bits : n.bits;
            if (size > std::uint64_t{1} << (to.size == 4 ? 24U : 53U)) return does_not_fit;
            x = n.is_negative() ? -static_cast<double>(size) : static_cast<double>(size);
        }
        if (to.size == 8) return put(x);
        if (std::isfinite(x) && std::abs(x) > static_cast<double>(std::numeric_limits<float>::max()))
            return does_not_fit;
        const auto narrow = static_cast<float>(x);
        if (!std::isnan(x) && static_cast<double>(narrow) != x) return does_not_fit;
        return put(narrow);
    }
    const unsigned bits = static_cast<unsigned>(to.size) * 8;
    const bool has_sign = to.kind == value_kind::integer || (to.kind == value_kind::enumeration && to.is_signed);
    if (to.kind == value_kind::boolean) {
        if (n.bits > 1) return "neither true nor false";
    } else if (n.is_negative()) {
        if (!has_sign || n.bits < ~std::uint64_t{0} << (bits - 1)) return does_not_fit;
    } else if (bits - (has_sign ? 1U : 0U) < 64 && n.bits >> (bits - (has_sign ? 1U : 0U)) != 0) {
        return does_not_fit;
    }
    unsigned char low_first[8];
    for (unsigned i = 0; i < 8; ++i) low_first[i] = static_cast<unsigned char>(n.bits >> (8 * i));
    copy_number(at, low_first, to.size);
    return nullptr;
}

} // namespace throng::core
