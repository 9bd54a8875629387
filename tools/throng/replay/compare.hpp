#pragma once

#include "../trace/trace.hpp"
#include "contestant.hpp"
#include "needs.hpp"
#include "run.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::tool {

/// A collection that fits, at one scale, over all the traces.
struct standing {
    std::string_view name;
    /// Geometric means over the traces: nanoseconds a visit, and bytes for each of those that live when most do (0
    /// where the platform does not tell).
    double ns_per_visit = 0;
    double bytes_each = 0;
};

/// All that fit, at one multiple of the recorded population; fastest first.
struct ranking {
    std::uint32_t scale = 1;
    /// Of all traces together.
    std::uint32_t peak_live = 0;
    std::uint64_t visits = 0;
    std::vector<standing> by_time;
};

/// A collection that does not fit, and why.
struct exclusion {
    std::string_view name;
    std::vector<need> misses;
};

/// What `throng compare` comes to.
struct comparison {
    std::vector<std::string> traces;
    std::vector<need> wanted;
    std::vector<ranking> rankings;
    std::vector<exclusion> excluded;
    unsigned passes = 0;
    /// Collections whose result differs from the trace's: file, collection, what. They are in no ranking.
    std::vector<std::string> complaints;

    /// Geometric mean over the scales; 0 if it was not timed at each.
    double overall(std::string_view name) const;
    double overall_bytes(std::string_view name) const;
    /// The fastest overall; empty if nothing fits.
    std::string_view best() const;
    /// What takes the least memory among those at most a quarter slower than the best; empty if that is the best.
    std::string_view thrifty() const;
};

/// Times what fits on each trace at each scale, `passes` samples each.
comparison compare(const std::vector<trace>& traces, const std::vector<need>& wanted,
                   const std::vector<std::uint32_t>& scales, unsigned passes, const progress& tell);

} // namespace throng::tool
