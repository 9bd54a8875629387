// Events of one's own: to one entity, along a relation, upwards, at once and later; edited from within.

#include <throng/world/events.hpp>
#include <throng/world/family.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;
using entities = std::vector<entity>;

struct hit {
    int force = 0;
};
struct shield {
    int strength = 0;
};
struct aims_at {
    int range = 0;
};
struct part_of {};

} // namespace

template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};

namespace {

entities many(world& w, std::size_t n) {
    entities all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(w.create());
    return all;
}

TEST(events, are_told_at_once_in_the_order_of_the_listeners) {
    world w;
    throng::events<hit> hits(w);
    const entity e = w.create(shield{2});
    std::string told;
    const throng::listener last(hits, [&](entity, hit& h) { told += "last " + std::to_string(h.force); }, 1);
    const throng::listener first(hits, [&](entity to, hit& h) {
        EXPECT_EQ(to, e);
        h.force -= w.get<shield>(to).strength;
        return h.force <= 0;
    });
    EXPECT_FALSE(hits.send(e, {5}));
    EXPECT_EQ(told, "last 3");
    EXPECT_TRUE(hits.send(e, {2}));
    EXPECT_EQ(told, "last 3");
    w.destroy(e);
    EXPECT_FALSE(hits.send(e, {5}));
    EXPECT_EQ(told, "last 3") << "nothing is told of the dead";
}

TEST(events, go_to_the_targets_and_the_sources_of_a_relation) {
    world w;
    throng::events<hit> hits(w);
    throng::relation<aims_at> aims(w);
    const entities e = many(w, 6);
    for (std::size_t i = 1; i < 6; ++i) aims.relate(e[0], e[i]);
    entities told;
    const throng::listener l(hits, [&](entity to, hit& h) {
        told.push_back(to);
        // What has died or is related no more is left out, and what comes waits for the next.
        if (h.force-- == 3) {
            w.destroy(e[2]);
            aims.unrelate(e[0], e[3]);
            aims.relate(e[0], w.create());
        }
    });
    EXPECT_EQ(hits.send_to_targets(aims, e[0], {3}), 3U);
    EXPECT_EQ(told, (entities{e[1], e[4], e[5]}));
    told.clear();
    EXPECT_EQ(hits.send_to_sources(aims, e[4], {0}), 1U);
    EXPECT_EQ(told, entities{e[0]});
    EXPECT_EQ(hits.send_to_sources(aims, e[3], {0}), 0U);
    EXPECT_EQ(hits.send_to_targets(aims, e[2], {0}), 0U);
}

template <class Hierarchy> class bubbling : public testing::Test {};
using hierarchies = testing::Types<throng::family, throng::relation<part_of>>;
TYPED_TEST_SUITE(bubbling, hierarchies);
template <class Hierarchy> void join(Hierarchy& h, entity child, entity parent) {
    if constexpr (requires { h.adopt(parent, child); }) h.adopt(parent, child);
    else h.relate(child, parent);
}

TYPED_TEST(bubbling, goes_up_until_one_takes_it) {
    world w;
    TypeParam h(w);
    throng::events<hit> hits(w);
    const entities e = many(w, 5);
    for (std::size_t i = 1; i < 5; ++i) join(h, e[i - 1], e[i]);
    w.add(e[3], shield{2});
    entities told;
    const throng::listener l(hits, [&](entity to, hit& its) {
        told.push_back(to);
        const shield* const s = w.try_get<shield>(to);
        if (s != nullptr) its.force -= s->strength;
        return its.force <= 0;
    });
    EXPECT_EQ(hits.send_up(h, e[1], {2}), e[3]);
    EXPECT_EQ(told, (entities{e[1], e[2], e[3]}));
    told.clear();
    EXPECT_FALSE(hits.send_up(h, e[1], {3}));
    EXPECT_EQ(told, (entities{e[1], e[2], e[3], e[4]}));
    w.destroy(e[0]);
    EXPECT_FALSE(hits.send_up(h, e[0], {3}));
    EXPECT_EQ(told.size(), 4U);
}

TYPED_TEST(bubbling, leaves_out_what_has_died_on_the_way) {
    world w;
    TypeParam h(w);
    throng::events<hit> hits(w);
    const entities e = many(w, 5);
    for (std::size_t i = 1; i < 5; ++i) join(h, e[i - 1], e[i]);
    entities told;
    const throng::listener l(hits, [&](entity to, hit&) {
        told.push_back(to);
        if (to == e[0]) {
            join(h, e[0], w.create()); // (The way has been found.)
            w.destroy(to);
            if constexpr (std::is_same_v<TypeParam, throng::family>) h.leave(e[2]), h.leave(e[1]);
            w.destroy(e[2]);
        }
    });
    EXPECT_FALSE(hits.send_up(h, e[0], {}));
    EXPECT_EQ(told, (entities{e[0], e[1], e[3], e[4]}));
}

TEST(events, that_are_posted_wait_for_their_delivery) {
    world w;
    throng::events<hit> hits(w);
    const entities e = many(w, 3);
    std::vector<std::pair<entity, int>> told;
    const throng::listener l(hits, [&](entity to, hit& h) {
        told.emplace_back(to, h.force);
        if (h.force == 3) {
            hits.post(e[0], {1}); // the next time
            w.destroy(e[2]);
        }
    });
    hits.post(e[0], {3});
    hits.post(e[2], {2});
    hits.post(e[1], {2});
    EXPECT_EQ(hits.posted(), 3U);
    EXPECT_TRUE(told.empty());
    EXPECT_EQ(hits.deliver(), 2U);
    EXPECT_EQ(told, (std::vector<std::pair<entity, int>>{{e[0], 3}, {e[1], 2}}));
    EXPECT_EQ(hits.posted(), 1U);
    EXPECT_EQ(hits.deliver(), 1U);
    EXPECT_EQ(hits.deliver(), 0U);
    EXPECT_EQ(told.back(), (std::pair<entity, int>{e[0], 1}));
    hits.post(e[0], {1});
    hits.clear();
    EXPECT_EQ(hits.deliver(), 0U);
}

TEST(events, may_be_delivered_and_forgotten_in_the_midst_of_a_delivery) {
    world w;
    throng::events<hit> hits(w);
    const entity e = w.create();
    std::vector<int> told;
    const throng::listener l(hits, [&](entity, hit& h) {
        told.push_back(h.force);
        if (h.force == 1) {
            hits.post(e, {4});
            EXPECT_EQ(hits.deliver(), 3U);
            EXPECT_EQ(h.force, 1) << "it is kept";
            hits.post(e, {5});
            hits.post(e, {6});
            hits.clear();
        }
    });
    for (int i = 1; i < 4; ++i) hits.post(e, {i});
    EXPECT_EQ(hits.deliver(), 1U);
    EXPECT_EQ(told, (std::vector<int>{1, 2, 3, 4}));
    EXPECT_EQ(hits.posted(), 0U);
}

TEST(events, are_delivered_in_a_way_of_ones_own) {
    world w;
    throng::relation<part_of> parts(w);
    throng::events<hit> hits(w);
    const entities e = many(w, 2);
    parts.relate(e[0], e[1]);
    entities told;
    const throng::listener l(hits, [&](entity to, hit&) { told.push_back(to); });
    hits.post(e[0], {});
    EXPECT_EQ(hits.deliver([&](entity to, hit& h) { hits.send_up(parts, to, h); }), 1U);
    EXPECT_EQ(told, e);
}

TEST(events, go_along_when_their_world_is_moved_and_outlive_it) {
    auto w = std::make_unique<world>();
    throng::events<std::unique_ptr<int>> numbers(*w);
    int sum = 0;
    const throng::listener l(numbers, [&](entity, const std::unique_ptr<int>& n) { sum += *n; });
    const entity e = w->create();
    auto there = std::make_unique<world>(std::move(*w));
    w.reset();
    numbers.send(e, std::make_unique<int>(3));
    numbers.post(e, std::make_unique<int>(4));
    EXPECT_EQ(numbers.deliver(), 1U);
    EXPECT_EQ(sum, 7);
    numbers.post(e, std::make_unique<int>(5));
    there.reset();
    EXPECT_FALSE(numbers.send(e, std::make_unique<int>(6)));
    EXPECT_EQ(numbers.deliver(), 0U);
    EXPECT_EQ(sum, 7);
}

#if defined(__cpp_exceptions)
TEST(events, wait_on_behind_one_whose_listener_throws) {
    world w;
    throng::events<hit> hits(w);
    const entity e = w.create();
    std::vector<int> told;
    const throng::listener l(hits, [&](entity, hit& h) {
        told.push_back(h.force);
        if (h.force == 1) throw h.force;
    });
    for (int i = 0; i < 4; ++i) hits.post(e, {i});
    EXPECT_THROW(hits.deliver(), int);
    EXPECT_EQ(hits.posted(), 2U);
    EXPECT_EQ(hits.deliver(), 2U);
    EXPECT_EQ(told, (std::vector<int>{0, 1, 2, 3}));
}
#endif

} // namespace
