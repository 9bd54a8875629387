#pragma once

#include <throng/extra/mpi/identity.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

/// The birds' rule, and where they begin: for the divided world, and for the arrays that it is compared with.
namespace models::birds {

struct position {
    double x = 0;
    double y = 0;
};
/// Of length 1.
struct heading {
    double x = 1;
    double y = 0;
};

inline constexpr double sight = 1;
inline constexpr double too_near = 0.3;
inline constexpr double speed = 0.1;
/// A bird sees about ten others.
inline constexpr double area_of_bird = 0.3;

/// How wide and high the sky is.
[[nodiscard]] inline double side_for(std::uint64_t birds) {
    return std::max(4.0, std::sqrt(static_cast<double>(birds) * area_of_bird));
}
/// In any direction: found by trial, since sines are not the same everywhere.
[[nodiscard]] inline heading any_heading(throng::mpi::dice& chance) {
    for (;;) {
        const double x = chance.unit() * 2 - 1;
        const double y = chance.unit() * 2 - 1;
        const double length = x * x + y * y;
        if (length > 1 || length < 0.01) continue;
        return {x / std::sqrt(length), y / std::sqrt(length)};
    }
}

/// The sums over the birds that a bird sees.
class surroundings {
  public:
    void add(double way_x, double way_y, double distance_squared, const heading& its) noexcept {
        ++others_;
        middle_x_ += way_x;
        middle_y_ += way_y;
        along_x_ += its.x;
        along_y_ += its.y;
        if (distance_squared >= too_near * too_near) return;
        away_x_ -= way_x;
        away_y_ -= way_y;
    }
    /// Towards the middle of the others, away from those that are too near, and where they fly.
    [[nodiscard]] heading turned(const heading& ahead) const noexcept {
        if (others_ == 0) return ahead;
        const double x = ahead.x + (0.03 * middle_x_ + 0.25 * along_x_) / others_ + 0.5 * away_x_;
        const double y = ahead.y + (0.03 * middle_y_ + 0.25 * along_y_) / others_ + 0.5 * away_y_;
        const double length = std::sqrt(x * x + y * y);
        return length > 0 ? heading{x / length, y / length} : ahead;
    }

  private:
    unsigned others_ = 0;
    double middle_x_ = 0;
    double middle_y_ = 0;
    double away_x_ = 0;
    double away_y_ = 0;
    double along_x_ = 0;
    double along_y_ = 0;
};

} // namespace models::birds
