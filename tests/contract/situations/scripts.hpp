#pragma once

/// # Random scripts

#include "contract/situation.hpp"
#include "contract/volume.hpp"

namespace contract {

/// A script from the environment, to look into a failure: THRONG_CONTRACT_SCRIPT="add; walk; remove_here".
SITUATION(script_from_the_environment, true) {
    const char* text = std::getenv("THRONG_CONTRACT_SCRIPT");
    if (text == nullptr) GTEST_SKIP() << "THRONG_CONTRACT_SCRIPT is not set";
    const script s = from_text(text);
    for (const bool closely : {false, true}) {
        EXPECT_EQ((player<Adapter>{s, {closely, 0}}.play().failure), "");
        EXPECT_EQ((player<Adapter, support::trivial>{s, {closely, 0}}.play().failure), "") << "trivial elements";
    }
}

/// A million random edits, with walks nested three deep, in callbacks and destructors.
SITUATION(a_million_random_edits, true) { play_random_scripts<Adapter>(edits_to_play()); }

/// The same with everything looked at after every step.
SITUATION(random_edits_looked_at_after_each, true) { play_random_scripts<Adapter>(edits_to_play() / 50, {true, 0}); }

/// The same with elements that are copied as bytes and need no destructor.
SITUATION(random_edits_of_trivial_elements, true) {
    play_random_scripts<Adapter, support::trivial>(edits_to_play() / 2);
    play_random_scripts<Adapter, support::trivial>(edits_to_play() / 50, {true, 0});
}

/// The same with elements that cannot be moved.
SITUATION(random_edits_of_immovable_elements, true) {
    play_random_scripts<Adapter, support::immovable_tracked>(edits_to_play() / 10);
}

/// The same with elements whose move may throw.
SITUATION(random_edits_of_elements_whose_move_may_throw, true) {
    play_random_scripts<Adapter, support::throwing_move_tracked>(edits_to_play() / 10);
}

/// The same with elements of which few share a page.
SITUATION(random_edits_of_huge_elements, true) {
    play_random_scripts<Adapter, support::huge_tracked>(edits_to_play() / 50);
}

/// The n-th allocation of a script fails, n rising until the script passes.
SITUATION(every_allocation_of_a_script_fails_once, with_exceptions&& Adapter::allocates) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const script s = random_script(seed, 150, true);
        for (std::size_t n = 1;; ++n) {
            const outcome o = player<Adapter>{s, {false, n}}.play();
            ASSERT_EQ(o.failure, "") << "allocation " << n
                                     << " failed in: " << to_text(shortened<Adapter, support::tracked>(s, {false, n}));
            if (!o.allocation_failed) break;
        }
    }
}

/// Two collections fed the same edits are walked in the same order, wherever their memory lies.
SITUATION(same_edits_same_order, true) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const script s = random_script(seed, 400, with_exceptions);
        const outcome once = player<Adapter>{s}.play();
        const std::vector<char> elsewhere(seed * 4096);
        const outcome again = player<Adapter>{s}.play();
        ASSERT_EQ(once.history, again.history) << to_text(s);
        ASSERT_EQ(once.visits, again.visits) << to_text(s);
    }
}

} // namespace contract
