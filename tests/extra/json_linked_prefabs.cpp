// Levels as text whose instances follow their patterns.

#include <throng/extra/json.hpp>
#include <throng/world/linked_prefabs.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

namespace {

using throng::components;
using throng::entity;
using throng::read_json;
using throng::world;

struct health {
    int left = 100;
    int most = 100;
};
struct aim {
    entity at;
    int shots = 3;
};
struct armed {};

} // namespace

template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<aim> {
    static constexpr const char* name = "aim";
};
template <> struct throng::component<armed> {
    static constexpr const char* name = "armed";
};

namespace {

constexpr auto listed = components<health, aim, armed>;
constexpr auto of_patterns = components<health, aim, armed, throng::kin, throng::entity_name, throng::based_on>;
constexpr auto of_levels =
    components<health, aim, armed, throng::kin, throng::entity_name, throng::instance_of, throng::prefab_value<health>,
               throng::prefab_value<aim>, throng::prefab_value<armed>>;

std::string patterns_with(int left, int most) {
    return R"({"entities": [
        {"id": "1:65537", "name": "tank", "health": {"left": )" +
           std::to_string(left) + R"(, "most": )" + std::to_string(most) + R"(}, "armed": true, "children": [
            {"name": "turret", "aim": {"at": "1:65537", "shots": 3}, "children": [{"name": "gun", "armed": true}]}]},
        {"name": "heavy tank", "prefab": "tank", "children": [{"name": "turret", "health": {"left": 1, "most": 1}}]},
        {"name": "camp", "children": [{"name": "guard", "prefab": "heavy tank"}]}
    ]})";
}

} // namespace

TEST(json_linked_prefabs, instances_of_a_level_follow_their_patterns) {
    world w;
    throng::prefabs prefabs(w);
    throng::linked_prefabs linked(prefabs, listed);
    const throng::naming names(w);
    ASSERT_TRUE(read_json(prefabs.patterns(), patterns_with(100, 100), of_patterns));
    const auto read = read_json(w, R"({"entities": [
        {"prefab": "tank", "name": "a"},
        {"prefab": "heavy tank", "name": "b", "health": {"left": 50, "most": 100},
            "children": [{"name": "turret", "health": {"left": 9, "most": 1}}]},
        {"prefab": "camp", "name": "c"}
    ]})",
                                of_levels, prefabs);
    ASSERT_TRUE(read) << read.error << read.pointer;
    EXPECT_EQ(linked.update(), 0U);
    const entity a = names.find("a");
    const entity b = names.find("b");
    const entity guard = names.find("c/guard");
    EXPECT_EQ(linked.pattern_of(a), prefabs.names().find("tank"));
    EXPECT_EQ(linked.pattern_of(b), prefabs.names().find("heavy tank"));
    EXPECT_EQ(linked.pattern_of(guard), prefabs.names().find("camp/guard"));
    EXPECT_EQ(linked.pattern_of(names.find("b/turret/gun")), prefabs.names().find("tank/turret/gun"));
    EXPECT_TRUE(linked.overrides(a).empty());
    EXPECT_TRUE(linked.is_overridden<health>(b, "left"));
    EXPECT_FALSE(linked.is_overridden<health>(b, "most"));
    EXPECT_TRUE(linked.is_overridden<health>(names.find("b/turret"), "left"));
    EXPECT_FALSE(linked.is_overridden<health>(names.find("b/turret"), "most"));

    prefabs.patterns().set(prefabs.names().find("tank"), health{200, 300});
    prefabs.patterns().set(prefabs.names().find("heavy tank/turret"), health{7, 8});
    linked.update();
    EXPECT_EQ(w.get<health>(a).left, 200);
    EXPECT_EQ(w.get<health>(b).left, 50);
    EXPECT_EQ(w.get<health>(b).most, 300);
    EXPECT_EQ(w.get<health>(guard).left, 200);
    EXPECT_EQ(w.get<health>(names.find("b/turret")).left, 9);
    EXPECT_EQ(w.get<health>(names.find("b/turret")).most, 8);
    EXPECT_EQ(w.get<health>(names.find("c/guard/turret")).left, 7);
    EXPECT_EQ(w.get<aim>(names.find("c/guard/turret")).at, guard);
}

TEST(json_linked_prefabs, links_and_overrides_are_in_texts) {
    std::ostringstream level;
    std::ostringstream patterns;
    {
        world w;
        throng::prefabs prefabs(w);
        throng::linked_prefabs linked(prefabs, listed);
        throng::naming names(w);
        ASSERT_TRUE(read_json(prefabs.patterns(), patterns_with(100, 100), of_patterns));
        for (int i = 0; i < 7; ++i) w.create();
        const entity a = linked.instantiate(prefabs.names().find("tank"));
        const entity b = linked.instantiate(prefabs.names().find("heavy tank"));
        names.set(a, "a");
        names.set(b, "b");
        w.get<health>(b).left = 50;
        w.remove<armed>(a);
        throng::write_json(w, level, of_levels);
        throng::write_json(prefabs.patterns(), patterns, of_patterns);
    }
    // In a program whose patterns are edited.
    world w;
    throng::prefabs prefabs(w);
    throng::linked_prefabs linked(prefabs, listed);
    const throng::naming names(w);
    ASSERT_TRUE(read_json(prefabs.patterns(), patterns.str(), of_patterns));
    prefabs.patterns().set(prefabs.names().find("tank"), health{1, 2});
    const auto read = read_json(w, level.str(), of_levels);
    ASSERT_TRUE(read) << read.error << read.pointer;
    EXPECT_TRUE(read.unknown.empty());
    const entity a = names.find("a");
    const entity b = names.find("b");
    EXPECT_EQ(linked.overrides(a).size(), 1U);
    EXPECT_EQ(linked.overrides(b).size(), 1U);
    linked.update();
    EXPECT_EQ(w.get<health>(a).left, 1);
    EXPECT_EQ(w.get<health>(b).left, 50);
    EXPECT_EQ(w.get<health>(b).most, 2);
    EXPECT_FALSE(w.has<armed>(a));
    EXPECT_EQ(w.get<aim>(names.find("b/turret")).at, b);
    EXPECT_TRUE(linked.overrides(names.find("b/turret")).empty());
}
