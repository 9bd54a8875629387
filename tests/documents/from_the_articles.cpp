// The middle column of docs/from-the-articles.md.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/collection.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>
#if __has_include(<fmt/format.h>)
#include <throng/extra/format.hpp>
#endif

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace {

struct unit {
    int number = 0;
};
struct event {
    std::string what;
    bool expired = false;
};
struct bullet {
    float x = 0;
    float y = 0;
};
struct node : throng::list_hook<> {
    throng::grid_hook<> place;
};
struct ship {
    int number = 0;
    throng::list_hook<> hook;
};
struct wreck {
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};
struct screen {};
/// What a frame is about; it cannot be copied.
struct state {
    double seconds = 0.1;
    std::unique_ptr<int> random = std::make_unique<int>(4);
};
struct craft {
    bool over = false;
    void draw(screen& s) const { (void)s; }
    void update(const state& now) { (void)now; }
    void update(double) {}
    [[nodiscard]] bool expired() const { return over; }
    void expire() { over = true; }
    void on_expire() {}
};
enum class on { clouds, enemies, bullets, count };
struct position {
    float x = 0;
};
struct poisoned {};

TEST(from_the_articles, read_write_collection) {
    throng::list<unit> entities;
    entities.add({1}), entities.push_back({2});
    static_assert(throng::collection<throng::list<unit>>);
    for (unit& u : entities) {
        if (u.number == 1) entities.add({3});
        if (u.number == 3) break;
        EXPECT_TRUE(entities.remove(u));
        EXPECT_FALSE(entities.remove(u));
    }
    {
        auto walk = entities.walk(throng::live);
        ASSERT_NE(walk.next(), nullptr);
        EXPECT_TRUE(walk.remove());
        EXPECT_TRUE(walk.next() == nullptr);
    }
    for (unit& u : entities.walk(throng::backward)) ++u.number;
    entities.each(throng::live, [](unit&) {});
    entities.clear();
    entities.trim();
    entities.max_capacity(100);
    EXPECT_EQ(entities.capacity(), 0U);
    throng::bag<unit> sparks;
    throng::pool<unit, 64> particles;
    EXPECT_TRUE(sparks.empty() && particles.empty());
    throng::linked_list<node> chain;
    node n;
    chain.push_back(n);
    EXPECT_EQ(chain.size(), 1U);
#if __has_include(<fmt/format.h>)
    const throng::list<int> numbers{1, 2};
    EXPECT_EQ(fmt::format("{}", numbers), "[1, 2]");
#endif
}

TEST(from_the_articles, buffered_iterator) {
    throng::buffered_list<event> events;
    events.push_back({"blast"});
    EXPECT_TRUE(events.empty());
    EXPECT_EQ(events.pending(), 1U);
    events.commit();
    events.auto_remove([](const event& e) { return e.expired; });
    for (event& e : events) events.remove(e);
    events.push_back({"mistake"});
    EXPECT_EQ(events.take_all_back(), 1U);
}

TEST(from_the_articles, bullet_manager) {
    throng::pool<bullet, 200> bullets;
    EXPECT_TRUE(bullets.emplace(1.0F, 2.0F));
    bullets.each([](bullet& b) { b.x += 1; });
    for (bullet& b : bullets) bullets.remove(b);
    EXPECT_TRUE(bullets.empty());
}

TEST(from_the_articles, on_collections) {
    throng::list<ship> ships;
    throng::subset enemies(ships);
    throng::weak_list seen(ships);
    const auto h = ships.emplace(1);
    ship& s = *ships.get(h);
    enemies.join(s);
    seen.add(h);
    const auto then = ships.freeze();
    for (const ship& x : ships.walk(throng::backward)) EXPECT_EQ(x.number, 1);
    EXPECT_EQ(enemies.size(), 1U);
    ships.remove(s);
    EXPECT_EQ(ships.get(h), nullptr);
    EXPECT_EQ(enemies.size(), 0U);
    EXPECT_EQ(seen.size(), 0U);
    {
        throng::linked_list<ship, &ship::hook> fleet;
        ship own;
        fleet.push_back(own);
        fleet.remove(own);
        EXPECT_TRUE(fleet.empty());
    }
    throng::weak_list<wreck> wrecks;
    wreck w;
    wrecks.add(w);
    w.gone = true;
    for (const wreck& x : wrecks) ADD_FAILURE() << x.gone;
    throng::grid<node, &node::place> near(8.0F);
    node n;
    near.insert(n, 1, 1);
    EXPECT_EQ(near.nearest(0, 0), &n);
    (void)ships.freeze();
}

TEST(from_the_articles, locking_list) {
    throng::ordered_set<int> once;
    const throng::ordered_set<int> others{7, 8};
    EXPECT_TRUE(once.add(3));
    EXPECT_EQ(once.add_all({4, 5, 6}), 3U);
    EXPECT_EQ(once.add_all(others), 2U);
    EXPECT_TRUE(once.remove(3));
    EXPECT_EQ(once.remove_all({4, 5}), 2U);
    EXPECT_EQ(once.remove_all(others), 2U);
    EXPECT_TRUE(once.contains(6));
    EXPECT_EQ(*once.nth(0), 6);
    for (const int& x : once) EXPECT_EQ(x, 6);
    for (const int& x : once.walk(throng::residents)) EXPECT_TRUE(once.is_walked() && once.remove(x));
    EXPECT_EQ(once.size(), 0U);
    EXPECT_TRUE(once.empty());
    (void)once.freeze();
    once.clear();
    throng::list<unit> entities;
    throng::list<unit> newcomers{{1}, {2}};
    EXPECT_EQ(entities.take(newcomers), 2U);
    entities.reserve(1000);
#if __has_include(<fmt/format.h>)
    EXPECT_EQ(fmt::format("{}", once), "[]");
#endif
}

TEST(from_the_articles, managing_entities) {
    throng::entity_list<craft> all;
    throng::entity_list<throng::any_entity<screen, state>> mixed;
    throng::entity_list<throng::entity_list<craft>> squadrons;
    throng::entity_list<craft> room(throng::initial_capacity{100});
    const std::vector<craft> those(5);
    throng::entity_list<craft> given(those);
    std::size_t added = 0;
    all.on_add([&](craft&, std::size_t index) { EXPECT_EQ(index, added++); });
    all.add(craft{});
    EXPECT_EQ(all.add_range(std::span(those).subspan(1, 2)), 2U);
    all.add_range(those), all.add_range(given);
    EXPECT_EQ(all.size(), 13U);
    all.on_add([](craft&, std::size_t) {});
    all.on_updated([](craft&, const state&, std::size_t) {});
    all.on_expired([](craft&) {});
    all.on_remove([](craft&) {});
    screen canvas;
    const state now;
    all.draw(canvas);
    all.update(now);
    EXPECT_GE(all.capacity(), all.size() + all.available());
    all.reserve(all.size() + 50);
    EXPECT_NE(all.nth(0), nullptr);
    const auto h = all.handle_of(*all.nth(0));
    EXPECT_TRUE(all.contains(h));
    for (craft& c : all) c.expire();
    all.auto_shrink(0.25, 2.0);
    all.max_capacity(500);
    all.clear();
    EXPECT_FALSE(all.contains(h));
    EXPECT_TRUE(mixed.empty() && squadrons.empty() && room.empty());
    throng::entity_bag<craft> sparks_of;
    throng::entity_pool<craft> placed;
    throng::tree<craft> scene;
    EXPECT_TRUE(sparks_of.empty() && placed.empty() && scene.empty());
}

TEST(from_the_articles, layers) {
    throng::layers<on, craft> world;
    const auto h = world.add(on::enemies, craft{});
    world.add(on::enemies, craft{}), world.add(1, craft{});
    EXPECT_EQ(&world[1], world.find(1));
    EXPECT_EQ(world[on::enemies].size(), 3U);
    world[on::enemies].enabled(false), world[on::enemies].visible(false);
    EXPECT_TRUE(world.update_order({on::bullets, on::enemies, on::clouds}));
    EXPECT_TRUE(world[on::enemies].time_scale(0.5));
    for (craft& c : world) {
        if (&c != world.get(h)) continue;
        world.move(c, on::clouds);
        break; // (in the other layer it is a newcomer, and would be visited again)
    }
    EXPECT_EQ(world[on::clouds].size(), 1U);
    EXPECT_NE(world.get(h), nullptr);
    world.visible(true), world.each_layer([](auto& l) { l.enabled(true); });
    throng::entity_list<throng::layer<craft>> levels;
    levels.emplace();
    EXPECT_EQ(levels.size(), 1U);
}

TEST(from_the_articles, systems) {
    throng::world w;
    throng::schedule systems(w);
    const auto e = w.create(position{}, poisoned{});
    bool running = true;
    auto& moving = systems.add("move", w.query<position>(), [](position& p) { p.x += 1; });
    moving.run_if([&] { return running; });
    moving.on_begin([](throng::system_step) {}), moving.on_end([](throng::system_step) {});
    moving.interval(0.5);
    moving.on_joined([](const position&) {}), moving.on_left([](const position&) {});
    systems.run(0.1);
    moving.active(false);
    EXPECT_TRUE(w.query<position>().contains(e));
    EXPECT_EQ(w.remove<poisoned>(w.query<>(throng::all_of<poisoned>)), 1U);
    EXPECT_EQ(w.remove_all<poisoned>(), 0U);
}

} // namespace
