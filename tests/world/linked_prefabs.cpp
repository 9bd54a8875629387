// Instances that follow their patterns, except for what they override.

#include "support/allocation.hpp"

#include <throng/world/linked_prefabs.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using throng::components;
using throng::entity;
using throng::override_kind;
using throng::prefab_override;
using throng::world;

struct health {
    int left = 100;
    int most = 100;
};
struct label {
    std::string text;
    int notes[2] = {1, 2};
};
struct aim {
    entity at;
    std::vector<entity> others;
    int shots = 3;
};
struct armed {};
struct rare {
    int n = 0;
};
/// Saved by functions of its own: one value.
struct own {
    int n = 0;
    int times_copied = 0;
};
/// That is not listed.
struct position {
    int x = 0;
};

} // namespace

template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<aim> {
    static constexpr const char* name = "aim";
};
template <> struct throng::component<armed> {
    static constexpr const char* name = "armed";
};
template <> struct throng::component<rare> {
    static constexpr bool sparse = true;
    static constexpr const char* name = "rare";
};
template <> struct throng::component<own> {
    static constexpr const char* name = "own";
    static void save(const own& value, auto& to) { to.put(value.n); }
    static own restore(auto& from) { return {from.template get<int>()}; }
};

namespace {

constexpr auto listed = components<health, label, aim, armed, rare, own>;
constexpr auto saved = components<health, label, aim, armed, rare, own, throng::kin, throng::entity_name,
                                  throng::based_on, throng::instance_of, throng::prefab_value<health>,
                                  throng::prefab_value<label>, throng::prefab_value<aim>, throng::prefab_value<armed>,
                                  throng::prefab_value<rare>, throng::prefab_value<own>>;

/// A tank with a turret, in which a gun stands; and a heavy one with a turret that says more.
struct tanks {
    world w;
    throng::prefabs prefabs{w};
    std::optional<throng::linked_prefabs> its{std::in_place, prefabs, listed};
    throng::linked_prefabs& linked = *its;
    world& patterns = prefabs.patterns();
    throng::family family{w};
    throng::naming names{w};
    entity tank = pattern({}, "tank", health{}, label{"a tank with a long label"}, armed{}, position{1});
    entity turret = pattern(tank, "turret", aim{tank, {}}, rare{5});
    entity gun = pattern(turret, "gun", aim{turret, {tank, entity()}}, own{7});
    entity heavy = prefabs.variant(tank);
    entity heavy_turret = pattern(heavy, "turret", rare{6});

    template <class... Cs> entity pattern(entity parent, const char* name, Cs... values) {
        const entity e = patterns.create(values...);
        if (parent) prefabs.family().adopt(parent, e);
        prefabs.names().set(e, name);
        return e;
    }
    /// "left/most" of an instance.
    std::string health_of(entity e) {
        const health* const its_health = w.try_get<health>(e);
        if (its_health == nullptr) return "none";
        return std::to_string(its_health->left) + "/" + std::to_string(its_health->most);
    }
    std::string overrides(entity e) {
        std::string text;
        for (const prefab_override& o : linked.overrides(e)) {
            text += text.empty() ? "" : " ";
            text += o.kind == override_kind::added ? "+" : o.kind == override_kind::removed ? "-" : "";
            text += o.component;
            if (!o.field.empty()) text += "." + std::string(o.field);
        }
        return text;
    }
};

} // namespace

TEST(linked_prefabs, instances_follow_field_by_field) {
    tanks t;
    const entity a = t.linked.instantiate(t.tank);
    const entity b = t.linked.instantiate(t.tank);
    EXPECT_EQ(t.linked.pattern_of(a), t.tank);
    EXPECT_EQ(t.linked.pattern_of(t.names.find(a, "turret/gun")), t.gun);
    EXPECT_EQ(t.linked.pattern_of(t.w.create()), entity());
    EXPECT_EQ(t.linked.update(), 0U);
    EXPECT_EQ(t.overrides(a), "");
    t.w.get<health>(a).left = 50;
    t.w.get<label>(b).notes[1] = 9;
    EXPECT_EQ(t.overrides(a), "health.left");
    EXPECT_EQ(t.overrides(b), "label.notes");
    EXPECT_TRUE(t.linked.is_overridden<health>(a));
    EXPECT_TRUE(t.linked.is_overridden<health>(a, "left"));
    EXPECT_FALSE(t.linked.is_overridden<health>(a, "most"));
    EXPECT_FALSE(t.linked.is_overridden<health>(a, "nothing"));
    EXPECT_FALSE(t.linked.is_overridden<label>(a));

    t.patterns.get<health>(t.tank) = {200, 300};
    t.patterns.set(t.tank, label{"another long label of tanks", {3, 4}});
    EXPECT_EQ(t.overrides(a), "health.left") << "what the pattern has changed is no override";
    EXPECT_EQ(t.linked.update(), 4U);
    EXPECT_EQ(t.health_of(a), "50/300");
    EXPECT_EQ(t.health_of(b), "200/300");
    EXPECT_EQ(t.w.get<label>(a).text, "another long label of tanks");
    EXPECT_EQ(t.w.get<label>(a).notes[1], 4);
    EXPECT_EQ(t.w.get<label>(b).text, "another long label of tanks");
    EXPECT_EQ(t.w.get<label>(b).notes[0], 1) << "an array is one field";
    EXPECT_EQ(t.linked.update(), 0U);
    EXPECT_EQ(t.overrides(a) + t.overrides(b), "health.leftlabel.notes");
    EXPECT_TRUE(t.w.validate() && t.patterns.validate());
}

