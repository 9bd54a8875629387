/// What fuzz targets decide by the bytes of their input, and how they fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace fuzz {

inline void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

/// The bytes one after the other, and zeros after the last.
class choices {
  public:
    choices(const std::uint8_t* data, std::size_t size) : next_(data), rest_(size) {}
    [[nodiscard]] bool over() const { return rest_ == 0; }
    /// From 0 to n - 1, for 1 <= n <= 256.
    template <class N> N below(N n) {
        if (rest_ == 0) return 0;
        --rest_;
        return static_cast<N>(*next_++ % static_cast<unsigned>(n));
    }
    /// One in so many.
    bool one_in(unsigned n) { return !over() && below(n) == 0; }

  private:
    const std::uint8_t* next_;
    std::size_t rest_;
};

} // namespace fuzz
