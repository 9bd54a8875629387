// The state of a relation is its targets. Sources are derived from them, in the same order wherever the targets have
// come from: played, restored, rolled back, merged, made of patterns.

#include "support/numbers.hpp"

#include <throng/world/merge.hpp>
#include <throng/world/prefabs.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using throng::entity;
using throng::related;
using throng::relation;
using throng::world;

struct likes {
    int how_much = 0;
};
struct docked_to {};
struct part_of {};
struct allied_with {
    int since = 0;
};
struct married_to {};

} // namespace

template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<docked_to> {
    static constexpr const char* name = "docked_to";
    static constexpr bool exclusive = true;
};
template <> struct throng::component<part_of> {
    static constexpr const char* name = "part_of";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};
template <> struct throng::component<allied_with> {
    static constexpr const char* name = "allied_with";
    static constexpr bool symmetric = true;
};
template <> struct throng::component<married_to> {
    static constexpr const char* name = "married_to";
    static constexpr bool symmetric = true;
    static constexpr bool exclusive = true;
};

namespace {

constexpr auto all =
    throng::components<related<likes>, related<docked_to>, related<part_of>, related<allied_with>, related<married_to>>;

using support::numbers;

struct relations {
    explicit relations(world& w) : liking(w), docking(w), parts(w), allies(w), couples(w) {}
    relation<likes> liking;
    relation<docked_to> docking;
    relation<part_of> parts;
    relation<allied_with> allies;
    relation<married_to> couples;
};

/// The links of some entities, each by its number among them.
std::string links_of(world& w, const std::vector<entity>& those) {
    const relations r(w);
    std::string text;
    const auto add = [&](entity e) {
        std::size_t i = 0;
        while (i != those.size() && those[i] != e) ++i;
        text += i == those.size() ? " ?" : ' ' + std::to_string(i);
    };
    const auto add_plain = [&](auto&& walk) {
        for (const entity e : walk) add(e);
        text += ';';
    };
    const auto add_valued = [&](auto&& walk, auto member) {
        for (const auto& [e, value] : walk) add(e), text += '=' + std::to_string(value.*member);
        text += ';';
    };
    for (const entity e : those) {
        if (!w.alive(e)) continue;
        add(e);
        text += ':';
        add_valued(r.liking.targets(e), &likes::how_much);
        add_valued(r.liking.sources(e), &likes::how_much);
        add_plain(r.docking.targets(e));
        add_plain(r.docking.sources(e));
        add_plain(r.parts.targets(e));
        add_plain(r.parts.sources(e));
        add_valued(r.allies.targets(e), &allied_with::since);
        add_plain(r.couples.targets(e));
        text += '\n';
    }
    return text;
}

/// Some edits, which are the same for the same numbers.
void play(world& w, std::vector<entity>& those, numbers& dice, int edits) {
    relations r(w);
    const auto any = [&] { return those[dice.below(those.size())]; };
    while (those.size() < 14) those.push_back(w.create());
    for (int i = 0; i < edits; ++i) {
        const entity a = any();
        const entity b = dice.below(3) == 0 ? those[0] : any();
        const int n = static_cast<int>(dice.below(100));
        switch (dice.below(12)) {
        case 0:
        case 1:
            r.liking.relate(a, b, {n});
            break;
        case 2:
            r.docking.relate(a, b);
            break;
        case 3:
            r.parts.relate(a, b);
            break;
        case 4:
            r.allies.relate(a, b, {n});
            break;
        case 5:
            r.couples.relate(a, b);
            break;
        case 6:
            r.liking.unrelate_all(a);
            break;
        case 7:
            r.liking.unrelate(a, r.liking.target_of(a));
            r.docking.unrelate(r.docking.source_of(b), b);
            break;
        case 8:
            r.allies.unrelate(a, r.allies.target_of(a));
            r.parts.unrelate_all(b);
            break;
        case 9:
            if (n < 30) w.remove<related<likes>>(a);
            if (n > 70) w.remove<related<allied_with>>(a);
            break;
        case 10:
            if (n < 20) w.destroy(a);
            break;
        default:
            (void)w.clone(a);
        }
        for (entity& e : those) {
            if (!w.alive(e)) e = w.create();
        }
    }
    ASSERT_TRUE(w.validate());
}

} // namespace

