#pragma once

#include <throng/spatial/detail/grid_map.hpp>

#include <cmath>
#include <cstdint>
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
    [[nodiscard]] bool is_scaled() const noexcept { return scale_ != 0; }
    /// The difference along each axis.
    template <class... More> [[nodiscard]] bool covers(Real first, More... more) const noexcept {
        if (is_scaled()) [[unlikely]]
            return covers_plainly(first * scale_, static_cast<Real>(more) * scale_...);
        return covers_plainly(first, static_cast<Real>(more)...);
    }
    /// The same for distances that need no scaling.
    template <class... More> [[nodiscard]] bool covers_plainly(Real first, More... more) const noexcept {
        return ((first * first) + ... + (more * more)) <= square_;
    }
    [[nodiscard]] bool covers(const grid_vector<Real, 2>& a, const grid_vector<Real, 2>& b) const noexcept {
        return covers(b[0] - a[0], b[1] - a[1]);
    }
    [[nodiscard]] bool covers(const grid_vector<Real, 3>& a, const grid_vector<Real, 3>& b) const noexcept {
        return covers(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
    [[nodiscard]] bool covers_plainly(const grid_vector<Real, 2>& a, const grid_vector<Real, 2>& b) const noexcept {
        return covers_plainly(b[0] - a[0], b[1] - a[1]);
    }
    [[nodiscard]] bool covers_plainly(const grid_vector<Real, 3>& a, const grid_vector<Real, 3>& b) const noexcept {
        return covers_plainly(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }

  private:
    Real square_ = 0;
    Real scale_ = 0;
};

/// How long a way is; also where its square would be too large or too small.
template <unsigned Dimensions> [[nodiscard]] double grid_length(const grid_vector<double, Dimensions>& way) noexcept {
    double square = 0;
    grid_space<double, Dimensions>::each([&](unsigned i) { square += way[i] * way[i]; });
    if (square > 1e-280 && square < 1e280) [[likely]]
        return std::sqrt(square);
    // (hypot of three says NaN of what is infinite, in g++ 12.)
    const double flat = std::hypot(way[0], way[1]);
    if constexpr (Dimensions == 2) return flat;
    else return std::hypot(flat, way[2]);
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
          is_possible_(Space::all([&](unsigned i) { return low[i] <= high[i]; })) {}
    /// Around a centre. Empty if a number is NaN or the radius is negative.
    grid_region(const grid_scale& s, const position& centre, real radius) noexcept
        : low_(centre), distance_(radius), is_round_(true), is_possible_(distance_.is_possible()) {
        // As the distance is rounded when it is compared, so are these, to the other side.
        const double far = static_cast<double>(radius) * grid_scale::margin;
        if (far == std::numeric_limits<double>::infinity()) {
            // Around the infinitely far, too, where the edges would be NaN.
            first = Space::same(s.cell_of(-far));
            last = Space::same(s.cell_of(far));
            return;
        }
        first = Space::vector([&](unsigned i) { return s.cell_of(static_cast<double>(centre[i]) - far); });
        last = Space::vector([&](unsigned i) { return s.cell_of(static_cast<double>(centre[i]) + far); });
    }

    [[nodiscard]] bool is_possible() const noexcept { return is_possible_; }
    [[nodiscard]] bool covers(const position& at) const noexcept {
        if (is_round_) return distance_.covers(low_, at);
        return Space::all([&](unsigned i) { return at[i] >= low_[i] && at[i] <= high_[i]; });
    }

    /// The cells that it touches lie between these.
    typename Space::cell first{};
    typename Space::cell last{};

  private:
    /// The corners, or the centre.
    position low_;
    position high_{};
    grid_distance<real> distance_{0};
    bool is_round_ = false;
    bool is_possible_;
};

} // namespace throng::core
