/// # Random scripts

#include "contract/dice.hpp"
#include "contract/shrinking.hpp"
#include "contract/situation.hpp"
#include "contract/subjects.hpp"
#include "contract/volume.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

/// Compiled once for all collections: scripts do not know their types, and each program says which are its subjects.
namespace contract {
namespace {

enum kind : std::size_t { tracked, trivial, immovable, throwing_move, huge };

/// Makes a collection of such elements.
[[nodiscard]] make_subject with(kind k) { return subjects_under_test().make[k]; }
[[nodiscard]] bool has(kind k) { return with(k) != nullptr; }

/// SITUATION(name, requirement) { body }: as in the headers of situations, but the requirement is looked at when the
/// program starts.
#define SITUATION(NAME, ...)                                                                                           \
    void NAME();                                                                                                       \
    [[maybe_unused]] const bool NAME##_added =                                                                         \
        (__VA_ARGS__) && (add_test(subjects_under_test().collection, #NAME, __FILE__, __LINE__, &NAME), true);         \
    void NAME()

/// A script from the environment, to look into a failure: THRONG_CONTRACT_SCRIPT="add; walk; remove_here".
SITUATION(script_from_the_environment, true) {
    const char* text = std::getenv("THRONG_CONTRACT_SCRIPT");
    if (text == nullptr) GTEST_SKIP() << "THRONG_CONTRACT_SCRIPT is not set";
    const script s = from_text(text);
    for (const bool closely : {false, true}) {
        for (const kind k : {tracked, trivial}) {
            if (!has(k)) continue;
            EXPECT_EQ(play(s, with(k), {closely, 0}).failure, "") << element_names[k] << " elements";
        }
    }
}

/// A million random edits, in three nested walks, callbacks and destructors. All rules.
SITUATION(a_million_random_edits, true) { EXPECT_EQ(play_random_scripts(with(tracked), edits_to_play()), ""); }

/// The same, with a full check after every step. All rules.
SITUATION(random_edits_looked_at_after_each, true) {
    EXPECT_EQ(play_random_scripts(with(tracked), edits_to_play() / 50, {true, 0}), "");
}

/// The same with elements that are copied as bytes and need no destructor. All rules.
SITUATION(random_edits_of_trivial_elements, has(trivial)) {
    EXPECT_EQ(play_random_scripts(with(trivial), edits_to_play() / 2), "");
    EXPECT_EQ(play_random_scripts(with(trivial), edits_to_play() / 50, {true, 0}), "");
}

/// The same with elements that cannot be moved. All rules.
SITUATION(random_edits_of_immovable_elements, has(immovable)) {
    EXPECT_EQ(play_random_scripts(with(immovable), edits_to_play() / 10), "");
}

/// The same with elements whose move may throw. All rules.
SITUATION(random_edits_of_elements_whose_move_may_throw, has(throwing_move)) {
    EXPECT_EQ(play_random_scripts(with(throwing_move), edits_to_play() / 10), "");
}

/// The same with few elements a page. All rules.
SITUATION(random_edits_of_huge_elements, has(huge)) {
    EXPECT_EQ(play_random_scripts(with(huge), edits_to_play() / 50), "");
}

/// The n-th allocation of a script fails, for n = 1, 2, ... until the script succeeds. Rule 7.
SITUATION(every_allocation_of_a_script_fails_once, with_exceptions&& subjects_under_test().allocates) {
    int failed = 0;
    const std::uint64_t scripts = 1 + edits_to_play() / 16'900;
    for (std::uint64_t seed = 1; seed <= scripts; ++seed) {
        const script s = random_script(seed, 150, true);
        for (std::size_t n = 1;; ++n) {
            const outcome o = play(s, with(tracked), {false, n});
            ASSERT_EQ(o.failure, "") << "allocation " << n
                                     << " failed in: " << to_text(shortened(s, with(tracked), {false, n}));
            if (!o.allocation_failed) break;
            ++failed;
        }
    }
    // (Told by --gtest_output=xml.)
    testing::Test::RecordProperty("allocations_failed", failed);
}

/// The n-th call of user code throws, for n = 1, 2, ... until the script succeeds: constructors, copies, moves,
/// comparisons, hashes, predicates, hooks and the bodies of walks. Rule 7.
SITUATION(every_call_of_a_script_throws_once, with_exceptions) {
    int thrown = 0;
    const std::uint64_t scripts = 1 + edits_to_play() / 90'000;
    for (const kind k : {tracked, throwing_move}) {
        const make_subject make = with(k);
        if (make == nullptr) continue;
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
    }
    testing::Test::RecordProperty("calls_that_threw", thrown);
}

/// Two collections with the same edits have the same order of iteration, independent of addresses. Rule 10.
SITUATION(same_edits_same_order, true) {
    for (std::size_t seed = 1; seed <= 50; ++seed) {
        const script s = random_script(seed, 400, with_exceptions);
        const outcome once = play(s, with(tracked));
        const std::vector<char> elsewhere(seed * 4096);
        const outcome again = play(s, with(tracked));
        ASSERT_EQ(once.history, again.history) << to_text(s);
        ASSERT_EQ(once.visits, again.visits) << to_text(s);
    }
}

#if defined(THRONG_HAS_RAPIDCHECK)
/// Random scripts by RapidCheck, which shortens those that fail. RC_PARAMS sets another seed, number or size.
/// All rules.
SITUATION(random_scripts_that_shrink, true) { EXPECT_EQ(play_generated_scripts(with(tracked)), ""); }
#endif

} // namespace
} // namespace contract