TEST(relation_state, of_a_world_that_is_restored_has_the_same_future) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        world played;
        std::vector<entity> those;
        numbers dice(seed);
        play(played, those, dice, 150);
        throng::byte_writer<> bytes;
        save(played, bytes, all);
        // One with relations, and one without: nothing is installed there yet.
        for (const bool has_relations : {true, false}) {
            world w;
            if (has_relations) relations{w};
            const auto result = restore(w, bytes.bytes(), all);
            ASSERT_TRUE(result) << seed << ": " << result.error;
            world before;
            ASSERT_TRUE(restore(before, bytes.bytes(), all));
            ASSERT_EQ(links_of(w, those), links_of(played, those)) << seed;
            ASSERT_EQ(hash(w, all), hash(played, all)) << seed;
            std::vector<entity> here = those;
            std::vector<entity> there = those;
            numbers here_dice(seed + 100);
            numbers there_dice(seed + 100);
            for (int i = 0; i < 10; ++i) {
                play(w, here, here_dice, 10);
                play(before, there, there_dice, 10);
                if (i == 0 && has_relations) {
                    // (That of the played world is the same, too.)
                    std::vector<entity> own = those;
                    numbers own_dice(seed + 100);
                    const throng::snapshot now(played);
                    play(played, own, own_dice, 10);
                    ASSERT_EQ(links_of(w, here), links_of(played, own)) << seed;
                    ASSERT_EQ(hash(w, all), hash(played, all)) << seed;
                    ASSERT_TRUE(now.roll_back());
                }
                throng::byte_writer<> again;
                save(before, again, all);
                ASSERT_TRUE(restore(before, again.bytes(), all));
                ASSERT_EQ(links_of(w, here), links_of(before, there)) << seed;
                ASSERT_EQ(hash(w, all), hash(before, all)) << seed;
            }
        }
    }
}

TEST(relation_state, of_a_world_that_is_rolled_back_has_the_same_future) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        world w;
        std::vector<entity> those;
        numbers dice(seed);
        play(w, those, dice, 100);
        const throng::snapshot now(w);
        const std::string before = links_of(w, those);
        std::vector<entity> first = those;
        numbers first_dice(seed + 100);
        play(w, first, first_dice, 60);
        const std::string links = links_of(w, first);
        const std::uint64_t sum = hash(w, all);
        ASSERT_TRUE(now.roll_back());
        ASSERT_EQ(links_of(w, those), before);
        numbers second_dice(seed + 100);
        play(w, those, second_dice, 60);
        ASSERT_EQ(links_of(w, those), links) << seed;
        ASSERT_EQ(hash(w, all), sum) << seed;
    }
}

TEST(relation_state, is_merged_in_its_order) {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        world from;
        std::vector<entity> those;
        numbers dice(seed);
        play(from, those, dice, 150);
        const std::string links = links_of(from, those);
        const auto mapped = [&](const throng::entity_map& map) {
            std::vector<entity> copies;
            for (const entity e : those) copies.push_back(map.find(e));
            return copies;
        };
        // (Handles of the other world would be those of entities that are here already.)
        world to;
        std::vector<entity> others;
        numbers other_dice(seed + 7);
        play(to, others, other_dice, 50);
        const std::string links_there = links_of(to, others);
        const auto copies = mapped(merge(to, from, all));
        ASSERT_EQ(links_of(to, copies), links) << seed;
        ASSERT_EQ(links_of(to, others), links_there) << seed;
        // Into the same one.
        const auto twins = mapped(merge(from, from, all, those));
        ASSERT_EQ(links_of(from, twins), links) << seed;
        ASSERT_EQ(links_of(from, those), links) << "no link leads from a copy to the original";
        // A part of it, which is saved.
        throng::byte_writer<> bytes;
        save_part(to, bytes, all, copies);
        throng::entity_map map;
        ASSERT_TRUE(merge_saved(to, bytes.bytes(), all, &map));
        std::vector<entity> again;
        for (const entity e : copies) again.push_back(map.find(e));
        ASSERT_EQ(links_of(to, again), links) << seed;
        // All of them can be edited as others can.
        numbers one(seed + 9);
        numbers two(seed + 9);
        auto here = copies;
        play(to, here, one, 60);
        play(to, again, two, 60);
        ASSERT_EQ(links_of(to, here), links_of(to, again)) << seed;
    }
}

