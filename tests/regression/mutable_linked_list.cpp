// Mistakes of a doubly linked list that tells its open enumerators of each removal.

#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using support::tracked;
using list = throng::list<tracked>;

class mutable_linked_list : public testing::Test {
  protected:
    void fill(int first, int last) {
        for (int id = first; id <= last; ++id) elements.push_back(tracked{id});
    }
    support::ledger ledger;
    list elements;
};

/// Moving an element to another place in mid-walk made the walk come by again, for ever if each visit did it.
TEST_F(mutable_linked_list, taking_out_and_adding_again_ends) {
    fill(0, 99);
    std::vector<int> seen;
    for (tracked& x : elements.walk(throng::residents)) {
        seen.push_back(x.id());
        elements.remove(x);
        elements.push_back(tracked{x.id()});
    }
    EXPECT_EQ(seen.size(), 100U);
    EXPECT_EQ(elements.size(), 100U);
    EXPECT_EQ(elements.first()->id(), 0);
}

/// After the removal of the current element, current was the next one, or nothing at all at the end.
TEST_F(mutable_linked_list, current_stays_current_after_its_removal) {
    fill(0, 9);
    std::vector<int> seen;
    for (auto i = elements.begin(); i != elements.end(); ++i) {
        const int id = i->id();
        elements.remove(i);
        EXPECT_EQ(i->id(), id);
        EXPECT_TRUE(i != elements.end());
        seen.push_back(id);
    }
    EXPECT_EQ(seen.size(), 10U);
}

/// Remove the last, then add: the newcomer was not seen. Add, then remove the last: it was. Here both see it.
TEST_F(mutable_linked_list, newcomers_at_the_end_are_seen_in_either_order) {
    for (const bool add_first : {false, true}) {
        elements.clear();
        fill(0, 4);
        std::vector<int> seen;
        for (tracked& x : elements) {
            seen.push_back(x.id());
            if (x.id() != 4) continue;
            if (add_first) fill(5, 5);
            elements.remove(x);
            if (!add_first) fill(5, 5);
        }
        EXPECT_EQ(seen, (std::vector{0, 1, 2, 3, 4, 5}));
    }
}

/// Ending an enumerator twice threw.
TEST_F(mutable_linked_list, walking_on_after_the_end_is_harmless) {
    fill(0, 2);
    auto w = elements.walk(throng::residents);
    while (w.next() != nullptr) {
    }
    EXPECT_EQ(w.next(), nullptr);
    EXPECT_FALSE(w.remove());
    fill(3, 3);
    EXPECT_EQ(w.next(), nullptr);
    EXPECT_EQ(elements.size(), 4U);
}

} // namespace
