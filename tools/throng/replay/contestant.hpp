#pragma once

#include "../trace/trace.hpp"
#include "stage.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace throng::tool {

/// What a replay that checks every H line came to.
struct verdict {
    /// H lines compared; the last of them is the one that differs, if one does.
    std::uint64_t checks = 0;
    /// Queries compared with a look at all.
    std::uint64_t queries = 0;
    std::optional<difference> found;
};

/// What one timed replay came to. The sums are over all visits and over all passes, and do not depend on the order.
struct outcome {
    std::chrono::nanoseconds time{};
    std::uint64_t visits = 0;
    std::uint64_t visit_sum = 0;
    std::uint64_t live_sum = 0;
};

/// What can stand in for the game's list: a name, and the two replays, each compiled for its collection.
struct contestant {
    std::string_view name;
    std::string_view summary;
    agreement agrees;
    bool hand_written = false;
    verdict (*check)(const trace&) = nullptr;
    outcome (*run)(const trace&) = nullptr;
    /// Bytes of heap at its fullest, what the replay itself needs left out; 0 where the platform does not tell.
    std::size_t (*memory)(const trace&) = nullptr;
};

/// All there are: the collections first, then the hand-written loops they are measured against.
std::span<const contestant> contestants();

/// What a check compares with: `game`, or `model` where the collection agrees with the game in part.
std::string_view check_of(const agreement& a);
/// In which order a walk visits what, as the rest of a sentence that begins with "visits".
std::string promise_of(const agreement& a);

} // namespace throng::tool
