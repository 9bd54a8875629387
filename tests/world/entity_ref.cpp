// An entity and its world in one does what the world does.

#include <throng/world/entity_ref.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

struct position {
    int x = 0;
};
struct label {
    std::string text;
};
struct burning {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<burning> {
    static constexpr const char* name = "burning";
};

TEST(entity_ref, does_what_its_world_does) {
    throng::world w;
    const throng::entity_ref e(w, w.create(position{3}));
    EXPECT_TRUE(e.alive());
    EXPECT_EQ(&e.world(), &w);
    EXPECT_EQ(e.get<position>().x, 3);
    EXPECT_EQ(e.try_get<label>(), nullptr);
    label* const its = e.add(label{"long enough to lie elsewhere"});
    EXPECT_EQ(its, w.try_get<label>(e));
    EXPECT_NE(e.add<burning>(), nullptr);
    EXPECT_TRUE((e.has<position, label, burning>()));
    EXPECT_TRUE((e.has_any<burning, int>()));
    EXPECT_TRUE(e.patch<position>([](position& p) { p.x = 4; }));
    EXPECT_EQ(e.set(position{5})->x, 5);
    EXPECT_TRUE(e.modified<position>());
    EXPECT_TRUE(e.remove<label>());
    EXPECT_FALSE(e.remove<label>());
    std::vector<std::string> names;
    e.each_component([&](throng::world::component_type c, void*) { names.emplace_back(c.name()); });
    EXPECT_EQ(names, (std::vector<std::string>{"position", "burning"}));
    EXPECT_TRUE(e.disable());
    EXPECT_FALSE(e.enabled());
    EXPECT_TRUE(e.enable());
    const throng::entity_ref same(w, e.handle());
    EXPECT_EQ(e, same);
    EXPECT_TRUE(e.destroy());
    EXPECT_FALSE(e.destroy());
    EXPECT_FALSE(same);
    EXPECT_FALSE(throng::entity_ref().alive());
}
