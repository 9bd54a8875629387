/// Queries whose answers come in an order, and pairs of two grids, against what a loop over all finds.

#include <throng/entity/grid.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace {

struct bird {
    int number;
    float x;
    float y;
    throng::grid_hook<> place{};
};

class searching : public testing::Test {
  public:
    throng::pool<bird> all;
    throng::grid<bird, &bird::place> near{5};
    std::mt19937 dice{3}; // NOLINT(cert-msc51-cpp): the same each time

    void fill(int n, float width) {
        std::uniform_real_distribution<float> anywhere(-width / 2, width / 2);
        std::normal_distribution<float> crowd(0, 1);
        for (int i = 0; i < n; ++i) {
            const bool crowded = i % 2 == 0;
            bird* const b =
                all.emplace_back(i, crowded ? crowd(dice) : anywhere(dice), crowded ? crowd(dice) : anywhere(dice));
            near.insert(*b, b->x, b->y);
        }
    }
    [[nodiscard]] static double distance(const bird& b, float x, float y) {
        return std::hypot(static_cast<double>(b.x) - static_cast<double>(x),
                          static_cast<double>(b.y) - static_cast<double>(y));
    }
    /// Those of which keep(bird) is true, by distance.
    template <class Keep> std::vector<double> expected(float x, float y, std::size_t most, Keep keep) {
        std::vector<double> those;
        for (const bird& b : all) {
            if (keep(b)) those.push_back(distance(b, x, y));
        }
        std::sort(those.begin(), those.end());
        if (those.size() > most) those.resize(most);
        return those;
    }
};

TEST_F(searching, the_nearest_come_in_order) {
    fill(800, 300);
    std::uniform_real_distribution<float> anywhere(-400, 400);
    for (int i = 0; i < 300; ++i) {
        const float x = anywhere(dice);
        const float y = anywhere(dice);
        const auto most = static_cast<std::size_t>(i % 11);
        std::vector<double> found;
        near.each_nearest(x, y, most, [&](bird& b, float d) {
            found.push_back(distance(b, x, y));
            EXPECT_FLOAT_EQ(d, static_cast<float>(found.back()));
        });
        ASSERT_EQ(found, expected(x, y, most, [](const bird&) { return true; }));
        found.clear();
        near.each_nearest(
            x, y, most, [&](bird& b) { found.push_back(distance(b, x, y)); }, 60,
            [](const bird& b) { return b.number % 3 == 0; });
        ASSERT_EQ(found,
                  expected(x, y, most, [&](const bird& b) { return b.number % 3 == 0 && distance(b, x, y) <= 60; }));
    }
    std::size_t n = 0;
    near.each_nearest(0, 0, 5000, [&](bird&) { ++n; });
    EXPECT_EQ(n, 800U);
    near.each_nearest(0, 0, 7, [&](bird&) { ++n; }, -1);
    near.each_nearest(std::nanf(""), 0, 7, [&](bird&) { ++n; });
    EXPECT_EQ(n, 800U);
}

TEST_F(searching, what_goes_in_a_visit_is_passed_over) {
    fill(200, 20);
    std::vector<int> visited;
    near.each_nearest(0, 0, 20, [&](bird& b) {
        visited.push_back(b.number);
        // The next one dies, a new one comes to where this one is.
        const bird* const next = near.nearest(0, 0, 100, [&](const bird& x) {
            return x.number != 1000 && std::find(visited.begin(), visited.end(), x.number) == visited.end();
        });
        if (next != nullptr) all.remove(*next);
        bird* const made = all.emplace_back(1000, b.x, b.y);
        near.insert(*made, b.x, b.y);
        near.move(b, 500, 500);
    });
    EXPECT_LE(visited.size(), 10U);
    EXPECT_EQ(std::count(visited.begin(), visited.end(), 1000), 0);
    EXPECT_TRUE(near.validate());
}

