// Names and paths: unique among siblings, wherever an entity moves, and found again after everything.

#include "support/allocation.hpp"
#include "support/numbers.hpp"

#include <throng/world/naming.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::entity_name;
using throng::family;
using throng::kin;
using throng::naming;
using throng::world;

constexpr auto all = throng::components<kin, entity_name>;

struct castle {
    world w;
    throng::family family{w};
    throng::naming names{w};
    entity top = named({}, "castle");
    entity gate = named(top, "gate");
    entity door = named(gate, "door");

    entity named(entity parent, const char* text) {
        const entity e = w.create();
        if (parent) family.adopt(parent, e);
        EXPECT_TRUE(names.set(e, text)) << text;
        return e;
    }
};

} // namespace

TEST(naming, lead_to_entities) {
    castle c;
    EXPECT_EQ(c.names.find("castle"), c.top);
    EXPECT_EQ(c.names.find("castle/gate/door"), c.door);
    EXPECT_EQ(c.names.find(c.top, "gate/door"), c.door);
    EXPECT_EQ(c.names.of(c.gate), "gate");
    EXPECT_EQ(c.names.path_of(c.door), "castle/gate/door");
    for (const char* none : {"", "/", "door", "gate", "castle/", "/castle", "castle/door", "castle//door", "castles",
                             "castle/gate/door/handle"})
        EXPECT_FALSE(c.names.find(none)) << none;
    EXPECT_FALSE(c.names.find(c.door, "castle"));
    const entity nameless = c.w.create();
    c.family.adopt(c.door, nameless);
    EXPECT_EQ(c.names.of(nameless), "");
    EXPECT_EQ(c.names.path_of(nameless), "");
    EXPECT_EQ(c.names.path_of({}), "");
}

TEST(naming, are_different_among_siblings) {
    castle c;
    const entity other = c.w.create();
    EXPECT_FALSE(c.names.set(other, "castle"));
    EXPECT_TRUE(c.names.set(other, "gate"));
    EXPECT_FALSE(c.family.adopt(c.top, other)) << "there is a gate";
    EXPECT_FALSE(c.w.has<kin>(other)) << "nothing has changed";
    EXPECT_FALSE(c.family.leave(c.gate)) << "one without a parent is called so";
    EXPECT_EQ(c.family.parent_of(c.gate), c.top);
    EXPECT_TRUE(c.names.set(other, "stable"));
    EXPECT_FALSE(c.names.find("gate"));
    EXPECT_TRUE(c.family.leave(c.gate));
    EXPECT_EQ(c.names.find("gate/door"), c.door);
    EXPECT_FALSE(c.names.find("castle/gate"));
    EXPECT_TRUE(c.family.adopt(other, c.gate));
    EXPECT_EQ(c.names.path_of(c.door), "stable/gate/door");
    EXPECT_TRUE(c.names.set(c.gate, "gate")) << "it is called so already";
    for (const char* none : {"", "/", "a/b"}) EXPECT_FALSE(c.names.set(other, none)) << none;
    EXPECT_EQ(c.names.of(other), "stable");
    c.w.destroy(other);
    EXPECT_FALSE(c.names.set(other, "castle"));
    EXPECT_FALSE(c.names.find("stable"));
    EXPECT_FALSE(c.w.alive(c.door));
    EXPECT_TRUE(c.names.set(c.w.create(), "stable"));
}

TEST(naming, are_free_again_when_they_are_taken_away) {
    castle c;
    EXPECT_TRUE(c.names.remove(c.gate));
    EXPECT_FALSE(c.names.remove(c.gate));
    EXPECT_FALSE(c.names.find("castle/gate"));
    const entity other = c.named(c.top, "gate");
    EXPECT_EQ(c.names.find("castle/gate"), other);
    c.w.remove<entity_name>(other);
    EXPECT_TRUE(c.names.set(c.gate, "gate"));
    EXPECT_EQ(c.names.find("castle/gate/door"), c.door);
}

TEST(naming, of_a_clone_are_none) {
    castle c;
    const entity copy = c.w.clone(c.top);
    EXPECT_EQ(c.names.of(copy), "");
    EXPECT_FALSE(c.names.remove(copy));
    c.w.destroy(c.top);
    EXPECT_FALSE(c.names.find("castle"));
    EXPECT_TRUE(c.names.set(copy, "castle"));
    EXPECT_EQ(c.names.find("castle"), copy);
}

TEST(naming, are_found_without_a_parent_when_the_parent_is_lost) {
    castle c;
    const entity first = c.named({}, "gate");
    c.w.remove<kin>(c.door);
    EXPECT_EQ(c.names.find("door"), c.door) << "it has no parent any more";
    EXPECT_FALSE(c.names.find("castle/gate/door"));
    const entity below = c.named(c.top, "yard");
    EXPECT_TRUE(c.names.set(below, "tower"));
    c.w.destroy(c.gate);
    const entity gate = c.named(c.top, "gate");
    c.w.remove<kin>(gate);
    EXPECT_EQ(c.names.find("gate"), first.index() < gate.index() ? first : gate) << "two have the name";
    EXPECT_EQ(c.names.of(gate), "gate");
    EXPECT_TRUE(c.names.set(gate, "another gate"));
    EXPECT_EQ(c.names.find("gate"), first);
}

