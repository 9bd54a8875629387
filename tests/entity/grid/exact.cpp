// Grids against models that count in whole numbers, so that nothing is rounded: at edges and corners, where objects
// just touch or just do not, near the origin and far from it.
#include "entity/grid/dimensions.hpp"

#include <throng/spatial/box_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using number = std::int64_t;
/// A place in whole numbers, as seen from a far away middle.
struct spot {
    number x = 0, y = 0, z = 0;
};
number dot(spot a, spot b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
spot way(spot a, spot b) { return {b.x - a.x, b.y - a.y, b.z - a.z}; }
number square(spot a, spot b) { return dot(way(a, b), way(a, b)); }
number square_of_cross(spot a, spot b) {
    const spot c{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return dot(c, c);
}

template <class Real, unsigned Dimensions> struct object {
    spot at;
    number half = 0;
    number high = 0;
    typename tested::words<Real, Dimensions>::hook hook{};
};

template <class R, unsigned D> struct setting {
    using real = R;
    static constexpr unsigned dimensions = D;
};
template <class Setting> class exact_grid : public testing::Test {};
using settings = testing::Types<setting<float, 2>, setting<double, 2>, setting<float, 3>, setting<double, 3>>;
TYPED_TEST_SUITE(exact_grid, settings);

/// How far from the origin whole numbers are still exact.
template <class Real> std::vector<number> middles() {
    const number far = std::is_same_v<Real, float> ? number{1} << 22 : number{1} << 50;
    return {0, far, -far, 1023, -4096};
}

TYPED_TEST(exact_grid, finds_what_is_near) {
    using real = typename TypeParam::real;
    constexpr unsigned dimensions = TypeParam::dimensions;
    using words = tested::words<real, dimensions>;
    using thing = object<real, dimensions>;
    using grid = typename words::template grid<thing, &thing::hook>;
    unsigned seed = 0;
    for (const number middle : middles<real>()) {
        for (const double width : {1.0, 4.0, 3.7, 64.0, 0.5}) {
            std::mt19937 random(++seed);
            const auto up_to = [&](number n) { return static_cast<number>(random() % static_cast<unsigned>(n + 1)); };
            const number side = 2 + up_to(20);
            const auto somewhere = [&] {
                return spot{up_to(2 * side) - side, up_to(2 * side) - side,
                            dimensions == 3 ? up_to(2 * side) - side : 0};
            };
            const auto placed = [&](spot s) {
                return tested::place<real>{static_cast<real>(s.x + middle), static_cast<real>(s.y + middle),
                                           static_cast<real>(dimensions == 3 ? s.z + middle : 0)};
            };
            grid g(static_cast<real>(width));
            std::vector<thing> all(60);
            for (thing& o : all) {
                o.at = somewhere();
                words::insert(g, o, placed(o.at));
            }
            const auto matching = [&](auto is) {
                std::set<const thing*> found;
                for (const thing& o : all) {
                    if (is(o)) found.insert(&o);
                }
                return found;
            };
            for (int round = 0; round < 20; ++round) {
                thing& moved = all[static_cast<std::size_t>(up_to(59))];
                moved.at = somewhere();
                words::move(g, moved, placed(moved.at));
                const spot a = somewhere();
                const spot b = somewhere();
                const number far = up_to(side);
                const spot low{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
                const spot high{std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};

                std::set<const thing*> seen;
                for (thing& o : words::in_box(g, placed(low), placed(high))) EXPECT_TRUE(seen.insert(&o).second);
                EXPECT_EQ(seen, matching([&](const thing& o) {
                              return low.x <= o.at.x && o.at.x <= high.x && low.y <= o.at.y && o.at.y <= high.y &&
                                     low.z <= o.at.z && o.at.z <= high.z;
                          }));
                seen.clear();
                for (thing& o : words::in_sphere(g, placed(a), static_cast<real>(far)))
                    EXPECT_TRUE(seen.insert(&o).second);
                EXPECT_EQ(seen, matching([&](const thing& o) { return square(a, o.at) <= far * far; }));

                std::set<std::pair<const thing*, const thing*>> pairs;
                g.each_pair(static_cast<real>(far), [&](thing& x, thing& y) {
                    EXPECT_TRUE(pairs.insert({std::min(&x, &y), std::max(&x, &y)}).second);
                });
                std::set<std::pair<const thing*, const thing*>> expected;
                for (const thing& x : all) {
                    for (const thing& y : all) {
                        if (&x < &y && square(x.at, y.at) <= far * far) expected.insert({&x, &y});
                    }
                }
                EXPECT_EQ(pairs, expected) << "seed " << seed;

                const thing* const nearest = words::nearest(g, placed(a), static_cast<real>(far));
                number least = far * far + 1;
                for (const thing& o : all) least = std::min(least, square(a, o.at));
                EXPECT_EQ(nearest == nullptr, least > far * far);
                if (nearest != nullptr) {
                    EXPECT_EQ(square(a, nearest->at), least);
                }

                std::vector<number> distances;
                words::each_nearest(
                    g, placed(a), 10, [&](thing& o) { distances.push_back(square(a, o.at)); },
                    std::numeric_limits<real>::infinity());
                std::vector<number> sorted;
                for (const thing& o : all) sorted.push_back(square(a, o.at));
                std::sort(sorted.begin(), sorted.end());
                sorted.resize(10);
                EXPECT_EQ(distances, sorted);

                seen.clear();
                words::each_along(g, placed(a), placed(b), static_cast<real>(far),
                                  [&](thing& o) { EXPECT_TRUE(seen.insert(&o).second); });
                EXPECT_EQ(seen, matching([&](const thing& o) {
                              const spot d = way(a, b);
                              const spot off = way(a, o.at);
                              const number along = dot(d, off);
                              if (along <= 0) return dot(off, off) <= far * far;
                              if (along >= dot(d, d)) return square(b, o.at) <= far * far;
                              return square_of_cross(d, off) <= far * far * dot(d, d);
                          }))
                    << "seed " << seed;
            }
            EXPECT_TRUE(g.validate());
        }
    }
}

template <class Real> using thing_of = object<Real, 2>;
template <class Real> constexpr auto box_of = [](const thing_of<Real>& o) {
    return throng::grid_point<Real>{static_cast<Real>(o.half), static_cast<Real>(o.high)};
};
template <class Real> constexpr auto radius_of = [](const thing_of<Real>& o) { return static_cast<Real>(o.half); };

template <class Real, bool Round> void check_what_touches() {
    using thing = thing_of<Real>;
    constexpr auto extent = [] {
        if constexpr (Round) return radius_of<Real>;
        else return box_of<Real>;
    }();
    using grid = throng::box_grid<thing, &thing::hook, std::remove_const_t<decltype(extent)>, Real>;
    const auto outside = [](number v, number low, number high) { return v < low ? low - v : v > high ? v - high : 0; };
    const auto touch = [&](const thing& a, const thing& b) {
        if (Round) return square(a.at, b.at) <= (a.half + b.half) * (a.half + b.half);
        return std::abs(a.at.x - b.at.x) <= a.half + b.half && std::abs(a.at.y - b.at.y) <= a.high + b.high;
    };
    unsigned seed = 0;
    for (const number middle : middles<Real>()) {
        for (const double width : {1.0, 4.0, 2.3}) {
            for (int again = 0; again < 4; ++again) {
                std::mt19937 random(++seed);
                const auto up_to = [&](number n) {
                    return static_cast<number>(random() % static_cast<unsigned>(n + 1));
                };
                const number side = 5 + up_to(300);
                const auto somewhere = [&] { return spot{up_to(2 * side) - side, up_to(2 * side) - side, 0}; };
                const auto real = [&](number n) { return static_cast<Real>(n + middle); };
                grid g(static_cast<Real>(width), extent);
                std::vector<thing> all(50);
                for (thing& o : all) {
                    o.at = somewhere();
                    const number most = up_to(3) == 0 ? side / 2 : 5;
                    o.half = up_to(most);
                    o.high = Round ? o.half : up_to(most);
                    // Some touch the one before exactly: at an edge, or at a corner.
                    if (&o != &all[0] && up_to(2) == 0) {
                        const thing& before = *(&o - 1);
                        o.at.x = before.at.x + before.half + o.half;
                        o.at.y = before.at.y + (Round ? 0 : up_to(before.high + o.high));
                        if (!Round && up_to(1) == 0) o.at.y = before.at.y - before.high - o.high;
                    }
                    g.insert(o, real(o.at.x), real(o.at.y));
                }
                const auto matching = [&](auto is) {
                    std::set<const thing*> found;
                    for (const thing& o : all) {
                        if (is(o)) found.insert(&o);
                    }
                    return found;
                };
                std::set<std::pair<const thing*, const thing*>> pairs;
                g.each_pair([&](thing& x, thing& y) {
                    EXPECT_TRUE(pairs.insert({std::min(&x, &y), std::max(&x, &y)}).second);
                });
                std::set<std::pair<const thing*, const thing*>> expected;
                for (const thing& x : all) {
                    for (const thing& y : all) {
                        if (&x < &y && touch(x, y)) expected.insert({&x, &y});
                    }
                }
                EXPECT_EQ(pairs, expected) << "seed " << seed;
                for (int round = 0; round < 10; ++round) {
                    const spot a = somewhere();
                    const spot b = somewhere();
                    const number far = up_to(20);
                    const spot low{std::min(a.x, b.x), std::min(a.y, b.y), 0};
                    const spot high{std::max(a.x, b.x), std::max(a.y, b.y), 0};
                    std::set<const thing*> seen;
                    g.each_in_rectangle(real(low.x), real(low.y), real(high.x), real(high.y),
                                        [&](thing& o) { EXPECT_TRUE(seen.insert(&o).second); });
                    EXPECT_EQ(seen, matching([&](const thing& o) {
                                  const number dx = outside(o.at.x, low.x, high.x);
                                  const number dy = outside(o.at.y, low.y, high.y);
                                  return Round ? dx * dx + dy * dy <= o.half * o.half : dx <= o.half && dy <= o.high;
                              }));
                    seen.clear();
                    g.each_in_circle(real(a.x), real(a.y), static_cast<Real>(far), [&](thing& o) { seen.insert(&o); });
                    EXPECT_EQ(seen, matching([&](const thing& o) {
                                  if (Round) return square(a, o.at) <= (far + o.half) * (far + o.half);
                                  const number dx = outside(a.x, o.at.x - o.half, o.at.x + o.half);
                                  const number dy = outside(a.y, o.at.y - o.high, o.at.y + o.high);
                                  return dx * dx + dy * dy <= far * far;
                              }));
                    seen.clear();
                    g.each_at(real(a.x), real(a.y), [&](thing& o) { seen.insert(&o); });
                    EXPECT_EQ(seen, matching([&](const thing& o) {
                                  const thing point{a, 0, 0, {}};
                                  return touch(o, point);
                              }));
                    const auto edge = [&](const thing& o) {
                        if (Round) return std::max(std::sqrt(double(square(a, o.at))) - double(o.half), 0.0);
                        const number dx = outside(a.x, o.at.x - o.half, o.at.x + o.half);
                        const number dy = outside(a.y, o.at.y - o.high, o.at.y + o.high);
                        return std::sqrt(double(dx * dx + dy * dy));
                    };
                    const bool is_bounded = round % 2 == 0;
                    std::vector<double> sorted;
                    for (const thing& o : all) {
                        if (!is_bounded || edge(o) <= static_cast<double>(far)) sorted.push_back(edge(o));
                    }
                    std::sort(sorted.begin(), sorted.end());
                    if (sorted.size() > 7) sorted.resize(7);
                    std::vector<double> distances;
                    g.each_nearest(
                        real(a.x), real(a.y), 7,
                        [&](thing& o, Real distance) {
                            distances.push_back(edge(o));
                            EXPECT_NEAR(static_cast<double>(distance), edge(o), 1e-4);
                        },
                        is_bounded ? static_cast<Real>(far) : std::numeric_limits<Real>::infinity());
                    ASSERT_EQ(distances.size(), sorted.size());
                    for (std::size_t i = 0; i < sorted.size(); ++i) EXPECT_NEAR(distances[i], sorted[i], 1e-9);

                    // Along a way, the distance from the edge is a valley: where it is lowest, and where it is first as
                    // low as the width, are found by halving.
                    const spot c = round % 5 == 0 ? a : round % 5 == 1 ? spot{a.x, b.y, 0} : b;
                    const double length = std::sqrt(double(square(a, c)));
                    const auto first_touch = [&](const thing& o) {
                        const auto gap = [&](double along) {
                            const double part = length == 0 ? 0 : along / length;
                            const double x = double(a.x) + double(c.x - a.x) * part - double(o.at.x);
                            const double y = double(a.y) + double(c.y - a.y) * part - double(o.at.y);
                            if (Round) return std::hypot(x, y) - double(o.half);
                            return std::hypot(std::max(std::abs(x) - double(o.half), 0.0),
                                              std::max(std::abs(y) - double(o.high), 0.0));
                        };
                        double from = 0;
                        double to = length;
                        for (int i = 0; i < 100; ++i) {
                            const double left = from + (to - from) / 3;
                            const double right = to - (to - from) / 3;
                            (gap(left) <= gap(right) ? to : from) = gap(left) <= gap(right) ? right : left;
                        }
                        const double wide = static_cast<double>(far) + 1e-9;
                        if (gap(from) > wide) return -1.0;
                        to = from;
                        from = 0;
                        for (int i = 0; i < 60 && gap(0) > wide; ++i) {
                            const double half_way = (from + to) / 2;
                            (gap(half_way) <= wide ? to : from) = half_way;
                        }
                        return gap(0) <= wide ? 0.0 : to;
                    };
                    seen.clear();
                    double last = 0;
                    g.each_along({real(a.x), real(a.y)}, {real(c.x), real(c.y)}, static_cast<Real>(far),
                                 [&](thing& o, Real along) {
                                     EXPECT_TRUE(seen.insert(&o).second);
                                     EXPECT_GE(static_cast<double>(along), last);
                                     last = static_cast<double>(along);
                                     // (Where it just touches, a little more or less of width is a long way.)
                                     EXPECT_NEAR(last, first_touch(o), 1e-2);
                                 });
                    EXPECT_EQ(seen, matching([&](const thing& o) { return first_touch(o) >= 0; })) << "seed " << seed;
                }
                EXPECT_TRUE(g.validate());
            }
        }
    }
}
TEST(exact_boxes, touch) {
    check_what_touches<float, false>();
    check_what_touches<double, false>();
}
TEST(exact_circles, touch) {
    check_what_touches<float, true>();
    check_what_touches<double, true>();
}

} // namespace
