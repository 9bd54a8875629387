#include <throng/extra/mpi/division.hpp>
#include <throng/extra/mpi/identity.hpp>
#include <throng/extra/mpi/neighbourhood.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using throng::mpi::dice;
using throng::mpi::division;
using throng::mpi::plan;
using throng::mpi::point;
using throng::mpi::space;

struct position {
    double x = 0;
    double y = 0;
};
struct colour {
    int red = 0;
};

TEST(plans, say_what_is_wrong) {
    const plan good{.width = 10, .height = 8, .margin = 1};
    EXPECT_EQ(space::error_of(good), nullptr);
    const auto wrong = [&](auto change) {
        plan p = good;
        change(p);
        const char* const error = space::error_of(p);
        return std::string(error == nullptr ? "" : error);
    };
    for (const double x : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(wrong([&](plan& p) { p.width = x; }), "the width and the height must be above 0");
        EXPECT_EQ(wrong([&](plan& p) { p.height = x; }), "the width and the height must be above 0");
        EXPECT_EQ(wrong([&](plan& p) { p.margin = x; }), "the margin must be above 0");
    }
    for (const std::uint32_t n : {0U, 3U, 65U, 128U})
        EXPECT_EQ(wrong([&](plan& p) { p.tile_cells = n; }), "a tile must be 1, 2, 4, 8, 16, 32 or 64 cells wide");
    EXPECT_EQ(wrong([](plan& p) { p.margin = 3; }), "a space that wraps must be 3 margins wide and high, or more");
    EXPECT_EQ(wrong([](plan& p) { p.margin = 3, p.wraps = false; }), "");
    EXPECT_NE(wrong([](plan& p) { p.margin = 1e-6; }), "");
    EXPECT_NE(wrong([](plan& p) { p.margin = 1e-200; }), "");
}

/// Spaces of all sorts: with tiles that are whole and cut off, of one cell, and larger than the space.
std::vector<plan> plans() {
    std::vector<plan> all;
    for (const std::uint32_t cells : {1U, 2U, 4U, 8U, 16U}) {
        for (const bool wraps : {true, false}) {
            all.push_back({.width = 9.3, .height = 5, .margin = 1, .wraps = wraps, .tile_cells = cells});
            all.push_back({.width = 16, .height = 33.5, .margin = 1.5, .wraps = wraps, .tile_cells = cells});
            all.push_back({.width = 3, .height = 4, .margin = 1, .wraps = wraps, .tile_cells = cells});
        }
        all.push_back({.width = 0.5, .height = 1, .margin = 1, .wraps = false, .tile_cells = cells});
    }
    return all;
}

TEST(spaces, have_each_tile_once_on_their_curve) {
    for (const plan& p : plans()) {
        const space s(p);
        std::vector<std::uint32_t> those = s.curve();
        std::sort(those.begin(), those.end());
        std::vector<std::uint32_t> all(s.tiles());
        std::iota(all.begin(), all.end(), 0U);
        EXPECT_EQ(those, all);
    }
}

TEST(spaces, have_curves_whose_neighbours_lie_side_by_side) {
    const space s({.width = 64, .height = 64, .margin = 1, .tile_cells = 4});
    ASSERT_EQ(s.tiles(), 256U);
    for (std::size_t i = 1; i < s.curve().size(); ++i) {
        const auto a = static_cast<int>(s.curve()[i - 1]);
        const auto b = static_cast<int>(s.curve()[i]);
        EXPECT_EQ(std::abs(a % 16 - b % 16) + std::abs(a / 16 - b / 16), 1);
    }
}

