// Parts of worlds: copied, saved by themselves, merged into others; and entities with handles that are known already.

#include "support/allocation.hpp"
#include "support/tracked.hpp"
#include "world/saved_game.hpp"

#include <throng/world/create_at.hpp>
#include <throng/world/merge.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace saved_game;
using throng::create_at;
using throng::entity_map;
using throng::merge;

constexpr auto those = components<story, position, name, mark, rare, throng::kin, throng::entity_name>;

/// A castle with a gate and a door, whose story is of the castle and of an entity outside.
struct castle {
    world w;
    throng::family family{w};
    throng::naming names{w};
    entity outside = w.create(position{9, 9});
    entity top = part({}, "castle", position{1, 1});
    entity gate = part(top, "gate", position{2, 2}, mark{});
    entity yard = part(top, "yard", rare{3});
    entity door = part(gate, "door", name{"of oak"});

    template <class... Cs> entity part(entity parent, const char* called, Cs... values) {
        const entity e = w.create(values...);
        if (parent) family.adopt(parent, e);
        names.set(e, called);
        return e;
    }
};

story about(entity e) { return {true, mood::angry, "long ago, and too long for the string", {{1, 2}}, {1, 2, 3}, e}; }

} // namespace

TEST(merging, a_family_is_copied_into_another_world) {
    castle c;
    c.w.add(c.door, about(c.top));
    c.w.add(c.yard, about(c.outside));
    world to;
    (void)to.create(position{5, 5});
    const entity_map map = merge(to, c.w, those, throng::branch(c.w, c.top));
    EXPECT_EQ(map.size(), 4U);
    EXPECT_FALSE(map.find(c.outside));
    EXPECT_FALSE(map.find({}));
    const throng::naming names(to);
    const throng::family family(to);
    EXPECT_EQ(names.find("castle/gate/door"), map.find(c.door));
    EXPECT_EQ(family.first_child_of(map.find(c.top)), map.find(c.gate));
    EXPECT_EQ(family.next_sibling_of(map.find(c.gate)), map.find(c.yard));
    EXPECT_EQ(to.get<story>(map.find(c.door)).of, map.find(c.top));
    EXPECT_EQ(to.get<story>(map.find(c.door)).text, about({}).text);
    EXPECT_FALSE(to.get<story>(map.find(c.yard)).of) << "it is of another world";
    EXPECT_EQ(to.get<name>(map.find(c.door)).text, "of oak");
    EXPECT_TRUE(to.has<mark>(map.find(c.gate)));
    EXPECT_EQ(to.size(), 5U);
    EXPECT_TRUE(to.validate());
    // Once more: the top has no name now, since that is taken.
    const entity_map again = merge(to, c.w, those, throng::branch(c.w, c.top));
    EXPECT_EQ(names.of(again.find(c.top)), "");
    EXPECT_EQ(names.find(again.find(c.top), "gate/door"), again.find(c.door));
    // A part of a family: what is above it is not there.
    world less;
    const entity_map some = merge(less, c.w, those, std::vector<entity>{c.yard, c.door, c.yard, {}});
    EXPECT_EQ(some.size(), 2U);
    EXPECT_FALSE(throng::family(less).parent_of(some.find(c.door)));
    EXPECT_EQ(throng::naming(less).find("door"), some.find(c.door));
    EXPECT_TRUE(throng::branch(c.w, {}).empty());
}

TEST(merging, a_family_is_copied_within_its_world) {
    castle c;
    c.w.add(c.door, about(c.top));
    c.w.add(c.yard, about(c.outside));
    const entity_map map = merge(c.w, c.w, those, throng::branch(c.w, c.top));
    EXPECT_EQ(c.w.size(), 9U);
    EXPECT_EQ(c.w.get<story>(map.find(c.door)).of, map.find(c.top));
    EXPECT_EQ(c.w.get<story>(map.find(c.yard)).of, c.outside) << "it is of this world";
    EXPECT_EQ(c.names.find(map.find(c.top), "gate/door"), map.find(c.door));
    EXPECT_EQ(c.names.find("castle/gate/door"), c.door);
    EXPECT_EQ(c.w.get<story>(c.door).of, c.top);
    EXPECT_TRUE(c.w.validate());
}

