#pragma once

#include <throng/entity/grid_map.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

/// What a query of a grid is about.
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
    [[nodiscard]] bool is_scaled() const noexcept { return scale_ != 0; }
    [[nodiscard]] bool covers(Real dx, Real dy) const noexcept {
        if (is_scaled()) [[unlikely]] {
            dx *= scale_;
            dy *= scale_;
        }
        return dx * dx + dy * dy <= square_;
    }
    /// The same for distances that need no scaling.
    [[nodiscard]] bool covers_plainly(Real dx, Real dy) const noexcept { return dx * dx + dy * dy <= square_; }

  private:
    Real square_ = 0;
    Real scale_ = 0;
};

/// A rectangle, or a circle. Edges belong to it.
template <class Real> class grid_region {
  public:
    /// Empty if a number is NaN or x0 > x1 or y0 > y1.
    grid_region(const grid_scale& s, Real x0, Real y0, Real x1, Real y1) noexcept
        : x0_(x0), y0_(y0), x1_(x1), y1_(y1), is_possible_(x0 <= x1 && y0 <= y1) {
        take_cells(s.cell_of(x0), s.cell_of(y0), s.cell_of(x1), s.cell_of(y1));
    }
    /// Empty if a number is NaN or the radius is negative.
    grid_region(const grid_scale& s, Real x, Real y, Real radius) noexcept
        : x0_(x), y0_(y), distance_(radius), is_circle_(true), is_possible_(distance_.is_possible()) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        // As the distance is rounded when it is compared, so are these, to the other side.
        const double far = static_cast<double>(radius) * grid_scale::margin;
        if (far == infinity) {
            // Around the infinitely far, too, where the edges would be NaN.
            take_cells(s.cell_of(-infinity), s.cell_of(-infinity), s.cell_of(infinity), s.cell_of(infinity));
            return;
        }
        take_cells(s.cell_of(static_cast<double>(x) - far), s.cell_of(static_cast<double>(y) - far),
                   s.cell_of(static_cast<double>(x) + far), s.cell_of(static_cast<double>(y) + far));
    }

    [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }
    [[nodiscard]] bool covers(Real x, Real y) const noexcept {
        if (is_circle_) return distance_.covers(x - x0_, y - y0_);
        return x >= x0_ && x <= x1_ && y >= y0_ && y <= y1_;
    }

    grid_coordinate left = 0;
    grid_coordinate top = 0;
    grid_coordinate right = 0;
    grid_coordinate bottom = 0;

  private:
    void take_cells(grid_coordinate x0, grid_coordinate y0, grid_coordinate x1, grid_coordinate y1) noexcept {
        left = x0;
        top = y0;
        right = x1;
        bottom = y1;
    }

    Real x0_;
    Real y0_;
    Real x1_ = 0;
    Real y1_ = 0;
    grid_distance<Real> distance_{0};
    bool is_circle_ = false;
    bool is_possible_;
};

} // namespace throng::core
