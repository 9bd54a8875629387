/// Queries whose answers come in an order, and pairs of two grids, against what a loop over all finds: in the plane and
/// in space.

#include "entity/grid/dimensions.hpp"

#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

using place = tested::place<float>;

template <unsigned Dimensions> struct bird_of {
    int number;
    place at;
    typename tested::words<float, Dimensions>::hook hook{};
};

template <class Dimensions> class searching : public testing::Test {
  public:
    static constexpr unsigned dimensions = Dimensions::value;
    using words = tested::words<float, dimensions>;
    using bird = bird_of<dimensions>;
    using grid = typename words::template grid<bird, &bird::hook>;
    using exact = tested::place<double>;

    throng::pool<bird> all;
    grid near{5};
    std::mt19937 dice{3}; // NOLINT(cert-msc51-cpp): the same each time

    template <class Distribution> place roll(Distribution& d) {
        const float x = d(dice);
        const float y = d(dice);
        return {x, y, dimensions == 2 ? 0 : d(dice)};
    }
    void fill(int n, float width) {
        std::uniform_real_distribution<float> anywhere(-width / 2, width / 2);
        std::normal_distribution<float> crowd(0, 1);
        for (int i = 0; i < n; ++i) {
            bird* const b = all.emplace_back(i, i % 2 == 0 ? roll(crowd) : roll(anywhere));
            words::insert(near, *b, b->at);
        }
    }
    [[nodiscard]] static exact difference(place a, place b) {
        return {static_cast<double>(b.x) - static_cast<double>(a.x),
                static_cast<double>(b.y) - static_cast<double>(a.y),
                static_cast<double>(b.z) - static_cast<double>(a.z)};
    }
    [[nodiscard]] static double length(exact v) { return std::hypot(std::hypot(v.x, v.y), v.z); }
    [[nodiscard]] static double distance(const bird& b, place p) { return length(difference(p, b.at)); }
    /// Those of which keep(bird) is true, by distance.
    template <class Keep> std::vector<double> expected(place p, std::size_t most, Keep keep) {
        std::vector<double> those;
        for (const bird& b : all) {
            if (keep(b)) those.push_back(distance(b, p));
        }
        std::sort(those.begin(), those.end());
        if (those.size() > most) those.resize(most);
        return those;
    }

    void find_nearest();
    void remove_in_visits();
    void find_along();
    void pair_up();
};

template <class Dimensions> void searching<Dimensions>::find_nearest() {
    fill(800, 300);
    std::uniform_real_distribution<float> anywhere(-400, 400);
    for (int i = 0; i < 300; ++i) {
        const place p = roll(anywhere);
        const auto most = static_cast<std::size_t>(i % 11);
        std::vector<double> found;
        const auto note = [&](bird& b, float d) {
            found.push_back(distance(b, p));
            EXPECT_FLOAT_EQ(d, static_cast<float>(found.back()));
        };
        words::each_nearest(near, p, most, note, infinity);
        ASSERT_EQ(found, expected(p, most, [](const bird&) { return true; }));
        found.clear();
        words::each_nearest(
            near, p, most, [&](bird& b) { found.push_back(distance(b, p)); }, 60.0F,
            [](const bird& b) { return b.number % 3 == 0; });
        ASSERT_EQ(found, expected(p, most, [&](const bird& b) { return b.number % 3 == 0 && distance(b, p) <= 60; }));
    }
    std::size_t n = 0;
    const auto count = [&](bird&) { ++n; };
    words::each_nearest(near, {}, 5000, count, infinity);
    EXPECT_EQ(n, 800U);
    words::each_nearest(near, {}, 7, count, -1.0F);
    words::each_nearest(near, {std::nanf(""), 0, 0}, 7, count, infinity);
    EXPECT_EQ(n, 800U);
}