TEST_F(searching, along_a_way_in_its_order) {
    fill(800, 300);
    std::uniform_real_distribution<float> anywhere(-200, 200);
    for (int i = 0; i < 400; ++i) {
        const throng::grid_point<float> from{anywhere(dice), anywhere(dice)};
        throng::grid_point<float> to{anywhere(dice), anywhere(dice)};
        if (i % 7 == 0) to.x = from.x;
        if (i % 11 == 0) to.y = from.y;
        const float width = i % 5 == 0 ? 0.5F : 12.0F;
        std::vector<std::pair<double, int>> wanted;
        const double dx = static_cast<double>(to.x) - static_cast<double>(from.x);
        const double dy = static_cast<double>(to.y) - static_cast<double>(from.y);
        const double length = std::hypot(dx, dy);
        for (const bird& b : all) {
            const double px = static_cast<double>(b.x) - static_cast<double>(from.x);
            const double py = static_cast<double>(b.y) - static_cast<double>(from.y);
            const double along = length == 0 ? 0 : std::clamp((px * dx + py * dy) / length, 0.0, length);
            const double off =
                length == 0 ? std::hypot(px, py) : std::hypot(px - dx / length * along, py - dy / length * along);
            if (off <= static_cast<double>(width)) wanted.emplace_back(along, b.number);
        }
        std::sort(wanted.begin(), wanted.end());
        std::vector<int> numbers;
        for (const auto& [along, number] : wanted) numbers.push_back(number);
        std::vector<int> found;
        double last = 0;
        near.each_along(from, to, width, [&](bird& b, float along) {
            EXPECT_GE(static_cast<double>(along) + 1e-3, last);
            last = static_cast<double>(along);
            found.push_back(b.number);
        });
        std::sort(numbers.begin(), numbers.end());
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, numbers);
    }
    // A long way costs no more than the blocks there are.
    std::size_t n = 0;
    near.each_along({-1e9F, 0}, {1e9F, 0}, 1e6F, [&](bird&) { ++n; });
    EXPECT_EQ(n, 800U);
    near.each_along({0, 0}, {std::numeric_limits<float>::infinity(), 0}, 1, [&](bird&) { ++n; });
    near.each_along({0, 0}, {1, 0}, -1, [&](bird&) { ++n; });
    EXPECT_EQ(n, 800U);
    // The first that is hit takes the shot.
    int hit = -1;
    near.each_along({-100, 0}, {100, 0}, 1, [&](bird& b) {
        if (hit < 0) {
            hit = b.number;
            near.clear();
        }
    });
    EXPECT_GE(hit, 0);
    EXPECT_TRUE(near.empty());
}

TEST_F(searching, pairs_of_two_grids) {
    fill(300, 60);
    throng::pool<bird> others;
    throng::grid<bird, &bird::place> enemies{3};
    std::uniform_real_distribution<float> anywhere(-30, 30);
    for (int i = 0; i < 200; ++i) {
        bird* const b = others.emplace_back(i, anywhere(dice), anywhere(dice));
        enemies.insert(*b, b->x, b->y);
    }
    std::size_t wanted = 0;
    for (const bird& a : all) {
        for (const bird& b : others) wanted += (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <= 4 ? 1U : 0U;
    }
    std::size_t found = 0;
    near.each_pair_with(enemies, 2, [&](bird&, bird&) { ++found; });
    EXPECT_EQ(found, wanted);
    EXPECT_GT(found, 0U);
    // Each bullet takes one enemy with it.
    std::size_t hits = 0;
    near.each_pair_with(enemies, 2, [&](bird& bullet, bird& enemy) {
        ++hits;
        all.remove(bullet);
        others.remove(enemy);
    });
    EXPECT_EQ(all.size(), 300 - hits);
    EXPECT_EQ(others.size(), 200 - hits);
    EXPECT_TRUE(near.validate() && enemies.validate());
}

} // namespace
