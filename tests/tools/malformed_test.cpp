// needs zstd
#include "packing.hpp"
#include "random_game.hpp"
#include "trace/malformed.hpp"
#include "trace/moves.hpp"
#include "trace/parse.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace throng::tool;

/// The small game with one line replaced ("" takes it out), and what must be said about it.
struct damage {
    int line;
    const char* text;
    std::uint64_t at;
    const char* expected;
    const char* found;
};

std::ostream& operator<<(std::ostream& out, const damage& d) { return out << "line " << d.line; }

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

class malformed_line : public testing::TestWithParam<damage> {};

TEST_P(malformed_line, is_named_with_what_was_expected) {
    const damage& d = GetParam();
    SCOPED_TRACE(in_quotes(d.text));
    auto lines = lines_of(small_game);
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i + 1 == static_cast<std::size_t>(d.line)) text += *d.text ? std::string(d.text) + "\n" : "";
        else text += lines[i] + "\n";
    }
    for (const std::string& bytes : {text, packed(text)}) {
        try {
            const trace t = read_trace_bytes(bytes, "a.trace");
            ADD_FAILURE() << "was accepted" << (t.contradiction ? " with a contradiction" : "");
        } catch (const malformed& error) {
            EXPECT_EQ(error.file(), "a.trace");
            EXPECT_EQ(error.line(), d.at);
            EXPECT_NE(error.expected().find(d.expected), std::string::npos) << error.what();
            EXPECT_NE(error.found().find(d.found), std::string::npos) << error.what();
        }
    }
}

constexpr const char* no_fields = "up to six fields with one space between them";

