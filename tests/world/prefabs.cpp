// Patterns of entities and their instances.

#include "support/allocation.hpp"

#include <throng/world/prefabs.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::prefabs;
using throng::world;

struct position {
    float x = 0;
    float y = 0;
};
struct health {
    int left = 100;
};
struct label {
    std::string text;
};
struct armed {};
struct rare {
    int n = 0;
};
struct aim {
    entity at;
    std::vector<entity> others;
    int shots = 3;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<rare> {
    static constexpr const char* name = "rare";
    static constexpr bool sparse = true;
};

namespace {

/// A tank with a turret, in which a gun stands, and a track.
struct tanks {
    world w;
    throng::prefabs prefabs{w, throng::components<aim, position, label>};
    throng::family family{w};
    throng::naming names{w};
    entity tank = pattern({}, "tank", health{100}, position{1, 2}, armed{});
    entity turret = pattern(tank, "turret", position{0, 1}, label{"a turret with a long label"});
    entity gun = pattern(turret, "gun", health{5});
    entity track = pattern(tank, nullptr, rare{7});

    template <class... Cs> entity pattern(entity parent, const char* name, Cs... values) {
        const entity e = prefabs.patterns().create(values...);
        if (parent) prefabs.family().adopt(parent, e);
        if (name != nullptr) prefabs.names().set(e, name);
        return e;
    }
    std::vector<entity> children_of(entity e) {
        std::vector<entity> those;
        family.each_child(e, [&](entity c) { those.push_back(c); });
        return those;
    }
};

} // namespace

TEST(prefabs, are_copied_with_their_family) {
    tanks t;
    const entity e = t.prefabs.instantiate(t.tank);
    ASSERT_TRUE(t.w.alive(e));
    EXPECT_EQ(t.w.size(), 4U);
    EXPECT_EQ(t.w.get<health>(e).left, 100);
    EXPECT_EQ(t.w.get<position>(e).y, 2);
    EXPECT_TRUE(t.w.has<armed>(e));
    EXPECT_EQ(t.names.of(e), "") << "the name is the pattern's";
    EXPECT_FALSE(t.family.parent_of(e));
    const auto parts = t.children_of(e);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(t.w.get<label>(parts[0]).text, "a turret with a long label");
    EXPECT_EQ(t.names.find(e, "turret"), parts[0]);
    EXPECT_EQ(t.w.get<rare>(parts[1]).n, 7);
    EXPECT_EQ(t.names.of(parts[1]), "");
    EXPECT_EQ(t.w.get<health>(t.names.find(e, "turret/gun")).left, 5);
    EXPECT_FALSE((t.w.has_any<throng::based_on, throng::entity_name>(e)));
    // No query sees a pattern, and nothing goes back to it.
    EXPECT_EQ(t.w.count<health>(), 2U);
    t.w.get<health>(e).left = 1;
    EXPECT_EQ(t.prefabs.patterns().get<health>(t.tank).left, 100);
    EXPECT_TRUE(t.w.destroy(e));
    EXPECT_TRUE(t.w.empty());
    EXPECT_TRUE(t.w.validate() && t.prefabs.patterns().validate());
}

TEST(prefabs, are_instantiated_many_times_at_once) {
    tanks t;
    for (const std::size_t n : {0U, 1U, 63U, 64U, 1000U, 2500U}) {
        std::vector<entity> tops(n);
        ASSERT_TRUE(t.prefabs.instantiate(t.tank, std::span(tops)));
        EXPECT_EQ(t.w.size(), 4 * n);
        for (const entity e : tops) {
            ASSERT_EQ(t.w.get<position>(e).x, 1);
            const auto parts = t.children_of(e);
            ASSERT_EQ(parts.size(), 2U);
            ASSERT_EQ(t.family.parent_of(parts[0]), e);
            ASSERT_EQ(t.names.find(e, "turret"), parts[0]);
            ASSERT_EQ(t.w.get<health>(t.family.first_child_of(parts[0])).left, 5);
        }
        ASSERT_TRUE(t.w.validate());
        t.w.destroy(tops);
        ASSERT_TRUE(t.w.empty());
    }
    EXPECT_TRUE(t.prefabs.instantiate_many(t.gun, 3000));
    EXPECT_EQ(t.w.count<health>(), 3000U);
    std::size_t n = 0;
    t.w.query<const health>().each([&](const health& h) { n += h.left == 5 ? 1U : 0U; });
    EXPECT_EQ(n, 3000U);
    // Between others, into gaps.
    t.w.clear();
    std::vector<entity> tops(500);
    t.w.create_many(300, health{1});
    ASSERT_TRUE(t.prefabs.instantiate(t.gun, std::span(tops)));
    std::size_t i = 0;
    t.w.each([&](entity e) {
        if (i++ % 3 == 0) t.w.destroy(e);
    });
    ASSERT_TRUE(t.prefabs.instantiate(t.gun, std::span(tops)));
    for (const entity e : tops) ASSERT_EQ(t.w.get<health>(e).left, 5);
    EXPECT_TRUE(t.w.validate());
}

// Of plain values alone, which are created a word at a time.
TEST(prefabs, many_instances_of_one_part_are_different_entities) {
    tanks t;
    const entity stone = t.pattern({}, nullptr, position{3, 4}, health{1});
    (void)t.w.create(position{});
    std::vector<entity> made(300);
    ASSERT_TRUE(t.prefabs.instantiate(stone, std::span(made)));
    for (const entity e : made) {
        ASSERT_TRUE(t.w.alive(e));
        EXPECT_EQ(t.w.get<position>(e).y, 4);
    }
    std::ranges::sort(made);
    EXPECT_EQ(std::ranges::adjacent_find(made), made.end());
    EXPECT_EQ(t.w.size(), 301U);
}

TEST(prefabs, come_with_values_of_their_own) {
    tanks t;
    const entity e = t.prefabs.instantiate(t.tank, position{8, 9}, label{"mine"});
    EXPECT_EQ(t.w.get<position>(e).x, 8);
    EXPECT_EQ(t.w.get<label>(e).text, "mine");
    EXPECT_EQ(t.w.get<health>(e).left, 100);
    entity two[2];
    EXPECT_TRUE(t.prefabs.instantiate(t.tank, two));
    EXPECT_TRUE(t.w.alive(two[1]));
}

TEST(prefabs, have_variants_that_inherit) {
    tanks t;
    world& patterns = t.prefabs.patterns();
    const entity heavy = t.prefabs.variant(t.tank);
    patterns.add(heavy, health{300});
    const entity heaviest = t.prefabs.variant(heavy);
    patterns.add(heaviest, position{5, 5});
    const entity e = t.prefabs.instantiate(heaviest);
    EXPECT_EQ(t.w.get<health>(e).left, 300);
    EXPECT_EQ(t.w.get<position>(e).x, 5);
    EXPECT_TRUE(t.w.has<armed>(e));
    EXPECT_TRUE(t.names.find(e, "turret/gun"));
    // What the base gets later, too, and what it loses not.
    patterns.get<position>(t.tank).y = 77;
    patterns.add(t.tank, label{"new"});
    patterns.remove<armed>(t.tank);
    const entity later = t.prefabs.instantiate(heavy);
    EXPECT_EQ(t.w.get<position>(later).y, 77);
    EXPECT_EQ(t.w.get<label>(later).text, "new");
    EXPECT_FALSE(t.w.has<armed>(later));
    EXPECT_TRUE(t.w.has<armed>(e)) << "what there is stays as it is";
    patterns.destroy(t.tank);
    const entity orphan = t.prefabs.instantiate(heavy);
    EXPECT_EQ(t.w.get<health>(orphan).left, 300);
    EXPECT_FALSE(t.w.has<position>(orphan));
}

TEST(prefabs, stand_in_each_other_and_parts_of_parts_are_overridden) {
    tanks t;
    // A battery is a tank with another turret, whose gun is another one, and with a flag.
    const entity cannon = t.pattern({}, "cannon", health{50}, rare{1});
    const entity battery = t.prefabs.variant(t.tank);
    const entity turret = t.pattern(battery, "turret", position{9, 9});
    const entity gun = t.pattern(turret, "gun", throng::based_on{cannon});
    const entity flag = t.pattern(battery, "flag", label{"a flag"});
    // Two of them in a group.
    const entity group = t.pattern({}, "group");
    t.pattern(group, "first", throng::based_on{battery});
    t.pattern(group, "second", throng::based_on{t.tank}, position{3, 3});
    ASSERT_TRUE(gun && flag);

    const entity e = t.prefabs.instantiate(group);
    const entity first = t.names.find(e, "first");
    const entity second = t.names.find(e, "second");
    EXPECT_EQ(t.w.get<health>(first).left, 100);
    EXPECT_EQ(t.w.get<position>(first).x, 1);
    EXPECT_EQ(t.w.get<position>(second).x, 3);
    ASSERT_EQ(t.children_of(first).size(), 3U);
    EXPECT_EQ(t.names.of(t.children_of(first)[0]), "turret");
    EXPECT_EQ(t.w.get<rare>(t.children_of(first)[1]).n, 7) << "those of the base come first";
    EXPECT_EQ(t.names.of(t.children_of(first)[2]), "flag");
    EXPECT_EQ(t.w.get<position>(t.names.find(first, "turret")).x, 9);
    EXPECT_EQ(t.w.get<label>(t.names.find(first, "turret")).text, "a turret with a long label");
    EXPECT_EQ(t.w.get<health>(t.names.find(first, "turret/gun")).left, 50);
    EXPECT_EQ(t.w.get<rare>(t.names.find(first, "turret/gun")).n, 1);
    EXPECT_EQ(t.w.get<health>(t.names.find(second, "turret/gun")).left, 5);
    EXPECT_FALSE(t.names.find(second, "flag"));
    EXPECT_EQ(t.w.size(), 1U + 5U + 4U);
    EXPECT_TRUE(t.w.validate());
}

TEST(prefabs, that_are_part_of_themselves_are_refused) {
    tanks t;
    world& patterns = t.prefabs.patterns();
    EXPECT_FALSE(t.prefabs.instantiate({}));
    const entity gone = patterns.create();
    patterns.destroy(gone);
    EXPECT_FALSE(t.prefabs.instantiate(gone));
    EXPECT_FALSE(t.prefabs.variant(gone));
    EXPECT_FALSE(t.prefabs.instantiate_into(gone, t.w.create()));
    t.w.clear();
    const entity inner = t.pattern(t.gun, "inner", throng::based_on{t.tank});
    EXPECT_FALSE(t.prefabs.instantiate(t.tank));
    EXPECT_FALSE(t.prefabs.instantiate_many(t.tank, 10));
    EXPECT_TRUE(t.w.empty());
    patterns.destroy(inner);
    // Two that are based on each other have what both have.
    const entity a = patterns.create(health{1});
    const entity b = patterns.create(position{2, 2}, throng::based_on{a});
    patterns.add(a, throng::based_on{b});
    EXPECT_TRUE((t.w.has<health, position>(t.prefabs.instantiate(a))));
    // Too deep.
    entity deep = patterns.create();
    for (int i = 0; i < 300; ++i) {
        const entity above = patterns.create();
        t.prefabs.family().adopt(above, deep);
        deep = above;
    }
    t.w.clear();
    EXPECT_FALSE(t.prefabs.instantiate(deep));
    EXPECT_TRUE(t.w.empty());
}

TEST(prefabs, parts_are_counted_before_an_instance_is_made) {
    tanks t;
    EXPECT_EQ(t.prefabs.count_parts(t.tank), 4U);
    EXPECT_EQ(t.prefabs.count_parts(t.gun), 1U);
    EXPECT_EQ(t.prefabs.count_parts({}), 0U);
    t.prefabs.max_parts(4);
    EXPECT_EQ(t.prefabs.count_parts(t.tank), 4U);
    EXPECT_TRUE(t.prefabs.can_instantiate(t.tank));
    t.prefabs.max_parts(3);
    EXPECT_EQ(t.prefabs.count_parts(t.tank), 4U) << "more than are allowed";
    EXPECT_FALSE(t.prefabs.can_instantiate(t.tank));
    EXPECT_TRUE(t.prefabs.can_instantiate(t.turret));
}

TEST(prefabs, entities_in_values_are_the_instances_own) {
    tanks t;
    world& patterns = t.prefabs.patterns();
    const entity other = patterns.create();
    patterns.add(t.gun, aim{t.tank, {t.turret, other, {}, t.gun}});
    entity two[2];
    ASSERT_TRUE(t.prefabs.instantiate(t.tank, two));
    for (const entity e : two) {
        const entity turret = t.names.find(e, "turret");
        const entity gun = t.names.find(turret, "gun");
        const aim& its = t.w.get<aim>(gun);
        EXPECT_EQ(its.at, e);
        EXPECT_EQ(its.others, (std::vector<entity>{turret, {}, {}, gun}));
        EXPECT_EQ(its.shots, 3);
    }
    // In a variant they are its own, too.
    const entity e = t.prefabs.instantiate(t.prefabs.variant(t.tank));
    EXPECT_EQ(t.w.get<aim>(t.names.find(e, "turret/gun")).at, e);
}

TEST(prefabs, complete_what_there_is) {
    tanks t;
    t.prefabs.patterns().add(t.gun, aim{t.tank, {}});
    // (So that no handle equals that of a pattern.)
    for (int i = 0; i < 10; ++i) t.w.create();
    const entity e = t.w.create(position{6, 6});
    const entity turret = t.w.create(position{7, 7});
    t.family.adopt(e, turret);
    t.names.set(turret, "turret");
    t.w.add(turret, aim{e, {}, 9});
    ASSERT_TRUE(t.prefabs.instantiate_into(t.tank, e));
    EXPECT_EQ(t.w.get<position>(e).x, 6);
    EXPECT_EQ(t.w.get<health>(e).left, 100);
    EXPECT_EQ(t.names.find(e, "turret"), turret);
    EXPECT_EQ(t.w.get<position>(turret).x, 7);
    EXPECT_EQ(t.w.get<aim>(turret).at, e) << "its own value stays";
    EXPECT_EQ(t.w.get<label>(turret).text, "a turret with a long label");
    EXPECT_EQ(t.w.get<aim>(t.names.find(turret, "gun")).at, e);
    EXPECT_EQ(t.children_of(e).size(), 2U);
    EXPECT_TRUE(t.w.validate());
}

TEST(prefabs, may_have_components_of_run_time) {
    world w;
    prefabs its(w);
    const auto words = [](const char* name) {
        auto type = throng::core::describe<std::string>();
        type.name = name;
        return type;
    };
    const auto said = its.patterns().define(words("said"));
    const auto amount = its.patterns().define({.name = "amount", .size = 4, .alignment = 4});
    const auto other = its.patterns().define({.name = "other", .size = 4, .alignment = 4});
    (void)w.define({.name = "other", .size = 8, .alignment = 8});
    const entity p = its.patterns().create();
    const std::string text = "too long for the string itself";
    const int much = 5;
    its.patterns().add(p, said, &text);
    its.patterns().add(p, amount, &much);
    its.patterns().add(p, other, &much);
    std::vector<entity> all(100);
    ASSERT_TRUE(its.instantiate(p, std::span(all)));
    EXPECT_EQ(*static_cast<std::string*>(w.get(all[99], w.find("said"))), text);
    EXPECT_EQ(*static_cast<int*>(w.get(all[99], w.find("amount"))), 5);
    EXPECT_FALSE(w.has(all[99], w.find("other"))) << "it is something else here";
}

TEST(prefabs, hooks_are_told_and_change_no_handles) {
    const auto made = [](bool hooked) {
        tanks t;
        std::size_t told = 0;
        if (hooked) t.w.on_add<health>([&](entity e, health&) { told += t.w.alive(e) ? 1U : 0U; });
        std::vector<entity> tops(100);
        EXPECT_TRUE(t.prefabs.instantiate(t.tank, std::span(tops)));
        EXPECT_EQ(told, hooked ? 200U : 0U);
        for (const entity e : std::vector(tops)) {
            for (const entity c : t.children_of(e)) tops.push_back(c);
        }
        EXPECT_EQ(tops.size(), 300U);
        return tops;
    };
    EXPECT_EQ(made(false), made(true));
    // One that destroys, and one that makes a family of its own.
    tanks t;
    int n = 0;
    t.w.on_add<rare>([&](entity e, rare&) {
        if (n++ % 2 == 0) t.w.destroy(e);
        else t.family.adopt(t.w.create(), e);
    });
    entity two[2];
    ASSERT_TRUE(t.prefabs.instantiate(t.tank, two));
    EXPECT_EQ(t.children_of(two[0]).size(), 1U);
    EXPECT_EQ(t.children_of(two[1]).size(), 1U); // (The other one stays where the hook has put it.)
    EXPECT_EQ(t.w.size(), 3U + 4U + 1U);
    EXPECT_TRUE(t.w.validate());
}

TEST(prefabs, instances_are_in_snapshots_and_saves) {
    tanks t;
    constexpr auto all = throng::components<position, label, rare, throng::kin, throng::entity_name>;
    std::vector<entity> tops(50);
    ASSERT_TRUE(t.prefabs.instantiate(t.tank, std::span(tops)));
    const auto before = hash(t.w, all);
    const throng::snapshot then(t.w);
    throng::byte_writer<> bytes;
    save(t.w, bytes, all);
    t.w.destroy(tops);
    ASSERT_TRUE(t.prefabs.instantiate(t.tank, std::span(tops)));
    ASSERT_TRUE(then.roll_back());
    EXPECT_EQ(hash(t.w, all), before);
    world other;
    ASSERT_TRUE(restore(other, bytes.bytes(), all));
    EXPECT_EQ(hash(other, all), before);
    // And so are patterns, by what they are made of.
    constexpr auto also = throng::components<position, label, rare, throng::kin, throng::entity_name, throng::based_on>;
    (void)t.prefabs.variant(t.tank);
    bytes.clear();
    save(t.prefabs.patterns(), bytes, also);
    throng::prefabs again(other);
    ASSERT_TRUE(restore(again.patterns(), bytes.bytes(), also));
    EXPECT_TRUE(again.instantiate(again.names().find("tank")));
    const entity variant = again.patterns().query<>(throng::all_of<throng::based_on>).first();
    EXPECT_EQ(other.get<position>(again.instantiate(variant)).y, 2);
}

TEST(prefabs, outlive_their_world) {
    auto w = std::make_unique<world>();
    prefabs its(*w);
    const entity p = its.patterns().create(health{});
    world moved = std::move(*w);
    w.reset();
    EXPECT_TRUE(moved.alive(its.instantiate(p)));
    moved = world();
    EXPECT_FALSE(its.instantiate(p));
    EXPECT_FALSE(its.instantiate_into(p, {}));
}

#if defined(__cpp_exceptions)
TEST(prefabs, what_throws_leaves_no_instance) {
    tanks t;
    int left = 5;
    t.w.on_add<health>([&](entity, health&) {
        if (left-- == 0) throw std::runtime_error("enough");
    });
    std::vector<entity> tops(4);
    EXPECT_THROW((void)t.prefabs.instantiate(t.tank, std::span(tops)), std::runtime_error);
    EXPECT_TRUE(t.w.empty());
    EXPECT_TRUE(t.w.validate());
    left = 100;
    EXPECT_TRUE(t.prefabs.instantiate(t.tank, std::span(tops)));
}

TEST(prefabs, that_find_no_memory_leave_no_instance) {
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    {
        failing_world w;
        throng::basic_prefabs<failing_world::allocator_type> its(w);
        const entity top = its.patterns().create(health{}, position{});
        const entity part = its.patterns().create(rare{3});
        its.family().adopt(top, part);
        its.names().set(part, "part");
        std::size_t n = 0;
        do {
            log.failed = false;
            log.fail_in = ++n;
            try {
                EXPECT_TRUE(its.instantiate_many(top, 100));
            } catch (const std::bad_alloc&) {
                log.fail_in = 0;
                ASSERT_TRUE(w.empty() && w.validate()) << n;
            }
        } while (log.failed);
        log.fail_in = 0;
        EXPECT_GT(n, 10U);
        EXPECT_EQ(w.size(), 200U);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif
