/// Objects with an extent, against what a loop over all finds.

#include <throng/pool.hpp>
#include <throng/spatial/box_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

struct ship {
    int number;
    float x;
    float y;
    float half;
    throng::grid_hook<> place{};
};

struct box_reach {
    throng::grid_point<float> operator()(const ship& s) const { return {s.half, 2 * s.half}; }
};
using boxes = throng::box_grid<ship, &ship::place, box_reach>;
using circles = throng::box_grid<ship, &ship::place, float ship::*>;

float outside(float v, float low, float high) { return v < low ? low - v : v > high ? v - high : 0.0F; }

bool touch(const boxes&, const ship& a, float x0, float y0, float x1, float y1) {
    return outside(a.x, x0, x1) <= a.half && outside(a.y, y0, y1) <= 2 * a.half;
}
bool touch(const circles&, const ship& a, float x0, float y0, float x1, float y1) {
    const float dx = outside(a.x, x0, x1);
    const float dy = outside(a.y, y0, y1);
    return dx * dx + dy * dy <= a.half * a.half;
}
bool overlap(const boxes& g, const ship& a, const ship& b) {
    return touch(g, a, b.x - b.half, b.y - 2 * b.half, b.x + b.half, b.y + 2 * b.half);
}
bool overlap(const circles&, const ship& a, const ship& b) {
    const float r = a.half + b.half;
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <= r * r;
}

template <class Grid> Grid made() {
    if constexpr (std::is_same_v<Grid, boxes>) return Grid(4, box_reach());
    else return Grid(4, &ship::half);
}

template <class Grid> class extents : public testing::Test {
  public:
    throng::pool<ship> all;
    Grid map = made<Grid>();
    std::mt19937 dice{3}; // NOLINT(cert-msc51-cpp): the same each time

    [[nodiscard]] float any(float low, float high) { return std::uniform_real_distribution<float>(low, high)(dice); }
    void fill(int n) {
        for (int i = 0; i < n; ++i) {
            const float half = i % 50 == 0 ? any(20, 60) : i % 5 == 0 ? any(2, 9) : any(0, 1);
            ship* const s = all.emplace_back(i, any(-200, 200), any(-200, 200), half);
            EXPECT_TRUE(map.insert(*s, s->x, s->y));
        }
    }
    void check_rectangle(float x0, float y0, float x1, float y1) {
        std::vector<int> found;
        map.each_in_rectangle(x0, y0, x1, y1, [&](ship& s) { found.push_back(s.number); });
        std::vector<int> wanted;
        for (const ship& s : all) {
            if (touch(map, s, x0, y0, x1, y1)) wanted.push_back(s.number);
        }
        std::sort(found.begin(), found.end());
        std::sort(wanted.begin(), wanted.end());
        ASSERT_EQ(found, wanted);
    }
    void check_pairs() {
        std::set<std::pair<int, int>> found;
        map.each_pair([&](ship& a, ship& b) { EXPECT_TRUE(found.insert(std::minmax(a.number, b.number)).second); });
        std::set<std::pair<int, int>> wanted;
        for (const ship& a : all) {
            for (const ship& b : all) {
                if (a.number < b.number && overlap(map, a, b)) wanted.insert({a.number, b.number});
            }
        }
        ASSERT_EQ(found, wanted);
    }
};
using grids = testing::Types<boxes, circles>;
TYPED_TEST_SUITE(extents, grids);

TYPED_TEST(extents, are_found_by_what_they_cover) {
    this->fill(600);
    for (int i = 0; i < 200; ++i) {
        const float x = this->any(-250, 250);
        const float y = this->any(-250, 250);
        const float w = i % 3 == 0 ? 0.0F : this->any(0, 50);
        this->check_rectangle(x, y, x + w, y + w);
        std::size_t found = 0;
        this->map.each_in_circle(x, y, w, [&](ship&) { ++found; });
        std::size_t wanted = 0;
        for (const ship& s : this->all) {
            if constexpr (std::is_same_v<TypeParam, circles>) {
                wanted += overlap(this->map, s, ship{0, x, y, w}) ? 1U : 0U;
            } else {
                const float dx = outside(x, s.x - s.half, s.x + s.half);
                const float dy = outside(y, s.y - 2 * s.half, s.y + 2 * s.half);
                wanted += dx * dx + dy * dy <= w * w ? 1U : 0U;
            }
        }
        ASSERT_EQ(found, wanted);
    }
    this->check_pairs();
    EXPECT_TRUE(this->map.validate());
}

