// The middle column of docs/from-flecs.md.

#include <throng/listeners.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/entity_ref.hpp>
#include <throng/world/events.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/recorder.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/timers.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>
#if __has_include(<nlohmann/json.hpp>) && defined(__cpp_exceptions)
#include <throng/extra/json.hpp>
#define HAS_JSON
#endif

#include <gtest/gtest.h>

#include <sstream>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 1;
    float y = 0;
};
struct poisoned {};
struct frozen {};
struct armour {
    int strength = 1;
};
struct weather {
    int wind = 0;
};
struct likes {
    int how_much = 1;
};
struct docked_to {};
struct engine_of {};
struct part_of {};
struct engine {};
struct hit {
    int force = 0;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<engine> {
    static constexpr auto with = throng::components<velocity>;
};
template <> struct throng::component<docked_to> {
    static constexpr bool exclusive = true;
};
template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};

namespace {

TEST(from_flecs, observers_changes_and_order) {
    throng::world w;
    int matching = 0;
    const auto joined = [&](throng::entity) { ++matching; };
    const auto left = [&](throng::entity) { --matching; };
    const throng::observer sees(w.query<position>(throng::none_of<frozen>), joined, left);
    throng::changes<position> moved(w);
    throng::value_order by_x(w, &position::x);
    const throng::entity e = w.create(position{1, 2});
    EXPECT_EQ(matching, 1);
    EXPECT_EQ(w.query<const position>(moved.present()).count(), 1U);
    moved.clear();
    EXPECT_EQ(w.query<const position>(moved.present()).count(), 0U);
    by_x.each(w.query<const position>(), [](const position&) {});
    EXPECT_EQ(by_x.first(), e);
}

TEST(from_flecs, entities_and_components) {
    throng::world w;
    EXPECT_TRUE(w.alive(w.create()));
    const throng::entity e = w.create(position{1, 2});
    EXPECT_NE(w.add<poisoned>(e), nullptr);
    w.set(e, position{3, 4});
    EXPECT_TRUE(w.patch<position>(e, [](position& p) { p.x = 5; }));
    EXPECT_EQ(w.get<position>(e).x, 5);
    EXPECT_NE(w.try_get<position>(e), nullptr);
    EXPECT_TRUE(w.has<position>(e));
    EXPECT_TRUE(w.remove<poisoned>(e));
    EXPECT_TRUE(w.disable(e));
    EXPECT_TRUE(w.enable(e));
    w.set_singleton(weather{3});
    EXPECT_EQ(w.singleton<weather>()->wind, 3);
    EXPECT_TRUE(w.destroy(e));
    EXPECT_FALSE(w.alive(e));
}

TEST(from_flecs, queries) {
    throng::world w;
    for (int i = 0; i < 200; ++i) w.create(position{static_cast<float>(i), 0}, velocity{});
    EXPECT_EQ((w.query<position, const velocity>().count()), 200U);
    EXPECT_EQ(w.query<position>(throng::all_of<poisoned>).count(), 0U);
    EXPECT_EQ(w.query<position>(throng::none_of<frozen>).count(), 200U);
    EXPECT_EQ(w.query<position>(throng::optional<armour>).count(), 200U);
    EXPECT_EQ((w.query<position>(throng::any_of<poisoned, frozen>).count()), 0U);
    const auto q = w.query<position>();
    q.each([&](throng::entity e, position& p) {
        if (p.x > 100) w.destroy(e);
    });
    EXPECT_EQ(w.size(), 101U);
    float sum = 0;
    for (const auto run : w.query<position>().runs())
        for (const position& p : std::get<1>(run)) sum += p.x;
    EXPECT_EQ(sum, 5050);
    const throng::entity e = q.first();
    {
        throng::recorder later;
        later.destroy(e);
        later.apply(w);
    }
    EXPECT_FALSE(w.alive(e));
}

TEST(from_flecs, systems) {
    throng::world w;
    const throng::entity e = w.create(position{}, velocity{60, 0});
    throng::schedule systems(w);
    int joined = 0;
    const auto f = [&](throng::entity, position&, const velocity&) { ++joined; };
    systems
        .add("move", w.query<position, const velocity>(),
             [](throng::system_step t, position& p, const velocity& v) { p.x += v.x * static_cast<float>(t.seconds); })
        .before("draw")
        .after("input")
        .order(3)
        .on_joined(f)
        .on_left(f);
    systems.add("draw", [] {}).interval(0.5);
    systems.add("input", [] {});
    EXPECT_TRUE(systems.run(1.0 / 60));
    EXPECT_EQ(w.get<position>(e).x, 1);
    EXPECT_EQ(joined, 1);
}

TEST(from_flecs, hooks_and_timers) {
    throng::world w;
    w.on_add<position>([](throng::entity, position&) {});
    throng::listeners<throng::entity, position&> several;
    w.on_set<position>(std::ref(several));
    const throng::entity e = w.create(position{});
    throng::world_timers timers(w);
    timers.after(e, 2, [] {});
    timers.every(e, 1, [] {});
    EXPECT_EQ(timers.size(), 2U);
}

TEST(from_flecs, events_of_ones_own) {
    throng::world w;
    throng::relation<part_of> parts(w);
    throng::relation<likes> likings(w);
    throng::events<hit> hits(w);
    const throng::entity e = w.create();
    const throng::entity bob = w.create();
    parts.relate(e, bob);
    likings.relate(e, bob);
    int force = 0;
    const throng::listener l(hits, [&](throng::entity, const hit& h) { force += h.force; });
    hits.send(e, {3});
    hits.post(e, {3});
    EXPECT_EQ(force, 3);
    hits.deliver();
    EXPECT_EQ(force, 6);
    hits.send_to_sources(likings, bob, {1});
    EXPECT_EQ(force, 7);
    hits.send_up(parts, e, {1});
    EXPECT_EQ(force, 9) << "of both";
}

TEST(from_flecs, joins_and_entities_that_know_their_world) {
    throng::world w;
    throng::relation<engine_of> engines(w);
    throng::relation<part_of> parts(w);
    throng::relation<likes> likings(w);
    const throng::entity e = w.create(position{1, 0});
    const throng::entity bob = w.create(position{2, 0}, armour{});
    engines.relate(e, bob);
    parts.relate(e, bob);
    likings.relate(e, bob);
    throng::each_related(engines, w.query<position>(), w.query<const armour>(), [](position&, const armour&) {});
    throng::each_downwards(parts, w.query<position>(), w.query<const position>(),
                           [](position& p, const position& above) { p.x += above.x; });
    EXPECT_EQ(w.get<position>(e).x, 3);
    throng::each_source(likings, bob, w.query<const position>(), [](const position&) {});
    const throng::entity_ref ship(w, e);
    EXPECT_NE(ship.add<poisoned>(), nullptr);
}

TEST(from_flecs, relations_families_and_names) {
    throng::world w;
    const throng::entity alice = w.create();
    const throng::entity bob = w.create();
    throng::relation<likes> likings(w);
    EXPECT_TRUE(likings.relate(alice, bob));
    EXPECT_TRUE(likings.related(alice, bob));
    EXPECT_EQ(likings.target_of(alice), bob);
    throng::relation<docked_to> docking(w);
    EXPECT_TRUE(docking.relate(alice, bob));
    EXPECT_TRUE(docking.relate(alice, w.create()));
    EXPECT_FALSE(docking.related(alice, bob));
    likings.on_target_gone([](throng::entity, throng::entity, likes&) {});
    int n = 0;
    for (const auto& [e, liking] : likings.sources(bob)) n += e == alice ? liking.how_much : 0;
    EXPECT_EQ(n, 1);
    EXPECT_EQ(w.query<>(throng::related_to<likes>(bob)).count(), 1U);
    EXPECT_EQ(w.query<>(throng::related_to<likes>()).count(), 1U);

    throng::family family(w);
    throng::naming names(w);
    const throng::entity parent = alice;
    const throng::entity child = bob;
    EXPECT_TRUE(family.adopt(parent, child));
    EXPECT_TRUE(names.set(parent, "a"));
    EXPECT_TRUE(names.set(child, "b"));
    EXPECT_EQ(names.find("a/b"), child);
}

TEST(from_flecs, patterns_and_text) {
    throng::world w;
    EXPECT_TRUE(w.has<velocity>(w.create(engine{})));
    throng::prefabs prefabs(w);
    const throng::entity pattern = prefabs.patterns().create(position{1, 2});
    EXPECT_EQ(w.get<position>(prefabs.instantiate(pattern)).y, 2);
    EXPECT_TRUE(prefabs.variant(pattern));
    throng::describe(w, throng::components<position>);
#if defined(HAS_JSON)
    std::ostringstream to;
    throng::write_json(w, to, throng::components<position>);
    EXPECT_NE(to.str().find("position"), std::string::npos);
#endif
}

} // namespace
