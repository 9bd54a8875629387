// Entities that are copied within their world: copies refer to copies, and to all else as the originals do.

#include "support/numbers.hpp"

#include <throng/world/merge.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::related;
using throng::relation;
using throng::world;

struct part {
    entity to;
};
struct likes {
    int how = 0;
};
struct docked_to {};
struct part_of {};
struct drives {};
struct allied_with {};

} // namespace

template <> struct throng::component<part> {
    static constexpr const char* name = "part";
};
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
template <> struct throng::component<drives> {
    static constexpr const char* name = "drives";
    static constexpr bool one_source = true;
};
template <> struct throng::component<allied_with> {
    static constexpr const char* name = "allied_with";
    static constexpr bool symmetric = true;
};

namespace {

constexpr auto all = throng::components<part, related<likes>, related<docked_to>, related<part_of>, related<drives>,
                                        related<allied_with>, throng::kin>;

template <class R> [[nodiscard]] std::vector<entity> targets(const relation<R>& r, entity e) {
    std::vector<entity> those;
    auto walk = r.targets(e);
    while (const entity t = walk.next()) those.push_back(t);
    return those;
}

/// What the targets of a copy are: copies, and the others that `stays(target)` says.
template <class R, class Stays> void expect_copied(const relation<R>& r, const std::vector<entity>& originals,
                                                   const std::vector<std::vector<entity>>& before,
                                                   const throng::entity_map& copies, Stays stays) {
    for (std::size_t i = 0; i < originals.size(); ++i) {
        std::vector<entity> wanted;
        for (const entity t : before[i]) {
            if (const entity its = copies.find(t)) wanted.push_back(its);
            else if (stays(t)) wanted.push_back(t);
        }
        EXPECT_EQ(targets(r, copies.find(originals[i])), wanted);
        EXPECT_EQ(targets(r, originals[i]), before[i]) << "of the original";
    }
}

} // namespace

TEST(cloned_branches, refer_to_themselves_and_otherwise_as_the_originals_do) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        support::numbers dice(seed);
        world w;
        relation<likes> liking(w);
        relation<docked_to> docking(w);
        relation<part_of> parts(w);
        relation<drives> driving(w);
        relation<allied_with> allies(w);
        std::vector<entity> those;
        for (int i = 0; i < 16; ++i) those.push_back(w.create(part{}));
        const auto one = [&] { return those[dice.below(those.size())]; };
        for (const entity e : those) w.get<part>(e).to = one();
        for (int i = 0; i < 24; ++i) {
            liking.relate(one(), one(), {i});
            docking.relate(one(), one());
            parts.relate(one(), one());
            driving.relate(one(), one());
            allies.relate(one(), one());
            if (i % 5 == 0) liking.unrelate_all(one());
        }
        std::vector<entity> chosen;
        for (const entity e : those) {
            if (dice.below(2) == 0) chosen.push_back(e);
        }
        const auto of_all = [&](const auto& r) {
            std::vector<std::vector<entity>> links;
            for (const entity e : chosen) links.push_back(targets(r, e));
            return links;
        };
        const auto liked = of_all(liking);
        const auto docked = of_all(docking);
        const auto parted = of_all(parts);
        const auto driven = of_all(driving);
        const auto allied = of_all(allies);

        const throng::entity_map copies = throng::merge(w, w, all, chosen);
        ASSERT_EQ(copies.size(), chosen.size());
        EXPECT_EQ(w.size(), those.size() + chosen.size());
        const auto always = [](entity) { return true; };
        const auto never = [](entity) { return false; };
        expect_copied(liking, chosen, liked, copies, always);
        expect_copied(docking, chosen, docked, copies, always);
        expect_copied(parts, chosen, parted, copies, always);
        expect_copied(driving, chosen, driven, copies, never);
        expect_copied(allies, chosen, allied, copies, never);
        for (const entity e : chosen) {
            const entity to = w.get<part>(e).to;
            EXPECT_EQ(w.get<part>(copies.find(e)).to, copies.find(to) ? copies.find(to) : to);
            for (const entity t : targets(liking, e)) {
                const entity its = copies.find(t) ? copies.find(t) : t;
                EXPECT_EQ(liking.value(copies.find(e), its)->how, liking.value(e, t)->how);
            }
        }
        // Nothing that is not copied refers to a copy.
        for (const entity e : those) {
            if (copies.find(e)) continue;
            for (const entity t : targets(liking, e)) EXPECT_LT(t.index(), those.size());
            for (const entity t : targets(allies, e)) EXPECT_LT(t.index(), those.size());
        }
        // It is a state like others: it is saved, and comes back.
        ASSERT_TRUE(w.validate());
        throng::byte_writer<> bytes;
        throng::save(w, bytes, all);
        world again;
        ASSERT_TRUE(throng::restore(again, bytes.bytes(), all));
        EXPECT_EQ(throng::hash(again, all), throng::hash(w, all));
        const relation<likes> its(again);
        for (const entity e : w) {
            std::vector<entity> here;
            std::vector<entity> there;
            for (const auto& [s, v] : liking.sources(e)) here.push_back(s);
            for (const auto& [s, v] : its.sources(e)) there.push_back(s);
            EXPECT_EQ(here, there);
        }
        // A copy goes without a trace.
        for (const entity e : chosen) w.destroy(copies.find(e));
        for (std::size_t i = 0; i < chosen.size(); ++i) EXPECT_EQ(targets(liking, chosen[i]), liked[i]);
        EXPECT_TRUE(w.validate());
    }
}