TEST(spaces, find_the_nearest_in_the_cells_around) {
    for (const plan& p : plans()) {
        const space s(p);
        dice chance(1, 2, 3);
        for (int i = 0; i < 300; ++i) {
            const point a{chance.unit() * p.width, chance.unit() * p.height};
            const point b = s.back(a.x + (chance.unit() * 2 - 1) * p.margin, a.y + (chance.unit() * 2 - 1) * p.margin);
            ASSERT_TRUE(s.contains(a.x, a.y) && s.contains(b.x, b.y));
            const point way = s.way(a.x, a.y, b.x, b.y);
            EXPECT_LE(std::abs(way.x), p.margin * 1.0001);
            EXPECT_LE(std::abs(way.y), p.margin * 1.0001);
            const std::uint32_t cell = s.cell_at(a.x, a.y);
            std::vector<std::uint32_t> around;
            s.each_around(cell, [&](std::uint32_t first, std::uint32_t n) {
                for (; n != 0; --n) around.push_back(first++);
            });
            const std::set<std::uint32_t> each(around.begin(), around.end());
            EXPECT_EQ(each.size(), around.size());
            EXPECT_TRUE(each.contains(cell));
            EXPECT_TRUE(each.contains(s.cell_at(b.x, b.y)));
            std::set<std::uint32_t> tiles;
            s.each_tile_around(s.tile_of_cell(cell), [&](std::uint32_t t) { tiles.insert(t); });
            bool inner = each.size() == 9;
            for (const std::uint32_t c : each) {
                EXPECT_TRUE(tiles.contains(s.tile_of_cell(c)));
                inner = inner && s.tile_of_cell(c) == s.tile_of_cell(cell);
            }
            EXPECT_TRUE(inner || !s.is_inner(cell));
        }
    }
}

TEST(spaces, bring_back_what_has_left_them) {
    const space around({.width = 10, .height = 10, .margin = 1});
    EXPECT_EQ(around.back(10, -3).x, 0);
    EXPECT_EQ(around.back(10, -3).y, 7);
    // What is barely below 0 is not at the width.
    EXPECT_TRUE(around.contains(around.back(-1e-300, 0).x, 0));
    const space bounded({.width = 10, .height = 10, .margin = 1, .wraps = false});
    EXPECT_EQ(bounded.back(12, -3).y, 0);
    EXPECT_LT(bounded.back(12, -3).x, 10);
    EXPECT_GT(bounded.back(12, -3).x, 9.99999);
}

TEST(divisions, give_each_tile_to_one_rank_in_the_order_of_the_curve) {
    const space s({.width = 50, .height = 30, .margin = 1, .tile_cells = 4});
    for (const std::uint32_t ranks : {1U, 2U, 3U, 7U, 200U}) {
        division d(s, ranks);
        dice chance(5, ranks, 0);
        std::vector<std::uint64_t> loads(s.tiles());
        for (auto& l : loads) l = chance.below(4) == 0 ? chance.below(10000) : 0;
        for (int cuts = 0; cuts < 2; ++cuts) {
            EXPECT_EQ(d.first(0), 0U);
            EXPECT_EQ(d.first(ranks), s.tiles());
            for (std::uint32_t r = 0; r < ranks; ++r) {
                ASSERT_LE(d.first(r), d.first(r + 1));
                for (std::uint32_t i = d.first(r); i < d.first(r + 1); ++i) EXPECT_EQ(d.owner(s.curve()[i]), r);
            }
            d.cut(s, loads);
        }
    }
}

TEST(divisions, even_the_load) {
    const space s({.width = 64, .height = 64, .margin = 1, .tile_cells = 4});
    std::vector<std::uint64_t> loads(s.tiles());
    for (std::uint32_t t = 0; t < loads.size(); ++t) loads[t] = t % 16 < 4 && t / 16 < 4 ? 1000 : 0;
    division d(s, 4);
    EXPECT_GT(d.imbalance(loads), 3.9);
    d.cut(s, loads);
    EXPECT_LT(d.imbalance(loads), 1.1);
    EXPECT_EQ(d.imbalance(std::vector<std::uint64_t>(s.tiles())), 1);
}

TEST(chance, depends_on_seed_agent_step_and_stream) {
    std::set<std::uint64_t> first;
    for (std::uint64_t a = 0; a < 2; ++a) {
        for (std::uint64_t b = 0; b < 2; ++b) {
            for (std::uint64_t c = 0; c < 2; ++c) {
                for (std::uint64_t d = 0; d < 2; ++d) {
                    dice x(a, b, c, d);
                    dice y(a, b, c, d);
                    EXPECT_EQ(x.next(), y.next());
                    first.insert(x.next());
                }
            }
        }
    }
    EXPECT_EQ(first.size(), 16U);
}

