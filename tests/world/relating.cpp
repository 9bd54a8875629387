// Relations between entities: edited while they are walked, when something dies, and compared with a plain model.

#include <throng/world/family.hpp>
#include <throng/world/hash.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::related_to;
using throng::relation;
using throng::world;
using entities = std::vector<entity>;

struct likes {
    int how_much = 0;
};
struct sees {};
struct docked_to {};
struct part_of {};
struct allied_with {
    int since = 0;
};
struct married_to {};
struct owns {
    int since = 0;
};
struct drives {};
struct place {
    int x = 0;
};

} // namespace

template <> struct throng::component<likes> {
    static constexpr const char* name = "likes";
};
template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<docked_to> {
    static constexpr bool exclusive = true;
    static constexpr const char* name = "docked_to";
};
template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<allied_with> {
    static constexpr bool symmetric = true;
    static constexpr const char* name = "allied_with";
};
template <> struct throng::component<married_to> {
    static constexpr bool symmetric = true;
    static constexpr bool exclusive = true;
};
template <> struct throng::component<owns> {
    static constexpr bool one_source = true;
};
template <> struct throng::component<drives> {
    static constexpr bool exclusive = true;
    static constexpr bool one_source = true;
};

namespace {

template <class Walk> entities all_of_walk(Walk&& those) {
    entities all;
    for (const entity e : those) all.push_back(e);
    return all;
}
entities many(world& w, std::size_t n) {
    entities all(n);
    w.create(std::span(all), place{});
    return all;
}

} // namespace

TEST(relation, has_any_number_of_sources_and_targets) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 4);
    EXPECT_TRUE(liking.relate(e[0], e[1], {3}));
    EXPECT_TRUE(liking.relate(e[0], e[2], {4}));
    EXPECT_TRUE(liking.relate(e[3], e[1], {5}));
    EXPECT_TRUE(liking.relate(e[0], e[0], {9}));
    EXPECT_TRUE(liking.related(e[0], e[1]));
    EXPECT_FALSE(liking.related(e[1], e[0]));
    EXPECT_EQ(liking.value(e[3], e[1])->how_much, 5);
    EXPECT_EQ(liking.count_targets(e[0]), 3U);
    EXPECT_EQ(liking.count_sources(e[1]), 2U);
    std::vector<std::pair<entity, int>> found;
    for (const auto& [target, how] : liking.targets(e[0])) found.emplace_back(target, how.how_much);
    EXPECT_EQ(found, (std::vector<std::pair<entity, int>>{{e[1], 3}, {e[2], 4}, {e[0], 9}}));
    found.clear();
    for (const auto& [whose, how] : liking.sources(e[1])) found.emplace_back(whose, how.how_much);
    EXPECT_EQ(found, (std::vector<std::pair<entity, int>>{{e[0], 3}, {e[3], 5}}));
    // Once more is another value.
    EXPECT_TRUE(liking.relate(e[0], e[1], {7}));
    EXPECT_EQ(liking.value(e[0], e[1])->how_much, 7);
    EXPECT_EQ(liking.count_targets(e[0]), 3U);
    EXPECT_TRUE(liking.unrelate(e[0], e[1]));
    EXPECT_FALSE(liking.unrelate(e[0], e[1]));
    EXPECT_FALSE(liking.value(e[0], e[1]));
    EXPECT_EQ(liking.unrelate_all(e[0]), 2U);
    EXPECT_EQ(liking.target_of(e[0]), entity{});
    EXPECT_EQ(liking.source_of(e[1]), e[3]);
    w.destroy(e[3]);
    EXPECT_FALSE(liking.relate(e[3], e[0]));
    EXPECT_FALSE(liking.relate(e[0], e[3]));
    EXPECT_FALSE(liking.related(e[3], e[1]));
    EXPECT_EQ(liking.count_sources(e[1]), 0U);
    EXPECT_TRUE(w.validate());
}

TEST(relation, of_one_target_takes_another_in_its_place) {
    world w;
    relation<docked_to> docking(w);
    const entities e = many(w, 3);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(docking.relate(e[0], e[1]));
        EXPECT_TRUE(docking.relate(e[0], e[2]));
    }
    EXPECT_EQ(all_of_walk(docking.targets(e[0])), entities{e[2]});
    EXPECT_EQ(docking.count_sources(e[1]), 0U);
    EXPECT_LE(w.get<throng::related<docked_to>>(e[1]).sources.size(), 2U);
    EXPECT_LE(w.get<throng::related<docked_to>>(e[0]).targets.size(), 2U);
}

