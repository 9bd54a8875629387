#pragma once

#include <throng/core/compiler.hpp>

#include <coroutine> // std::hash is declared there, at the least cost
#include <cstdint>
#include <type_traits>

namespace throng::core {

template <class T> struct equal {
    [[nodiscard]] constexpr bool operator()(const T& a, const T& b) const { return a == b; }
};

/// The result of std::hash: for numbers, enumerations and addresses without including its header.
template <class T> struct hash : std::hash<T> {};
template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>)
struct hash<T> {
    [[nodiscard]] std::uint64_t operator()(T value) const noexcept {
        if constexpr (std::is_pointer_v<T>) return reinterpret_cast<std::uintptr_t>(value);
        else return static_cast<std::uint64_t>(value);
    }
};

/// Functions that take other types than the element's, for which no element has to be made.
template <class Hash, class Equal>
concept transparent = requires {
    typename Hash::is_transparent;
    typename Equal::is_transparent;
};

/// Spreads a hash over all its bits: std::hash of an integer or a pointer is the number itself.
[[nodiscard]] constexpr std::uint32_t spread(std::uint64_t hash) noexcept {
    const std::uint64_t h = (hash ^ (hash >> 32U)) * 0x9e3779b97f4a7c15U;
    return static_cast<std::uint32_t>((h >> 32U) ^ (h >> 49U));
}

/// One of two, without a jump: for where no processor could foresee which.
template <class T> [[nodiscard]] T* chosen(bool first, T* a, T* b) noexcept {
    const auto x = reinterpret_cast<std::uintptr_t>(a);
    const auto y = reinterpret_cast<std::uintptr_t>(b);
    return reinterpret_cast<T*>(y ^ ((x ^ y) & (0 - std::uintptr_t{first})));
}

} // namespace throng::core