TEST(relation_state, is_that_of_the_pattern_in_each_instance) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        world w;
        throng::prefabs prefabs(w, all);
        const entity top = prefabs.patterns().create();
        std::vector<entity> parts{top};
        for (int i = 1; i < 14; ++i) {
            parts.push_back(prefabs.patterns().create());
            prefabs.family().adopt(top, parts.back());
        }
        {
            relations r(prefabs.patterns());
            numbers dice(seed);
            const auto any = [&] { return parts[dice.below(parts.size())]; };
            for (int i = 0; i < 120; ++i) {
                const entity a = any();
                r.liking.relate(a, dice.below(2) == 0 ? top : any(), {i});
                if (i % 3 == 0) r.liking.unrelate_all(any());
                const entity b = any();
                r.docking.relate(a, b);
                r.parts.relate(b, a);
                r.allies.relate(b, any(), {i});
                r.allies.unrelate(a, r.allies.target_of(a));
                r.couples.relate(a, b);
            }
            // A link that leads out of the pattern is none of the instance.
            r.docking.relate(top, prefabs.patterns().create());
        }
        std::string links = links_of(prefabs.patterns(), parts);
        const auto parts_of = [&](entity instance) {
            std::vector<entity> those{instance};
            throng::family(w).each_child(instance, [&](entity e) { those.push_back(e); });
            return those;
        };
        const std::size_t out = links.find(" ?");
        ASSERT_NE(out, links.npos);
        links.erase(out, 2);
        entity two[2];
        ASSERT_TRUE(prefabs.instantiate(top, two));
        EXPECT_EQ(links_of(w, parts_of(two[0])), links) << seed;
        EXPECT_EQ(links_of(w, parts_of(two[1])), links) << seed;
        const entity grown = w.create();
        ASSERT_TRUE(prefabs.instantiate_into(top, grown));
        EXPECT_EQ(links_of(w, parts_of(grown)), links) << seed;
        EXPECT_TRUE(w.validate());
    }
}

// Hooks may edit the copies before their links are copied.
TEST(relation_state, that_a_hook_gives_to_a_copy_stays) {
    world from;
    relation<part_of> whole(from);
    std::vector<entity> those;
    for (int i = 0; i < 3; ++i) those.push_back(from.create());
    whole.relate(those[0], those[1]);
    whole.relate(those[1], those[2]);
    world to;
    relation<part_of> its(to);
    std::vector<entity> copies;
    int calls = 0;
    to.on_create([&](entity e) { copies.push_back(e); });
    to.on_add<related<part_of>>([&](entity, related<part_of>&) {
        // (The last one is above the first then: what follows would be a cycle.)
        if (++calls == 3) (void)its.relate(copies[2], copies[0]);
    });
    (void)merge(to, from, all);
    EXPECT_EQ(its.target_of(copies[2]), copies[0]);
    EXPECT_EQ(its.target_of(copies[0]), copies[1]);
    EXPECT_FALSE(its.target_of(copies[1]));
    EXPECT_TRUE(to.validate());
}

TEST(relation_state, does_not_depend_on_links_that_have_ended) {
    const auto made = [](bool with_others) {
        world w;
        relation<likes> liking(w);
        std::vector<entity> e;
        for (int i = 0; i < 20; ++i) e.push_back(w.create());
        for (std::size_t i = 1; i < 20; ++i) liking.relate(e[i], e[i - 1]), liking.unrelate(e[i], e[i - 1]);
        for (std::size_t i = 1; i < 9; ++i) liking.relate(e[i], e[0], {1});
        for (std::size_t i = 9; i < 20 && with_others; ++i) liking.relate(e[i], e[0], {1});
        for (std::size_t i = 9; i < 20; ++i) liking.unrelate(e[i], e[0]);
        // Of those in the midst only the order of the others is left.
        liking.unrelate(e[4], e[0]);
        liking.relate(e[15], e[0], {2});
        EXPECT_EQ(liking.count_sources(e[0]), 8U);
        return hash(w, all);
    };
    EXPECT_EQ(made(true), made(false));
}

