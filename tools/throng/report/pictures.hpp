#pragma once

#include "../replay/run.hpp"

#include <string>

namespace throng::tool {

// The pictures of the page, each an inline SVG.

/// Live entities over time, stacked by role.
std::string population_picture(const trace& t);

/// Births upwards and deaths downwards, a second of play.
std::string births_picture(const trace& t);

/// How long those lived that died, stacked by role.
std::string lifetimes_picture(const trace& t);

/// What each contestant costs on one trace.
std::string cost_picture(const report& r, std::size_t trace);

/// What each contestant costs on all of them: a dot a trace, a mark at the mean.
std::string all_costs_picture(const report& r);

} // namespace throng::tool
