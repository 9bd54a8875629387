// The law of followers: each gives the same answers as a new one, at any moment, in hooks too; and a world whose
// contents are exchanged for an equal copy has the same future as one that is left alone.

#include "extra/law_game.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

namespace law {

/// `by` is one of the ways; or, one above the last, all of them in turn.
void play(std::uint32_t seed, unsigned by, unsigned steps) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", way " + std::to_string(by));
    const bool keeps_all = by == static_cast<unsigned>(way::rollback) || by == static_cast<unsigned>(way::moving) ||
                           by == static_cast<unsigned>(way::swapping);
    game left_alone(seed, keeps_all);
    game exchanged(seed, keeps_all);
    support::numbers dice(seed + 1000);
    const bool wild = seed % 2 == 0;
    // The world's own subsets are kept by some exchanges; and handles of moved worlds have other generations.
    bool same_subsets = true;
    bool same_handles = true;
    for (unsigned i = 0; i < steps; ++i) {
        SCOPED_TRACE("step " + std::to_string(i));
        left_alone.step();
        exchanged.step();
        if (dice.below(4) == 0) {
            const auto how = static_cast<way>(by == many_ways ? dice.below(many_ways) : by);
            exchanged.exchange(how, dice, wild);
            same_subsets = same_subsets && how != way::restoring && how != way::clearing && how != way::json;
            same_handles = same_handles && how != way::moving && how != way::swapping;
            if (testing::Test::HasFatalFailure()) return;
        }
        ASSERT_EQ(exchanged.wrong(), "");
        ASSERT_EQ(left_alone.wrong(), "");
        if (dice.below(3) == 0) {
            exchanged.expect_twins();
            if (testing::Test::HasFatalFailure()) return;
            ASSERT_EQ(exchanged.all_answers(), left_alone.all_answers());
            ASSERT_EQ(exchanged.calls(), left_alone.calls());
            if (same_subsets) {
                ASSERT_EQ(exchanged.noted(), left_alone.noted());
            }
            if (same_handles) {
                ASSERT_EQ(exchanged.hash(), left_alone.hash());
            }
        }
        if (dice.below(6) == 0) exchanged.expect_mirror();
        if (dice.below(10) == 0) exchanged.expect_merged(dice);
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// THRONG_LAW_GAMES and THRONG_LAW_FIRST: how many games, and the seed of the first.
[[nodiscard]] unsigned number_from(const char* variable, unsigned otherwise) {
    const char* const wanted = std::getenv(variable);
    return wanted == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(wanted, nullptr, 10));
}

class law_of_followers : public testing::TestWithParam<unsigned> {};

TEST_P(law_of_followers, holds) {
    const unsigned first = number_from("THRONG_LAW_FIRST", 1);
    const unsigned games = number_from("THRONG_LAW_GAMES", 3);
    for (unsigned n = 0; n != games; ++n) {
        play(first + n, GetParam(), 250);
        if (HasFatalFailure()) return;
    }
}

const char* const names_of_ways[] = {"snapshots", "rollback", "restoring", "json",
                                     "clearing",  "moving",   "swapping",  "all"};
INSTANTIATE_TEST_SUITE_P(exchanged_by, law_of_followers, testing::Range(0U, many_ways + 1),
                         [](const auto& by) { return names_of_ways[by.param]; });

} // namespace law
