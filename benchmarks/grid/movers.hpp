#pragma once

#include "../harness.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What moves about in a square, for the workloads of grids.
namespace bench {

/// The distance of a pair, and the width of a cell.
inline constexpr float radius = 1;
/// How many there are in a square of that side, on average.
inline constexpr float density = 2;

/// Something that moves about in a square, and counts its neighbours.
struct mover {
    float x;
    float y;
    float vx;
    float vy;
    std::uint32_t id;
    std::uint32_t near;

    /// A step, and back at the walls. One in twenty comes into another cell.
    void step(float side) {
        x += vx;
        y += vy;
        if (x < 0 || x >= side) {
            vx = -vx;
            x = std::clamp(x, 0.0F, std::nextafter(side, 0.0F));
        }
        if (y < 0 || y >= side) {
            vy = -vy;
            y = std::clamp(y, 0.0F, std::nextafter(side, 0.0F));
        }
    }
    void meet(mover& other) {
        near += other.id;
        other.near += id;
    }
    [[nodiscard]] std::uint64_t hash() const {
        return (std::uint64_t{id} << 32U | near) * 0x9e3779b97f4a7c15U ^ static_cast<std::uint64_t>(x * 4096) << 20U;
    }
};

[[nodiscard]] inline float side_for(std::size_t n) {
    return std::max(radius, std::floor(std::sqrt(static_cast<float>(n) / density)) * radius);
}

/// The same for the same number in every contestant.
[[nodiscard]] inline mover nth_mover(std::size_t i, float side) {
    std::uint64_t state = (i + 1) * 0x9e3779b97f4a7c15U;
    const auto roll = [&state] {
        state ^= state >> 29U;
        state *= 0xbf58476d1ce4e5b9U;
        state ^= state >> 32U;
        return static_cast<float>(state >> 40U) / static_cast<float>(1U << 24U);
    };
    mover m{};
    m.x = roll() * side;
    m.y = roll() * side;
    m.vx = (roll() - 0.5F) * 0.08F;
    m.vy = (roll() - 0.5F) * 0.08F;
    m.id = static_cast<std::uint32_t>(i);
    return m;
}

/// One frame: each takes a step, and each two that are near meet.
template <class Crowd> class moving final : public contestant {
  public:
    explicit moving(std::size_t n) : crowd_(n) {}
    void frame() override { crowd_.frame(); }
    void show(digest& d) const override {
        crowd_.visit([&d](const mover& m) { d.add(m.hash()); });
    }

  private:
    Crowd crowd_;
};

template <class Crowd> entry crowd(std::string name, kind k) {
    return {std::move(name), k, false, [](std::size_t n) { return std::make_unique<moving<Crowd>>(n); }};
}

/// In the square, kept in order of coming; and the walk that shows them.
class mover_crowd {
  public:
    explicit mover_crowd(std::size_t n) : side_(side_for(n)) {
        all_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_mover(i, side_));
    }
    template <class F> void visit(F f) const {
        for (const mover& m : all_) f(m);
    }

  protected:
    float side_;
    std::vector<mover> all_;
};

/// Grids by hand that are kept from frame to frame: entries in a vector for each cell, or a linked list for each cell.
entry kept_cells();
entry linked_cells();
/// boost's tree, packed anew in each frame, or kept.
entry packed_rtree();
entry kept_rtree();
/// Box2D's tree; none where it is missing.
std::vector<entry> box2d_tree();

} // namespace bench