TEST(naming, of_an_entity_that_a_hook_rescues_are_found_where_it_is) {
    castle c;
    c.w.on_remove<kin>([&](entity e, kin&) {
        if (e == c.top) {
            EXPECT_TRUE(c.family.leave(c.gate));
        }
    });
    c.w.destroy(c.top);
    EXPECT_EQ(c.names.find("gate/door"), c.door);
    EXPECT_FALSE(c.names.find("castle"));
}

TEST(naming, are_saved_restored_and_rolled_back) {
    castle c;
    const throng::snapshot then(c.w);
    throng::byte_writer<> bytes;
    save(c.w, bytes, all);
    EXPECT_TRUE(c.names.set(c.top, "ruin"));
    c.w.destroy(c.gate);
    const entity later = c.named(c.top, "grass");
    ASSERT_TRUE(then.roll_back());
    EXPECT_EQ(c.names.find("castle/gate/door"), c.door);
    EXPECT_FALSE(c.names.find("ruin"));
    EXPECT_FALSE(c.w.alive(later));
    EXPECT_FALSE(c.names.set(c.w.create(), "castle"));

    world other;
    const naming before(other);
    ASSERT_TRUE(restore(other, bytes.bytes(), all));
    EXPECT_EQ(before.find("castle/gate/door"), c.door);
    EXPECT_EQ(naming(other).path_of(c.door), "castle/gate/door");
    EXPECT_FALSE(family(other).adopt(c.gate, c.gate));
    EXPECT_FALSE(naming(other).set(other.create(), "castle"));
    world unnamed;
    ASSERT_TRUE(restore(unnamed, bytes.bytes(), all));
    EXPECT_TRUE(family(unnamed).leave(c.door));
    EXPECT_EQ(naming(unnamed).find("door"), c.door) << "found, though it was moved before there were names";
    world moved = std::move(other);
    EXPECT_EQ(before.find("castle"), c.top);
    moved = world();
    EXPECT_FALSE(before.find("castle"));
}

TEST(naming, given_twice_by_hand_are_those_of_the_lowest_index) {
    world w;
    const entity first = w.create();
    const entity second = w.create();
    w.add(second, entity_name{second, "same"});
    w.add(first, entity_name{first, "same"});
    naming its(w);
    EXPECT_EQ(its.find("same"), first);
    EXPECT_EQ(its.of(second), "same");
    w.destroy(first);
    EXPECT_EQ(its.find("same"), second);
}

// Families that a hand has written into the bytes, and that would lead round in circles.
TEST(naming, families_that_do_not_agree_are_not_restored) {
    const auto refused = [](auto damage) {
        castle c;
        const entity yard = c.named(c.top, "yard");
        damage(c, yard);
        throng::byte_writer<> bytes;
        save(c.w, bytes, all);
        world w;
        const auto result = restore(w, bytes.bytes(), all);
        EXPECT_EQ(result.component, "throng::kin");
        EXPECT_TRUE(result.entity);
        EXPECT_TRUE(w.empty());
        return result.error != nullptr && std::string(result.error) == "its parent and children do not agree";
    };
    EXPECT_TRUE(refused([](castle& c, entity) { c.w.get<kin>(c.top).parent = c.door; }));
    EXPECT_TRUE(refused([](castle& c, entity yard) { c.w.get<kin>(yard).next = c.gate; }));
    EXPECT_TRUE(refused([](castle& c, entity yard) { c.w.get<kin>(c.gate).next = c.gate, (void)yard; }));
    EXPECT_TRUE(refused([](castle& c, entity) { c.w.get<kin>(c.top).first_child = {}; }));
    EXPECT_TRUE(refused([](castle& c, entity) { c.w.get<kin>(c.door).previous = c.gate; }));
    EXPECT_TRUE(refused([](castle& c, entity) { c.w.get<kin>(c.door).first_child = c.top; }));
    // Two that are each other's only child agree with each other.
    EXPECT_TRUE(refused([](castle& c, entity) {
        const entity a = c.w.create();
        const entity b = c.w.create();
        c.w.add(a, kin{a, b, b, b, {}, {}});
        c.w.add(b, kin{b, a, a, a, {}, {}});
    }));
}

TEST(naming, families_agree_beside_pages_without_any) {
    castle c;
    for (int i = 0; i < 1000; ++i) c.w.create();
    const entity far = c.named(c.top, "far");
    throng::byte_writer<> bytes;
    save(c.w, bytes, all);
    world w;
    ASSERT_TRUE(restore(w, bytes.bytes(), all));
    EXPECT_EQ(naming(w).find("castle/far"), far);
}

