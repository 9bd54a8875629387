// needs zstd
// Random damage: whatever the bytes, reading ends as a trace or as `malformed`, and a trace can be replayed.

#include "packing.hpp"
#include "random_game.hpp"
#include "replay/contestant.hpp"
#include "trace/malformed.hpp"
#include "trace/moves.hpp"
#include "trace/parse.hpp"
#include "trace/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

namespace {

using namespace throng::tool;

class damager {
  public:
    explicit damager(std::uint32_t seed) : dice_(seed) {}

    std::size_t roll(std::size_t below) { return below == 0 ? 0 : dice_() % below; }

    /// Changes bytes as a careless machine does.
    std::string bytes(std::string text) {
        for (std::size_t n = 1 + roll(4); n > 0; --n) {
            const std::size_t at = roll(text.size() + 1);
            switch (roll(5)) {
            case 0:
                if (at < text.size()) text[at] = static_cast<char>(roll(256));
                break;
            case 1:
                if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << roll(8)));
                break;
            case 2:
                text.erase(at, 1 + roll(20));
                break;
            case 3:
                text.insert(at, text.substr(roll(text.size()), roll(30)));
                break;
            case 4:
                text.resize(at);
                break;
            }
        }
        return text;
    }

    /// Changes a number into another one that means something, or moves lines about.
    std::string lines(std::string text) {
        for (std::size_t n = 1 + roll(3); n > 0; --n) {
            const std::size_t at = text.find_first_of("0123456789", roll(text.size()));
            if (at == std::string::npos) continue;
            const std::size_t line = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
            const std::size_t end = text.find('\n', at) == std::string::npos ? text.size() : text.find('\n', at) + 1;
            switch (roll(4)) {
            case 0: {
                const char* const numbers[] = {"0", "1", "7", "-1", "4294967295", "4294967294", "2147483648", "35"};
                text.replace(at, text.find_first_not_of("0123456789", at) - at, numbers[roll(8)]);
                break;
            }
            case 1:
                text.erase(line, end - line);
                break;
            case 2:
                text.insert(line, text.substr(line, end - line));
                break;
            case 3: {
                const std::string moved = text.substr(line, end - line);
                text.erase(line, end - line);
                const std::size_t to = text.find('\n', roll(text.size()));
                text.insert(to == std::string::npos ? 0 : to + 1, moved);
                break;
            }
            }
        }
        return text;
    }

  private:
    std::mt19937 dice_;
};

limits modest() {
    limits l;
    l.bytes = std::uint64_t{1} << 20;
    l.visits = 100'000;
    return l;
}

/// Reads, and replays what can be read; counts what was accepted.
void survive(const std::string& bytes, int& accepted) {
    trace t;
    try {
        t = read_trace_bytes(bytes, "damaged", modest());
    } catch (const malformed& error) {
        EXPECT_FALSE(error.expected().empty());
        EXPECT_FALSE(error.found().empty());
        return;
    }
    ++accepted;
    EXPECT_FALSE(describe(t).empty());
    EXPECT_LE(timeline(t, 10).size(), 10u);
    for (const contestant& c : contestants()) {
        const verdict v = c.check(t);
        // What is linked is the engine's own affair; any other contradiction shows in every collection that keeps the
        // game's rules, and none shows where there is none.
        if (c.agrees != in_all) {
            EXPECT_TRUE(t.contradiction || !v.found) << c.name << "\n" << bytes;
        } else if (!t.contradiction || t.contradiction->figure.find("linked") == std::string::npos) {
            EXPECT_EQ(v.found.has_value(), t.contradiction.has_value()) << c.name << "\n" << bytes;
        }
        if (!v.found && !t.contradiction) {
            EXPECT_EQ(c.run(t).live_sum, t.counts.live_sum);
        }
    }
}

TEST(damage, of_bytes) {
    damager d(1);
    int accepted = 0;
    const std::string game = random_game(5, {12, 8, 10, 10, 5});
    for (int i = 0; i < 4000; ++i) survive(d.bytes(i % 2 == 0 ? game : small_game), accepted);
    EXPECT_GT(accepted, 0);
}

TEST(damage, of_lines) {
    damager d(2);
    int accepted = 0;
    for (int i = 0; i < 4000; ++i)
        survive(d.lines(i % 8 == 0 ? small_game : random_game(static_cast<std::uint32_t>(i / 40), {12, 8, 10, 10, 5})),
                accepted);
    EXPECT_GT(accepted, 0);
}

TEST(damage, of_packed_bytes) {
    damager d(3);
    int accepted = 0;
    const std::string game = random_game(5, {12, 8, 10, 10, 5});
    const std::string checked = packed(game);
    // Without a checksum the damage goes deeper.
    const std::string unchecked = packed(game, false);
    for (int i = 0; i < 6000; ++i) survive(d.bytes(i % 3 == 0 ? checked : unchecked), accepted);
}

TEST(damage, of_moves) {
    damager d(4);
    const std::string text = "L 1 1 1\nT 0\nT 1\n3 -1 2\n7 0 0\nL 1 2 1\nT 2\n3 1 1\n";
    for (int i = 0; i < 4000; ++i) {
        try {
            const moves m = read_moves_bytes(i % 2 == 0 ? d.bytes(text) : d.lines(text), "damaged", modest());
            std::size_t n = 0;
            for (std::size_t tic = 0; tic < m.tics(); ++tic) n += m.of_tic(tic).size();
            EXPECT_EQ(n, m.all.size());
        } catch (const malformed&) {
        }
    }
}

} // namespace
