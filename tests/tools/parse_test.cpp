// needs zstd
#include "packing.hpp"
#include "random_game.hpp"
#include "trace/fields.hpp"
#include "trace/malformed.hpp"
#include "trace/parse.hpp"
#include "trace/statistics.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace throng::tool;

trace parsed(const std::string& text) { return read_trace_bytes(text, "games/small.trace"); }

TEST(parse, knows_the_small_game) {
    const trace t = parsed(small_game);
    EXPECT_EQ(t.name, "small");
    EXPECT_FALSE(t.contradiction);
    ASSERT_EQ(t.levels.size(), 1u);
    EXPECT_EQ(t.levels[0].skill, 3);
    ASSERT_EQ(t.adds(), 5u);
    EXPECT_EQ(spelling(t.spawns[1].what), "m31");
    EXPECT_EQ(spelling(t.spawns[2].what), "door");
    EXPECT_EQ(t.spawns[0].y, -131072);
    EXPECT_EQ(t.spawns[3].born, 0);
    EXPECT_FALSE(t.spawns[3].dead);
    EXPECT_EQ(t.spawns[4].born, 1);
    EXPECT_EQ(t.spawns[4].died, 1);
    ASSERT_EQ(t.passes.size(), 2u);
    EXPECT_EQ(t.passes[0].line, 11u);
    EXPECT_EQ(t.passes[1].tic, 1u);
    EXPECT_EQ(t.passes[1].expected.live, 1u);
    EXPECT_EQ(t.edits.size(), 10u);
}

TEST(parse, turns_are_the_edits_of_one_visit) {
    const trace t = parsed(small_game);
    ASSERT_EQ(t.turns.size(), 2u);
    EXPECT_EQ(t.turns[0].actor, 1u);
    EXPECT_EQ(t.turns[0].pass, 0u);
    EXPECT_EQ(t.turns[0].last - t.turns[0].first, 3u);
    EXPECT_EQ(t.turns[0].next, none);
    EXPECT_EQ(t.spawns[1].first_turn, 0u);
    EXPECT_EQ(t.spawns[3].first_turn, 1u);
    EXPECT_EQ(t.spawns[0].first_turn, none);
    EXPECT_EQ(t.edits[t.turns[1].first].id, 4u);
    EXPECT_EQ(t.edits[t.turns[1].first].line, 20u);
}

TEST(parse, tallies) {
    const tally n = parsed(small_game).counts;
    EXPECT_EQ(n.adds_in_setup, 3u);
    EXPECT_EQ(n.adds_before_pass, 1u);
    EXPECT_EQ(n.adds_in_pass, 1u);
    EXPECT_EQ(n.newcomers_visited, 1u);
    EXPECT_EQ(n.marks, 4u);
    EXPECT_EQ(n.marks_of_self, 1u);
    EXPECT_EQ(n.marks_of_earlier, 1u);
    EXPECT_EQ(n.marks_of_later, 1u);
    EXPECT_EQ(n.marks_outside, 1u);
    EXPECT_EQ(n.unlinks, 4u);
    EXPECT_EQ(n.unlinks_in_tic_of_mark, 1u);
    EXPECT_EQ(n.most_awaiting_unlink, 3u);
    EXPECT_EQ(n.peak_live, 4u);
    EXPECT_EQ(n.peak_linked, 5u);
    EXPECT_EQ(n.positions, 1u);
    EXPECT_EQ(n.visits, 5u);
    EXPECT_EQ(n.live_sum, 3u);
}

TEST(parse, packed_and_plain_are_the_same) {
    const std::string zst = packed(small_game);
    EXPECT_EQ(read_trace_bytes(zst, "x.trace.zst").edits.size(), 10u);
    // The content decides, not the name, and several frames are one text.
    EXPECT_EQ(read_trace_bytes(zst, "x.trace").edits.size(), 10u);
    const std::string text = small_game;
    EXPECT_EQ(read_trace_bytes(packed(text.substr(0, 100)) + packed(text.substr(100)), "x").edits.size(), 10u);
    const std::string skippable{"\x50\x2a\x4d\x18\x03\0\0\0abc", 11};
    EXPECT_EQ(read_trace_bytes(skippable + zst, "x").edits.size(), 10u);
}

TEST(parse, the_last_line_needs_no_end) {
    std::string text = small_game;
    text.pop_back();
    EXPECT_EQ(parsed(text).passes.size(), 2u);
}