TEST(relation, of_one_source_takes_the_target_from_the_former) {
    world w;
    relation<drives> driving(w);
    const entities e{w.create(), w.create(), w.create(), w.create()};
    const auto [ann, ben, car, van] = std::tuple(e[0], e[1], e[2], e[3]);
    std::string told;
    const auto name = [&](entity x) { return "abcv"[x.index()]; };
    driving.on_related([&](entity s, entity t) { told += {'+', name(s), name(t)}; });
    driving.on_unrelated([&](entity s, entity t) {
        EXPECT_FALSE(driving.related(s, t));
        told += {'-', name(s), name(t)};
    });
    EXPECT_TRUE(driving.relate(ann, car));
    EXPECT_TRUE(driving.relate(ben, van));
    EXPECT_TRUE(driving.relate(ben, van)) << "as it is";
    EXPECT_EQ(told, "+ac+bv");
    told.clear();
    EXPECT_TRUE(driving.relate(ben, car));
    EXPECT_EQ(told, "-bv-ac+bc");
    EXPECT_EQ(driving.source_of(car), ben);
    EXPECT_EQ(driving.count_sources(car), 1U);
    EXPECT_FALSE(driving.target_of(ann));
    EXPECT_FALSE(driving.source_of(van));
    // Itself.
    EXPECT_TRUE(driving.relate(ben, ben));
    EXPECT_TRUE(driving.relate(ann, ben));
    EXPECT_FALSE(driving.target_of(ben));
    // Walks of the queries that ask for it.
    EXPECT_TRUE(driving.relate(ben, car));
    std::size_t seen = 0;
    w.query<>(throng::related_to<drives>()).each([&](entity x) {
        ++seen;
        EXPECT_TRUE(driving.target_of(x));
        EXPECT_TRUE(driving.relate(x == ann ? car : ann, x == ann ? car : ben));
    });
    EXPECT_EQ(seen, 1U);
}

TEST(relation, of_one_source_frees_one_that_is_dying) {
    world w;
    relation<drives> driving(w);
    const entities e{w.create(), w.create(), w.create()};
    EXPECT_TRUE(driving.relate(e[0], e[2]));
    w.on_destroy([&](entity x) {
        if (x != e[0]) return;
        EXPECT_TRUE(driving.relate(e[1], e[2]));
    });
    w.destroy(e[0]);
    EXPECT_EQ(driving.source_of(e[2]), e[1]);
    EXPECT_EQ(driving.count_sources(e[2]), 1U);
    EXPECT_TRUE(w.validate());
}

TEST(relation, that_is_symmetric_is_seen_from_both_sides) {
    world w;
    relation<allied_with> allies(w);
    const entities e = many(w, 4);
    EXPECT_FALSE(allies.relate(e[0], e[0]));
    EXPECT_TRUE(allies.relate(e[0], e[1], {1914}));
    EXPECT_TRUE(allies.relate(e[2], e[0], {1916}));
    EXPECT_TRUE(allies.related(e[1], e[0]));
    EXPECT_EQ(allies.value(e[0], e[2])->since, 1916);
    EXPECT_TRUE(allies.relate(e[0], e[2], {1917}));
    EXPECT_EQ(allies.value(e[2], e[0])->since, 1917);
    EXPECT_EQ(allies.count_targets(e[0]), 2U);
    EXPECT_EQ(allies.count_sources(e[0]), 2U);
    EXPECT_EQ(w.query<place>(related_to<allied_with>(e[0])).count(), 2U);
    EXPECT_TRUE(allies.unrelate(e[1], e[0]));
    EXPECT_FALSE(allies.related(e[0], e[1]));
    w.destroy(e[0]);
    EXPECT_EQ(allies.count_targets(e[2]), 0U);

    relation<married_to> marriage(w);
    EXPECT_TRUE(marriage.relate(e[1], e[2]));
    EXPECT_TRUE(marriage.relate(e[3], e[2]));
    EXPECT_EQ(marriage.target_of(e[1]), entity{});
    EXPECT_EQ(marriage.target_of(e[2]), e[3]);
}

TEST(relation, lets_go_of_what_it_tells_with_its_world) {
    const auto held = std::make_shared<int>(0);
    {
        world w;
        relation<likes> liking(w);
        liking.on_target_gone([held](entity, entity, likes&) { ++*held; });
        EXPECT_EQ(held.use_count(), 2);
    }
    EXPECT_EQ(held.use_count(), 1);
}

TEST(relation, is_readable_in_the_hooks_of_what_goes) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 3);
    liking.relate(e[0], e[1], {7});
    liking.relate(e[2], e[0]);
    std::vector<std::pair<entity, entity>> told;
    const auto listens = [&](entity x, auto&) { told.emplace_back(liking.target_of(x), liking.source_of(x)); };
    w.on_remove<throng::related<likes>>(listens);
    w.remove<throng::related<likes>>(e[0]);
    EXPECT_EQ(told, (std::vector<std::pair<entity, entity>>{{e[1], e[2]}}));
    EXPECT_FALSE(liking.target_of(e[0]));
    told.clear();
    liking.relate(e[0], e[1]);
    w.destroy(e[0]);
    EXPECT_EQ(told, (std::vector<std::pair<entity, entity>>{{e[1], entity{}}}));
}

