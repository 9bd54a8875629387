#pragma once

#include "vec.hpp"

#include <cstdint>

namespace shooter {

/// Random numbers, the same for the same seed everywhere (xorshift64*).
class dice {
  public:
    explicit dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15U | 1U) {}

    std::uint32_t roll() {
        state_ ^= state_ >> 12U;
        state_ ^= state_ << 25U;
        state_ ^= state_ >> 27U;
        return static_cast<std::uint32_t>(state_ * 0x2545f4914f6cdd1dU >> 32U);
    }
    /// 0 to n - 1.
    int below(int n) { return static_cast<int>(std::uint64_t{roll()} * static_cast<std::uint64_t>(n) >> 32U); }
    float between(float low, float high) {
        return low + (high - low) * (static_cast<float>(roll() >> 8U) / 16777216.0F);
    }
    [[nodiscard]] std::uint64_t state() const { return state_; }

  private:
    std::uint64_t state_;
};

/// A random speed. (Two rolls in one expression would come in an order of the compiler's choice.)
[[nodiscard]] inline vec in_any_direction(dice& random, float slowest, float fastest) {
    const vec d = direction(random.below(turn));
    return d * random.between(slowest, fastest);
}

} // namespace shooter
