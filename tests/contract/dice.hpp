#pragma once

#include "contract/script.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace contract {

/// A small generator of random numbers, the same everywhere (splitmix64).
class dice {
  public:
    explicit dice(std::uint64_t seed) noexcept : state_{seed} {}

    std::uint64_t roll() noexcept {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    unsigned below(unsigned n) noexcept { return static_cast<unsigned>((roll() >> 32U) * n >> 32U); }

  private:
    std::uint64_t state_;
};

/// How often each step comes, inside of a visit and outside.
struct frequency {
    unsigned outside;
    unsigned inside;
};
inline constexpr std::array<frequency, acts> frequencies{{
    {0, 260},  // next
    {100, 60}, // add
    {60, 45},  // remove
    {0, 40},   // remove_here
    {0, 30},   // remove_ahead
    {0, 20},   // remove_behind
    {90, 24},  // walk
    {0, 6},    // leave
    {1, 1},    // clear
    {24, 3},   // add_many
    {3, 1},    // thin_out
    {6, 6},    // remove_gone
    {4, 2},    // remove_if
    {10, 6},   // hold
    {50, 20},  // step
    {10, 6},   // drop
    {6, 6},    // remove_held
    {6, 3},    // freeze
    {8, 4},    // read
    {8, 4},    // drop_view
    {6, 6},    // take_handle
    {3, 2},    // sort
    {2, 1},    // swap
    {2, 1},    // assign
    {2, 2},    // reserve
    {2, 2},    // trim
    {20, 10},  // commit
    {4, 4},    // fuse
    {4, 4},    // hook_add
    {4, 4},    // hook_remove
    {2, 1},    // check
    {0, 4},    // throw_out
    {3, 3},    // fail_element
    {3, 3},    // fail_allocation
    {3, 3},    // fail_hook
}};

/// A random script. It does not know how it will go, so it only guesses where visits are: it keeps a rough count of
/// the walks it has opened and not left.
[[nodiscard]] inline script random_script(std::uint64_t seed, std::size_t length, bool exceptions) {
    dice d{seed};
    const std::size_t kinds = exceptions ? acts : acts_without_exceptions;
    std::array<unsigned, 2> total{};
    for (std::size_t i = 0; i < kinds; ++i) {
        total[0] += frequencies[i].outside;
        total[1] += frequencies[i].inside;
    }
    // Some scripts stay small, where everything is an edge; some grow over many pages.
    const unsigned most_at_once = std::array{3U, 20U, 90U, 256U}[d.below(4)];
    script s;
    s.reserve(length);
    int depth = 0;
    unsigned visits = 0;
    while (s.size() < length) {
        const bool inside = depth > 0;
        unsigned at = d.below(total[inside ? 1 : 0]);
        std::size_t kind = 0;
        for (;; ++kind) {
            const unsigned weight = inside ? frequencies[kind].inside : frequencies[kind].outside;
            if (at < weight) break;
            at -= weight;
        }
        op o{static_cast<act>(kind), static_cast<std::uint8_t>(d.below(256))};
        if (o.what == act::add_many) o.argument = static_cast<std::uint8_t>(d.below(most_at_once));
        if (o.what == act::walk || o.what == act::read || o.what == act::remove_if)
            depth = depth < 3 ? depth + 1 : depth;
        if (o.what == act::leave || o.what == act::throw_out) depth = depth > 0 ? depth - 1 : 0;
        if (o.what == act::next && ++visits % 16 == 0) depth = depth > 0 ? depth - 1 : 0;
        s.push_back(o);
    }
    return s;
}

} // namespace contract
