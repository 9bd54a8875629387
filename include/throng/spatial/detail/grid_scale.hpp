#pragma once

#include <throng/core/compiler.hpp>
#include <throng/spatial/detail/grid_space.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

/// How positions become cells.
namespace throng::core {

/// From positions to cells. It never decreases, so what lies between two positions has a cell between theirs, and
/// cells are wider than asked for by a millionth, so what is a cell's width away is at most one cell away: neither
/// is undone by rounding.
///
/// (What is rounded: a position in cells by 2^-23 of a cell at most, as it is less than 2^31, so the way from one to
/// another by 2^-22; and where distances are compared as squares in Real, what counts as near may be farther than the
/// distance by 2^-23 of it.)
///
/// Along an axis with a period, positions are from 0 up to the period, and cells are numbered from 0. The last cell
/// takes what is left over and is up to twice as wide as the others: so both of what is said above hold around the
/// border, too, where the first cell follows the last.
class grid_scale {
    static constexpr double infinity = std::numeric_limits<double>::infinity();

  public:
    explicit grid_scale(double width) noexcept : width_(width) {
        // Neither the widest cells nor the narrowest may make it infinite or 0.
        const double most = std::numeric_limits<double>::max();
        per_unit_ = (1 / width <= most ? 1 / width : most) / margin;
    }
    /// Gives an axis a period, while the grid is empty.
    void close(unsigned axis, double period) noexcept {
        const double cells = std::floor(period * per_unit_);
        period_[axis] = period;
        least_[axis] = 0;
        most_[axis] = cells < 1 ? 0 : cells < most_[axis] ? cells - 1 : most_[axis];
        is_periodic_ = true;
    }

    [[nodiscard]] double width() const noexcept { return width_; }
    /// Whether any axis has a period.
    [[nodiscard]] bool is_periodic() const noexcept { return is_periodic_; }
    [[nodiscard]] bool is_periodic(unsigned axis) const noexcept { return period_[axis] != infinity; }
    /// Infinite where there is none.
    [[nodiscard]] double period(unsigned axis) const noexcept { return period_[axis]; }
    /// How many cells an axis has.
    [[nodiscard]] std::int64_t cells(unsigned axis) const noexcept {
        return static_cast<std::int64_t>(most_[axis]) - static_cast<std::int64_t>(least_[axis]) + 1;
    }

    /// A coordinate, where cells are 1 wide.
    template <class Real> [[nodiscard]] double in_cells(Real v) const noexcept {
        return static_cast<double>(v) * per_unit_;
    }
    /// NaN has a cell too, but nothing stands in it.
    template <class Real> [[nodiscard]] grid_coordinate cell_of(Real v, unsigned axis) const noexcept {
        const double z = in_cells(v);
        if (!(z >= least_[axis] && z < most_[axis])) [[unlikely]]
            return static_cast<grid_coordinate>(z >= most_[axis] ? most_[axis] : least_[axis]);
        const auto towards_zero = static_cast<grid_coordinate>(z);
        return towards_zero - (z < towards_zero ? 1 : 0);
    }
    template <class Real, unsigned Dimensions>
    [[nodiscard]] auto cell_of(const grid_vector<Real, Dimensions>& at) const noexcept {
        using vector = grid_vector<grid_coordinate, Dimensions>;
        if constexpr (Dimensions == 2) return vector{{cell_of(at[0], 0), cell_of(at[1], 1)}};
        else return vector{{cell_of(at[0], 0), cell_of(at[1], 1), cell_of(at[2], 2)}};
    }
    /// The cells of two positions that are `distance` apart, or are taken for it, have numbers that differ by at most
    /// so many; 1 for a cell's width. For distances that are not negative.
    [[nodiscard]] std::int64_t reach(double distance) const noexcept {
        // Half of the margin is more than all that is rounded, if the distance is two thirds of a cell or more; if it
        // is less, nothing makes a whole cell of it.
        constexpr double half_margin = 1 + 1.0 / 2097152;
        const double z = distance * per_unit_ * half_margin;
        return z < 8589934592.0 ? static_cast<std::int64_t>(z) + 1 : std::int64_t{8589934592};
    }

    // --- periods -----------------------------------------------------------------------------------------------------

    /// A coordinate within the period; NaN for an infinite one.
    template <class Real> [[nodiscard]] Real wrapped(Real v, unsigned axis) const noexcept {
        const auto period = static_cast<Real>(period_[axis]);
        if (!is_periodic(axis) || (v >= 0 && v < period)) return v;
        Real inside = std::fmod(v, period);
        if (inside < 0) inside += period;
        return inside >= period ? Real(0) : inside; // (the sum is rounded)
    }
    template <class Real, unsigned Dimensions>
    [[nodiscard]] THRONG_NOINLINE auto wrapped(const grid_vector<Real, Dimensions>& at) const noexcept {
        return grid_space<Real, Dimensions>::vector([&](unsigned i) { return wrapped(at[i], i); });
    }
    /// From one coordinate to another, by the shorter way. (In double: near the border, a difference of floats would be
    /// as inexact as the period is large.)
    template <class Real> [[nodiscard]] double way(Real from, Real to, unsigned axis) const noexcept {
        const double d = static_cast<double>(to) - static_cast<double>(from);
        const double half = period_[axis] / 2;
        return d > half ? d - period_[axis] : d < -half ? d + period_[axis] : d;
    }
    /// The cell at a number that may lie beyond the border.
    [[nodiscard]] grid_coordinate wrapped_cell(std::int64_t cell, unsigned axis) const noexcept {
        if (is_periodic(axis)) {
            const std::int64_t n = cells(axis);
            cell = cell < 0 ? cell + n : cell >= n ? cell - n : cell;
        }
        return static_cast<grid_coordinate>(cell);
    }
    /// Whether the cells of two numbers, whose difference is given, are at most so many apart.
    [[nodiscard]] bool is_within(std::int64_t difference, std::int64_t most, unsigned axis) const noexcept {
        const std::int64_t d = difference < 0 ? -difference : difference;
        return d <= most || (is_periodic(axis) && cells(axis) - d <= most);
    }

    static constexpr double margin = 1 + 1.0 / 1048576;

  private:
    double width_;
    double per_unit_;
    /// The numbers of the first and the last cell of each axis.
    double least_[3] = {-2147483648.0, -2147483648.0, -2147483648.0};
    double most_[3] = {2147483647.0, 2147483647.0, 2147483647.0};
    double period_[3] = {infinity, infinity, infinity};
    bool is_periodic_ = false;
};

} // namespace throng::core
