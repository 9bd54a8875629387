// Disabled entities: out of queries unless asked for, in walks and views, in snapshots and saves.

#include <throng/subset.hpp>
#include <throng/world/hash.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using throng::entity;
using throng::with_disabled;
using throng::world;
using entities = std::vector<entity>;

struct position {
    int x = 0;
};
struct mark {};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};

TEST(disabled, is_out_of_queries_that_do_not_ask) {
    world w;
    entities e(3000);
    w.create(std::span(e), position{});
    position* const at = w.try_get<position>(e[7]);
    EXPECT_TRUE(w.disable(e[7]));
    EXPECT_FALSE(w.disable(e[7]));
    EXPECT_FALSE(w.enabled(e[7]));
    EXPECT_TRUE(w.alive(e[7]));
    EXPECT_EQ(w.try_get<position>(e[7]), at);
    EXPECT_EQ(w.size(), 3000U);
    EXPECT_EQ(w.count<position>(), 3000U);
    EXPECT_EQ(w.query<position>().count(), 2999U);
    EXPECT_EQ(w.query<>().count(), 2999U);
    EXPECT_FALSE(w.query<position>().contains(e[7]));
    EXPECT_EQ(w.query<position>(with_disabled).count(), 3000U);
    EXPECT_EQ(w.query<>(throng::all_of<throng::disabled>).first(), e[7]);
    EXPECT_EQ(w.query<throng::disabled>().count(), 1U);
    EXPECT_EQ(w.query<>(throng::none_of<throng::disabled>).count(), 2999U);
    EXPECT_EQ(w.query<position>(throng::optional<throng::disabled>).count(), 3000U);
    std::size_t n = 0;
    for ([[maybe_unused]] const entity x : w) ++n;
    EXPECT_EQ(n, 3000U);
    n = 0;
    for ([[maybe_unused]] const auto& [run, p] : w.query<position>().runs()) ++n;
    EXPECT_EQ(n, 4U); // (Of three pages one is in two runs.)
    EXPECT_TRUE(w.enable(e[7]));
    EXPECT_FALSE(w.enable(e[7]));
    EXPECT_EQ(w.query<position>().count(), 3000U);
    w.disable(e[8]);
    EXPECT_FALSE(w.enabled(w.clone(e[8])));
    w.destroy(e[8]);
    EXPECT_FALSE(w.disable(e[8]));
    EXPECT_FALSE(w.enable(e[8]));
    EXPECT_FALSE(w.enabled(e[8]));
    EXPECT_TRUE(w.validate());
    w.disable(e[9]);
    w.clear();
    EXPECT_EQ(w.size(), 0U);
}

TEST(disabled, in_walks_leaves_them_and_is_new_when_it_comes_back) {
    world w;
    entities e(2000);
    w.create(std::span(e), position{});
    throng::subset all(w);
    for (const entity x : e) all.join(x);
    std::size_t visits = 0;
    const auto frozen = w.query<position>().freeze();
    w.query<position>().each([&](entity x, position&) {
        ++visits;
        EXPECT_TRUE(w.enabled(x));
        const std::size_t i = x.index();
        if (i % 2 == 0) w.disable(e[i + 1]);
        if (i == 100) w.disable(e[500]), w.enable(e[500]), w.disable(x);
        if (i == 1200) w.disable(e[1400]);
    });
    // (500 and 1400 are not visited, and so 501 and 1401 are.)
    EXPECT_EQ(visits, 1000U);
    EXPECT_EQ(frozen.size(), 2000U);
    EXPECT_EQ(all.size(), 2000U);
    EXPECT_EQ(w.query<position>().count(), 1000U);
    EXPECT_TRUE(w.enabled(e[500]));
    entities seen;
    for (const auto& [x, p] : w.query<position>().walk(throng::live)) {
        seen.push_back(x);
        if (seen.size() == 1) w.enable(e[1]), w.enable(e[100]), w.disable(e[2]);
    }
    EXPECT_EQ(seen.size(), 1001U);
    EXPECT_EQ(seen[seen.size() - 1], e[100]);
    EXPECT_EQ(seen[seen.size() - 2], e[1]);
    EXPECT_TRUE(w.validate());
}