// A line that is taken out shows where the next one does not fit.
const damage damages[] = {
    {1, " # a comment", 1, no_fields, "' # a comment'"},
    {1, "# caf\xc3\xa9", 1, "printable ASCII", "0xc3"},
    {1, "#\x01", 1, "printable ASCII", "0x01"},
    {1, "Q 1", 1, "one of L T P A M U H X Z", "'Q 1'"},
    {1, "LL 1 1 1", 1, "one of L T P A M U H X Z", "'LL 1 1 1'"},
    {1, "l 1 1 1", 1, "one of L T P A M U H X Z", "'l 1 1 1'"},
    {2, "", 2, "a level load", "'A 0 m0 -1 65536 -131072'"},
    {2, "L 1 1", 2, "'L episode map skill'", "'L 1 1'"},
    {2, "L 1 1 3 4", 2, "'L episode map skill'", "'L 1 1 3 4'"},
    {2, "L 1 1 x", 2, "the skill's number", "'x'"},
    {2, "L 1 99999999999 3", 2, "the map's number", "'99999999999'"},
    {2, "L 1 1 3\r", 2, "the skill's number", "'3\\x0d'"},
    {2, "L 1 1 3 ", 2, no_fields, "'L 1 1 3 '"},
    {2, "L  1 1 3", 2, no_fields, "'L  1 1 3'"},
    {2, "L\t1\t1\t3", 2, "one of L T P A M U H X Z", "'L\\x091\\x091\\x093'"},
    {2, "T 0", 2, "a level load", "'T 0'"},
    {2, "P", 2, "'T 0' first", "'P'"},
    {2, "M 0 -1", 2, "a level load", "'M 0 -1'"},
    {3, "", 3, "the next id, 0", "'1'"},
    {3, "A 1 m0 -1 65536 -131072", 3, "the next id, 0", "'1'"},
    {3, "A 4294967295 m0 -1 1 1", 3, "the next id, 0", "'4294967295'"},
    {3, "A 4294967296 m0 -1 1 1", 3, "an id", "'4294967296'"},
    {3, "A 00 m0 -1 1 1", 3, "an id", "'00'"},
    {3, "A -1 m0 -1 1 1", 3, "an id", "'-1'"},
    {3, "A 0 m0 0 65536 -131072", 3, "'-1' as its author outside a pass", "'0'"},
    {3, "A 0 m0 -1 65536", 3, "'A id kind by'", "'A 0 m0 -1 65536'"},
    {3, "A 0 m0 -1", 3, "a position 'x y' behind a mobj", "'A 0 m0 -1'"},
    {3, "A 0 m0 -1 65536 -131072 0", 3, no_fields, "131072 0'"},
    {3, "A 0 m0 -1 2147483648 0", 3, "a signed 32-bit number", "'2147483648'"},
    {3, "A 0 m0 -1 0 1e3", 3, "a signed 32-bit number", "'1e3'"},
    {3, "A 0 mm -1 0 0", 3, "a kind", "'mm'"},
    {3, "A 0 lift -1", 3, "a kind", "'lift'"},
    {5, "A 2 door -1 0 0", 5, "no position behind a sector's kind", "'A 2 door -1 0 0'"},
    {6, "", 6, "'T 0' first", "'P'"},
    {6, "T 1", 6, "'T 0'", "'T 1'"},
    {6, "T", 6, "'T 0'", "'T'"},
    {6, "T -1", 6, "the tic's number", "'-1'"},
    {6, "T 18446744073709551616", 6, "the tic's number", "'18446744073709551616'"},
    {6, "H 0 0000000000000000 0 0 0000000000000000", 6, "no H outside a pass", "'H 0"},
    {6, "X 0 1 1", 6, "X only after the line H of a tic divisible by 35", "'X 0 1 1'"},
    {6, "U 0", 6, "no U outside a pass", "'U 0'"},
    {6, "Z 0 3", 7, "nothing after the line Z", "'P'"},
    {7, "", 7, "'-1' as its author outside a pass", "'1'"},
    {7, "P 0", 7, "'P' alone", "'P 0'"},
    {7, "T 1", 7, "the pass 'P' of this tic", "'T 1'"},
    {8, "A 3 m37 7 5 -5", 8, "the id of the entity being visited", "'7'"},
    {8, "A 3 m37 -1 5 -5", 8, "the id of the entity being visited", "'-1'"},
    {8, "A 3 m37 4294967295 5 -5", 8, "the id of the entity being visited", "'4294967295'"},
    {8, "A 3 m37 2 5 -5", 9, "the id of the entity being visited", "'1'"},
    {8, "L 1 1 1", 8, "no level load inside a pass", "'L 1 1 1'"},
    {8, "T 1", 8, "the line H that ends the pass", "'T 1'"},
    {8, "P", 8, "the line H that ends the pass", "'P'"},
    {8, "X 0 1 1", 8, "X only after the line H", "'X 0 1 1'"},
    {8, "Z 1 3", 8, "the line H that ends the pass", "'Z 1 3'"},
    {9, "M 7 1", 9, "the id of an entity in the list", "'7'"},
    {9, "M 4294967295 1", 9, "the id of an entity in the list", "'4294967295'"},
    {9, "M 1", 9, "'M id by'", "'M 1'"},
    {9, "M 1 1 1", 9, "'M id by'", "'M 1 1 1'"},
    {10, "M 1 1", 10, "not marked yet", "'1'"},
    {10, "M 0 0", 10, "the id of the entity being visited", "'0'"},
    {11, "", 11, "X only after the line H", "'X 3 6 -5'"},
    {11, "H 2 06cd822b3b579854 4 4", 11, "'H live hash linked visited hash'", "'H 2 06cd822b3b579854 4 4'"},
    {11, "H two 06cd822b3b579854 4 4 30d77e22c5da0365", 11, "the number of live entities", "'two'"},
    {11, "H 2 06cd822b3b57985 4 4 30d77e22c5da0365", 11, "16 hexadecimal digits", "'06cd822b3b57985'"},
    {11, "H 2 06cd822b3b57985g 4 4 30d77e22c5da0365", 11, "16 hexadecimal digits", "'06cd822b3b57985g'"},
    {11, "H 2 06cd822b3b579854 -4 4 30d77e22c5da0365", 11, "the number of linked entities", "'-4'"},
    {11, "H 2 06cd822b3b579854 4 4294967296 30d77e22c5da0365", 11, "the number of visited entities", "'4294967296'"},
    {12, "X 3 5 -5", 12, "another position", "'X 3 5 -5'"},
    {12, "X 2 5 -5", 12, "the id of a live mobj", "'2'"},
    {12, "X 1 5 -5", 12, "the id of a live mobj", "'1'"},
    {12, "X 99 5 -5", 12, "the id of a live mobj", "'99'"},
    {12, "X 3 6", 12, "'X id x y'", "'X 3 6'"},
    {12, "U 0", 12, "no U outside a pass", "'U 0'"},
    {12, "P", 12, "'T 1' first", "'P'"},
    {13, "M 1 -1", 13, "not marked yet", "'1'"},
    {14, "T 2", 14, "'T 1'", "'T 2'"},
    {15, "X 3 9 9", 15, "X only after the line H", "'X 3 9 9'"},
    {17, "U 9", 17, "the id of an entity in the list", "'9'"},
    {17, "U 4294967295", 17, "the id of an entity in the list", "'4294967295'"},
    {18, "U 0", 18, "the id of an entity in the list", "'0'"},
    {18, "U 1 1", 18, "'U id'", "'U 1 1'"},
    {21, "U 4\nM 3 3", 22, "the id of the entity being visited", "'3'"},
    {21, "M 3 4", 21, "the id of the entity being visited", "'4'"},
    {22, "", 22, "the line H that ends the pass", "'Z 2 5'"},
    {22, "X 3 9 9", 22, "X only after the line H", "'X 3 9 9'"},
    {23, "", 22, "a line 'Z tics ids' at the end", "the end of the file"},
    {23, "Z 2", 23, "'Z 2 5'", "'Z 2'"},
    {23, "Z 3 5", 23, "'Z 2 5'", "'Z 3 5'"},
    {23, "Z 2 4", 23, "'Z 2 5'", "'Z 2 4'"},
    {23, "Z 2 5\nZ 2 5", 24, "nothing after the line Z", "'Z 2 5'"},
    {23, "Z 2 5\n\n", 24, no_fields, "''"},
    {23, "Z 99999999999999999999 5", 23, "the number of tics", "'99999999999999999999'"},
};

INSTANTIATE_TEST_SUITE_P(small_game, malformed_line, testing::ValuesIn(damages));