TEST(chance, is_even) {
    dice d(1, 1, 1);
    int of_ten[10] = {};
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
        ++of_ten[d.below(10)];
        const double x = d.unit();
        ASSERT_TRUE(x >= 0 && x < 1);
        sum += x;
    }
    for (const int n : of_ten) EXPECT_NEAR(n, 10000, 400);
    EXPECT_NEAR(sum / 100000, 0.5, 0.01);
}

using neighbours = throng::mpi::neighbourhood<throng::components_t<position, colour>>;

/// Sees what a look at all of them finds, in the order of cells and identities, whatever the order they come in.
TEST(neighbours_of_an_agent, are_all_that_are_near_in_an_order_of_their_own) {
    for (const plan& p : plans()) {
        const space s(p);
        dice chance(9, 9, 9);
        std::vector<std::tuple<std::uint64_t, position>> all;
        for (std::uint64_t n = 1; n <= 120; ++n)
            all.emplace_back(n, position{chance.unit() * p.width, chance.unit() * p.height});
        std::vector<std::vector<std::uint64_t>> first;
        for (const bool backwards : {false, true}) {
            neighbours near(s);
            near.cover(s.curve());
            if (backwards) std::reverse(all.begin(), all.end());
            for (const auto& [n, at] : all)
                near.add(s.cell_at(at.x, at.y), n, {at, colour{static_cast<int>(n)}}, throng::entity());
            ASSERT_EQ(near.sort(), 0U);
            ASSERT_EQ(near.size(), all.size());
            std::vector<std::vector<std::uint64_t>> seen(all.size() + 1);
            for (std::uint32_t i = 0; i < near.size(); ++i) {
                const std::uint32_t cell = s.cell_at(near[i].x(), near[i].y());
                EXPECT_EQ(near.find({near[i].number, cell}), i);
                std::vector<std::uint64_t>& its = seen[near[i].number];
                auto look = [&](const auto& other) {
                    EXPECT_EQ(other.template get<colour>().red, static_cast<int>(other.number()));
                    its.push_back(other.number());
                };
                near.near(i, cell, p.margin, look);
                std::set<std::uint64_t> expected;
                for (const auto& [n, at] : all) {
                    const point way = s.way(near[i].x(), near[i].y(), at.x, at.y);
                    if (n != near[i].number && way.x * way.x + way.y * way.y <= p.margin * p.margin) expected.insert(n);
                }
                EXPECT_EQ(std::set<std::uint64_t>(its.begin(), its.end()), expected);
                EXPECT_EQ(its.size(), expected.size());
            }
            if (!backwards) first = seen;
            EXPECT_EQ(seen, first);
        }
    }
}

TEST(neighbours_of_an_agent, have_identities_of_their_own) {
    const space s({.width = 10, .height = 10, .margin = 1});
    neighbours near(s);
    near.cover(s.curve());
    for (const std::uint64_t n : {7U, 3U, 7U})
        near.add(s.cell_at(1, 1), n, {position{1, 1}, colour{}}, throng::entity());
    EXPECT_EQ(near.sort(), 7U);
    EXPECT_EQ(near.find({9, s.cell_at(1, 1)}), neighbours::none);
    EXPECT_EQ(near.find({3, throng::mpi::address::anywhere}), neighbours::none);
    EXPECT_EQ(near.find({3, throng::mpi::address::anywhere - 1}), neighbours::none);
}

TEST(neighbours_of_an_agent, are_looked_for_in_covered_tiles_alone) {
    const space s({.width = 32, .height = 32, .margin = 1, .tile_cells = 8});
    neighbours near(s);
    near.cover({0, 1});
    EXPECT_TRUE(near.covers(s.cell_at(1, 1)));
    EXPECT_FALSE(near.covers(s.cell_at(20, 20)));
    near.cover({1});
    EXPECT_FALSE(near.covers(s.cell_at(1, 1)));
    EXPECT_EQ(near.find({1, s.cell_at(1, 1)}), neighbours::none);
}

} // namespace
