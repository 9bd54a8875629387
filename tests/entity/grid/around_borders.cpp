// Grids with periods, in the plane and in space, against a model that counts in whole numbers and knows all images:
// small and large periods, cylinders, edits from inside of queries.
#include "entity/grid/dimensions.hpp"
#include "entity/grid/torus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using tested::number;
using tested::spot;
using tested::torus;

template <class Real, unsigned Dimensions> struct object {
    spot at{};
    typename tested::words<Real, Dimensions>::hook hook{};
};

template <class R, unsigned D> struct setting {
    using real = R;
    static constexpr unsigned dimensions = D;
};
template <class Setting> class periodic_grid : public testing::Test {};
using settings = testing::Types<setting<float, 2>, setting<double, 2>, setting<float, 3>, setting<double, 3>>;
TYPED_TEST_SUITE(periodic_grid, settings);

template <class Grid, class Real, unsigned Dimensions> std::unique_ptr<Grid> made(Real width, const number* periods) {
    const auto period = [&](unsigned i) {
        return periods[i] == 0 ? std::numeric_limits<Real>::infinity() : static_cast<Real>(periods[i]);
    };
    if constexpr (Dimensions == 2) return std::make_unique<Grid>(width, typename Grid::point{period(0), period(1)});
    else return std::make_unique<Grid>(width, typename Grid::point{period(0), period(1), period(2)});
}

TYPED_TEST(periodic_grid, finds_what_is_near_around_its_borders) {
    using real = typename TypeParam::real;
    constexpr unsigned dimensions = TypeParam::dimensions;
    using words = tested::words<real, dimensions>;
    using thing = object<real, dimensions>;
    using grid = typename words::template grid<thing, &thing::hook>;
    for (unsigned seed = 1; seed <= 16 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const auto up_to = [&](number n) { return static_cast<number>(random() % static_cast<unsigned>(n + 1)); };
        torus<dimensions> around;
        const number side = seed % 3 == 0 ? 4 : seed % 3 == 1 ? 30 : 150;
        for (unsigned i = 0; i < dimensions; ++i) around.periods[i] = up_to(5) == 0 ? 0 : 1 + side / 2 + up_to(side);
        const double widths[] = {1.0, 4.0, 3.7, 64.0, 0.5, 2.5};
        const auto g = made<grid, real, dimensions>(static_cast<real>(widths[up_to(5)]), around.periods);
        // Beyond the borders, too.
        const auto somewhere = [&] {
            spot s;
            for (unsigned i = 0; i < dimensions; ++i) s.of[i] = up_to(4 * side) - 2 * side;
            return s;
        };
        const auto placed = [](spot s) {
            return tested::place<real>{static_cast<real>(s.of[0]), static_cast<real>(s.of[1]),
                                       static_cast<real>(s.of[2])};
        };
        std::vector<thing> all(60);
        for (thing& o : all) {
            o.at = somewhere();
            EXPECT_TRUE(words::insert(*g, o, placed(o.at)));
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
            EXPECT_TRUE(words::move(*g, moved, placed(moved.at)));
            const auto its = words::position(*g, moved);
            EXPECT_EQ(static_cast<number>(its.x), around.wrapped(moved.at.of[0], 0));
            EXPECT_EQ(static_cast<number>(its.y), around.wrapped(moved.at.of[1], 1));

            const spot a = somewhere();
            spot b = a;
            for (unsigned i = 0; i < dimensions; ++i) b.of[i] += up_to(up_to(1) == 0 ? side : 3 * side);
            const number far = up_to(up_to(1) == 0 ? 5 : side);

            std::set<const thing*> seen;
            for (thing& o : words::in_box(*g, placed(a), placed(b))) EXPECT_TRUE(seen.insert(&o).second);
            EXPECT_EQ(seen, matching([&](const thing& o) { return around.is_between(a, o.at, b); }));
            seen.clear();
            for (thing& o : words::in_sphere(*g, placed(a), static_cast<real>(far)))
                EXPECT_TRUE(seen.insert(&o).second);
            EXPECT_EQ(seen, matching([&](const thing& o) { return around.square(a, o.at) <= far * far; }));

            std::set<std::pair<const thing*, const thing*>> pairs;
            g->each_pair(static_cast<real>(far), [&](thing& x, thing& y) {
                EXPECT_TRUE(pairs.insert({std::min(&x, &y), std::max(&x, &y)}).second);
            });
            std::set<std::pair<const thing*, const thing*>> expected;
            for (const thing& x : all) {
                for (const thing& y : all) {
                    if (&x < &y && around.square(x.at, y.at) <= far * far) expected.insert({&x, &y});
                }
            }
            EXPECT_EQ(pairs, expected);

            const thing* const nearest = words::nearest(*g, placed(a), static_cast<real>(far));
            number least = far * far + 1;
            for (const thing& o : all) least = std::min(least, around.square(a, o.at));
            EXPECT_EQ(nearest == nullptr, least > far * far);
            if (nearest != nullptr) {
                EXPECT_EQ(around.square(a, nearest->at), least);
            }
            std::vector<number> distances;
            words::each_nearest(
                *g, placed(a), 10, [&](thing& o) { distances.push_back(around.square(a, o.at)); },
                std::numeric_limits<real>::infinity());
            std::vector<number> sorted;
            for (const thing& o : all) sorted.push_back(around.square(a, o.at));
            std::sort(sorted.begin(), sorted.end());
            sorted.resize(10);
            EXPECT_EQ(distances, sorted);
        }
        EXPECT_TRUE(g->validate());
    }
}