TEST(linked_prefabs, what_is_not_listed_stays) {
    tanks t;
    const entity e = t.linked.instantiate(t.tank);
    t.patterns.get<position>(t.tank).x = 2;
    t.linked.update();
    EXPECT_EQ(t.w.get<position>(e).x, 1);
    EXPECT_FALSE(t.linked.is_overridden<position>(e));
    EXPECT_FALSE(t.linked.revert<position>(e));
    t.w.get<position>(e).x = 5;
    EXPECT_FALSE(t.linked.apply<position>(e));
    EXPECT_EQ(t.patterns.get<position>(t.tank).x, 2);
}

TEST(linked_prefabs, values_given_to_an_instance_are_overrides) {
    tanks t;
    const entity e = t.linked.instantiate(t.tank, health{100, 7}, rare{1});
    EXPECT_EQ(t.overrides(e), "health.most +rare");
    entity two[2];
    ASSERT_TRUE(t.linked.instantiate(t.heavy, two));
    EXPECT_EQ(t.overrides(two[1]), "");
    EXPECT_EQ(t.linked.pattern_of(two[1]), t.heavy);
    EXPECT_FALSE(t.linked.instantiate(entity()));
    EXPECT_FALSE(t.linked.instantiate(entity(), two));
    // Of `prefabs` alone: from the next update on.
    const entity other = t.prefabs.instantiate(t.tank, health{50, 100});
    EXPECT_EQ(t.linked.pattern_of(other), t.tank);
    EXPECT_EQ(t.overrides(other), "");
    EXPECT_EQ(t.linked.update(), 0U);
    EXPECT_EQ(t.overrides(other), "health.left");
    const entity grown = t.w.create(health{1, 1});
    ASSERT_TRUE(t.prefabs.instantiate_into(t.tank, grown));
    t.linked.update();
    EXPECT_EQ(t.overrides(grown), "health.left health.most");
    EXPECT_EQ(t.linked.pattern_of(t.names.find(grown, "turret")), t.turret);
}

TEST(linked_prefabs, components_come_and_go) {
    tanks t;
    const entity a = t.linked.instantiate(t.tank);
    const entity b = t.linked.instantiate(t.tank);
    const entity c = t.linked.instantiate(t.tank);
    t.w.remove<armed>(b);
    t.w.remove<health>(b);
    t.w.add(b, rare{3});
    t.w.get<health>(c).left = 1;
    EXPECT_EQ(t.overrides(b), "-health -armed +rare");
    EXPECT_TRUE(t.linked.is_overridden<health>(b));
    // It stays as the instances have it, whatever the pattern does.
    t.patterns.set(t.tank, health{5, 6});
    t.patterns.add(t.tank, rare{4});
    t.patterns.add(t.tank, own{1});
    t.linked.update();
    EXPECT_EQ(t.overrides(b), "-health -armed rare.n");
    EXPECT_EQ(t.w.get<rare>(a).n, 4);
    EXPECT_EQ(t.w.get<rare>(b).n, 3);
    EXPECT_EQ(t.w.get<own>(b).n, 1);
    t.patterns.remove<health>(t.tank);
    t.patterns.remove<armed>(t.tank);
    t.patterns.remove<rare>(t.tank);
    t.linked.update();
    EXPECT_EQ(t.overrides(a), "");
    EXPECT_FALSE((t.w.has_any<health, armed, rare>(a)));
    EXPECT_EQ(t.overrides(b), "+rare") << "what neither has is none";
    EXPECT_EQ(t.health_of(c), "1/6") << "a field of it is overridden";
    EXPECT_EQ(t.overrides(c), "+health");
    t.patterns.add(t.tank, armed{});
    t.linked.update();
    EXPECT_TRUE(t.w.has<armed>(a) && t.w.has<armed>(b)) << "so it is no override any longer";
    EXPECT_TRUE(t.w.validate());
}

TEST(linked_prefabs, an_override_that_equals_the_pattern_is_none_any_longer) {
    tanks t;
    const entity e = t.linked.instantiate(t.tank);
    t.w.get<health>(e).left = 50;
    t.linked.update();
    EXPECT_EQ(t.overrides(e), "health.left");
    t.patterns.get<health>(t.tank).left = 50;
    EXPECT_EQ(t.overrides(e), "health.left") << "until the update";
    t.linked.update();
    EXPECT_EQ(t.overrides(e), "");
    t.patterns.get<health>(t.tank).left = 60;
    t.linked.update();
    EXPECT_EQ(t.health_of(e), "60/100");
    // And a value that the pattern had before is an override like any other.
    t.w.get<health>(e).left = 100;
    t.linked.update();
    EXPECT_EQ(t.health_of(e), "100/100");
    EXPECT_EQ(t.overrides(e), "health.left");
}

