// The middle column of docs/from-std.md.

#include <throng/bag.hpp>
#include <throng/dice.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pick.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/weighted_by.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct enemy {
    int health = 3;
    int x = 0;
};

using throng::handle;

TEST(from_std, adding_and_looking) {
    throng::list<enemy> l;
    static_assert(std::is_same_v<decltype(l.push_back({3, 0})), enemy*>);
    static_assert(std::is_same_v<decltype(l.emplace_back(3, 0)), enemy*>);
    static_assert(std::is_same_v<decltype(l.add({3, 0})), handle<enemy>>);
    static_assert(std::is_same_v<decltype(l.emplace(3, 0)), handle<enemy>>);
    EXPECT_NE(l.push_back({3, 0}), nullptr);
    EXPECT_NE(l.emplace_back(3, 1), nullptr);
    const handle<enemy> h = l.add({3, 2});
    EXPECT_TRUE(l.emplace(3, 3));
    EXPECT_EQ(l.first()->x, 0);
    EXPECT_EQ(l.last()->x, 3);
    EXPECT_EQ(l.nth(1)->x, 1);
    EXPECT_EQ(l.nth(9), nullptr);
    EXPECT_EQ(l.get(h)->x, 2);
    {
        enemy& e = *l.first();
        EXPECT_EQ(l.get(l.handle_of(e))->x, 0);
    }
    EXPECT_EQ(l.size(), 4U);
    EXPECT_FALSE(l.empty());
    const std::vector<enemy> others{{1, 8}, {1, 9}};
    EXPECT_EQ(l.add_range(others), 2U);
    l.reserve(100);
    EXPECT_GE(l.capacity(), 100U);
    l.trim();
    EXPECT_EQ(std::ranges::count_if(l, [](const enemy& e) { return e.health == 1; }), 2);
    EXPECT_EQ(std::ranges::find_if(l.begin(), l.end(), [](const enemy& e) { return e.x == 9; })->x, 9);
}

TEST(from_std, removing) {
    throng::list<enemy> l{{3, 0}, {0, 1}, {3, 2}, {0, 3}};
    for (enemy& e : l)
        if (e.x == 0) l.remove(e);
    EXPECT_EQ(l.remove_if([](const enemy& e) { return e.health == 0; }), 2U);
    l.update([](enemy& e) { return --e.health > 0; });
    EXPECT_EQ(l.size(), 1U);
    enemy taken = *l.first();
    l.remove(*l.first());
    EXPECT_EQ(taken.x, 2);
    l.clear();
    EXPECT_TRUE(l.empty());
}

TEST(from_std, iterating) {
    throng::list<enemy> l{{3, 0}, {2, 1}};
    l.sort([](const enemy& a, const enemy& b) { return a.health < b.health; });
    int sum = 0;
    for (enemy& e : l.walk(throng::backward)) sum = 10 * sum + e.x;
    EXPECT_EQ(sum, 1);
    l.each([](enemy& e) { ++e.x; });
    EXPECT_EQ(l.nth(0)->x, 2);
    throng::list<enemy> other{{1, 7}};
    l.take(other);
    swap(l, other);
    EXPECT_EQ(other.size(), 3U);
    throng::bag<enemy> b{{1, 2}};
    for (const auto run : b.runs()) EXPECT_EQ(run.size(), 1U);
}

TEST(from_std, others) {
    throng::ordered_set<int> s;
    s.add(3);
    EXPECT_TRUE(s.contains(3));
    throng::ring<int> r(2);
    r.push_back(1);
    throng::pool<enemy, 64> p;
    EXPECT_EQ(p.capacity(), 64U);
}

TEST(from_std, random) {
    throng::dice dice{7};
    throng::list<enemy> l{{3, 0}, {0, 1}, {1, 2}, {0, 3}};
    EXPECT_EQ(throng::pick_some(l, 3, dice).size(), 3U);
    EXPECT_LT(throng::random_below(dice, 6), 6U);
    throng::weighted_by chances(l, &enemy::health);
    EXPECT_GT(chances.pick(dice)->health, 0);
}

} // namespace