TEST(relation, is_readable_in_the_hooks_of_what_dies_with_its_target) {
    world w;
    relation<part_of> parts(w);
    relation<likes> liking(w);
    const entities e = many(w, 5);
    parts.relate(e[1], e[0]);
    parts.relate(e[2], e[1]);
    parts.relate(e[4], e[3]);
    liking.relate(e[2], e[2]);
    std::vector<std::pair<entity, entity>> told;
    w.on_remove<place>([&](entity x, place&) {
        told.emplace_back(x, parts.target_of(x));
        if (x == e[1]) w.destroy(e[3]);
        if (x == e[2]) {
            EXPECT_EQ(liking.target_of(x), x);
        }
    });
    w.destroy(e[0]);
    EXPECT_EQ(told, (std::vector<std::pair<entity, entity>>{
                        {e[0], {}}, {e[1], e[0]}, {e[3], {}}, {e[4], e[3]}, {e[2], e[1]}}));
    EXPECT_FALSE(parts.target_of(e[1]));
    // Both die, the source in the hook of its target.
    const entities f = many(w, 2);
    parts.relate(f[1], f[0]);
    told.clear();
    w.on_remove<place>([&](entity x, place&) {
        told.emplace_back(x, parts.target_of(x));
        w.destroy(f[1]);
    });
    w.destroy(f[0]);
    EXPECT_EQ(told, (std::vector<std::pair<entity, entity>>{{f[0], {}}, {f[1], f[0]}}));
}

TEST(relation, tells_of_sources_that_are_alive) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 4);
    for (const entity x : e) liking.relate(x, e[3]);
    entities told;
    liking.on_target_gone([&](entity source, entity, const likes&) {
        told.push_back(source);
        w.destroy(e[1]);
    });
    w.destroy(e[3]);
    EXPECT_EQ(told, (entities{e[0], e[2]}));
}

TEST(relation, of_parts_goes_upwards_and_has_no_cycles) {
    world w;
    relation<part_of> parts(w);
    const entities e = many(w, 4);
    EXPECT_TRUE(parts.relate(e[0], e[1]));
    EXPECT_TRUE(parts.relate(e[1], e[2]));
    EXPECT_TRUE(parts.relate(e[2], e[3]));
    EXPECT_FALSE(parts.relate(e[3], e[0]));
    EXPECT_FALSE(parts.relate(e[0], e[0]));
    EXPECT_TRUE(parts.is_above(e[3], e[0]));
    EXPECT_FALSE(parts.is_above(e[0], e[3]));
    EXPECT_EQ(parts.top_of(e[0]), e[3]);
    entities above;
    parts.each_above(e[0], [&](entity x) {
        above.push_back(x);
        if (x == e[1]) w.destroy(e[3]);
    });
    EXPECT_EQ(above, entities{e[1]}); // (All of it has gone with the top.)
    EXPECT_EQ(w.size(), 0U);
}

TEST(relation, whose_sources_die_too_may_be_a_long_chain) {
    world w;
    relation<part_of> parts(w);
    const entities e = many(w, 100'000);
    // (From above to below: so asking for cycles is short.)
    for (std::size_t i = 1; i < e.size(); ++i) parts.relate(e[i - 1], e[i]);
    std::size_t told = 0;
    w.on_remove<place>([&](entity dead, place&) {
        EXPECT_FALSE(w.alive(dead));
        ++told;
    });
    w.destroy(e.back());
    EXPECT_EQ(w.size(), 0U);
    EXPECT_EQ(told, e.size());
}

TEST(relation, sources_can_be_rescued_before_their_target_is_gone) {
    world w;
    relation<part_of> parts(w);
    const entities e = many(w, 3);
    parts.relate(e[1], e[0]);
    parts.relate(e[2], e[0]);
    w.on_remove<place>([&](entity dead, place&) {
        if (dead != e[0]) return;
        EXPECT_EQ(parts.count_sources(dead), 2U);
        // (What dies cannot be related, and what it is related to can be asked.)
        EXPECT_FALSE(parts.relate(e[1], dead));
        w.remove<throng::related<part_of>>(e[2]);
    });
    w.destroy(e[0]);
    EXPECT_FALSE(w.alive(e[1]));
    EXPECT_TRUE(w.alive(e[2]));
}

TEST(relation, tells_of_targets_that_are_gone) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 4);
    liking.relate(e[0], e[3], {1});
    liking.relate(e[1], e[3], {2});
    liking.relate(e[3], e[2], {3});
    std::vector<std::pair<entity, int>> told;
    liking.on_target_gone([&](entity source, entity target, const likes& how) {
        EXPECT_EQ(target, e[3]);
        EXPECT_FALSE(w.alive(target));
        EXPECT_FALSE(liking.related(source, target));
        liking.relate(source, e[2], how);
        told.emplace_back(source, how.how_much);
    });
    w.destroy(e[3]);
    EXPECT_EQ(told, (std::vector<std::pair<entity, int>>{{e[0], 1}, {e[1], 2}}));
    EXPECT_EQ(liking.count_sources(e[2]), 2U);
    // (A component that is taken away from the living tells of nothing.)
    w.remove<throng::related<likes>>(e[2]);
    EXPECT_EQ(told.size(), 2U);
    EXPECT_EQ(liking.count_targets(e[0]), 0U);
    EXPECT_TRUE(w.alive(e[0]));
}