TEST(relation_state, has_orders_that_begin_anew_when_they_are_used_up) {
    world w;
    relation<likes> liking(w);
    std::vector<entity> e;
    for (int i = 0; i < 6; ++i) e.push_back(w.create());
    for (std::size_t i = 1; i < 4; ++i) liking.relate(e[i], e[0], {static_cast<int>(i)});
    w.get<related<likes>>(e[3]).targets[0].order = std::numeric_limits<std::uint32_t>::max();
    throng::byte_writer<> bytes;
    save(w, bytes, all);
    ASSERT_TRUE(restore(w, bytes.bytes(), all));
    liking.relate(e[5], e[0], {5});
    liking.relate(e[4], e[0], {4});
    liking.unrelate(e[2], e[0]);
    std::vector<entity> seen;
    for (const auto& [source, how] : liking.sources(e[0])) seen.push_back(source);
    EXPECT_EQ(seen, (std::vector<entity>{e[1], e[3], e[5], e[4]}));
    const std::uint64_t before = hash(w, all);
    bytes.clear();
    save(w, bytes, all);
    ASSERT_TRUE(restore(w, bytes.bytes(), all));
    EXPECT_EQ(hash(w, all), before);
    EXPECT_TRUE(w.validate());
}

// In time that is not quadratic, also where the order is not that of the entities.
TEST(relation_state, of_many_sources_is_copied_soon) {
    world from;
    relations r(from);
    std::vector<entity> those;
    for (int i = 0; i < 20'000; ++i) those.push_back(from.create());
    for (std::size_t i = those.size() - 1; i != 0; --i) {
        r.docking.relate(those[i], those[0]);
        r.allies.relate(those[i], those[0], {static_cast<int>(i)});
    }
    world to;
    const throng::entity_map map = merge(to, from, all);
    const relations its(to);
    auto sources = its.docking.sources(map.find(those[0]));
    auto allies = its.allies.targets(map.find(those[0]));
    for (std::size_t i = those.size() - 1; i != 0; --i) {
        ASSERT_EQ(sources.next(), map.find(those[i]));
        ASSERT_EQ(allies.next(), map.find(those[i]));
    }
}

// Whatever is read is a relation as it is declared: sources follow from targets, also from those that no relation
// wrote.
TEST(relation_state, that_is_damaged_is_refused_or_is_one) {
    world played;
    std::vector<entity> those;
    numbers dice(3);
    play(played, those, dice, 150);
    throng::byte_writer<> saved;
    save(played, saved, all);
    std::size_t read = 0;
    for (unsigned n = 0; n < 3000; ++n) {
        std::vector<std::byte> bytes(saved.bytes().begin(), saved.bytes().end());
        const std::size_t size = bytes.size() - sizeof(std::uint64_t);
        // (Numbers are small: most other ones are those of other entities, places and orders.)
        for (std::size_t i = 0; i <= n % 4; ++i)
            bytes[size - 1 - dice.below(size / 2)] = static_cast<std::byte>(dice.below(n % 2 == 0 ? 16 : 256));
        throng::byte_writer<> sum;
        sum.put(throng::core::mix(0, bytes.data(), size));
        std::copy(sum.bytes().begin(), sum.bytes().end(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        world w;
        relations{w};
        if (!restore(w, bytes, all)) continue;
        ++read;
        std::vector<entity> there = those;
        const std::string links = links_of(w, there);
        throng::byte_writer<> again;
        save(w, again, all);
        world twin;
        ASSERT_TRUE(restore(twin, again.bytes(), all));
        ASSERT_EQ(links_of(twin, there), links);
        ASSERT_EQ(hash(twin, all), hash(w, all));
        for (entity& e : there) {
            if (!w.alive(e)) e = w.create();
        }
        play(w, there, dice, 20);
    }
    EXPECT_GT(read, 300U);
}