TEST(linked_prefabs, are_reverted_field_by_field) {
    tanks t;
    const entity e = t.linked.instantiate(t.tank, health{1, 2}, rare{8});
    t.w.remove<armed>(e);
    t.w.get<label>(e) = {"mine", {8, 9}};
    t.patterns.get<health>(t.tank) = {30, 40};
    EXPECT_TRUE(t.linked.revert<health>(e, "left"));
    EXPECT_EQ(t.health_of(e), "30/2") << "as the pattern is now";
    EXPECT_FALSE(t.linked.revert<health>(e, "left"));
    EXPECT_FALSE(t.linked.revert<health>(e, "nothing"));
    EXPECT_FALSE(t.linked.revert<armed>(e, "nothing"));
    EXPECT_EQ(t.overrides(e), "health.most label.text label.notes -armed +rare");
    EXPECT_TRUE(t.linked.revert<armed>(e));
    EXPECT_TRUE(t.linked.revert<rare>(e));
    EXPECT_TRUE(t.w.has<armed>(e));
    EXPECT_FALSE(t.w.has<rare>(e));
    EXPECT_TRUE(t.linked.revert(e));
    EXPECT_FALSE(t.linked.revert(e));
    EXPECT_EQ(t.overrides(e), "");
    EXPECT_EQ(t.health_of(e), "30/40");
    EXPECT_EQ(t.w.get<label>(e).notes[0], 1);
    EXPECT_FALSE(t.linked.revert(t.w.create()));
    EXPECT_FALSE(t.linked.revert<health>(entity()));
    // One that no update has seen.
    const entity other = t.prefabs.instantiate(t.tank, health{9, 9});
    EXPECT_TRUE(t.linked.revert<health>(other, "left"));
    EXPECT_EQ(t.health_of(other), "30/9");
    EXPECT_EQ(t.overrides(other), "health.most");
}

TEST(linked_prefabs, are_applied_field_by_field) {
    tanks t;
    const entity a = t.linked.instantiate(t.tank, health{1, 2});
    const entity b = t.linked.instantiate(t.tank, health{9, 100});
    EXPECT_FALSE(t.linked.apply<health>(a, "nothing"));
    EXPECT_TRUE(t.linked.apply<health>(a, "most"));
    EXPECT_EQ(t.patterns.get<health>(t.tank).left, 100);
    EXPECT_EQ(t.health_of(b), "9/2");
    EXPECT_EQ(t.overrides(a), "health.left");
    // What the pattern has meanwhile, and the instance does not override, stays.
    t.patterns.get<health>(t.tank).most = 77;
    EXPECT_TRUE(t.linked.apply<health>(a));
    EXPECT_EQ(t.patterns.get<health>(t.tank).most, 77);
    EXPECT_EQ(t.health_of(a), "1/77");
    EXPECT_EQ(t.health_of(b), "9/77");
    EXPECT_EQ(t.overrides(a), "");
    EXPECT_EQ(t.overrides(b), "health.left");
    EXPECT_FALSE(t.linked.apply<health>(a));
    // Components that the instance has got or lost.
    t.w.remove<armed>(a);
    t.w.add(a, rare{3});
    EXPECT_FALSE(t.linked.apply<rare>(a, "n"));
    EXPECT_FALSE(t.linked.apply<armed>(a, "n"));
    EXPECT_TRUE(t.linked.apply(a));
    EXPECT_FALSE(t.patterns.has<armed>(t.tank));
    EXPECT_FALSE(t.w.has<armed>(b));
    EXPECT_EQ(t.w.get<rare>(b).n, 3);
    EXPECT_FALSE(t.linked.apply(a));
    EXPECT_FALSE(t.linked.apply(t.w.create()));
}