TYPED_TEST(periodic_grid, ways_across_borders) {
    using real = typename TypeParam::real;
    constexpr unsigned dimensions = TypeParam::dimensions;
    using words = tested::words<real, dimensions>;
    using thing = object<real, dimensions>;
    using grid = typename words::template grid<thing, &thing::hook>;
    for (unsigned seed = 1; seed <= 6 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const auto up_to = [&](number n) { return static_cast<number>(random() % static_cast<unsigned>(n + 1)); };
        torus<dimensions> around;
        const number side = seed % 2 == 0 ? 12 : 60;
        number shortest = 1000;
        for (unsigned i = 0; i < dimensions; ++i) {
            around.periods[i] = up_to(5) == 0 ? 0 : 2 + side / 2 + up_to(side);
            if (around.periods[i] != 0) shortest = std::min(shortest, around.periods[i]);
        }
        const double widths[] = {1.0, 4.0, 3.7, 64.0, 2.5};
        const auto g = made<grid, real, dimensions>(static_cast<real>(widths[up_to(4)]), around.periods);
        std::vector<thing> all(40);
        for (thing& o : all) {
            for (unsigned i = 0; i < dimensions; ++i) o.at.of[i] = up_to(side);
            EXPECT_TRUE(words::insert(
                *g, o, {static_cast<real>(o.at.of[0]), static_cast<real>(o.at.of[1]), static_cast<real>(o.at.of[2])}));
        }
        for (int round = 0; round < 12; ++round) {
            spot a;
            spot b;
            for (unsigned i = 0; i < dimensions; ++i) {
                a.of[i] = up_to(2 * side) - side / 2;
                b.of[i] = a.of[i] + (up_to(3) == 0 ? 0 : up_to(4 * side) - 2 * side);
            }
            const number far = up_to(3);
            const auto placed = [](spot s) {
                return tested::place<real>{static_cast<real>(s.of[0]), static_cast<real>(s.of[1]),
                                           static_cast<real>(s.of[2])};
            };
            std::set<const thing*> seen;
            double last = 0;
            const double reach = std::min(static_cast<double>(far), static_cast<double>(shortest) / 2);
            words::each_along(*g, placed(a), placed(b), static_cast<real>(far), [&](thing& o, real along) {
                EXPECT_TRUE(seen.insert(&o).second);
                EXPECT_GE(static_cast<double>(along), last);
                last = static_cast<double>(along);
                EXPECT_NEAR(last, around.along(a, b, o.at, reach), 1e-4);
            });
            for (const thing& o : all) {
                EXPECT_EQ(seen.contains(&o), around.along(a, b, o.at, reach) >= 0);
            }
        }
    }
}