TEST(merging, a_part_is_saved_by_itself) {
    castle c;
    c.w.set_singleton(rare{1});
    c.w.add(c.door, about(c.top));
    throng::byte_writer<> bytes;
    save_part(c.w, bytes, those, throng::branch(c.w, c.top));
    world alone;
    ASSERT_TRUE(restore(alone, bytes.bytes(), those));
    EXPECT_EQ(alone.size(), 4U);
    EXPECT_EQ(alone.singleton<rare>(), nullptr);
    EXPECT_EQ(alone.get<story>(throng::naming(alone).find("castle/gate/door")).of,
              throng::naming(alone).find("castle"));

    world running;
    std::vector<entity> known;
    numbers r(6);
    live_on(running, known, r, 2000);
    running.set_singleton(rare{2});
    const auto before = running.size();
    entity_map map;
    ASSERT_TRUE(merge_saved(running, bytes.bytes(), those, &map));
    EXPECT_EQ(running.size(), before + 4);
    EXPECT_EQ(map.size(), 4U);
    EXPECT_EQ(running.singleton<rare>()->n, 2U) << "singletons stay";
    EXPECT_TRUE(throng::naming(running).find("castle/gate/door"));
    EXPECT_TRUE(running.validate());
    live_on(running, known, r, 500);
    const auto size = running.size();
    std::vector<std::byte> damaged(bytes.bytes().begin(), bytes.bytes().end());
    damaged[damaged.size() / 2] ^= std::byte{1};
    EXPECT_FALSE(merge_saved(running, damaged, those));
    EXPECT_EQ(running.size(), size);
    // While a walk is open: it goes on over what was there.
    std::size_t n = 0;
    running.each([&](entity) { EXPECT_TRUE(n++ != 0 || merge_saved(running, bytes.bytes(), those)); });
    EXPECT_EQ(n, size);
}

