// The grid that follows a world: against all positions, while queries that edit the world are open, in space, around
// borders, and after contents are exchanged.

#include <throng/world/rollback.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world_grid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct place {
    float x = 0;
    float y = 0;
};
struct height {
    double x = 0;
    double y = 0;
    double z = 0;
};
} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};

namespace {

using places = throng::world_grid<place, &place::x, &place::y>;
using heights = throng::world_grid<height, &height::x, &height::y, &height::z>;

template <class Walk> std::vector<entity> all_of(Walk&& walk) {
    std::vector<entity> all;
    for (const entity e : walk) all.push_back(e);
    return all;
}
template <class Walk> std::vector<entity> sorted(Walk&& walk) {
    auto all = all_of(walk);
    std::sort(all.begin(), all.end());
    return all;
}
/// By looking at all.
std::vector<entity> around(world& w, place at, float radius) {
    std::vector<entity> all;
    for (const auto& [e, p] : w.query<place>()) {
        if ((p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y) <= radius * radius) all.push_back(e);
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// What is near is right in every hook, and follows all edits.
TEST(world_grid, follows_edits_and_is_right_in_hooks) {
    world w;
    places near(w, 4);
    std::mt19937 random(1); // NOLINT(cert-msc51-cpp): the same each time
    const auto coordinate = [&] { return static_cast<float>(random() % 60) - 30; };
    std::size_t hooks = 0;
    const auto look = [&](entity e, const place& p) {
        ++hooks;
        EXPECT_EQ(near.position(e).x, p.x);
        const auto found = all_of(near.in_circle({p.x, p.y}, 0));
        EXPECT_NE(std::find(found.begin(), found.end(), e), found.end());
    };
    const auto gone = [&](entity e, const place&) {
        ++hooks;
        EXPECT_TRUE(std::isnan(near.position(e).x));
    };
    w.on_add<place>(look);
    w.on_set<place>(look);
    w.on_remove<place>(gone);
    std::vector<entity> all;
    for (int i = 0; i < 4000; ++i) {
        const auto any = [&] { return all[random() % all.size()]; };
        switch (all.size() < 60 ? 0 : random() % 6) {
        case 0:
            all.push_back(w.create(place{coordinate(), coordinate()}));
            break;
        case 1:
            w.remove<place>(any());
            break;
        case 2:
            w.set<place>(any(), {coordinate(), coordinate()});
            break;
        case 3: {
            const entity e = any();
            if (place* const p = w.try_get<place>(e)) {
                *p = {coordinate(), coordinate()};
                w.modified<place>(e);
            }
            break;
        }
        case 4: {
            const entity e = any();
            if (w.enabled(e)) w.disable(e);
            else w.enable(e);
            break;
        }
        default: {
            const std::size_t at = random() % all.size();
            w.destroy(all[at]);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
        }
        }
        if (i % 16 != 0) continue;
        const place at{coordinate(), coordinate()};
        const float radius = static_cast<float>(random() % 20);
        std::vector<entity> expected;
        for (const entity e : all) {
            const place* const p = w.try_get<place>(e);
            if (p != nullptr && std::hypot(p->x - at.x, p->y - at.y) <= radius) expected.push_back(e);
        }
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(sorted(near.in_circle({at.x, at.y}, radius)), expected);
        EXPECT_TRUE(w.validate());
    }
    EXPECT_GT(hooks, 1000U);
}

/// Queries in which the world is edited, so that the memory of entities moves.
TEST(world_grid, queries_are_edited) {
    world w;
    places near(w, 4);
    std::mt19937 random(2); // NOLINT(cert-msc51-cpp): the same each time
    const auto coordinate = [&] { return static_cast<float>(random() % 40); };
    for (int i = 0; i < 100; ++i) w.create(place{coordinate(), coordinate()});
    for (int round = 0; round < 60; ++round) {
        const auto before = around(w, {20, 20}, 1000);
        std::set<entity> known(before.begin(), before.end());
        std::set<entity> seen;
        const auto meddle = [&](entity e) {
            EXPECT_TRUE(known.contains(e));
            EXPECT_TRUE(w.has<place>(e));
            for (unsigned n = random() % 4; n != 0; --n) w.create(place{coordinate(), coordinate()});
            for (const entity other : before) {
                if (random() % 60 == 0) w.destroy(other);
                else if (random() % 60 == 0 && w.alive(other)) w.set<place>(other, {coordinate(), coordinate()});
            }
            return seen.size() < 40;
        };
        switch (round % 4) {
        case 0:
            for (const entity e : near.in_circle({20, 20}, 12)) {
                EXPECT_TRUE(seen.insert(e).second);
                meddle(e);
            }
            break;
        case 1:
            near.each_nearest({20, 20}, 30, [&](entity e) {
                EXPECT_TRUE(seen.insert(e).second);
                return meddle(e);
            });
            break;
        case 2:
            near.each_along({0, 0}, {40, 40}, 3, [&](entity e, float) {
                EXPECT_TRUE(seen.insert(e).second);
                return meddle(e);
            });
            break;
        default: {
            int calls = 0;
            near.each_pair(2, [&](entity a, entity b) {
                EXPECT_TRUE(w.has<place>(a) && w.has<place>(b) && a != b);
                meddle(a);
                return ++calls < 30;
            });
        }
        }
        EXPECT_TRUE(w.validate());
        for (std::size_t n = around(w, {20, 20}, 1000).size(); n > 150; --n) w.destroy(near.nearest({0, 0}));
    }
    // Both of a pair are destroyed; each is met once.
    near.each_pair(3, [&](entity a, entity b) {
        w.destroy(a);
        w.destroy(b);
    });
    EXPECT_EQ(near.size(), w.query<place>().count());
}

/// After a roll-back, a snapshot: as one that is new; and in a cell, in the order of indices, whatever came first.
TEST(world_grid, is_as_new_after_exchanges) {
    world w;
    places near(w, 4);
    std::mt19937 random(3); // NOLINT(cert-msc51-cpp): the same each time
    const auto coordinate = [&] { return static_cast<float>(random() % 12); };
    const auto edit = [&] {
        for (int i = 0; i < 20; ++i) {
            const entity e = w.create();
            w.set<place>(e, {coordinate(), coordinate()});
        }
        for (const entity e : sorted(near.in_circle({6, 6}, 4))) {
            if (random() % 3 == 0) w.destroy(e);
            else if (random() % 3 == 0) w.set<place>(e, {coordinate(), coordinate()});
        }
    };
    const auto check = [&] {
        places other(w, 4);
        EXPECT_EQ(all_of(near.in_circle({6, 6}, 100)), all_of(other.in_circle({6, 6}, 100)));
        std::vector<entity> pairs;
        near.each_pair(2, [&](entity a, entity b) { pairs.insert(pairs.end(), {a, b}); });
        std::vector<entity> expected;
        other.each_pair(2, [&](entity a, entity b) { expected.insert(expected.end(), {a, b}); });
        EXPECT_EQ(pairs, expected);
        EXPECT_EQ(near.nearest({3, 3}), other.nearest({3, 3}));
        EXPECT_TRUE(w.validate());
    };
    edit();
    const throng::snapshot early(w);
    throng::basic_rollback<int> frames(w, 8, [](int) {}, throng::components<place>);
    frames.save(0);
    for (std::uint64_t i = 1; i < 6; ++i) {
        edit();
        frames.save(i);
        check();
    }
    EXPECT_TRUE(frames.load(2));
    check();
    EXPECT_TRUE(early.roll_back());
    check();
    // A query that is open meanwhile ends.
    int n = 0;
    for ([[maybe_unused]] const entity e : near.in_circle({6, 6}, 100)) {
        ++n;
        EXPECT_TRUE(early.roll_back());
    }
    EXPECT_EQ(n, 1);
    check();
}

/// Written by a walk: entered by `refresh`, which ends no query.
TEST(world_grid, enters_again_what_walks_have_written) {
    world w;
    places near(w, 4, {100, 100});
    for (int i = 0; i < 10; ++i) w.create(place{static_cast<float>(i), 0});
    w.query<place>().each([](place& p) { p.x -= 5; });
    EXPECT_EQ(near.in_circle({97, 0}, 0.5F).begin(), std::default_sentinel);
    int n = 0;
    for (const entity e : near.in_circle({5, 0}, 20)) {
        if (n++ == 0) near.refresh();
        EXPECT_TRUE(w.alive(e));
    }
    EXPECT_EQ(n, 10);
    EXPECT_EQ(all_of(near.in_circle({97, 0}, 0.5F)).size(), 1U);
    EXPECT_EQ(near.position(near.nearest({95, 0})).x, 95.0F);
    n = 0;
    near.each_pair(1, [&](entity, entity) { ++n; });
    EXPECT_EQ(n, 9);
}

TEST(world_grid, in_space_and_nowhere) {
    world w;
    const entity a = w.create(height{1, 2, 3});
    heights near(w, 2);
    const entity b = w.create(height{1, 2, 4});
    const entity nowhere = w.create(height{std::nan(""), 0, 0});
    EXPECT_EQ(near.size(), 3U);
    EXPECT_EQ(all_of(near.in_sphere({1, 2, 3}, 0.5)), std::vector<entity>{a});
    EXPECT_EQ(all_of(near.in_box({0, 0, 3.5}, {9, 9, 9})), std::vector<entity>{b});
    EXPECT_EQ(near.nearest({1, 2, 9}, 100, [&](entity e) { return e != b; }), a);
    w.set<height>(nowhere, {1, 2, 5});
    w.set<height>(b, {0, std::nan(""), 0});
    EXPECT_EQ(near.nearest({1, 2, 9}), nowhere);
    EXPECT_TRUE(std::isnan(near.position(b).x));
    EXPECT_TRUE(w.validate());
    w.destroy(b);
    EXPECT_EQ(near.size(), 2U);
}

/// It stays usable when its world is moved or ends.
TEST(world_grid, outlives_its_world) {
    auto w = std::make_unique<world>();
    places near(*w, 4);
    const entity e = w->create(place{1, 1});
    world other(std::move(*w));
    w.reset();
    EXPECT_EQ(near.nearest({0, 0}), e);
    other = world();
    EXPECT_EQ(near.nearest({0, 0}), entity{});
    EXPECT_EQ(near.size(), 0U);
}

} // namespace