TEST(linked_prefabs, variants_follow_what_they_do_not_have_themselves) {
    tanks t;
    t.pattern({}, "group");
    const entity group = t.prefabs.names().find("group");
    t.pattern(group, "first", throng::based_on{t.tank});
    t.pattern(group, "second", throng::based_on{t.heavy}, health{1, 1});
    const entity light = t.linked.instantiate(t.tank);
    const entity heavy = t.linked.instantiate(t.heavy);
    const entity all = t.linked.instantiate(group);
    const entity first = t.names.find(all, "first");
    const entity second = t.names.find(all, "second");
    EXPECT_EQ(t.linked.pattern_of(t.names.find(heavy, "turret")), t.heavy_turret);
    EXPECT_EQ(t.linked.pattern_of(t.names.find(second, "turret/gun")), t.gun);
    t.patterns.set(t.tank, health{3, 4});
    t.patterns.set(t.gun, own{8});
    t.patterns.set(t.turret, rare{50});
    t.linked.update();
    EXPECT_EQ(t.health_of(light) + t.health_of(heavy) + t.health_of(first) + t.health_of(second), "3/43/43/41/1");
    for (const entity e : {light, heavy, first, second}) {
        EXPECT_EQ(t.w.get<own>(t.names.find(e, "turret/gun")).n, 8);
        EXPECT_EQ(t.w.get<rare>(t.names.find(e, "turret")).n, e == light || e == first ? 50 : 6);
    }
    // A variant that gets a component hides that of its base, until it loses it.
    t.patterns.set(t.heavy, health{30, 40});
    t.linked.update();
    EXPECT_EQ(t.health_of(light) + t.health_of(heavy) + t.health_of(second), "3/430/401/1");
    t.w.get<health>(heavy).left = 2;
    t.patterns.remove<health>(t.heavy);
    t.linked.update();
    EXPECT_EQ(t.health_of(heavy), "2/4");
    // An instance of a variant gives its values to that, and not to the base.
    EXPECT_TRUE(t.linked.apply<health>(heavy));
    EXPECT_EQ(t.patterns.get<health>(t.heavy).most, 4);
    EXPECT_EQ(t.patterns.get<health>(t.tank).left, 3);
    t.w.remove<health>(heavy);
    EXPECT_FALSE(t.linked.apply<health>(heavy)) << "it would have that of the base";
    t.w.remove<label>(heavy);
    EXPECT_FALSE(t.linked.apply<label>(heavy)) << "it is the base's";
    EXPECT_TRUE(t.patterns.has<health>(t.heavy));
    EXPECT_EQ(t.overrides(heavy), "-health -label");
    // A part that a variant says more of from now on.
    const entity its_gun = t.pattern(t.heavy_turret, "gun", own{20});
    t.linked.update();
    const entity gun = t.names.find(heavy, "turret/gun");
    EXPECT_EQ(t.w.get<own>(gun).n, 20);
    EXPECT_EQ(t.w.get<own>(t.names.find(second, "turret/gun")).n, 20);
    EXPECT_EQ(t.w.get<own>(t.names.find(light, "turret/gun")).n, 8);
    t.w.get<own>(gun).n = 21;
    EXPECT_TRUE(t.linked.apply<own>(gun));
    EXPECT_EQ(t.patterns.get<own>(its_gun).n, 21);
    EXPECT_EQ(t.patterns.get<own>(t.gun).n, 8);
}

// One that others are based on, in the same family, or that stands below by chance.
TEST(linked_prefabs, parts_are_told_from_their_bases) {
    tanks t;
    const entity fleet = t.pattern({}, "fleet");
    const entity copy = t.pattern(fleet, "copy");
    const entity original = t.pattern(fleet, "original", health{1, 1});
    t.pattern(fleet, "third", throng::based_on{t.tank}, health{3, 3});
    t.patterns.set(copy, throng::based_on{original});
    t.patterns.add(copy, health{2, 2});
    const entity e = t.linked.instantiate(fleet);
    const entity tank = t.linked.instantiate(t.tank);
    t.family.adopt(e, tank);
    EXPECT_EQ(t.linked.update(), 0U);
    t.patterns.set(copy, health{20, 20});
    t.patterns.set(t.tank, health{50, 50});
    EXPECT_EQ(t.linked.update(), 2U);
    EXPECT_EQ(t.health_of(t.names.find(e, "copy")), "20/20");
    EXPECT_EQ(t.health_of(t.names.find(e, "original")), "1/1");
    EXPECT_EQ(t.health_of(t.names.find(e, "third")), "3/3");
    EXPECT_EQ(t.health_of(tank), "50/50");
}

TEST(linked_prefabs, entities_in_values_are_parts) {
    tanks t;
    for (int i = 0; i < 20; ++i) t.w.create(); // (So that no handle equals that of a pattern.)
    const entity light = t.linked.instantiate(t.tank);
    const entity heavy = t.linked.instantiate(t.heavy);
    EXPECT_EQ(t.linked.update(), 0U);
    for (const entity e : {light, heavy}) {
        const entity turret = t.names.find(e, "turret");
        const entity gun = t.names.find(turret, "gun");
        EXPECT_EQ(t.w.get<aim>(turret).at, e);
        EXPECT_EQ(t.overrides(turret) + t.overrides(gun), "");
    }
    t.patterns.set(t.gun, aim{t.gun, {t.turret, t.heavy}, 1});
    EXPECT_EQ(t.linked.update(), 2U);
    const entity turret = t.names.find(heavy, "turret");
    const entity gun = t.names.find(turret, "gun");
    EXPECT_EQ(t.w.get<aim>(gun).at, gun);
    EXPECT_EQ(t.w.get<aim>(gun).others, (std::vector<entity>{turret, heavy}));
    EXPECT_EQ(t.w.get<aim>(t.names.find(light, "turret/gun")).others[1], entity());
    // Back to the pattern: parts of the instance are those that the pattern's family knows.
    const entity other = t.w.create();
    t.w.set(gun, aim{heavy, {turret, gun, other}, 1});
    EXPECT_EQ(t.overrides(gun), "aim.at aim.others");
    ASSERT_TRUE(t.linked.apply<aim>(gun));
    EXPECT_EQ(t.patterns.get<aim>(t.gun).at, t.tank);
    EXPECT_EQ(t.patterns.get<aim>(t.gun).others, (std::vector<entity>{t.turret, t.gun, {}}));
    EXPECT_EQ(t.w.get<aim>(t.names.find(light, "turret/gun")).at, light);
    EXPECT_EQ(t.overrides(gun), "aim.others") << "what is no part is an override still";
    t.w.set(turret, aim{turret, {}});
    t.w.set(heavy, aim{turret, {}});
    ASSERT_TRUE(t.linked.apply<aim>(turret) && t.linked.apply<aim>(heavy));
    EXPECT_EQ(t.patterns.get<aim>(t.heavy_turret).at, t.heavy_turret);
    EXPECT_EQ(t.patterns.get<aim>(t.heavy).at, t.heavy_turret);
    // A part that has been destroyed.
    const entity lone = t.names.find(light, "turret/gun");
    t.w.get<aim>(lone).shots = 50;
    t.family.leave(lone);
    t.w.destroy(t.names.find(light, "turret"));
    t.patterns.set(t.tank, aim{t.gun, {t.turret, t.tank}});
    t.linked.update();
    EXPECT_EQ(t.w.get<aim>(light).at, entity()) << "it has left";
    EXPECT_EQ(t.w.get<aim>(light).others, (std::vector<entity>{{}, light}));
}