TEST(disabled, has_left_the_members_of_systems_and_tells_its_hooks) {
    world w;
    const entity e = w.create(position{5});
    throng::schedule s(w);
    std::string log;
    s.add("all", w.query<const position>(), [&](const position&) { log += "."; })
        .on_joined([&](const position&) { log += "+"; })
        .on_left([&](entity which, const position& p) {
            EXPECT_EQ(which, e);
            EXPECT_EQ(p.x, 5);
            log += "-";
        });
    w.on_add<throng::disabled>([&](entity, const throng::disabled&) { log += "d"; });
    w.on_remove<throng::disabled>([&](entity, const throng::disabled&) { log += "e"; });
    s.run(1);
    w.disable(e);
    s.run(1);
    w.enable(e);
    s.run(1);
    EXPECT_EQ(log, "+.d-e+.");
}

TEST(disabled, is_kept_by_snapshots_and_saves) {
    constexpr auto all = throng::components<position, throng::disabled>;
    world w;
    entities e(10);
    w.create(std::span(e), position{});
    w.disable(e[3]);
    const std::uint64_t before = throng::hash(w, all);
    const throng::snapshot then(w);
    throng::byte_writer<> bytes;
    throng::save(w, bytes, all);
    w.enable(e[3]);
    w.disable(e[4]);
    EXPECT_NE(throng::hash(w, all), before);
    ASSERT_TRUE(then.roll_back());
    EXPECT_EQ(throng::hash(w, all), before);
    EXPECT_FALSE(w.enabled(e[3]));
    EXPECT_TRUE(w.enabled(e[4]));
    world other;
    ASSERT_TRUE(throng::restore(other, bytes.bytes(), all));
    EXPECT_EQ(other.query<position>().count(), 9U);
    EXPECT_FALSE(other.enabled(e[3]));
}

TEST(disabled, agrees_with_a_plain_model_in_random_edits) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        std::minstd_rand draw(seed);
        world w;
        entities e(1500);
        w.create(std::span(e), position{});
        std::set<std::uint32_t> off;
        std::set<std::uint32_t> marked;
        const auto edit = [&] {
            const entity x = e[draw() % e.size()];
            switch (draw() % 6) {
            case 0:
            case 1:
                EXPECT_EQ(w.disable(x), off.insert(x.index()).second);
                break;
            case 2:
                EXPECT_EQ(w.enable(x), off.erase(x.index()) != 0);
                break;
            case 3:
                w.add<mark>(x);
                marked.insert(x.index());
                break;
            default:
                w.remove<mark>(x);
                marked.erase(x.index());
                break;
            }
        };
        for (int round = 0; round < 5; ++round) {
            for (int i = 0; i < 200; ++i) edit();
            std::set<std::uint32_t> expected;
            for (const entity x : e) {
                if (!off.contains(x.index()) && !marked.contains(x.index())) expected.insert(x.index());
            }
            std::set<std::uint32_t> seen;
            w.query<const position>(throng::none_of<mark>).each([&](entity x, const position&) {
                EXPECT_TRUE(expected.contains(x.index()));
                EXPECT_FALSE(off.contains(x.index()) || marked.contains(x.index()));
                EXPECT_TRUE(seen.insert(x.index()).second);
                if (draw() % 8 == 0) edit();
            });
            std::size_t matching = 0;
            for (const entity x : e) matching += !off.contains(x.index()) && !marked.contains(x.index()) ? 1U : 0U;
            EXPECT_EQ(w.query<position>(throng::none_of<mark>).count(), matching);
            EXPECT_EQ(w.query<>(throng::all_of<throng::disabled>).count(), off.size());
            ASSERT_TRUE(w.validate());
        }
    }
}
