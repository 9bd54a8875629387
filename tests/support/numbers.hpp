#pragma once

#include <cstdint>

namespace support {

/// Random numbers that are the same everywhere (Knuth's linear congruential generator).
class numbers {
  public:
    explicit numbers(std::uint64_t seed) : state_(seed) {}
    /// From 0 to n - 1.
    template <class N> N below(N n) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<N>((state_ >> 33U) % static_cast<std::uint64_t>(n));
    }

  private:
    std::uint64_t state_;
};

} // namespace support
