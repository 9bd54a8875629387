#pragma once

#include <cstddef>
#include <cstdint>

namespace bench {

/// Calls of any global operator new so far.
std::uint64_t allocation_count();

/// Bytes the heap has handed out and not got back, its own overhead included; 0 where the platform does not tell.
std::size_t live_bytes();

} // namespace bench
