// `throng compare`: the scaled games, the needs, and the advice.

#include "random_game.hpp"
#include "replay/compare.hpp"
#include "replay/contestant.hpp"
#include "replay/needs.hpp"
#include "replay/scale.hpp"
#include "report/advice.hpp"
#include "trace/parse.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace throng::tool;

constexpr std::uint64_t all_visits = 1'000'000'000;

trace game(std::uint32_t seed, int loading = 3) {
    return read_trace_bytes(random_game(seed, {.tics = 60, .loading = loading}), "game.trace");
}

bool contains(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

TEST(scale, once_is_the_game_itself) {
    const trace t = game(1, 0);
    const trace s = scaled(t, 1, all_visits);
    ASSERT_EQ(s.passes.size(), t.passes.size());
    EXPECT_EQ(s.counts.visits, t.counts.visits);
    EXPECT_EQ(s.counts.live_sum, t.counts.live_sum);
    EXPECT_EQ(s.turns.size(), t.turns.size());
    for (std::size_t p = 0; p < t.passes.size(); ++p) {
        EXPECT_EQ(s.passes[p].expected.live, t.passes[p].expected.live);
        EXPECT_EQ(s.passes[p].edits_last - s.passes[p].edits_first, t.passes[p].edits_last - t.passes[p].edits_first);
    }
}

TEST(scale, ten_times_is_ten_games_with_names_of_their_own) {
    const trace t = game(2, 0);
    const trace s = scaled(t, 10, all_visits);
    EXPECT_EQ(s.passes.size(), t.passes.size());
    // Copies begin up to 5 tics later and end with the trace.
    EXPECT_LE(s.counts.visits, 10 * t.counts.visits);
    EXPECT_GE(s.counts.visits, 8 * t.counts.visits);
    std::set<std::uint32_t> added;
    for (const edit& e : s.edits)
        EXPECT_TRUE(e.what == edit::action::add ? added.insert(e.id).second : added.contains(e.id)) << e.id;
    EXPECT_EQ(added.size(), s.adds());
}

TEST(scale, ends_when_there_were_visits_enough) {
    const trace t = game(3);
    const trace s = scaled(t, 10, t.counts.visits);
    EXPECT_LT(s.passes.size(), t.passes.size());
    EXPECT_GE(s.counts.visits, t.counts.visits);
    EXPECT_LE(s.counts.visits - s.passes.back().expected.visited, t.counts.visits);
}

TEST(scale, every_collection_and_hand_written_loop_comes_to_the_same) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        // With level loads, each of which is one copy's own affair.
        const trace s = scaled(game(seed), 7, all_visits);
        for (const contestant& c : contestants()) {
            if (c.name == "grid") continue; // follows moves, which a scaled trace does not have
            const outcome is = c.run(s);
            EXPECT_EQ(is.live_sum, s.counts.live_sum) << c.name;
            EXPECT_TRUE(c.agrees != in_all || is.visits == s.counts.visits) << c.name;
        }
    }
}

TEST(scale, an_empty_game_stays_empty) {
    const trace s = scaled(read_trace_bytes("L 1 1 1\nZ 0 0\n", "e"), 10, all_visits);
    EXPECT_EQ(s.passes.size(), 0u);
    EXPECT_TRUE(compare({s}, {}, {1}, 1, [](const std::string&, double) {}).best().empty());
}

TEST(needs, are_read_by_their_names) {
    EXPECT_TRUE(parse_needs("").empty());
    EXPECT_EQ(parse_needs("order,handles,order"), (std::vector{need::order, need::handles}));
    for (const char* wrong : {"order,", ",order", "Order", "order handles", "speed"})
        EXPECT_THROW(parse_needs(wrong), std::invalid_argument) << wrong;
}

TEST(needs, decide_what_is_ranked) {
    const auto none = [](const std::string&, double) {};
    const comparison c = compare({game(1)}, {need::order, need::handles}, {1, 3}, 1, none);
    EXPECT_TRUE(c.complaints.empty());
    ASSERT_EQ(c.rankings.size(), 2u);
    std::set<std::string_view> ranked, excluded;
    for (const standing& s : c.rankings[1].by_time) {
        ranked.insert(s.name);
        EXPECT_GT(s.ns_per_visit, 0);
    }
    for (const exclusion& e : c.excluded) excluded.insert(e.name);
    EXPECT_TRUE(ranked.contains("list") && ranked.contains("entity_list") && ranked.contains("subset"));
    EXPECT_TRUE(excluded.contains("bag") && excluded.contains("pool") && excluded.contains("linked_list"));
    EXPECT_EQ(ranked.size() + excluded.size(), all_abilities().size());
    EXPECT_TRUE(ranked.contains(c.best()));
    EXPECT_TRUE(std::is_sorted(c.rankings[0].by_time.begin(), c.rankings[0].by_time.end(),
                               [](auto& a, auto& b) { return a.ns_per_visit < b.ns_per_visit; }));
    const std::string words = as_advice(c);
    EXPECT_TRUE(contains(words, "Take " + std::string(c.best()))) << words;
    EXPECT_TRUE(contains(words, "pool           does not fit: it is not one that iterates in insertion order"))
        << words;

    const comparison unranked = compare({game(1)}, {need::order, need::owns, need::stable_addresses}, {1}, 1, none);
    EXPECT_TRUE(unranked.best().empty());
    EXPECT_TRUE(contains(as_advice(unranked), "none fits all of these needs"));
}

TEST(compare, the_thrifty_is_little_slower_and_much_smaller) {
    comparison c;
    c.rankings.push_back({1, 10, 100, {{"pool", 2, 100}, {"bag", 2.4, 80}, {"list", 3, 60}}});
    EXPECT_EQ(c.best(), "pool");
    EXPECT_EQ(c.thrifty(), "bag");
    c.rankings.push_back({10, 100, 1000, {{"bag", 1, 80}, {"pool", 2, 100}, {"list", 3, 60}}});
    EXPECT_EQ(c.best(), "bag");
    EXPECT_EQ(c.thrifty(), "");
    EXPECT_DOUBLE_EQ(c.overall("pool"), 2);
    EXPECT_EQ(c.overall("nothing"), 0);
}

} // namespace