TEST(relation, of_one_target_leaves_one_that_is_dying) {
    world w;
    const entities e = many(w, 4);
    relation<part_of> parts(w);
    relation<docked_to> docking(w);
    parts.relate(e[0], e[1]);
    docking.relate(e[0], e[1]);
    int told = 0;
    docking.on_target_gone([&](entity, entity) { ++told; });
    w.on_remove<place>([&](entity dead, place&) {
        if (dead != e[1]) return;
        EXPECT_TRUE(parts.relate(e[0], e[2]));
        EXPECT_TRUE(docking.relate(e[0], e[2]));
    });
    w.destroy(e[1]);
    EXPECT_TRUE(w.alive(e[0])) << "it is a part of another one";
    EXPECT_EQ(parts.target_of(e[0]), e[2]);
    EXPECT_EQ(docking.target_of(e[0]), e[2]);
    EXPECT_EQ(docking.count_targets(e[0]), 1U);
    EXPECT_EQ(told, 0) << "it had left already";
}

TEST(relation, that_is_being_taken_away_is_not_seen_from_the_other_end) {
    world w;
    relation<docked_to> docking(w);
    const entities e = many(w, 3);
    docking.relate(e[0], e[1]);
    int told = 0;
    w.on_remove<throng::related<docked_to>>([&](entity x, auto&) {
        ++told;
        EXPECT_EQ(x, e[1]);
        EXPECT_EQ(docking.source_of(e[1]), e[0]) << "what it had";
        EXPECT_FALSE(docking.target_of(e[0]));
        EXPECT_FALSE(docking.related(e[0], e[1]));
        EXPECT_TRUE(docking.relate(e[0], e[2]));
        EXPECT_EQ(docking.count_targets(e[0]), 1U);
    });
    w.remove<throng::related<docked_to>>(e[1]);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(all_of_walk(docking.targets(e[0])), entities{e[2]});
}

TEST(relation, that_begins_anew_is_new_to_walks) {
    world w;
    relation<sees> seeing(w);
    const entities e = many(w, 6);
    for (const bool is_live : {false, true}) {
        w.remove<throng::related<sees>>(e[0]);
        for (std::size_t i = 1; i < 4; ++i) seeing.relate(e[0], e[i]);
        entities seen;
        const auto look = [&](auto&& walk) {
            for (const entity x : walk) {
                seen.push_back(x);
                if (seen.size() != 2) continue;
                w.remove<throng::related<sees>>(e[0]);
                for (const std::size_t i : {3U, 4U, 5U, 1U}) seeing.relate(e[0], e[i]);
            }
        };
        if (is_live) look(seeing.targets(e[0], throng::live));
        else look(seeing.targets(e[0]));
        EXPECT_EQ(seen, is_live ? (entities{e[1], e[2], e[3], e[4], e[5], e[1]}) : (entities{e[1], e[2]}));
    }
}

TEST(relation, may_be_edited_while_it_is_walked) {
    world w;
    relation<sees> seeing(w);
    const entities e = many(w, 100);
    for (std::size_t i = 1; i < 50; ++i) seeing.relate(e[0], e[i]);
    entities seen;
    for (const entity x : seeing.targets(e[0])) {
        seen.push_back(x);
        seeing.unrelate(e[0], x);
        if (const std::size_t n = seen.size(); n < 10) w.destroy(e[40 + n]);
        seeing.relate(e[0], e[50 + seen.size() % 50]);
    }
    ASSERT_EQ(seen.size(), 40U);
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], e[1 + i]);
    // Live: those that come are shown, too; one that has gone and come again is new.
    seeing.unrelate_all(e[0]);
    seeing.relate(e[0], e[1]);
    seen.clear();
    for (const entity x : seeing.targets(e[0], throng::live)) {
        seen.push_back(x);
        if (seen.size() == 1) seeing.relate(e[0], e[2]);
        if (seen.size() == 2) seeing.unrelate(e[0], e[1]), seeing.relate(e[0], e[1]);
    }
    EXPECT_EQ(seen, (entities{e[1], e[2], e[1]}));
    // The one whose relations are walked dies.
    std::size_t visits = 0;
    for (const entity x : seeing.sources(e[1])) {
        ++visits;
        EXPECT_EQ(x, e[0]);
        w.destroy(e[1]);
    }
    EXPECT_EQ(visits, 1U);
    EXPECT_TRUE(w.validate());
}