TEST(cloned_branches, keep_no_link_to_a_target_that_a_hook_has_destroyed) {
    world w;
    relation<likes> liking(w);
    const entity a = w.create(part{});
    const entity b = w.create(part{});
    const entity c = w.create(part{});
    liking.relate(a, b, {1});
    liking.relate(a, c, {2});
    w.on_add<part>([&](entity, part&) { w.destroy(b); });
    std::vector<entity> seen;
    std::vector<entity> wanted;
    const throng::entity_map copies = throng::merge(w, w, all, std::vector{a});
    EXPECT_EQ(targets(liking, copies.find(a)), std::vector<entity>{c});
    const entity later = w.create();
    liking.relate(later, c);
    // While the sources of a target are walked, a copy comes to their end.
    auto walk = liking.sources(c, throng::live);
    w.on_add<part>(nullptr);
    while (const entity s = walk.next()) {
        seen.push_back(s);
        if (seen.size() == 2) {
            const entity copy = throng::merge(w, w, all, std::vector{a}).find(a);
            wanted = {a, copies.find(a), later, copy};
        }
    }
    EXPECT_EQ(seen, wanted);
    EXPECT_TRUE(w.validate());
}

// The links of copies are edits like others: a live walk that has come past a copy before it was related visits it
// afterwards. Rule 3 of world.
TEST(cloned_branches, are_visited_by_live_walks_that_were_past_them_before_their_links) {
    const auto play = [](auto tag) {
        using R = decltype(tag);
        world w;
        relation<R> r(w);
        const entity a = w.create(part{});
        const entity b = w.create(part{});
        r.relate(a, b);
        auto walk = w.template query<>(throng::related_to<R>()).walk(throng::live);
        std::vector<entity> visited;
        const auto go_on = [&] {
            while (const entity e = walk.next()) visited.push_back(e);
        };
        w.template on_add<related<R>>([&](entity, auto&) { go_on(); });
        const auto copies = throng::merge(w, w, all, std::vector{a, b});
        go_on();
        std::vector<entity> wanted{a};
        if (throng::core::is_symmetric<R>()) wanted.push_back(b);
        wanted.push_back(copies.find(a));
        if (throng::core::is_symmetric<R>()) wanted.push_back(copies.find(b));
        EXPECT_EQ(visited, wanted);
    };
    play(likes{});
    play(docked_to{});
    play(allied_with{});
}
