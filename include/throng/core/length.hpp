#pragma once

#include <throng/core/allocator.hpp>

#include <cstddef>
#include <limits>
#if defined(__cpp_exceptions) && !defined(__GLIBCXX__)
#include <stdexcept>
#endif

namespace throng::core {

/// More elements than this cannot lie in memory, whatever a page holds besides them.
template <class T> inline constexpr std::size_t most_in_memory =
    static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / (4 * sizeof(T));

/// Whether `n` is no more than `most`. Throws std::length_error if it is; without exceptions it is false then.
[[nodiscard]] inline bool is_possible_length(std::size_t n, std::size_t most) {
    if (n <= most) [[likely]]
        return true;
#if defined(__cpp_exceptions) && defined(__GLIBCXX__)
    // (As its containers throw it: <stdexcept> would double the compile time of this library's headers.)
    std::__throw_length_error("throng: reserve of more elements than there can be");
#elif defined(__cpp_exceptions)
    throw std::length_error("throng: reserve of more elements than there can be");
#else
    return false;
#endif
}

} // namespace throng::core