TEST(relation, is_a_term_of_queries_that_are_walked) {
    world w;
    relation<sees> seeing(w);
    const entities e = many(w, 3000);
    for (std::size_t i = 10; i < 3000; i += 2) seeing.relate(e[i], e[i % 4 == 0 ? 0 : 1]);
    EXPECT_EQ(w.query<place>(related_to<sees>()).count(), 1495U);
    EXPECT_EQ(w.query<place>(related_to<sees>(e[0])).count(), 747U);
    EXPECT_EQ(w.query<place>(related_to<sees>(e[1])).count(), 748U);
    EXPECT_EQ(w.query<place>(related_to<sees>(e[2])).count(), 0U);
    EXPECT_TRUE(w.query<>(related_to<sees>(e[0])).contains(e[12]));
    entities seen;
    const auto frozen = w.query<>(related_to<sees>(e[0])).freeze();
    w.query<>(related_to<sees>(e[0])).each([&](entity x) {
        seen.push_back(x);
        const std::size_t i = x.index();
        // The next one is related no more, and one before and one behind come to be.
        seeing.unrelate(e[i + 4 < 3000 ? i + 4 : i], e[0]);
        seeing.relate(e[i + 1], e[0]);
    });
    EXPECT_EQ(seen.size(), 374U);
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], e[12 + i * 8]);
    std::size_t shown = 0;
    for ([[maybe_unused]] const entity x : frozen) ++shown;
    EXPECT_EQ(shown, 747U);
    // Live, with a target that dies in the midst.
    seen.clear();
    w.query<>(related_to<sees>(e[1])).each(throng::live, [&](entity x) {
        seen.push_back(x);
        if (seen.size() == 5) seeing.relate(e[5], e[1]);
        if (seen.size() == 10) w.destroy(e[1]);
    });
    EXPECT_EQ(seen.size(), 10U);
    EXPECT_TRUE(w.validate());
}

TEST(relation, goes_with_snapshots_saves_hashes_and_merges) {
    constexpr auto all = throng::components<place, throng::related<likes>, throng::related<docked_to>>;
    world w;
    relation<likes> liking(w);
    relation<docked_to> docking(w);
    const entities e = many(w, 10);
    for (std::size_t i = 1; i < 10; ++i) liking.relate(e[i], e[i / 2], {static_cast<int>(i)});
    docking.relate(e[9], e[0]);
    liking.unrelate(e[5], e[2]);
    const std::uint64_t before = throng::hash(w, all);
    const throng::snapshot now(w);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, all);

    w.destroy(e[0]);
    liking.relate(e[5], e[6]);
    EXPECT_NE(throng::hash(w, all), before);
    EXPECT_TRUE(now.roll_back());
    EXPECT_EQ(throng::hash(w, all), before);
    EXPECT_EQ(docking.target_of(e[9]), e[0]);
    EXPECT_EQ(liking.value(e[4], e[2])->how_much, 4);

    world other;
    ASSERT_TRUE(throng::restore(other, bytes.bytes(), all));
    EXPECT_EQ(throng::hash(other, all), before);
    relation<likes> its(other);
    EXPECT_EQ(its.value(e[4], e[2])->how_much, 4);
    other.destroy(e[2]);
    EXPECT_FALSE(its.related(e[4], e[2]));

    // A clone is related to nothing; of what is merged, what comes together stays together.
    const entity twin = w.clone(e[4]);
    EXPECT_EQ(liking.count_targets(twin), 0U);
    EXPECT_EQ(liking.count_sources(e[2]), 1U);
    EXPECT_TRUE(liking.relate(twin, e[2], {1}));
    EXPECT_EQ(liking.count_sources(e[2]), 2U);
    const entities some{e[4], e[2], e[9]};
    world third;
    const throng::entity_map map = throng::merge(third, w, all, some);
    relation<likes> copies(third);
    EXPECT_EQ(copies.value(map.find(e[4]), map.find(e[2]))->how_much, 4);
    EXPECT_EQ(copies.count_targets(map.find(e[2])), 0U);
    EXPECT_EQ(copies.target_of(map.find(e[9])), map.find(e[4]));
    EXPECT_EQ(copies.count_sources(map.find(e[4])), 1U);
    EXPECT_EQ(relation<docked_to>(third).count_targets(map.find(e[9])), 0U);
}

