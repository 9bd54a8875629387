#pragma once

#include "movers.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

/// A square that moves about, of a half width up to that of a cell. All numbers are multiples of a 1024th, and sums of
/// them are not rounded: so all contestants find the same to touch, whatever they compare.
struct box : mover {
    float half;

    /// A step, or back where it would leave the square.
    void step(float side) {
        if (x + vx < 0 || x + vx >= side) vx = -vx;
        if (y + vy < 0 || y + vy >= side) vy = -vy;
        x += vx;
        y += vy;
    }
    [[nodiscard]] bool touches(const box& other) const {
        const float reach = half + other.half;
        return std::abs(x - other.x) <= reach && std::abs(y - other.y) <= reach;
    }
};

[[nodiscard]] inline box nth_box(std::size_t i, float side) {
    box b{nth_mover(i, side), 0};
    for (float* const f : {&b.x, &b.y, &b.vx, &b.vy}) *f = std::floor(*f * 1024) / 1024;
    b.half = static_cast<float>(100 + i % 400) / 1024;
    return b;
}

class box_crowd {
  public:
    explicit box_crowd(std::size_t n) : side_(side_for(n)) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_box(i, side_));
    }
    template <class F> void visit(F f) const {
        for (const box& b : all_) f(b);
    }

  protected:
    float side_;
    std::vector<box> all_;
};

/// None where Box2D is missing.
std::vector<entry> box2d_boxes();

} // namespace bench
