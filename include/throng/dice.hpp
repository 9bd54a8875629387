#pragma once

#include <throng/parts/random.hpp>

#include <cstdint>
#include <limits>

namespace throng {

template <class T> struct component;

/// A generator of random numbers that is eight bytes of state: the same numbers for the same state on
/// every platform. As a member of the game, or a singleton of a world, it is saved, sent and rolled back with the rest.
/// Its state is a seed: any number.
///
///     throng::dice dice{2026};
///     const auto eyes = 1 + throng::random_below(dice, 6);
///
/// Not for secrets: who knows one number knows all.
struct dice {
    using result_type = std::uint64_t;

    std::uint64_t state = 0;

    /// The least and the greatest of its numbers.
    [[nodiscard]] static constexpr result_type min() noexcept { return 0; }
    /// See `min`.
    [[nodiscard]] static constexpr result_type max() noexcept { return std::numeric_limits<result_type>::max(); }
    constexpr result_type operator()() noexcept {
        // (splitmix64)
        std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    friend constexpr bool operator==(const dice&, const dice&) = default;
};

template <> struct component<dice> {
    static constexpr const char* name = "throng::dice";
};

} // namespace throng
