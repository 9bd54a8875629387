#pragma once

#include <throng/world/component.hpp>

#include <cstdint>

namespace throng::mpi {

/// Tells agents apart, on whatever rank: a number that no other agent has ever had. It is a function of the run alone,
/// not of the ranks: those that a world begins with are numbered by `populate`; of those born later the upper bits say
/// in which tile, the lower ones as which one there.
struct identity {
    std::uint64_t number = 0;
    /// Where it stood when the step began: its cell, and its place among all that this rank sees.
    std::uint32_t cell = 0;
    std::uint32_t entry = 0;

    static constexpr unsigned counted_bits = 40;
    /// The number of the n-th that is born in a tile.
    [[nodiscard]] static constexpr std::uint64_t born_in(std::uint32_t tile, std::uint64_t n) noexcept {
        return (std::uint64_t{tile} + 1) << counted_bits | n;
    }
};

/// Where an event goes, or comes from. Good until the step is over: then the agent may be elsewhere.
struct address {
    /// Of one of which nothing but its number is known.
    static constexpr std::uint32_t anywhere = ~std::uint32_t{0};

    std::uint64_t number = 0;
    std::uint32_t cell = anywhere;
};

/// Random numbers that are a function of the seed, the agent, the step and the stream: the same on whatever rank and
/// thread, and in whatever order agents are visited. (SplitMix64.)
class dice {
  public:
    constexpr dice(std::uint64_t seed, std::uint64_t agent, std::uint64_t step, std::uint64_t stream = 0) noexcept
        : state_(mixed(mixed(mixed(mixed(seed) + agent) + step) + stream)) {}

    /// The next one, of 64 bits.
    [[nodiscard]] constexpr std::uint64_t next() noexcept { return mixed(state_ += step_between); }
    /// From 0 on, below 1.
    [[nodiscard]] constexpr double unit() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-53; }
    /// From 0 on, below n.
    [[nodiscard]] constexpr std::uint32_t below(std::uint32_t n) noexcept {
        return static_cast<std::uint32_t>((next() >> 32U) * n >> 32U);
    }

  private:
    static constexpr std::uint64_t step_between = 0x9e3779b97f4a7c15U;
    [[nodiscard]] static constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
        x += step_between;
        x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
        return x ^ (x >> 31U);
    }

    std::uint64_t state_;
};

} // namespace throng::mpi

template <> struct throng::component<throng::mpi::identity> {
    static constexpr const char* name = "throng::mpi::identity";
};