TEST(merging, the_map_of_a_part_knows_the_entities_that_were_saved) {
    world w;
    std::vector<entity> those_there;
    for (int i = 0; i < 5000; ++i) those_there.push_back(w.create(rare{static_cast<std::uint32_t>(i)}));
    for (int i = 0; i < 5000; i += 3) w.destroy(those_there[static_cast<std::size_t>(i)]);
    const entity again = w.create(rare{7'000});
    const std::vector<entity> some{those_there[4999], again, those_there[10], {}, those_there[4999], those_there[3]};
    throng::byte_writer<> bytes;
    save_part(w, bytes, components<rare>, some);
    world to;
    (void)to.create(rare{1});
    entity_map map;
    ASSERT_TRUE(merge_saved(to, bytes.bytes(), components<rare>, &map));
    EXPECT_EQ(to.size(), 4U);
    EXPECT_EQ(map.size(), 3U);
    EXPECT_EQ(to.get<rare>(map.find(those_there[4999])).n, 4999U);
    EXPECT_EQ(to.get<rare>(map.find(again)).n, 7'000U);
    EXPECT_EQ(to.get<rare>(map.find(those_there[10])).n, 10U);
    EXPECT_FALSE(map.find(those_there[0])) << "it was not saved";
    EXPECT_FALSE(map.find(those_there[1]));
    EXPECT_FALSE(map.find({}));
    // Restored as a world, the part is one like any other.
    world alone;
    ASSERT_TRUE(restore(alone, bytes.bytes(), components<rare>));
    EXPECT_EQ(alone.size(), 3U);
    EXPECT_TRUE(alone.validate());
}

// Whatever handles stand in bytes, a map takes memory for what was copied.
TEST(merging, a_map_of_high_indices_is_small) {
    entity_map map;
    const auto at = [](std::uint32_t index) { return entity::of_number(std::uint64_t{65537} << 32U | index); };
    map.put(at(0xfffffffe), at(1));
    for (std::uint32_t i = 0; i < 3000; ++i) map.put(at(i * 5), at(i));
    EXPECT_EQ(map.size(), 3001U);
    EXPECT_EQ(map.find(at(0xfffffffe)), at(1));
    for (std::uint32_t i = 0; i < 3000; ++i) ASSERT_EQ(map.find(at(i * 5)), at(i));
    EXPECT_FALSE(map.find(at(1)));
}

TEST(merging, a_whole_world_comes_to_another_one) {
    world a, b;
    std::vector<entity> of_a, of_b;
    numbers r(3);
    live_on(a, of_a, r, 4000);
    live_on(b, of_b, r, 4000);
    throng::byte_writer<> bytes;
    save(b, bytes, all);
    const auto size = a.size();
    entity_map map;
    ASSERT_TRUE(merge_saved(a, bytes.bytes(), all, &map));
    EXPECT_EQ(a.size(), size + b.size());
    std::set<entity> copies;
    for (const entity e : b) {
        const entity copy = map.find(e);
        ASSERT_TRUE(a.alive(copy) && copies.insert(copy).second);
        ASSERT_EQ(a.has<mark>(copy), b.has<mark>(e));
        const position* const p = b.try_get<position>(e);
        ASSERT_EQ(p == nullptr, a.try_get<position>(copy) == nullptr);
        if (p != nullptr) {
            ASSERT_EQ(p->x, a.get<position>(copy).x);
        }
        if (const story* const s = b.try_get<story>(e)) {
            ASSERT_EQ(a.get<story>(copy).of, map.find(s->of));
        }
    }
    EXPECT_TRUE(a.validate());
}

TEST(merging, components_of_run_time_come_along_where_they_are_described) {
    const throng::field_description fields[] = {{.name = "whom", .type = &throng::description_of<entity>()}};
    const auto made_of = throng::structure_of("follows", 8, fields);
    const throng::core::component_type type{.name = "follows", .size = 8, .alignment = 4, .made_of = &made_of};
    world a, b;
    const auto follows = a.define(type);
    const entity first = a.create();
    const entity second = a.create();
    a.add(second, follows, &first);
    throng::byte_writer<> bytes;
    save(a, bytes, components<>);
    const entity_map copied = merge(b, a, components<>);
    EXPECT_EQ(*static_cast<entity*>(b.get(copied.find(second), b.find("follows"))), copied.find(first));
    entity_map merged;
    ASSERT_TRUE(merge_saved(b, bytes.bytes(), components<>, &merged));
    EXPECT_EQ(*static_cast<entity*>(b.get(merged.find(second), b.find("follows"))), merged.find(first));
    EXPECT_NE(merged.find(first), copied.find(first));
}

TEST(create_at, gives_the_handle_that_is_wanted) {
    world w;
    const auto number = [](std::uint32_t generation, std::uint32_t index) {
        return entity::of_number(std::uint64_t{generation} << 32U | index);
    };
    const entity there = w.create(position{1, 1});
    const entity high = create_at(w, number(0x10005, 3000), position{2, 2}, name{"of a server"});
    EXPECT_EQ(high, number(0x10005, 3000));
    EXPECT_EQ(w.get<position>(high).x, 2);
    EXPECT_EQ(w.get<name>(high).text, "of a server");
    EXPECT_EQ(create_at(w, number(0x10001, 1), rare{4}), number(0x10001, 1));
    EXPECT_EQ(w.get<rare>(number(0x10001, 1)).n, 4U) << "on a page of another kind";
    EXPECT_TRUE(create_at(w, number(0x10001, 2)));
    EXPECT_TRUE(w.validate());
    for (const std::uint32_t generation : {0U, 1U, 0x10000U, 0x20001U, 0x10005U, 0x10006U})
        EXPECT_FALSE(create_at(w, number(generation, 3000), mark{})) << "it is taken, or impossible";
    EXPECT_FALSE(create_at(w, there, mark{}));
    EXPECT_FALSE(create_at(w, number(0x10000, 900'000)));
    EXPECT_EQ(w.storage().page_count(), 3U) << "what is refused makes no pages";
    EXPECT_EQ(w.size(), 4U);
    // What is stale stays stale.
    w.destroy(high);
    for (const std::uint32_t generation : {0x10001U, 0x10005U}) EXPECT_FALSE(create_at(w, number(generation, 3000)));
    EXPECT_FALSE(w.alive(high));
    EXPECT_TRUE(create_at(w, number(0x10007, 3000)));
    w.destroy(number(0x10007, 3000));
    // Nothing lives there: the page may begin with higher generations.
    EXPECT_TRUE(create_at(w, number(0x50003, 3001)));
    EXPECT_FALSE(create_at(w, number(0x40003, 3002)));
    EXPECT_FALSE(w.alive(number(0x10007, 3000)));
    EXPECT_TRUE(w.validate());
    // Others find the places between.
    std::set<entity> others;
    for (int i = 0; i < 5000; ++i) EXPECT_TRUE(others.insert(w.create(position{}, name{})).second);
    EXPECT_FALSE(others.contains(number(0x50003, 3001)));
    EXPECT_TRUE(w.validate());
    EXPECT_EQ(w.size(), 5004U);
}

TEST(create_at, makes_one_world_of_the_handles_of_another) {
    world a;
    std::vector<entity> known;
    numbers r(8);
    live_on(a, known, r, 5000);
    world b;
    for (const entity e : a) ASSERT_EQ(create_at(b, e), e);
    for (const entity e : known) EXPECT_EQ(a.alive(e), b.alive(e));
    EXPECT_TRUE(b.validate());
    EXPECT_EQ(hash(a, components<>), hash(b, components<>));
    // In walks, which come to it, or not, as to others.
    std::size_t n = 0;
    b.query<>().each(throng::live, [&](entity) {
        EXPECT_TRUE(n++ != 0 || create_at(b, entity::of_number(std::uint64_t{0x10001} << 32U | 500'000U)));
    });
    EXPECT_EQ(n, a.size() + 1);
    EXPECT_TRUE(b.validate());
}

#if defined(__cpp_exceptions)
TEST(create_at, what_throws_has_not_happened) {
    support::ledger ledger;
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    {
        failing_world w;
        const entity wanted = entity::of_number(std::uint64_t{0x10003} << 32U | 2048U);
        std::size_t n = 0;
        do {
            log.failed = false;
            log.fail_in = ++n;
            try {
                EXPECT_TRUE(create_at(w, wanted, support::tracked(1), position{}));
            } catch (const std::bad_alloc&) {
                log.fail_in = 0;
                ASSERT_TRUE(w.empty() && w.validate()) << n;
            }
        } while (log.failed);
        log.fail_in = 0;
        EXPECT_GT(n, 5U);
        w.on_add<position>([](entity, position&) { throw 7; });
        const entity next = entity::of_number(std::uint64_t{0x10003} << 32U | 2049U);
        EXPECT_THROW((void)create_at(w, next, support::tracked(2), position{}), int);
        EXPECT_FALSE(w.alive(next));
        EXPECT_TRUE(w.validate());
        EXPECT_EQ(w.size(), 1U);
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif
