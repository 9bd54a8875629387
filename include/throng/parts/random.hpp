#pragma once

#include <throng/core/compiler.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace throng {

namespace core {

/// A generator as the standard library has them (`std::uniform_random_bit_generator`, without its header).
template <class G>
concept random_bit_generator = requires(std::remove_reference_t<G>& generator) {
    { generator() } -> std::unsigned_integral;
    requires std::remove_reference_t<G>::min() < std::remove_reference_t<G>::max();
};

/// So many random bits, at most 64: the highest ones of a generator's numbers, which are its best.
template <random_bit_generator G> [[nodiscard]] std::uint64_t random_bits(G& generator, unsigned bits) {
    constexpr std::uint64_t least = G::min();
    constexpr std::uint64_t most = std::uint64_t{G::max()} - least;
    constexpr unsigned each =
        most == std::numeric_limits<std::uint64_t>::max() ? 64 : static_cast<unsigned>(std::bit_width(most + 1)) - 1;
    std::uint64_t result = 0;
    while (bits != 0) {
        std::uint64_t number = std::uint64_t{generator()} - least;
        if constexpr (each < 64) {
            // (Of a range that is no power of two, the numbers beyond the largest one in it are not used.)
            while (number >> each != 0) number = std::uint64_t{generator()} - least;
        }
        const unsigned taken = bits < each ? bits : each;
        result = (taken < 64 ? result << taken : 0) | number >> (each - taken);
        bits -= taken;
    }
    return result;
}

} // namespace core

/// A random number that is less than `n`; 0 for n = 0. All are equally likely, exactly, and the number depends on the
/// generator's numbers alone, on every platform: the result of `std::uniform_int_distribution` is up to the standard
/// library. Takes two numbers of the generator on average at most, and none for n < 2.
template <core::random_bit_generator G> [[nodiscard]] std::uint64_t random_below(G& generator, std::uint64_t n) {
    if (n < 2) return 0;
    const auto bits = static_cast<unsigned>(std::bit_width(n - 1));
    std::uint64_t number = core::random_bits(generator, bits);
    while (number >= n) number = core::random_bits(generator, bits);
    return number;
}

} // namespace throng
