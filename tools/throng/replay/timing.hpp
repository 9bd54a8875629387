#pragma once

#include "contestant.hpp"
#include "perform.hpp"

#include <chrono>
#include <cstdint>
#include <ctime>

namespace throng::tool {

/// Replays with a small visit, from an empty collection to the last pass, and takes the processor's time,
/// which others on the machine have no part in. The collection's own
/// construction and destruction are part of it.
template <stage S> outcome run_on(const trace& t) {
    outcome result;
    const std::clock_t begin = std::clock();
    {
        performance<S> play(t);
        // In locals of the loop rather than in memory: no store of the visit can then touch them.
        std::uint64_t visits = 0;
        std::uint64_t visit_sum = 0;
        std::uint64_t live_sum = 0;
        play.run(
            [&](entity& e) {
                e.x = static_cast<std::int32_t>(static_cast<std::uint32_t>(e.x) +
                                                static_cast<std::uint32_t>(e.momentum_x));
                e.y = static_cast<std::int32_t>(static_cast<std::uint32_t>(e.y) +
                                                static_cast<std::uint32_t>(e.momentum_y));
                ++e.age;
                ++visits;
                visit_sum += static_cast<std::uint32_t>(e.x) ^ e.id;
            },
            [&](std::uint32_t, std::uint32_t, auto& stage) {
                live_sum += stage.size();
                return true;
            });
        result.visits = visits;
        result.visit_sum = visit_sum;
        result.live_sum = live_sum;
    }
    result.time = std::chrono::nanoseconds{
        static_cast<std::int64_t>(static_cast<double>(std::clock() - begin) * (1e9 / CLOCKS_PER_SEC))};
    return result;
}

} // namespace throng::tool