TEST(linked_prefabs, parts_that_leave_are_instances_of_their_own_patterns) {
    tanks t;
    const entity heavy = t.linked.instantiate(t.heavy);
    const entity turret = t.names.find(heavy, "turret");
    const entity gun = t.names.find(turret, "gun");
    const entity tank = t.linked.instantiate(t.tank);
    t.family.adopt(tank, gun);
    t.patterns.set(t.gun, own{70});
    t.linked.update();
    EXPECT_EQ(t.w.get<own>(gun).n, 70);
    EXPECT_EQ(t.w.get<aim>(gun).at, entity()) << "no turret is a part of a gun";
    // An instance below another one is no part of that.
    t.family.adopt(tank, heavy);
    t.patterns.set(t.heavy, health{4, 4});
    t.linked.update();
    EXPECT_EQ(t.health_of(heavy), "4/4");
    EXPECT_EQ(t.w.get<aim>(turret).at, heavy);
    // Of two that are the same part, the first one is referred to.
    const entity spare = t.w.clone(turret);
    ASSERT_TRUE(t.family.adopt(heavy, spare));
    t.patterns.set(t.heavy, aim{t.heavy_turret, {}});
    t.patterns.set(t.heavy_turret, rare{12});
    t.linked.update();
    EXPECT_EQ(t.w.get<aim>(heavy).at, turret);
    EXPECT_EQ(t.w.get<aim>(spare).at, heavy);
    EXPECT_EQ(t.w.get<rare>(spare).n, 12);
    // A clone is linked as well.
    t.w.get<health>(heavy).most = 5;
    const entity clone = t.w.clone(heavy);
    EXPECT_EQ(t.overrides(clone), "health.most");
    t.patterns.set(t.heavy, health{6, 6});
    t.linked.update();
    EXPECT_EQ(t.health_of(clone), "6/5");
    EXPECT_TRUE(t.w.validate());
}

TEST(linked_prefabs, are_unlinked_and_outlive_their_patterns) {
    tanks t;
    const entity a = t.linked.instantiate(t.tank);
    const entity b = t.linked.instantiate(t.heavy);
    const entity turret = t.names.find(a, "turret");
    EXPECT_TRUE(t.linked.unlink(a));
    EXPECT_FALSE(t.linked.unlink(a));
    EXPECT_FALSE((t.w.has_any<throng::instance_of, throng::prefab_value<health>>(a)));
    EXPECT_FALSE(t.linked.pattern_of(a));
    t.patterns.set(t.tank, health{1, 1});
    t.patterns.set(t.turret, rare{9});
    t.linked.update();
    EXPECT_EQ(t.health_of(a), "100/100");
    EXPECT_EQ(t.w.get<rare>(turret).n, 9) << "it is an instance of its own pattern";
    t.w.get<health>(b).left = 7;
    t.patterns.destroy(t.heavy);
    EXPECT_FALSE(t.linked.pattern_of(b));
    t.patterns.set(t.tank, health{2, 2});
    t.patterns.set(t.gun, own{3});
    EXPECT_EQ(t.linked.update(), 3U) << "the guns, one of which is in no tank that is known";
    EXPECT_EQ(t.health_of(b), "7/1");
    EXPECT_FALSE(t.linked.revert(b));
    EXPECT_FALSE(t.linked.apply(b));
    EXPECT_EQ(t.overrides(b), "health.left");
    // A pattern that has become a part of itself has no instances.
    t.patterns.add(t.gun, throng::based_on{t.tank});
    const entity gun = t.names.find(a, "turret/gun");
    EXPECT_FALSE(t.linked.revert(gun));
    t.linked.update();
    EXPECT_TRUE(t.w.validate());
}

TEST(linked_prefabs, values_without_fields_are_compared_as_saved) {
    tanks t;
    const entity e = t.names.find(t.linked.instantiate(t.tank), "turret/gun");
    t.w.get<own>(e).times_copied = 100;
    EXPECT_EQ(t.overrides(e), "");
    t.w.get<own>(e).n = 1;
    EXPECT_EQ(t.overrides(e), "own");
    EXPECT_TRUE(t.linked.is_overridden<own>(e));
    EXPECT_TRUE(t.linked.revert(e));
    EXPECT_EQ(t.w.get<own>(e).n, 7);
}

