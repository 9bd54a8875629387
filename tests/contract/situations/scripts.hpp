#pragma once

/// # Random scripts

#include "contract/dice.hpp"
#include "contract/elements_played.hpp"
#include "contract/shrinking.hpp"
#include "contract/situation.hpp"
#include "contract/volume.hpp"

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace contract {

/// Plays with a collection of such elements.
template <class Adapter, class Element = support::tracked> inline constexpr make_subject with =
    &subject_of<Adapter, Element>::make;

/// A script from the environment, to look into a failure: THRONG_CONTRACT_SCRIPT="add; walk; remove_here".
SITUATION(script_from_the_environment, true) {
    const char* text = std::getenv("THRONG_CONTRACT_SCRIPT");
    if (text == nullptr) GTEST_SKIP() << "THRONG_CONTRACT_SCRIPT is not set";
    const script s = from_text(text);
    for (const bool closely : {false, true}) {
        EXPECT_EQ((play(s, with<Adapter>, {closely, 0}).failure), "");
        EXPECT_EQ((play(s, with<Adapter, support::trivial>, {closely, 0}).failure), "") << "trivial elements";
    }
}

/// A million random edits, with walks nested three deep, in callbacks and destructors. All rules.
SITUATION(a_million_random_edits, true) { EXPECT_EQ(play_random_scripts(with<Adapter>, edits_to_play()), ""); }

/// The same with everything looked at after every step. All rules.
SITUATION(random_edits_looked_at_after_each, true) {
    EXPECT_EQ(play_random_scripts(with<Adapter>, edits_to_play() / 50, {true, 0}), "");
}

/// The same with elements that are copied as bytes and need no destructor. All rules.
SITUATION(random_edits_of_trivial_elements, true) {
    EXPECT_EQ(play_random_scripts(with<Adapter, support::trivial>, edits_to_play() / 2), "");
    EXPECT_EQ(play_random_scripts(with<Adapter, support::trivial>, edits_to_play() / 50, {true, 0}), "");
}

/// The same with elements that cannot be moved. All rules.
SITUATION(random_edits_of_immovable_elements, true) {
    EXPECT_EQ(play_random_scripts(with<Adapter, support::immovable_tracked>, edits_to_play() / 10), "");
}

/// The same with elements whose move may throw. All rules.
SITUATION(random_edits_of_elements_whose_move_may_throw, true) {
    EXPECT_EQ(play_random_scripts(with<Adapter, support::throwing_move_tracked>, edits_to_play() / 10), "");
}

/// The same with elements of which few share a page. All rules.
SITUATION(random_edits_of_huge_elements, true) {
    EXPECT_EQ(play_random_scripts(with<Adapter, support::huge_tracked>, edits_to_play() / 50), "");
}

/// The n-th allocation of a script fails, n rising until the script passes. Rule 7.
SITUATION(every_allocation_of_a_script_fails_once, with_exceptions&& Adapter::allocates) {
    int failed = 0;
    const std::uint64_t scripts = 1 + edits_to_play() / 16'900;
    for (std::uint64_t seed = 1; seed <= scripts; ++seed) {
        const script s = random_script(seed, 150, true);
        for (std::size_t n = 1;; ++n) {
            const outcome o = play(s, with<Adapter>, {false, n});
            ASSERT_EQ(o.failure, "") << "allocation " << n
                                     << " failed in: " << to_text(shortened(s, with<Adapter>, {false, n}));
            if (!o.allocation_failed) break;
            ++failed;
        }
    }
    // (Told by --gtest_output=xml.)
    testing::Test::RecordProperty("allocations_failed", failed);
}

/// The n-th call of what the user writes throws, n rising until the script passes: constructors, copies, moves,
/// comparisons, hashes, predicates, hooks and the bodies of walks. Rule 7.
SITUATION(every_call_of_a_script_throws_once, with_exceptions) {
    int thrown = 0;
    const std::uint64_t scripts = 1 + edits_to_play() / 90'000;
    for (const make_subject make : {with<Adapter>, with<Adapter, support::throwing_move_tracked>})
        for (std::uint64_t seed = 1; seed <= scripts; ++seed) {
            const script s = random_script(seed, 150, true);
            for (std::size_t n = 1;; ++n) {
                const player_options failing{.fail_call = n};
                const outcome o = play(s, make, failing);
                ASSERT_EQ(o.failure, "") << "call " << n << " threw in: " << to_text(shortened(s, make, failing));
                if (!o.call_failed) break;
                ++thrown;
            }
        }
    testing::Test::RecordProperty("calls_that_threw", thrown);
}

/// Two collections fed the same edits are walked in the same order, wherever their memory lies. Rule 10.
SITUATION(same_edits_same_order, true) {
    for (std::size_t seed = 1; seed <= 50; ++seed) {
        const script s = random_script(seed, 400, with_exceptions);
        const outcome once = play(s, with<Adapter>);
        const std::vector<char> elsewhere(seed * 4096);
        const outcome again = play(s, with<Adapter>);
        ASSERT_EQ(once.history, again.history) << to_text(s);
        ASSERT_EQ(once.visits, again.visits) << to_text(s);
    }
}

/// Scripts made by RapidCheck, which also shrinks those that fail. RC_PARAMS sets another seed, number or size.
/// All rules.
SITUATION(random_scripts_that_shrink, can_shrink) { EXPECT_EQ(play_generated_scripts(with<Adapter>), ""); }

} // namespace contract
