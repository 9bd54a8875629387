#pragma once

#include "movers.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Questions that grids are asked, of points and of boxes that stand still.
namespace bench {

struct spot {
    float x;
    float y;
};

/// Questions by lot, of objects that stand still; the same in every contestant.
template <class Crowd> class asked_of : public Crowd {
  public:
    explicit asked_of(std::size_t n) : Crowd(n), questions_(n / 100) {}
    template <class F> void visit(F f) const {
        mover m{};
        const std::uint64_t both = sum_ ^ order_;
        m.near = static_cast<std::uint32_t>(both ^ both >> 32U);
        f(m);
    }

  protected:
    /// Calls f(where, the number of the question).
    template <class F> void each_question(F f) {
        for (std::size_t i = 0; i < questions_; ++i, ++asked_) {
            const mover m = nth_mover(asked_ * 7 + 3, this->side_);
            f(spot{m.x, m.y}, asked_);
        }
    }
    /// An answer of those that come in an order. (What stands at an end of the way is as far along as the end.)
    void met(std::uint32_t id, float far) {
        order_ = order_ * 31 + static_cast<std::uint64_t>(far * 1024);
        add(id);
    }
    void add(std::uint64_t answer) { sum_ += answer * 0x9e3779b97f4a7c15U; }

  private:
    std::size_t questions_;
    std::uint64_t asked_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t order_ = 0;
};

using point = boost::geometry::model::point<float, 2, boost::geometry::cs::cartesian>;
using region = boost::geometry::model::box<point>;
template <class Value> using tree = boost::geometry::index::rtree<Value, boost::geometry::index::quadratic<16>>;

/// How many of the nearest.
inline constexpr std::size_t few = 8;

inline constexpr float way_length = 10;
inline constexpr float way_width = 0.5F;

struct way {
    spot from;
    spot to;

    way(spot begin, std::uint64_t number) : from(begin) {
        const float turned = static_cast<float>(number % 64) / 64 * 6.2831853F;
        to = {from.x + way_length * std::cos(turned), from.y + way_length * std::sin(turned)};
    }
    /// How far along something is; -1 if it is not near. (As throng computes it: what is just at the border is decided
    /// alike.)
    [[nodiscard]] double along(const mover& m) const {
        const double dx = double{to.x} - double{from.x};
        const double dy = double{to.y} - double{from.y};
        const double length = std::hypot(dx, dy);
        const double px = double{m.x} - double{from.x};
        const double py = double{m.y} - double{from.y};
        const double far = std::clamp((px * dx + py * dy) / length, 0.0, length);
        return std::hypot(px - dx / length * far, py - dy / length * far) <= double{way_width} ? far : -1;
    }
};

} // namespace bench