std::string message(const std::string& bytes, const std::string& name) {
    try {
        read_trace_bytes(bytes, name);
    } catch (const malformed& error) {
        return error.what();
    }
    return "nothing";
}

TEST(malformed_file, is_named_with_what_was_expected) {
    EXPECT_EQ(message("", "a.trace"),
              "a.trace: expected a line 'Z tics ids' at the end, found the end of the file (is it cut off?)");
    EXPECT_EQ(message("", "a.trace.zst"), "a.trace.zst: expected zstd data, as the name says, found an empty file");
    EXPECT_EQ(message("L 1 1 1\nZ 0 0\n", "a.zst"),
              "a.zst: expected zstd data, as the name says, found bytes that are not a zstd frame");
    EXPECT_EQ(message("\x1f\x8b\x08", "a.trace"), "a.trace: expected plain text or zstd, found gzip data");
    EXPECT_EQ(message(std::string(1, '\0'), "a.trace"),
              "a.trace:1: expected a line that begins with one of L T P A M U H X Z, found '\\x00'");
    EXPECT_EQ(message(std::string(4000, '\xff'), "a").size(), message(std::string(400, '\xff'), "a").size());
}

TEST(malformed_file, damaged_zstd) {
    const std::string zst = packed(small_game);
    EXPECT_EQ(message(zst + "x", "a.zst").rfind("a.zst:", 0), 0u);
    std::string flipped = zst;
    flipped.back() = static_cast<char>(flipped.back() ^ 1);
    EXPECT_NE(message(flipped, "a").find("checksum"), std::string::npos);
    // A frame that claims a window of gigabytes.
    const std::string claim{"\x28\xb5\x2f\xfd\x00\xb0\x01\x00\x00", 9};
    EXPECT_NE(message(claim, "a").find("too much memory"), std::string::npos) << message(claim, "a");
    // One that claims a content of exabytes.
    const std::string content{"\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\xff\xff\x7f\x01\x00\x00", 16};
    EXPECT_NE(message(content, "a"), "nothing");
}

TEST(malformed_file, every_truncation_is_noticed) {
    const std::string text = small_game;
    for (std::size_t size = 0; size + 1 < text.size(); ++size)
        EXPECT_NE(message(text.substr(0, size), "a"), "nothing") << size;
    const std::string zst = packed(random_game(1));
    for (std::size_t size = 0; size < zst.size(); ++size)
        EXPECT_NE(message(zst.substr(0, size), "a"), "nothing") << size;
}

TEST(malformed_file, unreadable) {
    EXPECT_THROW(read_trace("/nonexistent/a.trace"), malformed);
    EXPECT_THROW(read_trace("/"), malformed);
}

TEST(in_quotes, shows_only_printable_text) {
    EXPECT_EQ(in_quotes("a b"), "'a b'");
    EXPECT_EQ(in_quotes("\x1b[31m\xff"), "'\\x1b[31m\\xff'");
    EXPECT_EQ(in_quotes(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
}

std::string moves_message(const std::string& text) {
    try {
        read_moves_bytes(text, "a.moves");
    } catch (const malformed& error) {
        return error.what();
    }
    return "nothing";
}

TEST(moves, are_read) {
    const moves m =
        read_moves_bytes("# x\nL 1 1 1\nT 0\nT 1\n3 -1 2\n7 0 0\nL 1 2 1\nT 2\n3 1 1\n", "some/b.moves.zst.moves");
    EXPECT_EQ(m.tics(), 3u);
    EXPECT_TRUE(m.of_tic(0).empty());
    ASSERT_EQ(m.of_tic(1).size(), 2u);
    EXPECT_EQ(m.of_tic(1)[0], (move{3, -1, 2}));
    EXPECT_EQ(m.of_tic(2)[0], (move{3, 1, 1}));
}

TEST(moves, malformed) {
    EXPECT_EQ(moves_message(""), "a.moves: expected 'T 0', found the end of the file");
    EXPECT_EQ(moves_message("T 0\n"), "a.moves:1: expected a level load 'L episode map skill' first, found 'T 0'");
    EXPECT_EQ(moves_message("L 1 1 1\nT 1\n"), "a.moves:2: expected 'T 0', found 'T 1'");
    EXPECT_EQ(moves_message("L 1 1 1\n1 1 1\n"), "a.moves:2: expected 'T 0' first, found '1 1 1'");
    EXPECT_EQ(moves_message("L 1 1 1\nT 0\n1 1 1\n1 2 2\n"),
              "a.moves:4: expected an id after 1, in the order of the list, found '1'");
    EXPECT_EQ(moves_message("L 1 1 1\nT 0\n1 1 x\n"), "a.moves:3: expected 'id x y' as numbers, found '1 1 x'");
    EXPECT_EQ(moves_message("L 1 1 1\nT 0\nZ 1 1 1 1\n"),
              "a.moves:3: expected 'T tic', 'id x y' or 'L episode map skill', found 'Z 1 1 1 1'");
    EXPECT_EQ(moves_message("L 1 1 x\n"), "a.moves:1: expected a number, found 'x'");
}

} // namespace
