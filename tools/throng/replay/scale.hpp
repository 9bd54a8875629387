#pragma once

#include "../trace/trace.hpp"

#include <cstdint>

namespace throng::tool {

/// The same game with so many times its population: copies of the trace laid over each other, each with entities of its
/// own, which begin within a second of each other so that their bursts do not coincide. The copies know nothing of each
/// other, so each collection does in each copy what it does in the trace. It ends with the trace, or after the tic in
/// which `most_visits` are reached, whichever comes first. Where a copy loads a level, it removes its own, one by one.
///
/// Of the figures of a pass only the live and the visited count are told, and of the tallies those and the peak.
trace scaled(const trace& t, std::uint32_t times, std::uint64_t most_visits);

} // namespace throng::tool