TYPED_TEST(extents, move_grow_and_go) {
    this->fill(400);
    for (int round = 0; round < 30; ++round) {
        for (ship& s : this->all) {
            switch (this->dice() % 5) {
            case 0:
                s.x = this->any(-200, 200);
                EXPECT_TRUE(this->map.move(s, s.x, s.y));
                break;
            case 1:
                s.half = this->any(0, 20);
                EXPECT_TRUE(this->map.resized(s));
                break;
            case 2:
                if (this->dice() % 20 == 0) this->all.remove(s); // leaves the grid by itself
                break;
            default:
                break;
            }
        }
        const float x = this->any(-200, 200);
        this->check_rectangle(x, x, x + 30, x + 60);
        ASSERT_EQ(this->map.size(), this->all.size());
    }
    this->check_pairs();
    EXPECT_TRUE(this->map.validate());
}

TYPED_TEST(extents, any_edit_is_legal_in_a_query) {
    this->fill(400);
    std::set<int> visited;
    this->map.each_in_rectangle(-100, -100, 100, 100, [&](ship& s) {
        EXPECT_TRUE(visited.insert(s.number).second);
        if (s.number >= 1000) ADD_FAILURE() << "a newcomer is visited";
        ship* const made = this->all.emplace_back(1000 + s.number, s.x, s.y, this->any(0, 30));
        this->map.insert(*made, made->x, made->y);
        if (s.number % 3 == 0) this->all.remove(s);
        if (s.number % 7 == 0) this->map.clear();
    });
    EXPECT_TRUE(this->map.validate());
    this->map.clear();
    this->all.clear();
    this->fill(400);
    std::size_t hits = 0;
    this->map.each_pair([&](ship& a, ship& b) {
        EXPECT_TRUE(this->all.contains(a) && this->all.contains(b));
        this->all.remove(++hits % 2 == 0 ? a : b);
    });
    EXPECT_EQ(this->all.size(), 400 - hits);
    this->check_pairs(); // none is left
    std::size_t n = 0;
    this->map.each_pair([&](ship&, ship&) { ++n; });
    EXPECT_EQ(n, 0U);
}

TYPED_TEST(extents, pairs_come_in_an_order_that_the_edits_alone_decide) {
    // The same objects at other addresses, in the opposite order.
    static constexpr int count = 300;
    const auto pairs_at = [](bool reversed) {
        std::vector<ship> ships(count, ship{0, 0, 0, 0});
        std::mt19937 chance(5); // NOLINT(cert-msc51-cpp): the same each time
        auto where = made<TypeParam>();
        for (int i = 0; i < count; ++i) {
            ship& s = ships[static_cast<std::size_t>(reversed ? count - 1 - i : i)];
            s.number = i;
            s.x = static_cast<float>(chance() % 100);
            s.y = static_cast<float>(chance() % 100);
            s.half = i % 20 == 0 ? 20.0F : 1.5F;
            where.insert(s, s.x, s.y);
        }
        std::vector<std::pair<int, int>> pairs;
        where.each_pair([&](const ship& a, const ship& b) { pairs.emplace_back(a.number, b.number); });
        return pairs;
    };
    EXPECT_GT(pairs_at(false).size(), 300U);
    EXPECT_EQ(pairs_at(false), pairs_at(true));
}

TYPED_TEST(extents, what_is_nowhere_is_refused) {
    ship s{1, 0, 0, 1};
    EXPECT_FALSE(this->map.insert(s, std::nanf(""), 0));
    EXPECT_FALSE(this->map.contains(s));
    EXPECT_FALSE(this->map.move(s, 1, 1));
    EXPECT_FALSE(this->map.resized(s));
    EXPECT_FALSE(this->map.remove(s));
    EXPECT_TRUE(this->map.insert(s, 3, 4));
    EXPECT_EQ(this->map.position(s), (throng::grid_point<float>{3, 4}));
    std::size_t n = 0;
    this->map.each_in_rectangle(10, 10, -10, -10, [&](ship&) { ++n; });
    this->map.each_in_circle(3, 4, -1, [&](ship&) { ++n; });
    EXPECT_EQ(n, 0U);
    this->map.each_at(3.5F, 4.5F, [&](ship&) { ++n; });
    EXPECT_EQ(n, 1U);
    EXPECT_TRUE(this->map.remove(s));
    EXPECT_TRUE(this->map.empty());
    // What is wider than the widest cells.
    s.half = 1e7F;
    EXPECT_TRUE(this->map.insert(s, 0, 0));
    this->map.each_at(6e6F, -6e6F, [&](ship&) { ++n; });
    EXPECT_EQ(n, 2U);
}

