#pragma once

#include <throng/core/compiler.hpp>
#include <throng/spatial/detail/grid_scale.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

/// The region of a query of a grid.
namespace throng::core {

/// Whether two positions are at most so far apart. Distances whose squares would be too large or too small for Real are
/// scaled. Nothing is within NaN or less than nothing; what is infinitely far is within an infinite distance only.
template <class Real> class grid_distance {
  public:
    explicit grid_distance(Real distance) noexcept {
        constexpr Real small = std::is_same_v<Real, float> ? Real(1e-12) : Real(1e-100);
        constexpr Real large = std::is_same_v<Real, float> ? Real(1e16) : Real(1e120);
        constexpr Real smallest = std::is_same_v<Real, float> ? Real(1e-30) : Real(1e-290);
        if (!(distance >= 0)) square_ = -1;
        else if (distance == 0 || distance > std::numeric_limits<Real>::max()) square_ = distance;
        else if (distance >= small && distance <= large) square_ = distance * distance;
        else {
            scale_ = 1;
            // A power of two, so that nothing is rounded.
            for (Real d = distance; d > 2; d /= 2) scale_ /= 2;
            for (Real d = distance; d < 1 && scale_ < 1 / smallest; d *= 2) scale_ *= 2;
            square_ = distance * scale_ * (distance * scale_);
        }
    }

    [[nodiscard]] bool is_possible() const noexcept { return square_ >= 0; }
    /// Whether plain squares do not decide.
    [[nodiscard]] bool is_special() const noexcept { return scale_ != 0; }
    /// Whether they do where nothing is beyond a border.
    [[nodiscard]] bool is_plain_inside() const noexcept { return scale_ == 0 || scale_ == 1; }
    /// For a grid with a period: ways may lead across the border.
    void go_around() noexcept {
        if (scale_ == 0) scale_ = 1;
    }

    /// In a grid without a period.
    [[nodiscard]] bool covers(const grid_vector<Real, 2>& a, const grid_vector<Real, 2>& b) const noexcept {
        return covers_scaled(b[0] - a[0], b[1] - a[1]);
    }
    [[nodiscard]] bool covers(const grid_vector<Real, 3>& a, const grid_vector<Real, 3>& b) const noexcept {
        return covers_scaled(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
    [[nodiscard]] bool covers_plainly(const grid_vector<Real, 2>& a, const grid_vector<Real, 2>& b) const noexcept {
        return is_within(b[0] - a[0], b[1] - a[1]);
    }
    [[nodiscard]] bool covers_plainly(const grid_vector<Real, 3>& a, const grid_vector<Real, 3>& b) const noexcept {
        return is_within(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
    template <unsigned Dimensions>
    [[nodiscard]] THRONG_NOINLINE bool covers_specially(const grid_vector<Real, Dimensions>& a,
                                                        const grid_vector<Real, Dimensions>& b,
                                                        const grid_scale& where) const noexcept {
        const auto d = grid_space<Real, Dimensions>::vector([&](unsigned i) {
            return (where.is_periodic(i) ? static_cast<Real>(where.way(a[i], b[i], i)) : b[i] - a[i]) * scale_;
        });
        if constexpr (Dimensions == 2) return is_within(d[0], d[1]);
        else return is_within(d[0], d[1], d[2]);
    }

  private:
    template <class... More> [[nodiscard]] bool covers_scaled(Real first, More... more) const noexcept {
        if (is_special()) [[unlikely]]
            return is_within(first * scale_, static_cast<Real>(more) * scale_...);
        return is_within(first, static_cast<Real>(more)...);
    }
    /// The difference along each axis.
    template <class... More> [[nodiscard]] bool is_within(Real first, More... more) const noexcept {
        return ((first * first) + ... + (more * more)) <= square_;
    }

    Real square_ = 0;
    /// 0 for none, and 1 where the way may lead across a border.
    Real scale_ = 0;
};

/// How long a way is whose square is too large or too small.
template <unsigned Dimensions>
[[nodiscard]] THRONG_NOINLINE double grid_length_of_any(const grid_vector<double, Dimensions>& way) noexcept {
    // (hypot of three says NaN of what is infinite, in g++ 12.)
    const double flat = std::hypot(way[0], way[1]);
    if constexpr (Dimensions == 2) return flat;
    else return std::hypot(flat, way[2]);
}
/// How long a way is.
template <unsigned Dimensions>
[[nodiscard]] inline double grid_length(const grid_vector<double, Dimensions>& way) noexcept {
    double square = 0;
    grid_space<double, Dimensions>::each([&](unsigned i) { square += way[i] * way[i]; });
    if (square > 1e-280 && square < 1e280) [[likely]]
        return std::sqrt(square);
    return grid_length_of_any(way);
}

/// A rectangle, or a circle; in space, a box or a sphere. Edges belong to it.
template <class Space> class grid_region {
    using real = typename Space::real;
    using position = typename Space::position;

  public:
    /// Between two corners. Empty if a number is NaN, or greater than that of the other corner.
    grid_region(const grid_scale& s, const position& low, const position& high) noexcept
        : first(s.cell_of(low)),
          last(s.cell_of(high)),
          low_(low),
          high_(high),
          is_possible_(Space::all([&](unsigned i) { return low[i] <= high[i]; })) {
        if (s.is_periodic()) [[unlikely]]
            wrap_box(s);
    }
    /// Around a centre. Empty if a number is NaN or the radius is negative.
    grid_region(const grid_scale& s, const position& centre, real radius) noexcept
        : low_(centre), distance_(radius), is_round_(true), is_possible_(distance_.is_possible()) {
        // As the distance is rounded when it is compared, so are these, to the other side.
        const double far = static_cast<double>(radius) * grid_scale::margin;
        if (far == std::numeric_limits<double>::infinity()) {
            // Around the infinitely far, too, where the edges would be NaN.
            first = s.cell_of(Space::same(-far));
            last = s.cell_of(Space::same(far));
        } else {
            first = Space::vector([&](unsigned i) { return s.cell_of(static_cast<double>(centre[i]) - far, i); });
            last = Space::vector([&](unsigned i) { return s.cell_of(static_cast<double>(centre[i]) + far, i); });
        }
        if (s.is_periodic()) [[unlikely]]
            wrap_circle(s, far);
    }

    [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }
    [[nodiscard]] bool covers(const position& at, const grid_scale& s) const noexcept {
        if (is_round_) {
            if (distance_.is_special()) [[unlikely]]
                return covers_specially(at, s);
            return distance_.covers_plainly(low_, at);
        }
        return Space::all([&](unsigned i) { return at[i] >= low_[i] && at[i] <= high_[i]; });
    }
    /// The axes, a bit each, along which its cells lie across the border: from `first` on to the last one, and from the
    /// first one to `last`.
    [[nodiscard]] unsigned crossing() const noexcept { return crossing_; }

    /// The cells that it touches lie between these.
    typename Space::cell first{};
    typename Space::cell last{};

  private:
    void touch_all(const grid_scale& s, unsigned axis) noexcept {
        first[axis] = 0;
        last[axis] = static_cast<grid_coordinate>(s.cells(axis) - 1);
    }
    /// From one position to another that is beyond the border.
    void cross(const grid_scale& s, unsigned axis, double from, double to) noexcept {
        first[axis] = s.cell_of(from, axis);
        last[axis] = s.cell_of(to, axis);
        if (first[axis] <= last[axis]) touch_all(s, axis);
        else crossing_ = static_cast<unsigned char>(crossing_ | 1U << axis);
    }
    THRONG_NOINLINE void wrap_box(const grid_scale& s) noexcept {
        Space::each([&](unsigned i) {
            if (!s.is_periodic(i)) return;
            const double width = static_cast<double>(high_[i]) - static_cast<double>(low_[i]);
            const real low = s.wrapped(low_[i], i);
            const real high = s.wrapped(high_[i], i);
            // (A corner below 0 is rounded: if it lies in the wrong order then, all but nothing is inside.)
            if (width >= s.period(i) || (low <= high && static_cast<double>(high - low) < width / 2)) {
                low_[i] = 0;
                high_[i] = std::numeric_limits<real>::max();
                touch_all(s, i);
                return;
            }
            low_[i] = low;
            high_[i] = high;
            if (low > high) {
                cross(s, i, static_cast<double>(low), static_cast<double>(high));
                is_round_ = true; // as what is special
                is_box_ = true;
                distance_.go_around();
            } else {
                first[i] = s.cell_of(low, i);
                last[i] = s.cell_of(high, i);
            }
        });
    }
    THRONG_NOINLINE void wrap_circle(const grid_scale& s, double far) noexcept {
        low_ = s.wrapped(low_);
        distance_.go_around();
        Space::each([&](unsigned i) {
            if (!s.is_periodic(i)) return;
            const double low = static_cast<double>(low_[i]) - far;
            const double high = static_cast<double>(low_[i]) + far;
            const double period = s.period(i);
            if (!(2 * far < period) || (low < 0 && high >= period)) return touch_all(s, i);
            if (low < 0) return cross(s, i, low + period, high);
            if (high >= period) return cross(s, i, low, high - period);
            first[i] = s.cell_of(low, i);
            last[i] = s.cell_of(high, i);
        });
    }
    [[nodiscard]] THRONG_NOINLINE bool covers_specially(const position& at, const grid_scale& s) const noexcept {
        if (!is_box_) return distance_.covers_specially(low_, at, s);
        return Space::all([&](unsigned i) {
            return low_[i] <= high_[i] ? at[i] >= low_[i] && at[i] <= high_[i] : at[i] >= low_[i] || at[i] <= high_[i];
        });
    }

    /// The corners, or the centre.
    position low_;
    position high_{};
    grid_distance<real> distance_{0};
    bool is_round_ = false;
    bool is_possible_;
    /// Whether it is a box across a border nevertheless.
    bool is_box_ = false;
    unsigned char crossing_ = 0;
};

} // namespace throng::core
