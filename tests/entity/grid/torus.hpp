#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

/// A model of grids with periods that counts in whole numbers and knows all images.
namespace tested {

using number = std::int64_t;

/// A place in whole numbers.
struct spot {
    number of[3] = {0, 0, 0};
};

/// What the periods, 0 for none, say of distances.
template <unsigned Dimensions> struct torus {
    number periods[3] = {0, 0, 0};

    [[nodiscard]] number wrapped(number v, unsigned i) const {
        return periods[i] == 0 ? v : ((v % periods[i]) + periods[i]) % periods[i];
    }
    [[nodiscard]] number square(spot a, spot b) const {
        number sum = 0;
        for (unsigned i = 0; i < Dimensions; ++i) {
            number d = wrapped(b.of[i] - a.of[i], i);
            d = periods[i] == 0 ? d : std::min(d, periods[i] - d);
            sum += d * d;
        }
        return sum;
    }
    [[nodiscard]] bool is_between(spot low, spot p, spot high) const {
        for (unsigned i = 0; i < Dimensions; ++i) {
            if (wrapped(p.of[i] - low.of[i], i) < 0 || wrapped(p.of[i] - low.of[i], i) > high.of[i] - low.of[i])
                return false;
        }
        return true;
    }
    /// How far along a way the first image is that is at most so far from it; -1 for none.
    [[nodiscard]] double along(spot from, spot to, spot p, double far) const {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double first = infinity;
        number count[3] = {0, 0, 0};
        for (unsigned i = 0; i < Dimensions; ++i)
            count[i] =
                periods[i] == 0 ? 0 : (std::abs(to.of[i] - from.of[i]) + 2 * std::abs(from.of[i])) / periods[i] + 3;
        for (number x = -count[0]; x <= count[0]; ++x) {
            for (number y = -count[1]; y <= count[1]; ++y) {
                for (number z = -count[2]; z <= count[2]; ++z) {
                    const number k[3] = {x, y, z};
                    number d[3] = {0, 0, 0};
                    number off[3] = {0, 0, 0};
                    number product = 0;
                    number square = 0;
                    for (unsigned i = 0; i < Dimensions; ++i) {
                        d[i] = to.of[i] - from.of[i];
                        off[i] = p.of[i] + k[i] * periods[i] - from.of[i];
                        product += d[i] * off[i];
                        square += d[i] * d[i];
                    }
                    const double part =
                        square == 0 ? 0
                                    : std::clamp(static_cast<double>(product) / static_cast<double>(square), 0.0, 1.0);
                    double distance = 0;
                    for (unsigned i = 0; i < Dimensions; ++i)
                        distance += std::pow(static_cast<double>(off[i]) - static_cast<double>(d[i]) * part, 2);
                    // (Nothing is so near to the edge otherwise: all numbers are whole and small.)
                    if (std::sqrt(distance) <= far + 1e-9)
                        first = std::min(first, part * std::sqrt(static_cast<double>(square)));
                }
            }
        }
        return first == infinity ? -1 : first;
    }
};

} // namespace tested