TEST(relation, reads_what_is_damaged_as_no_relation) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 3);
    liking.relate(e[0], e[1], {1});
    liking.relate(e[0], e[2], {1});
    auto& its = w.get<throng::related<likes>>(e[0]);
    its.targets[0].place = 1000;
    its.targets[1].other = e[0];
    EXPECT_FALSE(liking.related(e[0], e[1]));
    EXPECT_EQ(liking.count_targets(e[0]), 0U);
    EXPECT_EQ(liking.count_sources(e[2]), 0U);
    EXPECT_TRUE(liking.relate(e[0], e[1], {2}));
    w.destroy(e[1]);
    EXPECT_EQ(liking.count_targets(e[0]), 0U);
    w.destroy(e[0]);
    w.destroy(e[2]);
    EXPECT_TRUE(w.validate());
}

TEST(relation, outlives_its_world) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 2);
    liking.relate(e[0], e[1], {1});
    world other(std::move(w));
    EXPECT_TRUE(liking.related(e[0], e[1]));
    w = world();
    other = world();
    w = world();
    relation<likes> short_lived(other);
    {
        world third;
        liking = relation<likes>(third);
    }
    EXPECT_FALSE(liking.relate(e[0], e[1]));
    EXPECT_FALSE(liking.related(e[0], e[1]));
    EXPECT_EQ(liking.count_targets(e[0]), 0U);
}

