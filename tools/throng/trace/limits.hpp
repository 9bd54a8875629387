#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::tool {

/// What a trace may ask of this machine before it is called malformed. Recorded games stay far below all of these
/// (the longest known trace has 6 MB and 20 million visits).
struct limits {
    /// Bytes after unpacking.
    std::uint64_t bytes = std::uint64_t{128} << 20;
    /// Characters in a line.
    std::size_t line_length = 4096;
    /// Visits of entities in all passes together.
    std::uint64_t visits = std::uint64_t{1} << 32;
};

} // namespace throng::tool
