#pragma once

#include <cstddef>

namespace throng::core {

/// Asks for a line of memory that will be needed soon, where no processor could foresee it. Whether the address is
/// anybody's does not matter.
inline void prefetch([[maybe_unused]] const void* at) noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(at);
#endif
}

/// The same for all lines of so many bytes.
inline void prefetch(const void* first, std::size_t bytes) noexcept {
    constexpr std::size_t line = 64;
    for (std::size_t n = 0; n < bytes; n += line) prefetch(static_cast<const std::byte*>(first) + n);
}

} // namespace throng::core