namespace {

/// Relations as a plain list of all of them, in the order of their coming.
template <class R> struct model {
    struct link {
        entity source;
        entity target;
        int value;
    };
    std::vector<link> all;

    static bool is(const link& l, entity s, entity t) {
        return (l.source == s && l.target == t) || (throng::core::is_symmetric<R>() && l.source == t && l.target == s);
    }
    void end_those(auto which) { std::erase_if(all, which); }
    bool is_above(entity top, entity e) const {
        for (bool found = true; found;) {
            found = false;
            for (const link& l : all) {
                if (l.source != e) continue;
                if (l.target == top) return true;
                e = l.target;
                found = true;
                break;
            }
        }
        return false;
    }
    bool relate(entity s, entity t, int value) {
        if (throng::core::is_symmetric<R>() && s == t) return false;
        if (throng::core::is_acyclic<R>() && (s == t || is_above(s, t))) return false;
        for (link& l : all) {
            if (is(l, s, t)) return l.value = value, true;
        }
        if (throng::core::is_exclusive<R>()) {
            end_those([&](const link& l) {
                if (!throng::core::is_symmetric<R>()) return l.source == s;
                return l.source == s || l.target == s || l.source == t || l.target == t;
            });
        }
        if (throng::core::has_one_source<R>()) end_those([&](const link& l) { return l.target == t; });
        all.push_back({s, t, value});
        return true;
    }
    bool unrelate(entity s, entity t) {
        return std::erase_if(all, [&](const link& l) { return is(l, s, t); }) != 0;
    }
    std::vector<std::pair<entity, int>> targets(entity s) const {
        std::vector<std::pair<entity, int>> those;
        for (const link& l : all) {
            if (l.source == s) those.emplace_back(l.target, l.value);
            else if (throng::core::is_symmetric<R>() && l.target == s) those.emplace_back(l.source, l.value);
        }
        return those;
    }
    std::vector<std::pair<entity, int>> sources(entity t) const {
        if (throng::core::is_symmetric<R>()) return targets(t);
        std::vector<std::pair<entity, int>> those;
        for (const link& l : all) {
            if (l.target == t) those.emplace_back(l.source, l.value);
        }
        return those;
    }
};

template <class R> int number(const R& value) {
    if constexpr (requires { value.how_much; }) return value.how_much;
    else if constexpr (requires { value.since; }) return value.since;
    else return 0;
}
template <class R> R with(int n) {
    if constexpr (std::is_empty_v<R>) return {};
    else return {n};
}

/// Plays edits on a relation and on the model, within walks of all kinds, and compares.
template <class R> class game {
  public:
    explicit game(std::uint32_t seed) : draw_(seed) {
        relation_.on_related([this](entity source, entity target, const auto&...) {
            EXPECT_TRUE(relation_.related(source, target));
            EXPECT_TRUE(links_.insert(link_of(source, target)).second);
        });
        relation_.on_unrelated([this](entity source, entity target, const auto&...) {
            EXPECT_FALSE(relation_.related(source, target));
            EXPECT_EQ(links_.erase(link_of(source, target)), 1U);
        });
        for (int i = 0; i < 40; ++i) create();
    }
    void play() {
        for (int round = 0; round < 60; ++round) {
            edits(8, 0);
            walk(0);
            compare();
        }
        if (throng::core::policy_of<R>() == throng::drop) roll_back();
    }

  private:
    std::uint32_t chance(std::uint32_t n) { return static_cast<std::uint32_t>(draw_() % n); }
    entity any() { return live_.empty() ? entity{} : live_[chance(static_cast<std::uint32_t>(live_.size()))]; }
    void create() { live_.push_back(world_.create(place{})); }
    void destroy(entity e) {
        // What dies along, the model finds first.
        entities dead{e};
        for (std::size_t i = 0; i < dead.size(); ++i) {
            if (throng::core::policy_of<R>() == throng::drop) break;
            for (const auto& l : model_.all) {
                if (l.target == dead[i]) dead.push_back(l.source);
            }
        }
        for (const entity d : dead) {
            model_.end_those([&](const auto& l) { return l.source == d || l.target == d; });
            std::erase(live_, d);
        }
        world_.destroy(e);
        for (const entity d : dead) EXPECT_FALSE(world_.alive(d));
    }
    void edits(std::uint32_t n, int depth) {
        for (std::uint32_t i = 0; i < n; ++i) edit(depth);
    }
    void edit(int depth) {
        const entity a = any();
        const entity b = any();
        const int value = std::is_empty_v<R> ? 0 : static_cast<int>(chance(100));
        switch (chance(12)) {
        case 0:
            create();
            break;
        case 1:
            if (live_.size() > 20) destroy(a);
            break;
        case 2:
        case 3:
            EXPECT_EQ(relation_.unrelate(a, b), model_.unrelate(a, b));
            break;
        case 4:
            if (!model_.targets(a).empty()) {
                const entity t = model_.targets(a)[0].first;
                EXPECT_TRUE(relation_.unrelate(a, t));
                model_.unrelate(a, t);
            }
            break;
        case 5:
            if (chance(4) == 0) {
                model_.end_those([&](const auto& l) { return l.source == a || l.target == a; });
                world_.remove<throng::related<R>>(a);
            }
            break;
        case 6:
            if (depth < 3) walk(depth + 1);
            break;
        default:
            EXPECT_EQ(relation_.relate(a, b, with<R>(value)), model_.relate(a, b, value));
            break;
        }
    }
    /// Each that is there at the beginning, and has been all the time when its turn comes, is shown once, in order.
    void walk(int depth) {
        const entity e = any();
        const bool of_sources = chance(2) == 0;
        const auto now = [&] { return of_sources ? model_.sources(e) : model_.targets(e); };
        const auto has = [&](entity x) {
            for (const auto& [other, value] : now()) {
                if (other == x) return true;
            }
            return false;
        };
        if (chance(3) == 0) {
            const auto query = world_.query<>(related_to<R>(e));
            query.each([&](entity x) {
                EXPECT_TRUE(relation_.related(x, e));
                edits(chance(3), depth);
            });
            return;
        }
        entities expected;
        for (const auto& [other, value] : now()) expected.push_back(other);
        entities seen;
        const auto visit = [&](entity x) {
            EXPECT_TRUE(has(x));
            seen.push_back(x);
            edits(chance(3), depth);
        };
        const bool quiet = chance(3) == 0;
        const auto look = [&](auto&& those) {
            for (const auto& row : those) {
                entity x;
                if constexpr (std::is_empty_v<R>) x = row;
                else x = row.first;
                if (quiet) seen.push_back(x);
                else visit(x);
            }
        };
        if (of_sources) look(relation_.sources(e));
        else look(relation_.targets(e));
        if (quiet) {
            EXPECT_EQ(seen, expected);
        }
        // Those shown are some of them, in their order, none twice.
        std::size_t at = 0;
        for (const entity x : seen) {
            while (at < expected.size() && expected[at] != x) ++at;
            EXPECT_LT(at++, expected.size());
        }
    }
    void compare() {
        ASSERT_TRUE(world_.validate());
        EXPECT_EQ(world_.size(), live_.size());
        for (const entity e : live_) {
            std::vector<std::pair<entity, int>> t;
            std::vector<std::pair<entity, int>> s;
            if constexpr (std::is_empty_v<R>) {
                for (const entity x : relation_.targets(e)) t.emplace_back(x, 0);
                for (const entity x : relation_.sources(e)) s.emplace_back(x, 0);
            } else {
                for (const auto& [x, value] : relation_.targets(e)) t.emplace_back(x, number(value));
                for (const auto& [x, value] : relation_.sources(e)) s.emplace_back(x, number(value));
            }
            ASSERT_EQ(t, model_.targets(e));
            ASSERT_EQ(s, model_.sources(e));
            ASSERT_EQ(world_.query<>(related_to<R>(e)).count(), s.size());
        }
        std::set<std::pair<entity, entity>> links;
        for (const entity e : live_)
            for (const auto& [t, value] : model_.targets(e)) links.insert(link_of(e, t));
        EXPECT_EQ(links_, links) << "the links that on_related and on_unrelated have been called with";
        std::size_t sources = 0;
        for (const entity e : live_) sources += model_.targets(e).empty() ? 0U : 1U;
        EXPECT_EQ(world_.query<>(related_to<R>()).count(), sources);
    }
    void roll_back() {
        const throng::snapshot then(world_);
        const model<R> model_then = model_;
        const entities live_then = live_;
        const auto links_then = links_;
        edits(50, 0);
        ASSERT_TRUE(then.roll_back());
        links_ = links_then;
        model_ = model_then;
        live_ = live_then;
        compare();
        edits(50, 0);
        compare();
    }

    /// The same of both directions where they are one link.
    [[nodiscard]] static std::pair<entity, entity> link_of(entity source, entity target) {
        if (throng::core::is_symmetric<R>() && target < source) return {target, source};
        return {source, target};
    }

    std::minstd_rand draw_;
    world world_;
    relation<R> relation_{world_};
    std::set<std::pair<entity, entity>> links_;
    model<R> model_;
    entities live_;
};

template <class R> void play_games() {
    for (std::uint32_t seed = 1; seed <= 15; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        game<R>(seed).play();
    }
}

} // namespace

