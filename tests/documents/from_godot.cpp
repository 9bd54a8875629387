// The middle column of docs/from-godot.md.

#include <throng/entity/clock.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/listeners.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

namespace {

struct node {
    const char* name = "";
    double age = 0;
    void update(throng::time_step t) { age += t.seconds; }
};
struct enemy {
    int health = 3;
    throng::grid_hook<> place{};
};
struct craft {
    int fuel = 1;
};
enum class on { ground, enemies, count };

TEST(from_godot, scene) {
    throng::tree<node> scene;
    const auto root = scene.add(node{"boss"});
    const auto gun = scene.add_child(root, node{"gun"});
    const auto arm = scene.add_child(root, node{"arm"});
    scene.update(throng::time_step{0.1});
    EXPECT_EQ(scene.get(gun)->age, 0.1);
    EXPECT_TRUE(scene.reparent(*scene.get(gun), *scene.get(arm)));
    EXPECT_TRUE(scene.reparent(*scene.get(gun), *scene.get(root)));
    int removed = 0;
    scene.on_remove([](node&) {});
    EXPECT_TRUE(scene.remove(gun));
    EXPECT_FALSE(scene.contains(gun));
    for (node& n : scene) scene.remove(n);
    EXPECT_TRUE(scene.empty());
    throng::clock clock(0.25);
    clock.run(1, [](throng::time_step) {});
    clock.run(1, [&](throng::time_step) { ++removed; });
    EXPECT_EQ(removed, 4);
}

TEST(from_godot, others) {
    throng::layers<on, craft> world;
    world[on::enemies].enabled(false);
    world[on::enemies].time_scale(0.5);
    throng::list<enemy> enemies;
    enemy& e = *enemies.emplace_back();
    throng::subset seen(enemies);
    seen.join(e);
    EXPECT_EQ(seen.size(), 1U);
    throng::grid<enemy, &enemy::place> near(8);
    near.insert(e, 1, 1);
    for (enemy& found : near.in_circle(0, 0, 5)) enemies.remove(found);
    EXPECT_EQ(seen.size(), 0U);
    throng::listeners<int> hit;
    const throng::listener hears(hit, [](int) {});
    hit(3);

    throng::list<craft> crafts{{1}};
    throng::snapshot_of before(crafts);
    crafts.clear();
    EXPECT_TRUE(before.roll_back(crafts));
    EXPECT_EQ(crafts.size(), 1U);
}

} // namespace