TEST(parse, comments_may_stand_anywhere) {
    std::string text;
    for (const char c : std::string(small_game)) {
        text += c;
        if (c == '\n') text += "# a\tcomment\n#\n";
    }
    EXPECT_EQ(parsed(text).passes[0].line, 31u);
}

TEST(parse, an_empty_recording_is_a_recording) {
    EXPECT_TRUE(parsed("L 1 1 -1\nZ 0 0\n").passes.empty());
    EXPECT_EQ(parsed("L 1 1 1\nT 0\nP\nH 0 cbf29ce484222325 0 0 cbf29ce484222325\nZ 1 0\n").passes.size(), 1u);
}

TEST(parse, a_level_load_drops_all_without_unlinking) {
    const trace t = parsed("L 1 1 1\nA 0 glow -1\nA 1 glow -1\nM 0 -1\nT 0\nL 2 3 4\nA 2 glow -1\nM 2 -1\nT 1\nP\nU 2\n"
                           "H 0 cbf29ce484222325 0 0 cbf29ce484222325\nL 1 1 1\nZ 1 3\n");
    EXPECT_FALSE(t.contradiction);
    EXPECT_EQ(t.levels.size(), 3u);
    EXPECT_EQ(t.levels[1].tic, 1u);
    EXPECT_EQ(t.passes.size(), 1u);
    EXPECT_EQ(t.passes[0].tic, 1u);
}

TEST(parse, a_wrong_figure_is_a_contradiction_not_malformed) {
    std::string text = small_game;
    text.replace(text.find("H 2 06cd"), 8, "H 2 16cd");
    const trace t = parsed(text);
    ASSERT_TRUE(t.contradiction);
    EXPECT_EQ(t.contradiction->line, 11u);
    EXPECT_EQ(t.contradiction->tic, 0u);
    EXPECT_EQ(t.contradiction->figure, "live hash");
    EXPECT_EQ(t.contradiction->expected, "16cd822b3b579854");
    EXPECT_EQ(t.contradiction->found, "06cd822b3b579854");
}

std::string contradiction_of(const std::string& from, const std::string& to) {
    std::string text = small_game;
    text.replace(text.find(from), from.size(), to);
    const trace t = parsed(text);
    if (!t.contradiction) return "none";
    const difference& d = *t.contradiction;
    return std::to_string(d.line) + " " + d.figure + " " + d.expected + " " + d.found;
}

TEST(parse, unlinking_is_held_to_the_rules) {
    const std::string where = " unlinked at this moment ";
    EXPECT_EQ(contradiction_of("U 0\n", ""), "17" + where + "1 0");
    EXPECT_EQ(contradiction_of("U 1\n", "U 2\n"), "18" + where + "2 1");
    EXPECT_EQ(contradiction_of("U 4\n", ""), "21" + where + "none 4");
    EXPECT_EQ(contradiction_of("P\nU 0\nU 1\nU 2\n", "P\n"), "17" + where + "none 0");
    EXPECT_EQ(contradiction_of("P\nA 3", "P\nU 0\nA 3"), "8" + where + "0 none");
    EXPECT_EQ(contradiction_of("M 2 -1\n", ""), "18" + where + "2 none");
    // Removing one that lies ahead asks for its unlinking in the same pass.
    EXPECT_EQ(contradiction_of("M 0 1", "M 2 1"), "11" + where + "none 2");
}

TEST(parse, the_first_flaw_counts) {
    // Malformed from line 12 on, but the figures of line 11 were wrong before that.
    EXPECT_EQ(contradiction_of("4 4 30d77e22c5da0365\nX 3", "4 5 30d77e22c5da0365\nX x"), "11 visited count 5 4");
    EXPECT_EQ(contradiction_of("M 0 1\n", ""), "10 live count 2 3");
}

TEST(parse, made_up_games_are_well_formed) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        const trace t = parsed(random_game(seed));
        EXPECT_FALSE(t.contradiction) << seed;
        EXPECT_EQ(t.passes.size(), 60u);
    }
}

