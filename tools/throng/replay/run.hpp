#pragma once

#include "../trace/trace.hpp"
#include "contestant.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace throng::tool {

/// One contestant on one trace.
struct result {
    verdict checked;
    /// From the timed replays; without any, or where a check failed, there are no samples.
    std::uint64_t visits = 0;
    std::vector<double> samples;

    bool timed() const noexcept { return !samples.empty(); }
    /// The median of the samples, in nanoseconds a visit.
    double ns_per_visit() const;
};

/// A whole run of `throng replay`.
struct report {
    std::vector<trace> traces;
    std::vector<contestant> contestants;
    /// `[trace][contestant]`.
    std::vector<std::vector<result>> results;
    unsigned passes = 0;

    std::uint64_t collections() const;
    /// H lines and queries compared for collections; the hand-written loops are checked too, but not counted.
    std::uint64_t checks() const;
    /// Contestants that differ on a trace, and traces that contradict themselves.
    std::uint64_t failures() const;
    /// One line for each failure: file, line, tic, contestant, what was expected and what was found.
    std::vector<std::string> complaints() const;
    /// Of a contestant's times, relative to those of another over the traces both have: a geometric mean. 0 without
    /// any.
    double ratio(std::size_t contestant, std::size_t other) const;
    /// Geometric mean of nanoseconds a visit over all traces; 0 without any.
    double overall(std::size_t contestant) const;
};

/// Called with what is being done at the moment, and which share of all is done: for a line of progress.
using progress = std::function<void(const std::string& what, double done)>;

/// Times those without a difference yet on one trace, contestants in turn: `passes` samples each, after one replay that
/// is compared with the trace's totals and with the others'.
void time_all(const trace& t, const std::vector<contestant>& contestants, std::vector<result>& results, unsigned passes,
              const progress& tell);

/// Checks every contestant on every trace, then times those that agree: `passes` samples each, contestants in turn.
report replay(std::vector<trace> traces, std::vector<contestant> contestants, unsigned passes, const progress& tell);

} // namespace throng::tool
