// The middle column of docs/from-unity.md.

#include <throng/dice.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/listeners.hpp>
#include <throng/pick.hpp>
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/world/aside.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/edit_history.hpp>
#include <throng/world/family.hpp>
#include <throng/world/linked_prefabs.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

namespace {

struct screen {};
struct enemy {
    int health = 3;
    double age = 0;
    void update(throng::time_step t) { age += t.seconds; }
    [[nodiscard]] bool expired() const { return health <= 0; }
    void on_expire() { health = 0; }
};
struct part {
    int weight = 1;
};
struct unit {
    throng::grid_hook<> place{};
};
enum class on { ground, enemies, count };

struct position {
    float x = 0;
};
struct health {
    int left = 1;
};
struct sprite {};
struct burning {};
struct score {
    int points = 0;
};

} // namespace

template <> struct throng::component<sprite> {
    static constexpr auto with = throng::components<position>;
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};

namespace {

TEST(from_unity, objects) {
    throng::layers<on, throng::any_entity<screen>> scene;
    const auto h = scene.add(on::enemies, enemy{3});
    scene[on::enemies].time_scale(0.5);
    scene.update(throng::time_step{0.5});
    EXPECT_EQ(scene.get(h)->as<enemy>()->age, 0.25);
    scene[on::enemies].enabled(false);
    scene[on::enemies].visible(false);
    EXPECT_TRUE(scene.remove(h));
    EXPECT_EQ(scene.get(h), nullptr);

    throng::tree<part> body;
    const auto arm = body.add(part{});
    body.add_child(arm, part{});
    body.remove(arm);
    EXPECT_TRUE(body.empty());

    throng::list<enemy> enemies{enemy{}, enemy{}};
    for (enemy& e : enemies) enemies.remove(e);
    EXPECT_TRUE(enemies.empty());
    throng::pool<enemy, 64> reused;
    EXPECT_EQ(reused.capacity(), 64U);

    throng::grid<unit, &unit::place> near(8);
    unit one;
    near.insert(one, 1, 1);
    int n = 0;
    for (unit& u : near.in_circle(0, 0, 5)) n += &u == &one ? 1 : 0;
    EXPECT_EQ(n, 1);

    throng::listeners<int> hit;
    const throng::listener hears(hit, [](int) {});
    hit(3);
}

TEST(from_unity, random) {
    throng::dice dice{2026};
    EXPECT_LT(throng::random_below(dice, 6), 6U);
    throng::list<enemy> enemies{{2}};
    EXPECT_EQ(throng::pick(enemies, dice), enemies.first());
}

TEST(from_unity, prefab_overrides) {
    throng::world world;
    throng::prefabs prefabs(world);
    throng::linked_prefabs linked(prefabs, throng::components<health>);
    const throng::entity pattern = prefabs.patterns().create(health{});
    const throng::entity tank = linked.instantiate(pattern, health{5});
    EXPECT_TRUE(linked.apply<health>(tank, "left"));
    world.set(tank, health{7});
    EXPECT_TRUE(linked.revert<health>(tank, "left"));
    EXPECT_EQ(linked.update(), 0U);
    EXPECT_EQ(world.get<health>(tank).left, 5);
}

TEST(from_unity, entities) {
    throng::world world;
    const throng::entity e = world.create(position{}, health{3});
    throng::changes<position> moved(world);
    world.add<burning>(e);
    world.set(e, health{5});
    EXPECT_TRUE(world.has<health>(e));
    EXPECT_EQ((world.query<position, const health>(throng::none_of<burning>).count()), 0U);
    world.remove<burning>(e);
    throng::schedule systems(world);
    systems.add("move", world.query<position>(), [](position& p) { p.x += 1; }).parallel();
    systems.run(1);
    EXPECT_EQ(world.query<const position>(moved.present()).count(), 1U);
    world.set_singleton(score{3});
    EXPECT_EQ(world.singleton<score>()->points, 3);
    throng::family family(world);
    const throng::entity parent = world.create();
    EXPECT_TRUE(family.adopt(parent, e));
    throng::byte_writer<> bytes;
    throng::save(world, bytes, throng::components<position>);
    EXPECT_TRUE(throng::set_aside<health>(world, e));
    EXPECT_TRUE(throng::bring_back<health>(world, e));
    {
        throng::edit_history history(world, throng::components<position>);
        EXPECT_TRUE(history.make("delete", [&] { world.destroy(e); }));
        EXPECT_TRUE(history.undo());
    }
    world.disable(e);
    EXPECT_EQ(world.query<position>().count(), 0U);
    EXPECT_TRUE(world.destroy(e));
    EXPECT_FALSE(world.alive(e));
    EXPECT_TRUE(world.has<position>(world.create(sprite{})));
}

} // namespace
