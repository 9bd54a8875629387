#pragma once

#include <throng/spatial/detail/grid_region.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace throng::core {

/// A disc, or a point, that moves along a straight way: where it first touches an area. (What touches just so, or just
/// does not, is decided by comparing squares, which is exact for small whole numbers.)
class box_sweep {
    using vector = grid_vector<double, 2>;

  public:
    box_sweep(const vector& from, const vector& to, double radius) noexcept
        : from_(from),
          way_{{to[0] - from[0], to[1] - from[1]}},
          length_(grid_length(way_)),
          radius_(radius),
          direction_{{way_[0] / length_, way_[1] / length_}},
          is_usual_(length_ > 1e-70 && length_ < 1e70) {}

    /// Not where a coordinate is not finite, or the radius is negative.
    [[nodiscard]] bool is_possible() const noexcept {
        return radius_ >= 0 && length_ <= std::numeric_limits<double>::max();
    }
    /// How far along the way it touches a circle; less than 0 if it does not.
    [[nodiscard]] double touch(const vector& middle, double radius) const noexcept {
        return touch_from_here(from_to(middle), radius + radius_);
    }
    /// The same of a box.
    [[nodiscard]] double touch(const vector& middle, const vector& half) const noexcept {
        const vector at = from_to(middle);
        if (square_of(outside({{0, 0}}, at, half)) <= radius_ * radius_) return 0;
        // It touches if its middle touches the box with a round border: two boxes, and a circle at each corner.
        double first = infinity;
        if (crosses(at, {{half[0] + radius_, half[1]}})) first = enter(at, {{half[0] + radius_, half[1]}});
        if (radius_ == 0) return first == infinity ? -1 : first;
        if (crosses(at, {{half[0], half[1] + radius_}}))
            first = std::min(first, enter(at, {{half[0], half[1] + radius_}}));
        for (const double x : {-half[0], half[0]}) {
            for (const double y : {-half[1], half[1]}) {
                const double corner = touch_from_here({{at[0] + x, at[1] + y}}, radius_);
                if (corner >= 0) first = std::min(first, corner);
            }
        }
        return first == infinity ? -1 : first;
    }

    /// From a point to a box around `middle`, along each axis.
    [[nodiscard]] static vector outside(const vector& point, const vector& middle, const vector& half) noexcept {
        return {{outside(point[0] - middle[0], half[0]), outside(point[1] - middle[1], half[1])}};
    }

  private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    [[nodiscard]] static double outside(double from_middle, double half) noexcept {
        return from_middle < -half ? -half - from_middle : from_middle > half ? from_middle - half : 0;
    }
    [[nodiscard]] static double dot(const vector& a, const vector& b) noexcept { return a[0] * b[0] + a[1] * b[1]; }
    [[nodiscard]] static double cross(const vector& a, const vector& b) noexcept { return a[0] * b[1] - a[1] * b[0]; }
    [[nodiscard]] static double square_of(const vector& a) noexcept { return dot(a, a); }
    [[nodiscard]] vector from_to(const vector& at) const noexcept { return {{at[0] - from_[0], at[1] - from_[1]}}; }

    [[nodiscard]] double touch_from_here(const vector& at, double radius) const noexcept {
        if (square_of(at) <= radius * radius) return 0;
        const double along = dot(at, direction_);
        if (length_ == 0 || !(along > 0)) return -1;
        const double off = cross(at, direction_);
        const bool is_beyond = is_usual_ ? dot(at, way_) >= square_of(way_) : along >= length_;
        if (is_beyond) {
            if (square_of({{at[0] - way_[0], at[1] - way_[1]}}) > radius * radius) return -1;
        } else if (is_usual_ ? cross(at, way_) * cross(at, way_) > radius * radius * square_of(way_)
                             : std::abs(off) > radius) {
            return -1;
        }
        const double before = std::sqrt(std::max(radius * radius - off * off, 0.0));
        return std::clamp(along - before, 0.0, length_);
    }
    /// Whether the way and a box have a point in common: no line lies between them.
    [[nodiscard]] bool crosses(const vector& at, const vector& half) const noexcept {
        for (unsigned i = 0; i < 2; ++i) {
            if (at[i] - half[i] > std::max(way_[i], 0.0) || at[i] + half[i] < std::min(way_[i], 0.0)) return false;
        }
        const vector& d = is_usual_ ? way_ : direction_;
        return length_ == 0 || std::abs(cross(at, d)) <= half[0] * std::abs(d[1]) + half[1] * std::abs(d[0]);
    }
    /// Where it enters a box that it crosses.
    [[nodiscard]] double enter(const vector& at, const vector& half) const noexcept {
        double first = 0;
        for (unsigned i = 0; i < 2; ++i) {
            if (direction_[i] > 0) first = std::max(first, (at[i] - half[i]) / direction_[i]);
            else if (direction_[i] < 0) first = std::max(first, (at[i] + half[i]) / direction_[i]);
        }
        return std::min(first, length_);
    }

    vector from_;
    vector way_;
    double length_;
    double radius_;
    vector direction_;
    /// Whether its square is neither too large nor too small.
    bool is_usual_;
};

} // namespace throng::core
