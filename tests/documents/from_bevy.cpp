// The middle column of docs/from-bevy.md.
// needs threads

#include <throng/buffered_list.hpp>
#include <throng/each_pair.hpp>
#include <throng/list.hpp>
#include <throng/listeners.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/parallel.hpp>
#include <throng/world/recorder.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/states.hpp>
#include <throng/world/timers.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 1;
    float y = 0;
};
struct health {
    int left = 9;
};
struct player {};
struct score {
    int points = 0;
};
struct boid {
    int n = 1;
};
struct event {
    std::string what;
};
struct docked_to {};
struct engine {};
enum class scene { menu, level };

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<engine> {
    static constexpr auto with = throng::components<velocity>;
};

namespace {

TEST(from_bevy, changed_and_added) {
    throng::world w;
    throng::changes<position> moved(w);
    throng::additions<position> added(w);
    w.on_create([](throng::entity) {});
    w.on_destroy([](throng::entity) {});
    const throng::entity e = w.create(position{});
    added.clear();
    w.set(e, position{});
    EXPECT_EQ(w.query<const position>(moved.present()).count(), 1U);
    EXPECT_EQ(w.query<position>(added.present()).count(), 0U);
}

TEST(from_bevy, entities_and_components) {
    throng::world w;
    std::vector<throng::entity> many(3);
    w.create(std::span(many), position{}, velocity{});
    const throng::entity e = w.create(position{1, 2}, velocity{});
    EXPECT_NE(w.add(e, health{5}), nullptr);
    w.set(e, health{5});
    EXPECT_NE(w.try_get<position>(e), nullptr);
    EXPECT_TRUE(w.remove<health>(e));
    w.set_singleton(score{3});
    EXPECT_EQ(w.singleton<score>()->points, 3);
    EXPECT_TRUE(w.disable(e));
    EXPECT_TRUE(w.destroy(e));
    EXPECT_EQ(w.size(), 3U);
}

TEST(from_bevy, queries) {
    throng::world w;
    const throng::entity e = w.create(position{}, velocity{}, player{});
    EXPECT_EQ((w.query<position, const velocity>(throng::all_of<player>).count()), 1U);
    EXPECT_EQ(w.query<position>(throng::none_of<player>).count(), 0U);
    EXPECT_EQ(w.query<position>(throng::optional<health>).count(), 1U);
    EXPECT_EQ((w.query<position>(throng::any_of<player, health>).count()), 1U);
    const auto q = w.query<position>();
    EXPECT_TRUE(q.contains(e));
    EXPECT_EQ(q.first(), e);
    EXPECT_EQ(w.get<position>(e).x, 0);
    throng::list<boid> swarm{{1}, {2}, {3}};
    throng::each_pair(swarm, [](boid& a, boid& b) { a.n += b.n; });
    EXPECT_EQ(swarm.first()->n, 6);
}

TEST(from_bevy, systems) {
    throng::world w;
    for (int i = 0; i < 10; ++i) w.create(position{static_cast<float>(i), 0}, velocity{});
    throng::schedule systems(w);
    bool paused = false;
    int left = 0;
    systems.add("move", w.query<position, const velocity>(), [](position& p, const velocity& v) { p.x += v.x; })
        .before("draw")
        .after("input")
        .run_if([&] { return !paused; })
        .on_left([](const position&, const velocity&) {});
    systems
        .add("reap", w.query<position>(),
             [](throng::recorder& r, throng::entity e, position& p) {
                 if (p.x > 8) r.destroy(e);
             })
        .after("move")
        .parallel();
    systems.add("draw", [&] { ++left; }).interval(1.0 / 60, 4);
    systems.add("input", [] {});
    const double seconds = 1.0 / 60;
    EXPECT_TRUE(systems.run(seconds, throng::on_threads()));
    EXPECT_EQ(w.size(), 8U);
    EXPECT_EQ(left, 1);
}

TEST(from_bevy, states) {
    throng::world w;
    EXPECT_TRUE(w.has<velocity>(w.create(engine{}, throng::ends_with{scene::menu})));
    throng::states scenes(w, scene::menu);
    scenes.on_enter(scene::level, [] {});
    throng::schedule systems(w);
    int runs = 0;
    systems.add("level", [&] { ++runs; }).run_if(scenes.in(scene::level));
    systems.run(1);
    scenes.go(scene::level);
    systems.run(1);
    EXPECT_EQ(runs, 1);
    EXPECT_TRUE(w.empty());
}

TEST(from_bevy, events) {
    throng::buffered_list<event> events;
    events.push_back({"blast"});
    EXPECT_EQ(events.commit(), 1U);
    int heard = 0;
    throng::listeners<const event&> told;
    {
        const throng::listener hears(told, [](const event&) {});
        const throng::listener counts(told, [&](const event&) { ++heard; });
        told(event{"blast"});
    }
    told(event{"splinter"});
    EXPECT_EQ(heard, 1);
    throng::world w;
    w.on_add<position>([](throng::entity, position&) {});
    w.create(position{});
}

TEST(from_bevy, relations_names_saves_and_timers) {
    throng::world w;
    const throng::entity station = w.create(position{});
    const throng::entity ship = w.create(position{});
    throng::family family(w);
    const throng::entity parent = station;
    const throng::entity child = ship;
    EXPECT_TRUE(family.adopt(parent, child));
    EXPECT_EQ(family.parent_of(child), parent);
    throng::relation<docked_to> docking(w);
    EXPECT_TRUE(docking.relate(ship, station));
    throng::naming names(w);
    EXPECT_TRUE(names.set(ship, "Nostromo"));
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<position>);
    EXPECT_FALSE(bytes.bytes().empty());
    const throng::entity e = ship;
    throng::world_timers timers(w);
    timers.after(e, 2, [] {});
    w.add<throng::time_rate>(e, 0.5);
    EXPECT_EQ(timers.size(), 1U);
}

} // namespace
