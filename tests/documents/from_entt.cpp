// The middle column of docs/from-entt.md.

#include <throng/fwd.hpp>
#include <throng/listeners.hpp>
#include <throng/world/changes.hpp>
#include <throng/world/entity_ref.hpp>
#include <throng/world/family.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 1;
    float y = 0;
};
struct frozen {};
struct score {
    int points = 0;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};

namespace {

TEST(from_entt, entities_and_components) {
    throng::world w;
    EXPECT_TRUE(w.alive(w.create()));
    const throng::entity e = w.create(position{1, 2}, velocity{});
    const throng::entity_ref ship(w, e);
    EXPECT_FALSE(w.alive(throng::entity{}));
    EXPECT_EQ(w.add<position>(e)->x, 1);
    EXPECT_EQ(w.add<position>(e, 1.0F, 2.0F)->y, 2);
    w.set(e, position{3, 4});
    w.patch<position>(e, [](position& p) { p.x = 5; });
    EXPECT_EQ(w.get<position>(e).x, 5);
    EXPECT_EQ(w.try_get<position>(e)->y, 4);
    EXPECT_TRUE((w.has<position, velocity>(e)));
    EXPECT_TRUE((w.has_any<position, velocity>(e)));
    w.remove_all<velocity>();
    EXPECT_TRUE(w.remove<position>(e));
    EXPECT_FALSE(w.remove<velocity>(e));
    EXPECT_FALSE((w.remove<position, velocity>(e)));
    w.set_singleton(score{3});
    EXPECT_EQ(w.singleton<score>()->points, 3);
    EXPECT_TRUE(w.destroy(e));
    EXPECT_FALSE(w.destroy(e));
    w.clear();
    EXPECT_EQ(w.size(), 0U);
}

TEST(from_entt, loops) {
    throng::world w;
    for (int i = 0; i < 3; ++i) w.create(position{static_cast<float>(i), 0}, velocity{});
    w.create(position{9, 0}, velocity{}, frozen{});
    EXPECT_EQ((w.query<position, const velocity>().count()), 4U);
    auto q = w.query<position, const velocity>(throng::none_of<frozen>);
    EXPECT_EQ(w.query<position>(throng::all_of<frozen>).count(), 1U);
    q.each([](throng::entity, position&, const velocity&) {});
    float last = -1;
    for (auto [e, p, v] : q) {
        EXPECT_LT(last, p.x); // by index, which is the order of creation here
        last = p.x;
        EXPECT_EQ(w.get<position>(e).x, p.x);
    }
    std::size_t n = 0;
    for (const throng::entity e : w) n += w.alive(e) ? 1 : 0;
    EXPECT_EQ(n, 4U);
    const throng::entity e = q.first();
    EXPECT_TRUE(q.contains(e));
    EXPECT_EQ(q.count(), 3U);
    EXPECT_EQ(w.count<position>(), 4U);
    throng::value_order by_x(w, &position::x);
    q.each([&](throng::entity dead, position&, const velocity&) { w.destroy(dead); });
    EXPECT_EQ(w.size(), 1U);
}

TEST(from_entt, signals_and_helpers) {
    throng::world w;
    w.on_add<position>([](throng::entity, position&) {});
    w.on_set<position>([](throng::entity, position&) {});
    w.on_remove<position>([](throng::entity, position&) {});
    throng::changes<position> moved(w);
    throng::schedule systems(w);
    throng::listeners<int> told;
    told(1);
    throng::family family(w);
    const throng::entity parent = w.create();
    const throng::entity child = w.create(position{});
    family.adopt(parent, child);
    EXPECT_EQ(family.count_children(parent), 1U);
    int n = 0;
    family.each_child(parent, [&](throng::entity) { ++n; });
    EXPECT_EQ(n, 1);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, throng::components<position>);
    EXPECT_FALSE(bytes.bytes().empty());
}

} // namespace
