// Scripts that the random ones of the contract suite have failed with, in their shortest form.

#include "contract/player.hpp"
#include "contract/script.hpp"
#include "contract/subjects.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace {

/// Each is played on every collection: what failed on one has often been in the reach of another.
class scripts : public testing::TestWithParam<const char*> {};

TEST_P(scripts, pass) {
    const contract::script s = contract::from_text(GetParam());
    EXPECT_EQ(contract::to_text(s), GetParam()) << "a step has been renamed";
    for (const contract::subjects* c : contract::all_subjects()) {
        for (std::size_t e = 0; e < contract::element_names.size(); ++e) {
            if (c->make[e] == nullptr) continue;
            for (const bool closely : {false, true}) {
                EXPECT_EQ(contract::play(s, c->make[e], {closely, 0}).failure, "")
                    << c->collection << " of " << contract::element_names[e] << " elements";
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    every_collection, scripts,
    testing::Values(
        // An element that a frozen view does not show was kept for it.
        "freeze; add; remove", "freeze; add; walk; remove_here", "freeze; add_many 1; thin_out",
        // What came into a used slot was moved when the last view ended, before it had ceased to be a newcomer.
        "add_many 5; remove_if; remove 47; remove 76; next; remove_here; remove_behind; remove; freeze; add; add; add; "
        "add; add; add; add; add; next; add; add; add; add; add; clear; add; fuse; add; next; remove; drop_view",
        // Two disturbances between two visits cancelled each other out.
        "add_many 1; hold; hook_remove; swap; step", "add_many 76; walk; hook_remove 1; next; clear",
        // A swap with an empty list in mid-walk went unnoticed.
        "add; add; walk 3; swap",
        // update moved elements while a live walk that had come with a swap was open.
        "add_many; walk; swap; add; remove; add; walk 205",
        // A sort that had waited moved the newcomer before its address was given.
        "add 253; hook_add 9; add 39; sort 218", "freeze; add_many; sort; hook_add; add_many; drop_view",
        "add_many; hold; sort; hook_add; add_many; drop",
        // Trivial elements: a removal that a hook was told of, in an update, did not happen.
        "hook_remove; add; walk 9; remove", "hook_remove; add; walk 245; remove_here",
        // An update let go of the dead in the wrong collection, after a hook had exchanged them.
        "add_many; walk 169; hook_remove; next; swap", "add_many; hook_remove; commit; walk 16; next; swap",
        // buffered_list: an add was counted in the wrong list, after a hook had exchanged them.
        "add_many; commit; swap; add; commit; swap; hook_add 1; add; walk; swap; add; remove; "
        "next; walk",
        // buffered_list: an assignment in a hook left it open where the waiting begin.
        "hook_add 1; add; assign 2; add",
        // ordered_set: a trim in on_remove took away the memory that is kept for the case that
        // the hook throws.
        "add; add; walk; hook_remove; next; remove_behind; trim",
        // buffered_list: the hook of a take_back ends the last walk, for which a sort has waited.
        "add_many 1; commit; add; walk; sort; hold; hold 1; add; clear; step; next; commit; add; "
        "hook_remove; commit 3; step",
        // Trivial elements: update moved what a walk stood on that an inner update had opened.
        "add; walk 5; add; remove_here; walk 5; hold; leave"));

#if defined(__cpp_exceptions)
/// The same with each of the first allocations failing in turn.
class scripts_short_of_memory : public testing::TestWithParam<const char*> {};

TEST_P(scripts_short_of_memory, pass) {
    const contract::script s = contract::from_text(GetParam());
    EXPECT_EQ(contract::to_text(s), GetParam()) << "a step has been renamed";
    for (const contract::subjects* c : contract::all_subjects()) {
        for (std::size_t e = 0; e < contract::element_names.size(); ++e) {
            if (c->make[e] == nullptr) continue;
            for (std::size_t n = 2; n <= 60; ++n) {
                EXPECT_EQ(contract::play(s, c->make[e], {n % 2 == 0, n / 2}).failure, "")
                    << c->collection << " of " << contract::element_names[e] << " elements, allocation " << n / 2;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(every_collection, scripts_short_of_memory,
                         testing::Values(
                             // world: a page got its ghosts and notes, but there was no memory for its values: the
                             // former were never given back.
                             "add; add", "hook_add; hook_add; add_many",
                             // list: pages had room for handles, but there was no memory for their table.
                             "add 3; walk; take_handle; remove_here"));

INSTANTIATE_TEST_SUITE_P(every_collection_with_exceptions, scripts,
                         testing::Values("add; freeze; fail_hook; remove; add",
                                         "add_many 76; walk; fail_hook 1; next; clear",
                                         // Trivial elements: when a visit of an update had thrown, the words of the
                                         // pages were brought up to date from what had been on the stack.
                                         "add_many 26; walk 26; throw_out 241"));
#endif

} // namespace