TEST(linked_prefabs, world_and_patterns_are_rolled_back_and_saved_apart) {
    tanks t;
    const entity a = t.linked.instantiate(t.tank);
    const entity b = t.linked.instantiate(t.heavy);
    t.w.get<health>(b).left = 120; // (What the pattern gives later.)
    const throng::snapshot then(t.w);
    throng::byte_writer<> bytes;
    save(t.w, bytes, saved);
    throng::byte_writer<> patterns;
    save(t.patterns, patterns, saved);
    t.patterns.set(t.tank, health{120, 150});
    t.linked.update();
    EXPECT_EQ(t.health_of(a) + t.health_of(b), "120/150120/150");
    ASSERT_TRUE(then.roll_back());
    EXPECT_EQ(t.overrides(a) + t.overrides(b), "health.left");
    EXPECT_EQ(t.health_of(a), "100/100");
    t.patterns.set(t.tank, health{130, 160});
    t.linked.update();
    EXPECT_EQ(t.health_of(a) + t.health_of(b), "130/160120/160") << "as the patterns are";
    // In another program, whose patterns have changed.
    tanks later;
    ASSERT_TRUE(restore(later.patterns, patterns.bytes(), saved));
    ASSERT_TRUE(restore(later.w, bytes.bytes(), saved));
    EXPECT_EQ(later.linked.update(), 0U);
    EXPECT_EQ(later.overrides(a) + later.overrides(b), "health.left");
    later.patterns.set(later.tank, health{7, 8});
    later.linked.update();
    EXPECT_EQ(later.health_of(a) + later.health_of(b), "7/8120/8");
    EXPECT_EQ(later.w.get<aim>(later.names.find(b, "turret")).at, b);
    // A branch that is merged into another world is linked as before, if both have the patterns.
    tanks third;
    for (int i = 0; i < 30; ++i) third.w.create();
    const auto map = merge(third.w, later.w, saved);
    const entity its_b = map.find(b);
    EXPECT_EQ(third.overrides(its_b), "health.left");
    third.patterns.set(third.tank, health{1, 2});
    third.linked.update();
    EXPECT_EQ(third.health_of(its_b), "120/2");
    EXPECT_EQ(third.overrides(third.names.find(its_b, "turret/gun")), "");
}

TEST(linked_prefabs, hooks_are_called_for_what_changes) {
    tanks t;
    const entity a = t.linked.instantiate(t.tank);
    const entity b = t.linked.instantiate(t.tank, health{1, 1});
    std::vector<entity> told;
    t.w.on_set<health>([&](entity e, health& now, const health& before) {
        EXPECT_NE(now.left, before.left);
        told.push_back(e);
    });
    t.w.on_add<own>([&](entity e, own&) { told.push_back(e); });
    t.w.on_remove<armed>([&](entity e, armed&) { told.push_back(e); });
    t.patterns.set(t.tank, health{2, 2});
    t.linked.update();
    EXPECT_EQ(told, std::vector<entity>{a});
    t.patterns.add(t.tank, own{2});
    t.patterns.remove<armed>(t.tank);
    told.clear();
    t.linked.update();
    EXPECT_EQ(told, (std::vector<entity>{a, a, b, b}));
    // What a hook makes of a value is an override.
    t.w.on_set<health>([&](entity, health& now) { now.left = 9; });
    t.patterns.set(t.tank, health{3, 3});
    t.linked.update();
    EXPECT_EQ(t.health_of(a), "9/3");
    EXPECT_EQ(t.overrides(a), "health.left");
}