TEST(relation, walks_can_be_moved_and_kept) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 4);
    for (int i = 1; i < 4; ++i) liking.relate(e[0], e[static_cast<std::size_t>(i)], {i});
    std::optional turns(liking.targets(e[0]));
    EXPECT_EQ(turns->next(), e[1]);
    auto kept = std::move(*turns);
    EXPECT_FALSE(turns->next());
    turns.reset();
    liking.unrelate(e[0], e[2]);
    EXPECT_EQ(kept.next(), e[3]);
    EXPECT_FALSE(kept.next());
    auto other = std::optional(liking.sources(e[3]));
    w = world();
    auto last = std::move(*other);
    EXPECT_FALSE(last.next());
}
TEST(relation, an_entity_without_relations_has_no_value_to_one_with_some) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 3);
    liking.relate(e[1], e[0], {7});
    EXPECT_EQ(liking.value(e[1], e[0])->how_much, 7);
    EXPECT_FALSE(liking.value(e[2], e[0]));
    EXPECT_FALSE(liking.value(e[1], e[2]));
    EXPECT_FALSE(liking.value(e[2], {}));
}

TEST(relation, walks_of_sources_are_moved_as_those_of_targets) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 4);
    for (const entity source : {e[1], e[2], e[3]}) liking.relate(source, e[0]);
    liking.relate(e[0], e[3]);
    auto fresh = liking.sources(e[0]);
    auto begun = std::move(fresh);
    EXPECT_FALSE(fresh.next()) << "at its end from the beginning";
    EXPECT_EQ(begun.next(), e[1]);
    auto last = std::move(begun);
    EXPECT_FALSE(begun.next());
    liking.unrelate(e[2], e[0]);
    EXPECT_EQ(last.next(), e[3]);
    EXPECT_FALSE(last.next());
}
#if defined(__cpp_exceptions)
TEST(relation, calls_of_the_end_of_each_link_whatever_one_call_throws) {
    world w;
    relation<likes> liking(w);
    const entities e = many(w, 3);
    liking.relate(e[1], e[0], {1});
    liking.relate(e[2], e[0], {2});
    int called = 0;
    liking.on_unrelated([&](entity, entity, const likes& l) {
        called += l.how_much;
        throw l.how_much;
    });
    EXPECT_THROW(w.destroy(e[0]), int);
    EXPECT_EQ(called, 3);
    EXPECT_FALSE(w.alive(e[0]));
    liking.on_related([](entity, entity, const likes&) { throw 1; });
    EXPECT_THROW(liking.relate(e[1], e[2]), int);
    EXPECT_TRUE(liking.related(e[1], e[2]));
}
#endif

TEST(random_relations, of_values_agree_with_a_plain_model) { play_games<likes>(); }
TEST(random_relations, without_values_agree_with_a_plain_model) { play_games<sees>(); }
TEST(random_relations, of_one_target_agree_with_a_plain_model) { play_games<docked_to>(); }
TEST(random_relations, of_parts_agree_with_a_plain_model) { play_games<part_of>(); }
TEST(random_relations, that_are_symmetric_agree_with_a_plain_model) { play_games<allied_with>(); }
TEST(random_relations, of_pairs_agree_with_a_plain_model) { play_games<married_to>(); }
TEST(random_relations, of_one_source_agree_with_a_plain_model) { play_games<owns>(); }
TEST(random_relations, of_one_source_and_one_target_agree_with_a_plain_model) { play_games<drives>(); }