/// Objects that step across borders while queries are open.
TYPED_TEST(periodic_grid, edits_from_inside_of_queries) {
    using real = typename TypeParam::real;
    constexpr unsigned dimensions = TypeParam::dimensions;
    using words = tested::words<real, dimensions>;
    using thing = object<real, dimensions>;
    using grid = typename words::template grid<thing, &thing::hook>;
    for (unsigned seed = 1; seed <= 8 && !testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const auto up_to = [&](number n) { return static_cast<number>(random() % static_cast<unsigned>(n + 1)); };
        torus<dimensions> around;
        for (unsigned i = 0; i < dimensions; ++i) around.periods[i] = seed % 7 == i ? 0 : 10 + up_to(50);
        const auto g = made<grid, real, dimensions>(real(4), around.periods);
        std::vector<std::unique_ptr<thing>> all;
        const auto place = [&](thing& o) {
            for (unsigned i = 0; i < dimensions; ++i) o.at.of[i] += up_to(16) - 8;
            EXPECT_TRUE(words::insert(
                *g, o, {static_cast<real>(o.at.of[0]), static_cast<real>(o.at.of[1]), static_cast<real>(o.at.of[2])}));
        };
        const auto make = [&] {
            all.push_back(std::make_unique<thing>());
            for (unsigned i = 0; i < dimensions; ++i) all.back()->at.of[i] = up_to(60);
            place(*all.back());
        };
        for (int i = 0; i < 80; ++i) make();
        struct known {
            bool is_inside; ///< all the time
            bool is_there = true;
            bool is_visited = false;
        };
        for (int round = 0; round < 30; ++round) {
            const bool is_pairs = round % 3 == 0;
            spot a;
            for (unsigned i = 0; i < dimensions; ++i) a.of[i] = up_to(120) - 60;
            const number far = is_pairs ? up_to(9) : up_to(15);
            // Each object, or each pair, that is near from the opening to its turn.
            std::vector<std::pair<thing*, known>> those;
            std::set<std::pair<const thing*, const thing*>> must;
            std::set<std::pair<const thing*, const thing*>> seen;
            for (const auto& o : all) those.push_back({o.get(), {around.square(a, o->at) <= far * far}});
            const auto near = [&](const thing* x, const thing* y) { return around.square(x->at, y->at) <= far * far; };
            for (const auto& x : all) {
                for (const auto& y : all) {
                    if (x < y && near(x.get(), y.get())) must.insert({x.get(), y.get()});
                }
            }
            const auto edit = [&] {
                const auto i = static_cast<std::size_t>(up_to(static_cast<number>(all.size()) - 1));
                thing* const o = all[i].get();
                const auto of = [o](const auto& x) { return x.first == o || x.second == o; };
                if (up_to(5) == 0 && all.size() > 40) {
                    for (auto& [its, k] : those) {
                        if (its == o) its = nullptr;
                    }
                    std::erase_if(must, of);
                    std::swap(all[i], all.back());
                    all.pop_back();
                } else if (up_to(5) == 0) {
                    make();
                } else {
                    place(*o);
                    for (auto& [its, k] : those) {
                        if (its == o && around.square(a, o->at) > far * far) k.is_inside = false;
                    }
                    std::erase_if(must, [&](const auto& p) { return of(p) && !near(p.first, p.second); });
                }
            };
            if (is_pairs) {
                g->each_pair(static_cast<real>(far), [&](thing& x, thing& y) {
                    EXPECT_TRUE(near(&x, &y));
                    const auto p = std::pair<const thing*, const thing*>{std::min(&x, &y), std::max(&x, &y)};
                    EXPECT_TRUE(seen.insert(p).second);
                    must.erase(p);
                    if (up_to(1) == 0) {
                        thing* const o =
                            all[static_cast<std::size_t>(up_to(static_cast<number>(all.size()) - 1))].get();
                        place(*o);
                        std::erase_if(must, [&](const auto& q) {
                            return (q.first == o || q.second == o) && !near(q.first, q.second);
                        });
                    }
                });
                EXPECT_TRUE(must.empty());
            } else {
                for (thing& o : words::in_sphere(
                         *g, {static_cast<real>(a.of[0]), static_cast<real>(a.of[1]), static_cast<real>(a.of[2])},
                         static_cast<real>(far))) {
                    const auto at =
                        std::find_if(those.begin(), those.end(), [&](const auto& x) { return x.first == &o; });
                    if (at == those.end()) {
                        ADD_FAILURE() << "is new";
                        break;
                    }
                    EXPECT_FALSE(std::exchange(at->second.is_visited, true));
                    EXPECT_LE(around.square(a, o.at), far * far);
                    for (number n = up_to(3); n > 0; --n) edit();
                }
                for (const auto& [o, k] : those) EXPECT_TRUE(o == nullptr || !k.is_inside || k.is_visited);
            }
            EXPECT_TRUE(g->validate());
        }
    }
}

