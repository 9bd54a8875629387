// How gaps are closed where walks do it between them: no frame moves many elements to pay for others, and the gaps stay
// few all the same.

#include "support/allocation.hpp"
#include "support/numbers.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

/// Counts its moves.
struct moved {
    explicit moved(std::uint64_t n) noexcept : serial(n) {}
    moved(moved&& other) noexcept : serial(other.serial) { ++moves; }
    moved& operator=(moved&&) = delete;
    moved(const moved&) = delete;
    moved& operator=(const moved&) = delete;
    ~moved() = default;

    std::uint64_t serial;
    static inline std::size_t moves = 0;
};

struct game {
    throng::list<moved> all;
    std::uint64_t born = 0;
    support::numbers random{1};
    const std::size_t n;

    explicit game(std::size_t count) : n(count) { fill(); }
    void fill() {
        while (all.size() < n) (void)all.emplace_back(born++);
    }
    [[nodiscard]] bool chance(unsigned in_1000) { return random.below(1000U) < in_1000; }
    /// How many elements have been moved.
    std::size_t frame(unsigned deaths_in_1000) {
        const std::size_t before = moved::moves;
        for (moved& x : all) {
            if (chance(deaths_in_1000)) (void)all.remove(x);
        }
        const std::size_t moves = moved::moves - before;
        fill();
        return moves;
    }
};

struct run {
    std::size_t longest = 0;
    std::size_t median = 0;
    std::size_t places = 0;
};
run played(game& g, unsigned deaths_in_1000) {
    for (int i = 0; i < 100; ++i) (void)g.frame(deaths_in_1000);
    std::vector<std::size_t> moves;
    run r;
    for (int i = 0; i < 300; ++i) {
        moves.push_back(g.frame(deaths_in_1000));
        r.places = std::max(r.places, g.all.storage().places());
    }
    std::sort(moves.begin(), moves.end());
    r.longest = moves.back();
    r.median = moves[moves.size() / 2];
    return r;
}

constexpr std::size_t many = 20'000;

TEST(list_packing, each_frame_moves_about_as_many) {
    for (const unsigned deaths : {5U, 10U, 30U, 100U}) {
        SCOPED_TRACE(deaths);
        game g(many);
        const run r = played(g, deaths);
        EXPECT_GT(r.median, 0U);
        EXPECT_LE(r.longest, 2 * r.median + 1024) << "a frame pays for others";
        EXPECT_TRUE(g.all.validate());
    }
}

TEST(list_packing, the_gaps_stay_few) {
    const auto most = [](unsigned deaths) {
        game g(many);
        return static_cast<double>(played(g, deaths).places) / static_cast<double>(many);
    };
    EXPECT_LE(most(1), 1.1);
    EXPECT_LE(most(10), 1.2);
    EXPECT_LE(most(100), 1.5);
}