// What they do is of the kind that takes away what is being worked with.
TEST(linked_prefabs, hooks_may_end_everything) {
    for (int what = 0; what < 10; ++what) {
        for (int which = 0; which < 3; ++which) {
            SCOPED_TRACE(::testing::Message() << what << " in " << which);
            auto t = std::make_unique<tanks>();
            std::optional<world> elsewhere;
            std::vector<entity> all;
            for (int i = 0; i < 3; ++i) all.push_back(t->linked.instantiate(i == 1 ? t->heavy : t->tank));
            const entity turret = t->names.find(all[0], "turret");
            const entity gun = t->names.find(turret, "gun");
            int called = 0;
            const auto hook = [&](entity e, const auto&) {
                if (called++ != which % 2) return;
                if (what == 0) t->its.reset();
                if (what == 1) t->w.destroy(e);
                if (what == 2) t->w.clear();
                if (what == 3) t->patterns.destroy(t->tank);
                if (what == 4) t->patterns.clear();
                if (what == 5) elsewhere.emplace(std::move(t->w));
                if (what == 6) t->patterns = world();
                if (what == 7) (void)t->linked.update();
                if (what == 8) t->linked.unlink(e);
                if (what == 9) {
                    t->patterns.set(t->tank, health{77, 88});
                    (void)t->linked.update();
                    (void)t->linked.apply(all[2]);
                    (void)t->linked.revert(all[2]);
                }
            };
            t->w.on_set<health>(hook);
            t->w.on_set<aim>(hook);
            t->w.on_add<own>(hook);
            t->w.on_remove<rare>(hook);
            t->patterns.set(t->tank, health{5, 5});
            t->patterns.add(t->tank, own{5});
            t->patterns.set(t->turret, aim{t->gun, {t->tank}});
            t->patterns.remove<rare>(t->turret);
            t->w.get<health>(all[0]).left = 4;
            if (which == 0) (void)t->linked.update();
            if (which == 1) (void)t->linked.apply(all[0]);
            if (which == 2) {
                (void)t->linked.revert(all[0]);
                if (t->its) (void)t->linked.revert(turret);
            }
            EXPECT_GT(called, 0);
            world& w = elsewhere ? *elsewhere : t->w;
            EXPECT_TRUE(w.validate());
            if (what == 6) continue;
            EXPECT_TRUE(t->patterns.validate());
            if (!t->its) t->its.emplace(t->prefabs, listed);
            called = 100;
            (void)t->linked.update();
            if (what == 5 || what == 7 || what == 9) {
                // (All are there, and follow.)
                ASSERT_TRUE(w.alive(all[2]));
                EXPECT_EQ(w.get<health>(all[2]).most, t->patterns.get<health>(t->tank).most);
                EXPECT_EQ(w.get<aim>(turret).at, gun);
            }
        }
    }
}

TEST(linked_prefabs, hooks_may_end_the_text_of_a_field) {
    tanks t;
    const entity e = t.linked.instantiate(t.tank, health{1, 1});
    auto field = std::make_unique<std::string>("a field whose name is longer than a small string");
    field->replace(0, field->npos, "left");
    const std::string_view left = *field;
    t.w.on_set<health>([&](entity, health&) { field.reset(); });
    t.patterns.remove<health>(t.tank);
    t.linked.update();
    t.patterns.add(t.tank, health{5, 1});
    t.linked.update();
    t.patterns.set(t.tank, health{5, 7});
    // The update at its beginning calls the hook.
    t.w.get<health>(e).most = 1;
    EXPECT_TRUE(t.linked.apply<health>(e, left));
    EXPECT_EQ(t.patterns.get<health>(t.tank).left, 1);
    EXPECT_EQ(field, nullptr);
}

// A copy of a value may be an edit as well.
namespace {
struct wild {
    int n = 0;
    static inline void (*edit)() = nullptr;
    wild() = default;
    explicit wild(int x) : n(x) {}
    wild(const wild& other) : n(other.n) {
        if (auto* const now = std::exchange(edit, nullptr)) now();
        // (It is read after that, too.)
        n = other.n;
    }
    wild(wild&& other) noexcept : n(other.n) {}
    wild& operator=(const wild& other) = default;
    wild& operator=(wild&& other) = default;
    ~wild() { n = -1; }
};
tanks* the_tanks = nullptr;
entity the_entity;
} // namespace
template <> struct throng::component<wild> {
    static constexpr const char* name = "wild";
    static constexpr auto fields = throng::fields(throng::field("n", &wild::n));
};

TEST(linked_prefabs, copies_may_edit) {
    static void (*const edits[])() = {
        [] { the_tanks->w.destroy(the_entity); },
        [] { the_tanks->w.remove<wild>(the_entity); },
        [] { the_tanks->w.remove<throng::instance_of>(the_entity); },
        [] { the_tanks->patterns.remove<wild>(the_tanks->tank); },
        [] { the_tanks->patterns.destroy(the_tanks->tank); },
        [] { the_tanks->its.reset(); },
    };
    for (const auto edit : edits) {
        for (int skip = 0; skip < 3; ++skip) {
            tanks t;
            t.its.emplace(t.prefabs, components<wild, health>);
            t.patterns.add<wild>(t.tank, 1);
            the_tanks = &t;
            the_entity = t.linked.instantiate(t.tank);
            if (skip == 1) t.w.get<wild>(the_entity).n = 5;
            t.patterns.patch<wild>(t.tank, [](wild& its) { its.n = 2; });
            wild::edit = edit;
            if (skip == 0) (void)t.linked.update();
            if (skip == 1) (void)t.linked.apply<wild>(the_entity);
            if (skip == 2) (void)t.linked.revert<wild>(the_entity);
            EXPECT_EQ(wild::edit, nullptr);
            EXPECT_TRUE(t.w.validate() && t.patterns.validate());
        }
    }
}

TEST(linked_prefabs, outlive_their_world) {
    auto w = std::make_unique<world>();
    throng::prefabs prefabs(*w);
    throng::linked_prefabs linked(prefabs, components<health>);
    const entity p = prefabs.patterns().create(health{});
    world moved = std::move(*w);
    w.reset();
    const entity e = linked.instantiate(p);
    EXPECT_TRUE(moved.alive(e));
    prefabs.patterns().set(p, health{1, 1});
    EXPECT_EQ(linked.update(), 1U);
    moved = world();
    EXPECT_FALSE(linked.instantiate(p));
    EXPECT_EQ(linked.update(), 0U);
    EXPECT_FALSE(linked.revert(e) || linked.apply(e) || linked.unlink(e) || linked.is_overridden<health>(e));
    EXPECT_TRUE(linked.overrides(e).empty());
    EXPECT_FALSE(linked.pattern_of(e));
}

