#pragma once

#include <throng/core/compiler.hpp>

#include <bit>
#include <cstdint>

/// Words of 64 bits, one bit a slot. A word is a type of its own, so that no store to an element can alias it: where a
/// loop's body edits nothing, the compiler may keep a word in a register and vectorise the loop.
namespace throng::core {

enum class word : std::uint64_t {};

inline constexpr unsigned word_bits = 64;

[[nodiscard]] constexpr std::uint64_t bits(word w) noexcept { return static_cast<std::uint64_t>(w); }

[[nodiscard]] constexpr word operator&(word a, word b) noexcept { return word{bits(a) & bits(b)}; }
[[nodiscard]] constexpr word operator|(word a, word b) noexcept { return word{bits(a) | bits(b)}; }
[[nodiscard]] constexpr word operator~(word a) noexcept { return word{~bits(a)}; }
[[nodiscard]] constexpr word operator>>(word a, unsigned n) noexcept { return word{bits(a) >> n}; }
constexpr word& operator&=(word& a, word b) noexcept { return a = a & b; }
constexpr word& operator|=(word& a, word b) noexcept { return a = a | b; }

[[nodiscard]] constexpr bool any(word w) noexcept { return bits(w) != 0; }
[[nodiscard]] constexpr unsigned count(word w) noexcept {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return static_cast<unsigned>(std::popcount(bits(w)));
#else
    // Where the target may lack the instruction, compilers call a function with a table: this is shorter.
    std::uint64_t n = bits(w);
    n = n - ((n >> 1U) & 0x5555555555555555U);
    n = (n & 0x3333333333333333U) + ((n >> 2U) & 0x3333333333333333U);
    n = (n + (n >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
    return static_cast<unsigned>((n * 0x0101010101010101U) >> 56U);
#endif
}

/// Position of the lowest set bit; 64 if there is none.
[[nodiscard]] constexpr unsigned lowest(word w) noexcept { return static_cast<unsigned>(std::countr_zero(bits(w))); }
/// Position of the highest set bit; `w` is not empty.
[[nodiscard]] constexpr unsigned highest(word w) noexcept {
    return word_bits - 1 - static_cast<unsigned>(std::countl_zero(bits(w)));
}
/// How many bits are set from bit 0 on without a gap.
[[nodiscard]] constexpr unsigned leading_run(word w) noexcept {
    return static_cast<unsigned>(std::countr_one(bits(w)));
}
[[nodiscard]] constexpr word without_lowest(word w) noexcept { return word{bits(w) & (bits(w) - 1)}; }

/// The word with bit `i` set, i < 64.
[[nodiscard]] constexpr word bit(unsigned i) noexcept { return word{std::uint64_t{1} << i}; }
/// Whether bit `i` is set, i < 64. Shifted this way round it is one instruction on x86.
[[nodiscard]] constexpr bool has_bit(word w, unsigned i) noexcept { return (bits(w) >> i & 1U) != 0; }
/// The word with the bits 0 … i-1 set, i <= 64.
[[nodiscard]] constexpr word below(unsigned i) noexcept {
    return i >= word_bits ? word{~std::uint64_t{0}} : word{(std::uint64_t{1} << i) - 1};
}
/// The word with the bits i+1 … 63 set, i < 64.
[[nodiscard]] constexpr word above(unsigned i) noexcept { return word{~std::uint64_t{1} << i}; }

} // namespace throng::core