template <class Dimensions> void searching<Dimensions>::remove_in_visits() {
    fill(200, 20);
    std::vector<int> visited;
    const auto visit = [&](bird& b) {
        visited.push_back(b.number);
        // The next one dies, a new one comes to where this one is.
        const bird* const next = words::nearest(near, {}, 100.0F, [&](const bird& x) {
            return x.number != 1000 && std::find(visited.begin(), visited.end(), x.number) == visited.end();
        });
        if (next != nullptr) all.remove(*next);
        bird* const made = all.emplace_back(1000, b.at);
        words::insert(near, *made, b.at);
        words::move(near, b, {500, 500, 500});
    };
    words::each_nearest(near, {}, 20, visit, infinity);
    EXPECT_LE(visited.size(), 10U);
    EXPECT_EQ(std::count(visited.begin(), visited.end(), 1000), 0);
    EXPECT_TRUE(near.validate());
}

template <class Dimensions> void searching<Dimensions>::find_along() {
    fill(800, 300);
    std::uniform_real_distribution<float> anywhere(-200, 200);
    for (int i = 0; i < 400; ++i) {
        const place from = roll(anywhere);
        place to = roll(anywhere);
        if (i % 7 == 0) to.x = from.x;
        if (i % 11 == 0) to.y = from.y;
        if (i % 13 == 0) to.z = from.z;
        const float width = i % 5 == 0 ? 0.5F : 12.0F;
        std::vector<std::pair<double, int>> wanted;
        const exact way = difference(from, to);
        const double whole = length(way);
        for (const bird& b : all) {
            exact off = difference(from, b.at);
            const double product = off.x * way.x + off.y * way.y + off.z * way.z;
            const double along = whole == 0 ? 0 : std::clamp(product / whole, 0.0, whole);
            if (whole != 0) {
                off = {off.x - way.x / whole * along, off.y - way.y / whole * along, off.z - way.z / whole * along};
            }
            if (length(off) <= static_cast<double>(width)) wanted.emplace_back(along, b.number);
        }
        std::sort(wanted.begin(), wanted.end());
        std::vector<int> numbers;
        for (const auto& [along, number] : wanted) numbers.push_back(number);
        std::vector<int> found;
        double last = 0;
        words::each_along(near, from, to, width, [&](bird& b, float along) {
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
    const auto count = [&](bird&) { ++n; };
    words::each_along(near, {-1e9F, 0, 0}, {1e9F, 0, 0}, 1e6F, count);
    EXPECT_EQ(n, 800U);
    words::each_along(near, {}, {infinity, 0, 0}, 1, count);
    words::each_along(near, {}, {1, 0, 0}, -1, count);
    EXPECT_EQ(n, 800U);
    // The first that is hit takes the shot.
    int hit = -1;
    words::each_along(near, {-100, 0, 0}, {100, 0, 0}, 1, [&](bird& b) {
        if (hit < 0) {
            hit = b.number;
            near.clear();
        }
    });
    EXPECT_GE(hit, 0);
    EXPECT_TRUE(near.empty());
}

template <class Dimensions> void searching<Dimensions>::pair_up() {
    fill(300, 60);
    throng::pool<bird> others;
    grid enemies{3};
    std::uniform_real_distribution<float> anywhere(-30, 30);
    for (int i = 0; i < 200; ++i) {
        bird* const b = others.emplace_back(i, roll(anywhere));
        words::insert(enemies, *b, b->at);
    }
    std::size_t wanted = 0;
    for (const bird& a : all) {
        for (const bird& b : others) wanted += tested::square_of_distance<dimensions>(a.at, b.at) <= 4 ? 1U : 0U;
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

using both = testing::Types<std::integral_constant<unsigned, 2>, std::integral_constant<unsigned, 3>>;
TYPED_TEST_SUITE(searching, both);

TYPED_TEST(searching, the_nearest_come_in_order) { this->find_nearest(); }
TYPED_TEST(searching, what_goes_in_a_visit_is_passed_over) { this->remove_in_visits(); }
TYPED_TEST(searching, along_a_way_in_its_order) { this->find_along(); }
TYPED_TEST(searching, pairs_of_two_grids) { this->pair_up(); }

} // namespace
