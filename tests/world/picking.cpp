// Random entities of a query, and by weight: exact odds, found by playing every row of numbers that a generator can
// give.
#include "support/generators.hpp"

#include <throng/world/pick.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/world.hpp>
#include <throng/world/world_weights.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using support::odds_of;
using throng::entity;
using throng::world;

struct chance {
    int weight = 1;
};
struct taken {};

} // namespace

template <> struct throng::component<chance> {
    static constexpr const char* name = "chance";
};

namespace {

/// Seven entities that are far apart, of which five match.
struct game {
    game() {
        for (int i = 0; i < 7; ++i) {
            std::vector<entity> between;
            for (int n = 0; n < 500; ++n) between.push_back(w.create());
            all.push_back(w.create(chance{i}));
            for (const entity e : between) w.destroy(e);
        }
        w.add<taken>(all[2]);
        w.disable(all[5]);
    }
    [[nodiscard]] auto free() { return w.query<const chance>(throng::none_of<taken>); }
    world w;
    std::vector<entity> all;
};

TEST(picking_entities, each_that_matches_is_equally_likely) {
    game g;
    const auto odds = odds_of<0, 7>(3, [&](auto& dice) { return throng::pick(g.free(), dice); });
    EXPECT_EQ(odds.size(), 5U);
    for (const auto& [e, count] : odds) {
        EXPECT_TRUE(g.free().contains(e));
        EXPECT_EQ(count, odds.begin()->second);
    }
    const auto named = g.free();
    EXPECT_TRUE(throng::pick(named, throng::dice{}));
    g.w.clear();
    EXPECT_FALSE(throng::pick(g.free(), throng::dice{}));
}
TEST(picking_entities, each_row_of_several_is_equally_likely) {
    game g;
    const auto odds = odds_of<0, 7>(4, [&](auto& dice) { return throng::pick_some(g.free(), 2, dice); });
    EXPECT_EQ(odds.size(), 20U);
    for (const auto& [row, count] : odds) {
        EXPECT_EQ(count, odds.begin()->second);
        EXPECT_NE(row[0], row[1]);
    }
    auto everyone = throng::pick_some(g.free(), 100, throng::dice{});
    std::sort(everyone.begin(), everyone.end());
    EXPECT_EQ(everyone, (std::vector{g.all[0], g.all[1], g.all[3], g.all[4], g.all[6]}));
}
TEST(picking_entities, a_generator_may_edit) {
    struct editing {
        world& w;
        throng::dice dice{};
        static constexpr std::uint64_t min() { return throng::dice::min(); }
        static constexpr std::uint64_t max() { return throng::dice::max(); }
        std::uint64_t operator()() {
            w.clear();
            w.create(chance{1});
            return dice();
        }
    };
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        game g;
        throng::world_weights chances(g.w, &chance::weight);
        const entity e = throng::pick(g.free(), editing{g.w, {seed}});
        EXPECT_TRUE(!e || g.w.alive(e));
        g.w.create(chance{5});
        for (const entity one : throng::pick_some(g.free(), 3, editing{g.w, {seed}})) EXPECT_TRUE(g.w.alive(one));
        g.w.create(chance{5});
        EXPECT_TRUE(g.w.alive(chances.pick(editing{g.w, {seed}})));
    }
}

TEST(world_weights, have_exact_odds) {
    game g;
    throng::world_weights chances(g.w, &chance::weight);
    EXPECT_EQ(chances.total(), 21U);
    EXPECT_EQ(chances.size(), 7U);
    const auto odds = odds_of<0, 31>(2, [&](auto& dice) { return chances.pick(dice); });
    ASSERT_EQ(odds.size(), 6U);
    for (std::size_t i = 1; i < 7; ++i) EXPECT_EQ(odds.at(g.all[i]), i * odds.at(g.all[1]));
    // The same among those of a query: rows that are refused 16 times are too long to be played.
    const auto free = odds_of<0, 31>(3, [&](auto& dice) { return chances.pick(g.free(), dice); });
    ASSERT_EQ(free.size(), 4U);
    for (const std::size_t i : {3U, 4U, 6U}) EXPECT_EQ(free.at(g.all[i]), i * free.at(g.all[1]));
    for (const std::size_t i : {1U, 3U, 4U, 6U}) g.w.add<taken>(g.all[i]);
    EXPECT_FALSE(chances.pick(g.free(), throng::dice{})); // one that weighs nothing is left
    g.w.remove<taken>(g.all[1]);
    EXPECT_EQ(chances.pick(g.free(), throng::dice{}), g.all[1]);
}
TEST(world_weights, follow_edits_also_in_hooks) {
    game g;
    throng::world_weights chances(g.w, &chance::weight);
    int calls = 0;
    g.w.on_add<chance>([&](entity, chance&) {
        ++calls;
        EXPECT_EQ(chances.total(), 121U);
    });
    g.w.on_remove<chance>([&](entity, chance&) {
        ++calls;
        EXPECT_EQ(chances.total(), 21U);
    });
    const entity e = g.w.create(chance{100});
    g.w.destroy(e);
    EXPECT_EQ(calls, 2);
    g.w.get<chance>(g.all[1]).weight = 31;
    EXPECT_EQ(chances.total(), 21U);
    g.w.modified<chance>(g.all[1]);
    EXPECT_EQ(chances.total(), 51U);
    EXPECT_TRUE(g.w.validate());
}
TEST(world_weights, pick_again_what_they_picked_before_a_roll_back_with_the_dice) {
    world w;
    w.set_singleton(throng::dice{3});
    throng::world_weights chances(w, &chance::weight);
    throng::rollback<int> past(w, 16, [](int) {}, throng::components<chance, throng::dice>);
    const auto play = [&] {
        std::vector<entity> picked;
        for (int i = 1; i < 30; ++i) {
            w.create(chance{i});
            const entity e = chances.pick(*w.singleton<throng::dice>());
            picked.push_back(e);
            if (i % 2 == 0) w.destroy(e);
        }
        return picked;
    };
    (void)play();
    past.save(1);
    const auto first = play();
    ASSERT_TRUE(past.load(1));
    EXPECT_EQ(play(), first);
    EXPECT_TRUE(w.validate());
}

} // namespace