TYPED_TEST(periodic_grid, the_edges_of_numbers) {
    using real = typename TypeParam::real;
    constexpr unsigned dimensions = TypeParam::dimensions;
    using words = tested::words<real, dimensions>;
    using thing = object<real, dimensions>;
    using grid = typename words::template grid<thing, &thing::hook>;
    constexpr real far = std::numeric_limits<real>::infinity();
    const number periods[] = {100, 0, 100};
    const auto g = made<grid, real, dimensions>(real(5), periods);
    EXPECT_EQ(g->periods().x, real(100));
    EXPECT_EQ(g->periods().y, far);
    thing a;
    thing b;
    EXPECT_FALSE(words::insert(*g, a, {far, 0, 0}));
    EXPECT_FALSE(words::insert(*g, a, {-far, 0, 0}));
    EXPECT_FALSE(g->contains(a));
    // Just below 0 is rounded to the period, which is 0.
    EXPECT_TRUE(words::insert(*g, a, {-std::numeric_limits<real>::denorm_min(), far, 0}));
    EXPECT_EQ(words::position(*g, a).x, real(0));
    EXPECT_FALSE(words::move(*g, a, {far, 0, 0}));
    EXPECT_TRUE(words::insert(*g, b, {std::nextafter(real(100), real(0)), 0, 0}));
    EXPECT_TRUE(words::move(*g, a, {100, 0, 0}));
    std::size_t n = 0;
    g->each_pair(1, [&](thing&, thing&) { ++n; });
    EXPECT_EQ(n, 1U);
    n = 0;
    for ([[maybe_unused]] thing& o : words::in_sphere(*g, {300, 0, 0}, far)) ++n;
    EXPECT_EQ(n, 2U);
    for ([[maybe_unused]] thing& o : words::in_box(*g, {-far, -far, -far}, {far, far, far})) ++n;
    EXPECT_EQ(n, 4U);
    for ([[maybe_unused]] thing& o : words::in_sphere(*g, {far, 0, 0}, 7)) ++n;
    EXPECT_EQ(n, 4U);
    EXPECT_NE(words::nearest(*g, {50, 0, 0}, far), nullptr);
    EXPECT_EQ(words::nearest(*g, {far, 0, 0}, real(7)), nullptr);
    // A very long way ends.
    const auto count = [&](thing&, real) { ++n; };
    words::each_along(*g, {0, 0, 0}, {real(1e30), real(1e-3), 0}, 1, count);
    EXPECT_EQ(n, 6U);
    words::each_along(*g, {0, 0, 0}, {10, 0, 0}, far, count);
    EXPECT_EQ(n, 8U);
    EXPECT_TRUE(g->validate());
}

} // namespace
