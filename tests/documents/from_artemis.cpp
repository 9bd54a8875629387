// The middle column of docs/from-artemis.md.

#include <throng/world/members.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

namespace {

struct position {
    float x = 0;
};
struct velocity {};
struct player {};
struct enemy {};
struct frozen {};

TEST(from_artemis, entities) {
    throng::world w;
    const throng::entity e = w.create(position{}, velocity{});
    EXPECT_TRUE(w.has<position>(e));
    w.get<position>(e).x = 3;
    EXPECT_EQ(w.add<position>(e)->x, 3);
    EXPECT_EQ(w.query<position>(throng::any_of<player, enemy>, throng::none_of<frozen>).count(), 0U);
    throng::subset<throng::world> squad(w);
    EXPECT_TRUE(squad.join(e));
    throng::naming names(w);
    names.set(e, "hero");
    EXPECT_EQ(names.find("hero"), e);
    EXPECT_TRUE(w.remove<position>(e));
    EXPECT_TRUE(w.destroy(e));
    EXPECT_EQ(squad.size(), 0U);
}

TEST(from_artemis, systems) {
    throng::world w;
    const throng::entity e = w.create(position{});
    throng::schedule systems(w);
    bool running = true;
    int joined = 0;
    systems.add("input", [] {});
    systems.add("draw", [] {}).interval(0.5);
    systems.add("often", [] {}).interval(0.5, 4).active(false);
    auto& moving = systems.add("move", w.query<position>(), [](position& p) { p.x += 1; });
    moving.on_joined([](position&) {}).on_left([](position&) {});
    moving.on_joined([&](position&) { ++joined; });
    moving.on_begin([](throng::system_step) {}).on_end([](throng::system_step) {});
    moving.run_if([&] { return running; }).before("draw").after("input").order(3);
    systems.run(0.1);
    EXPECT_TRUE(systems.cycle().empty());
    EXPECT_EQ(joined, 1);
    EXPECT_EQ(moving.members().count(), 1U);
    EXPECT_EQ(moving.statistics().runs, 1U);
    running = false;
    systems.run(0.1);
    EXPECT_EQ(w.get<position>(e).x, 1);
}

} // namespace