TEST(list_packing, nearly_all_die_in_one_update) {
    throng::list<int> all;
    for (int i = 0; i < 200'000; ++i) all.push_back(i);
    all.update([](const int& x) { return x >= 190'000 || x == 3; });
    EXPECT_EQ(all.size(), 10'001U);
    int expected = 3;
    for (const int& x : all) {
        EXPECT_EQ(x, expected);
        expected = expected == 3 ? 190'000 : expected + 1;
    }
    EXPECT_EQ(expected, 200'000);
}

TEST(list_packing, update_moves_nothing_that_has_a_handle_and_the_gaps_stay_few) {
    game g(2'000);
    for (int i = 0; i < 20; ++i) {
        for (moved& x : g.all) (void)g.all.handle_of(x);
        const std::size_t before = moved::moves;
        std::size_t within = 0;
        g.all.update([&](moved&) {
            within = moved::moves - before;
            return !g.chance(300);
        });
        EXPECT_EQ(within, 0U);
        EXPECT_LE(moved::moves - before, 2'000U) << "closing the gaps";
        g.fill();
    }
    EXPECT_LE(g.all.capacity(), 4'000U);
}

TEST(list_packing, update_leaves_no_gap_behind_the_last) {
    throng::list<int> all;
    for (int i = 0; i < 10'000; ++i) all.push_back(i);
    all.update([](const int& x) { return x < 100; });
    for (int i = 0; i < 20; ++i) all.push_back(i);
    EXPECT_EQ(all.storage().places(), 120U);
}

TEST(list_packing, pages_that_empty_are_used_again_without_a_walk) {
    throng::list<int> all;
    for (int i = 0; i < 100'000; ++i) {
        all.push_back(i);
        if (all.size() > 1000) all.remove(*all.first());
    }
    EXPECT_LE(all.capacity(), 2000U);
}

TEST(list_packing, a_massacre_is_paid_in_instalments) {
    game g(many);
    for (moved& x : g.all) {
        if (g.chance(700)) (void)g.all.remove(x);
    }
    const std::size_t left = g.all.size();
    std::size_t before = moved::moves;
    for (int i = 0; i < 100; ++i) {
        auto w = g.all.walk(throng::residents);
        (void)w.next();
        {
            auto over = std::move(w);
        }
        EXPECT_LE(moved::moves - before, left / 4 + 2 * 1024);
        before = moved::moves;
    }
    EXPECT_LE(g.all.storage().places(), left + left / 8 + 1024);
    std::uint64_t last = 0;
    for (const moved& x : g.all) {
        EXPECT_GE(x.serial, last);
        last = x.serial;
    }
}

/// Sixty-four bytes that die by their own dice, one in ten a frame, and each makes a newcomer.
struct mortal {
    std::uint64_t dice;
    std::uint64_t rest[7] = {};

    [[nodiscard]] bool dies() {
        dice = dice * 6364136223846793005U + 1442695040888963407U;
        return (dice >> 33U) % 10 == 0;
    }
    [[nodiscard]] mortal newcomer() const { return {dice ^ 0x9e3779b97f4a7c15U}; }
};
static_assert(sizeof(mortal) == 64);

using crowd = throng::list<mortal, support::logged_allocator<mortal>>;

/// Of the living, how much memory a list holds after many frames.
template <class Frame> double memory_of(std::size_t n, bool with_handles, Frame frame) {
    support::allocation_log log;
    crowd all;
    for (std::size_t i = 0; i < n; ++i) all.push_back({i * 0x2545f4914f6cdd1dU + 1});
    for (mortal& x : all) {
        if (with_handles) (void)all.handle_of(x);
    }
    double most = 0;
    for (int i = 0; i < 150; ++i) {
        frame(all);
        if (i >= 100)
            most = std::max(most, static_cast<double>(log.bytes) / static_cast<double>(all.size() * sizeof(mortal)));
    }
    return most;
}

TEST(list_packing, a_steady_frame_holds_little_more_memory_than_its_elements) {
    const auto range_for = [](crowd& all) {
        for (mortal& x : all) {
            if (!x.dies()) continue;
            all.remove(x);
            all.push_back(x.newcomer());
        }
    };
    const auto each = [](crowd& all) {
        all.each([&all](mortal& x) {
            if (!x.dies()) return;
            all.remove(x);
            all.push_back(x.newcomer());
        });
    };
    const auto update = [](crowd& all) {
        all.update([&all](mortal& x) {
            const bool dies = x.dies();
            if (dies) all.push_back(x.newcomer());
            return !dies;
        });
    };
    const auto by_handle = [](crowd& all) {
        for (mortal& x : all) {
            if (!x.dies()) continue;
            all.remove(all.handle_of(x));
            (void)all.add(x.newcomer());
        }
    };
    for (const std::size_t n : {1'000U, 20'000U}) {
        SCOPED_TRACE(n);
        EXPECT_LE(memory_of(n, false, range_for), 1.6);
        EXPECT_LE(memory_of(n, false, each), 1.6);
        EXPECT_LE(memory_of(n, false, update), 1.6);
        // A handle takes 16 bytes in a table that doubles, and 4 in the page.
        EXPECT_LE(memory_of(n, true, by_handle), 2.1);
    }
}

} // namespace