TEST(linked_prefabs, prefabs_alone_link_instances_if_they_are_told) {
    world w;
    throng::prefabs prefabs(w);
    const entity p = prefabs.patterns().create(health{});
    EXPECT_FALSE(w.has<throng::instance_of>(prefabs.instantiate(p)));
    EXPECT_FALSE(prefabs.links_instances());
    prefabs.links_instances(true);
    const entity e = prefabs.instantiate(prefabs.variant(p));
    EXPECT_EQ(prefabs.patterns().get<throng::based_on>(w.get<throng::instance_of>(e).pattern()).pattern, p);
    std::vector<entity> many(100);
    ASSERT_TRUE(prefabs.instantiate(p, std::span(many)));
    for (const entity m : many) ASSERT_EQ(w.get<throng::instance_of>(m).pattern(), p);
    // One that has been made of an instance has no link of its own to pass on.
    prefabs.patterns().add(p, w.get<throng::instance_of>(e));
    EXPECT_EQ(w.get<throng::instance_of>(prefabs.instantiate(p)).pattern(), p);
    prefabs.links_instances(false);
    EXPECT_FALSE(w.has<throng::instance_of>(prefabs.instantiate(p)));
}

#if defined(__cpp_exceptions)
TEST(linked_prefabs, what_throws_is_continued_by_the_next_update) {
    for (int n = 0; n < 6; ++n) {
        tanks t;
        const entity a = t.linked.instantiate(t.tank);
        const entity b = t.linked.instantiate(t.tank, health{1, 100});
        const entity c = t.linked.instantiate(t.tank);
        int left = n;
        const auto hook = [&](entity, const auto&) {
            if (left-- == 0) throw std::runtime_error("enough");
        };
        t.w.on_set<health>(hook);
        t.w.on_add<rare>(hook);
        t.w.on_remove<armed>(hook);
        t.patterns.set(t.tank, health{2, 3});
        t.patterns.add(t.tank, rare{1});
        t.patterns.remove<armed>(t.tank);
        EXPECT_THROW(t.linked.update(), std::runtime_error);
        t.linked.update();
        EXPECT_EQ(t.health_of(a) + t.health_of(b) + t.health_of(c), "2/31/32/3") << n;
        EXPECT_EQ(t.overrides(a) + t.overrides(b) + t.overrides(c), "health.left");
        EXPECT_EQ(t.w.count<armed>(), 0U);
        t.patterns.set(t.tank, health{20, 30});
        t.linked.update();
        EXPECT_EQ(t.health_of(a) + t.health_of(b) + t.health_of(c), "20/301/3020/30") << n;
    }
}

TEST(linked_prefabs, that_cannot_be_recorded_are_not_made) {
    tanks t;
    int left = 0;
    t.w.on_add<throng::prefab_value<health>>([&](entity, const auto&) {
        if (left-- == 0) throw std::runtime_error("enough");
    });
    for (int n = 0; n < 2; ++n) {
        left = n;
        entity two[2];
        EXPECT_THROW((void)t.linked.instantiate(t.tank, two), std::runtime_error);
        EXPECT_TRUE(t.w.empty());
    }
    left = 0;
    EXPECT_THROW((void)t.linked.instantiate(t.tank, health{}), std::runtime_error);
    EXPECT_TRUE(t.w.empty() && t.w.validate());
    EXPECT_TRUE(t.linked.instantiate(t.tank));
}

TEST(linked_prefabs, find_no_memory_and_continue) {
    support::allocation_log log;
    using allocator = support::logged_allocator<std::byte>;
    {
        throng::basic_world<allocator> w;
        throng::basic_prefabs<allocator> prefabs(w);
        throng::basic_linked_prefabs<allocator> linked(prefabs, components<health, rare, armed>);
        const entity p = prefabs.patterns().create(health{});
        const entity part = prefabs.patterns().create(rare{1});
        prefabs.family().adopt(p, part);
        std::vector<entity> all(50);
        for (entity& e : all) e = linked.instantiate(p);
        std::size_t failures = 0;
        for (std::size_t n = 1;; ++n) {
            const int round = static_cast<int>(n);
            prefabs.patterns().set(p, health{round, round});
            if (round % 2 == 0) prefabs.patterns().add(p, rare{round});
            else prefabs.patterns().remove<rare>(p);
            log.failed = false;
            log.fail_in = n;
            try {
                linked.update();
            } catch (const std::bad_alloc&) {
                ++failures;
                log.fail_in = 0;
                linked.update();
            }
            log.fail_in = 0;
            for (const entity e : all) {
                ASSERT_EQ(w.get<health>(e).left, round);
                ASSERT_EQ(w.has<rare>(e), round % 2 == 0);
                ASSERT_TRUE(linked.overrides(e).empty());
            }
            ASSERT_TRUE(w.validate());
            if (!log.failed) break;
        }
        EXPECT_GT(failures, 3U);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif
