#pragma once

#include "../replay/compare.hpp"

#include <string>

namespace throng::tool {

/// The comparison in words: a table for each scale, which were left out and why, and which to take.
std::string as_advice(const comparison& c);

/// The same as JSON (see README.md for its form), with a line end.
std::string as_json(const comparison& c);

} // namespace throng::tool