// Random edits, against a map of paths.
TEST(naming, agree_with_a_map) {
    castle c;
    support::numbers dice(1);
    const auto below = [&dice](auto n) { return dice.below(n); };
    std::vector<entity> those = {c.top, c.gate, c.door};
    std::map<std::pair<entity, std::string>, entity> expected;
    const auto look_for_all = [&] {
        expected.clear();
        for (const entity e : those) {
            if (!c.w.alive(e) || c.names.of(e).empty()) continue;
            // (Where several have a name, since one has lost its parent, the lowest index is found.)
            entity& found = expected[std::pair(c.family.parent_of(e), std::string(c.names.of(e)))];
            if (!found || e.index() < found.index()) found = e;
        }
        for (const auto& [key, e] : expected) ASSERT_EQ(c.names.find(key.first, key.second), e) << key.second;
    };
    std::deque<throng::snapshot> then;
    for (int i = 0; i < 6000; ++i) {
        const entity a = those[below(those.size())];
        const entity b = those[below(those.size())];
        switch (below(8)) {
        case 0:
            those.push_back(c.w.create());
            break;
        case 1:
            if (below(3) == 0) c.w.destroy(a);
            break;
        case 2:
        case 3: {
            const std::string text = std::to_string(below(20));
            const entity sibling = c.names.find(c.family.parent_of(a), text);
            const bool is_free = c.w.alive(a) && (!sibling || sibling == a);
            EXPECT_EQ(c.names.set(a, text), is_free);
            break;
        }
        case 4:
            c.names.remove(a);
            break;
        case 5: {
            const entity same = c.names.find(a, c.names.of(b));
            EXPECT_TRUE(!c.family.adopt(a, b) || !same || same == b);
            break;
        }
        case 6:
            if (below(2) == 0) c.w.remove<kin>(a);
            else c.family.leave(a);
            break;
        default:
            if (below(40) == 0) then.emplace_back(c.w);
            if (!then.empty() && below(60) == 0) {
                ASSERT_TRUE(then[below(then.size())].roll_back());
            }
        }
        if (i % 50 == 0) look_for_all();
    }
    look_for_all();
    EXPECT_TRUE(c.w.validate());
}

#if defined(__cpp_exceptions)
TEST(naming, that_find_no_memory_have_not_been_given) {
    support::allocation_log log;
    using failing_world = throng::basic_world<support::logged_allocator<std::byte>>;
    {
        failing_world w;
        throng::basic_family<failing_world::allocator_type> family(w);
        throng::basic_naming<failing_world::allocator_type> its(w);
        const entity top = w.create();
        std::vector<entity> those;
        for (int i = 0; i < 100; ++i) {
            those.push_back(w.create());
            const std::string text = std::to_string(i);
            std::size_t n = 0;
            do {
                log.failed = false;
                log.fail_in = ++n;
                try {
                    EXPECT_TRUE(its.set(those.back(), text));
                    EXPECT_TRUE(family.adopt(top, those.back()));
                } catch (const std::bad_alloc&) {
                    log.fail_in = 0;
                    EXPECT_TRUE(w.validate());
                }
            } while (log.failed);
            log.fail_in = 0;
            ASSERT_EQ(its.find(top, text), those.back());
        }
        // One that leaves is found, whatever memory there is meanwhile.
        for (int i = 0; i < 100; ++i) {
            log.fail_in = 1;
            const bool left = family.leave(those[static_cast<std::size_t>(i)]);
            log.fail_in = 0;
            const entity e = its.find(left ? entity{} : top, std::to_string(i));
            ASSERT_EQ(e, those[static_cast<std::size_t>(i)]) << i;
        }
    }
    EXPECT_EQ(log.bytes, 0U);
}
#endif

// A name that an entity gets while it loses its parent is found where it is then, and where it is afterwards.
TEST(naming, in_a_hook_of_an_entity_that_loses_its_parent) {
    world w;
    throng::family family(w);
    throng::naming names(w);
    const entity parent = w.create();
    const entity child = w.create();
    names.set(parent, "parent");
    family.adopt(parent, child);
    w.on_remove<throng::kin>([&](entity e, throng::kin&) {
        if (e != child) return;
        EXPECT_TRUE(names.set(child, "child"));
        EXPECT_EQ(names.find("parent/child"), child);
        // (The table grows meanwhile.)
        for (int i = 0; i < 100; ++i) names.set(w.create(), std::to_string(i));
        EXPECT_EQ(names.find("parent/child"), child);
    });
    ASSERT_TRUE(w.remove<throng::kin>(child));
    EXPECT_EQ(names.find("child"), child);
    EXPECT_FALSE(names.find("parent/child"));
    EXPECT_TRUE(w.validate());
}