/// The first thing that a beam meets, and what is nearest by its edge: a mountain whose middle is far away.
TYPED_TEST(extents, the_first_by_its_edge) {
    auto& grid = this->map;
    const auto add = [&](int number, float half, float x, float y) {
        ship* const s = this->all.emplace_back(number, x, y, half);
        grid.insert(*s, x, y);
        return s;
    };
    add(1, 10, 30, 0);
    add(2, 0.5F, 27, 0); // on the mountain
    add(3, 0.5F, 50, 0);
    std::vector<int> met;
    std::vector<float> ways;
    const auto note = [&](ship& s, float way) {
        met.push_back(s.number);
        ways.push_back(way);
    };
    grid.each_along({0, 0}, {100, 0}, 0, note);
    EXPECT_EQ(met, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(ways, (std::vector<float>{20, 26.5F, 49.5F}));
    met.clear();
    grid.each_along({100, 0}, {0, 0}, 1, note);
    EXPECT_EQ(met, (std::vector<int>{3, 1, 2}));
    EXPECT_EQ(ways.back(), 100 - 27.5F - 1);
    // It ends where it is stopped; and nothing is asked of a beam that is nowhere.
    int calls = 0;
    const auto stop = [&](ship&) { return ++calls == 2 ? false : true; };
    grid.each_along({0, 0}, {100, 0}, 0, stop);
    EXPECT_EQ(calls, 2);
    grid.each_along({0, 0}, {std::nanf(""), 0}, 0, stop);
    grid.each_along({0, 0}, {100, 0}, -1, stop);
    grid.each_along({0, 0}, {std::numeric_limits<float>::infinity(), 0}, 1, stop);
    grid.each_nearest(std::nanf(""), 0, 5, stop);
    grid.each_nearest(0, 0, 5, stop, -1);
    grid.each_nearest(0, 0, 0, stop);
    EXPECT_EQ(calls, 2);

    met.clear();
    ways.clear();
    grid.each_nearest(15, 0, 2, note);
    EXPECT_EQ(met, (std::vector<int>{1, 2}));
    EXPECT_EQ(ways, (std::vector<float>{5, 11.5F}));
    met.clear();
    grid.each_nearest(
        15, 0, 9, [&](ship& s) { met.push_back(s.number); }, 40, [](const ship& s) { return s.number != 1; });
    EXPECT_EQ(met, (std::vector<int>{2, 3}));
    calls = 1;
    grid.each_nearest(15, 0, 9, stop);
    EXPECT_EQ(calls, 2);
}

/// Objects of all sizes that are removed, moved, resized and added by the function.
TYPED_TEST(extents, ordered_queries_are_edited) {
    auto& grid = this->map;
    std::uniform_real_distribution<float> anywhere(-60, 60);
    std::uniform_real_distribution<float> small(0, 3);
    int number = 0;
    const auto add = [&] {
        ship* const s = this->all.emplace_back(number++, anywhere(this->dice), anywhere(this->dice), small(this->dice));
        if (number % 7 == 0) s->half *= 20;
        grid.insert(*s, s->x, s->y);
    };
    for (int i = 0; i < 200; ++i) add();
    for (int round = 0; round < 60; ++round) {
        const int first_new = number;
        std::set<int> seen;
        std::set<int> removed;
        float last = 0;
        const auto visit = [&](ship& s, float distance) {
            EXPECT_LT(s.number, first_new);
            EXPECT_FALSE(removed.contains(s.number));
            EXPECT_TRUE(seen.insert(s.number).second);
            EXPECT_GE(distance, last);
            last = distance;
            std::vector<ship*> some;
            for (ship& x : this->all) {
                if (this->dice() % 40 == 0) some.push_back(&x);
            }
            for (ship* const x : some) {
                switch (this->dice() % 4) {
                case 0:
                    if (seen.contains(x->number)) break;
                    removed.insert(x->number);
                    this->all.remove(*x); // its destructor leaves the grid
                    break;
                case 1:
                    grid.move(*x, anywhere(this->dice), anywhere(this->dice));
                    break;
                case 2:
                    // A larger one may have gone to another grid, where it counts as new.
                    x->half = small(this->dice) * 5;
                    grid.resized(*x);
                    break;
                default:
                    add();
                }
            }
            EXPECT_TRUE(grid.validate());
            return seen.size() < 12;
        };
        const float x = anywhere(this->dice);
        const float y = anywhere(this->dice);
        if (round % 2 == 0) grid.each_nearest(x, y, 20, visit);
        else grid.each_along({x, y}, {anywhere(this->dice), anywhere(this->dice)}, 2, visit);
    }
}
} // namespace