TEST(parse, limits_hold) {
    const auto message = [](const std::string& bytes, const limits& bounds) {
        try {
            read_trace_bytes(bytes, "x", bounds);
        } catch (const malformed& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    limits small;
    small.bytes = 1 << 20;
    // 16 MiB of comments in a few kilobytes.
    std::string bomb(std::size_t{16} << 20, 'x');
    for (std::size_t i = 0; i + 64 < bomb.size(); i += 64) bomb[i] = '#', bomb[i + 63] = '\n';
    EXPECT_NE(message(packed(bomb), small).find("expected at most 1 MiB when unpacked, found more"), std::string::npos);
    limits few;
    few.visits = 4;
    EXPECT_EQ(message(small_game, few), "x:20: expected at most 4 visits in all passes together, found more");
    EXPECT_EQ(message("L 1 1 1\n#" + std::string(5000, 'x') + "\n", {}),
              "x:2: expected a line of at most 4096 characters, found a longer one");
    EXPECT_EQ(message("L 1 1 1\n" + std::string(1 << 20, 'x'), {}),
              "x:2: expected a line of at most 4096 characters, found a longer one");
}

TEST(fields, are_cut_at_single_spaces) {
    EXPECT_EQ(fields("a b c").count(), 3u);
    EXPECT_EQ(fields("a b c")[2], "c");
    EXPECT_EQ(fields("1 2 3 4 5 6").count(), 6u);
    for (const char* bad : {"", " ", "a ", " a", "a  b", "1 2 3 4 5 6 7", "1 2 3 4 5 6 "})
        EXPECT_EQ(fields(bad).count(), 0u) << bad;
}

TEST(fields, numbers_have_one_spelling) {
    EXPECT_EQ(decimal<std::uint32_t>("0"), 0u);
    EXPECT_EQ(decimal<std::uint32_t>("4294967295"), 4294967295u);
    EXPECT_EQ(decimal<std::int32_t>("-2147483648"), -2147483647 - 1);
    for (const char* bad : {"", "-", "-0", "00", "01", "+1", " 1", "1 ", "1x", "0x1", "1.0", "-01", "-1", "4294967296",
                            "99999999999999999999"})
        EXPECT_FALSE(decimal<std::uint32_t>(bad)) << bad;
    EXPECT_EQ(hash_value("00000000000000fF"), 255u);
    for (const char* bad : {"", "ff", "00000000000000fg", "000000000000000ff", "-0000000000000ff", "0x000000000000ff"})
        EXPECT_FALSE(hash_value(bad)) << bad;
}

TEST(kinds, have_their_spelling) {
    for (const char* good : {"m0", "m136", "ceiling", "door", "floor", "plat", "flicker", "flash", "strobe", "glow"})
        EXPECT_EQ(spelling(parse_kind(good).value()), good);
    for (const char* bad : {"", "m", "m-1", "m01", "m65280", "m99999", "mx", "Door", "glows", "lift"})
        EXPECT_FALSE(parse_kind(bad)) << bad;
    EXPECT_EQ(role_of(*parse_kind("m33")), role::missile);
    EXPECT_EQ(role_of(*parse_kind("m38")), role::effect);
    EXPECT_EQ(role_of(*parse_kind("m1")), role::monster);
    EXPECT_EQ(role_of(*parse_kind("m43")), role::scenery);
    EXPECT_EQ(role_of(*parse_kind("plat")), role::sector);
}

TEST(statistics, lives_and_populations) {
    const trace t = parsed(small_game);
    EXPECT_EQ(median_life(t), 1u);
    const auto bins = lifetimes(t);
    ASSERT_EQ(bins.size(), 2u);
    EXPECT_EQ(bins[0].dead[static_cast<std::size_t>(role::effect)], 1u);
    const auto line = timeline(t, 100);
    ASSERT_EQ(line.size(), 2u);
    EXPECT_EQ(line[0].born, 1u);
    EXPECT_EQ(line[0].died, 2u);
    EXPECT_EQ(line[1].died, 2u);
    EXPECT_EQ(line[0].live[static_cast<std::size_t>(role::effect)], 1.0);
    EXPECT_EQ(timeline(t, 1).size(), 1u);
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        const trace game = parsed(random_game(seed));
        double live = 0;
        for (const stretch& s : timeline(game, 7))
            for (const double n : s.live) live += n * s.passes;
        EXPECT_NEAR(live, static_cast<double>(game.counts.live_sum), 1e-6);
    }
}

TEST(statistics, life_bins_leave_no_gap) {
    trace t = parsed(small_game);
    t.spawns[0].died = 0x3fff'fff0;
    const auto bins = lifetimes(t);
    for (std::size_t i = 1; i < bins.size(); ++i) EXPECT_EQ(bins[i].from, bins[i - 1].to + 1);
    EXPECT_GE(bins.back().to, 0x3fff'fff1u);
}

} // namespace
