// Mistakes of entity systems that tell listeners of changes later, from queues.

#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace {

using support::tracked;
using list = throng::list<tracked>;

std::vector<int> ids(list& elements) {
    std::vector<int> all;
    for (const tracked& x : elements) all.push_back(x.id());
    return all;
}

/// Changes were handed out in rounds until there were none left: two listeners that answered each other never came to
/// an end. Here each edit is told of once, when it is made.
TEST(listeners, two_that_answer_each_other_end) {
    support::ledger ledger;
    list elements;
    int told_of_adds = 0;
    int told_of_removals = 0;
    elements.on_add([&](tracked& x) {
        ++told_of_adds;
        if (x.id() >= 100) elements.remove(x);
    });
    elements.on_remove([&](tracked& x) {
        ++told_of_removals;
        if (told_of_removals < 50) elements.push_back(tracked{100 + x.id()});
    });
    elements.push_back(tracked{1});
    elements.clear();
    EXPECT_TRUE(elements.empty());
    EXPECT_EQ(told_of_removals, 50);
    EXPECT_EQ(told_of_adds, 50);
}

/// Listeners read a list that was brought up to date only after them.
TEST(listeners, they_see_the_list_as_it_is) {
    support::ledger ledger;
    list elements;
    std::vector<int> expected;
    elements.on_add([&](tracked& x) {
        expected.push_back(x.id());
        EXPECT_EQ(ids(elements), expected);
        EXPECT_EQ(elements.size(), expected.size());
        EXPECT_TRUE(elements.contains(x));
    });
    elements.on_remove([&](tracked& x) {
        std::erase(expected, x.id());
        EXPECT_EQ(ids(elements), expected);
        EXPECT_EQ(elements.size(), expected.size());
        EXPECT_FALSE(elements.contains(x));
    });
    for (int id = 0; id < 20; ++id) elements.push_back(tracked{id});
    for (tracked& x : elements)
        if (x.id() % 3 == 0) elements.remove(x);
    elements.clear();
    EXPECT_TRUE(expected.empty());
}

/// A listener that took itself off while it was informed broke the loop that informed it.
TEST(listeners, one_takes_itself_off) {
    support::ledger ledger;
    list elements;
    auto watched = std::make_shared<int>(0);
    elements.on_remove([&elements, watched](tracked&) {
        elements.on_remove(nullptr);
        ++*watched;
    });
    for (int id = 0; id < 20; ++id) elements.push_back(tracked{id});
    elements.clear();
    EXPECT_EQ(*watched, 1);
    EXPECT_EQ(watched.use_count(), 1) << "the hook is gone when it has returned";
}

/// Removing and adding again in one tick lost the new one.
TEST(listeners, removed_and_added_again_is_there) {
    support::ledger ledger;
    list elements;
    for (int id = 0; id < 20; ++id) elements.push_back(tracked{id});
    for (tracked& x : elements.walk(throng::residents)) {
        const int id = x.id();
        elements.remove(x);
        const auto again = elements.emplace(id);
        EXPECT_TRUE(elements.contains(again));
        EXPECT_NE(elements.get(again), &x) << "the old one is still stood on";
    }
    EXPECT_EQ(elements.size(), 20U);
    EXPECT_EQ(ledger.live(), 20);
}

/// What was queued while the removed were cleaned up was wiped with the queues.
TEST(listeners, edits_made_during_cleanup_stay) {
    support::ledger ledger;
    list elements;
    for (int id = 0; id < 20; ++id) elements.push_back(tracked{id});
    elements.on_remove([&](tracked& x) {
        if (x.id() < 20) elements.push_back(tracked{x.id() + 20});
    });
    elements.clear();
    EXPECT_EQ(elements.size(), 20U);
    elements.remove_if([](const tracked& x) { return x.id() % 2 == 0; });
    EXPECT_EQ(elements.size(), 10U);
    EXPECT_EQ(elements.first()->id(), 21);
}

/// The list of the active was rebuilt from a smallest change that was not the smallest: `[5, 40, 50, 0]`.
TEST(listeners, order_survives_changes_in_any_order) {
    support::ledger ledger;
    list elements;
    for (const int id : {5, 10, 40, 50}) elements.push_back(tracked{id});
    for (const int gone : {50, 10}) {
        for (tracked& x : elements)
            if (x.id() == gone) elements.remove(x);
        elements.push_back(tracked{gone});
    }
    EXPECT_EQ(ids(elements), (std::vector{5, 40, 50, 10}));
    elements.sort();
    EXPECT_EQ(ids(elements), (std::vector{5, 10, 40, 50}));
}

/// Identities without a generation: what is gone was taken for what came after it.
TEST(listeners, a_newcomer_is_not_taken_for_the_one_before_it) {
    support::ledger ledger;
    list elements;
    auto before = elements.emplace(0);
    for (int id = 1; id < 1000; ++id) {
        EXPECT_TRUE(elements.remove(before));
        const auto after = elements.emplace(id);
        EXPECT_NE(before, after);
        EXPECT_FALSE(elements.contains(before));
        before = after;
    }
}

/// Told of each removal once, and the removed can still be read when it is told of.
TEST(listeners, told_once_of_each_with_its_value) {
    support::ledger ledger;
    list elements;
    std::vector<int> told;
    elements.on_remove([&](tracked& x) { told.push_back(x.id()); });
    for (int id = 0; id < 100; ++id) elements.push_back(tracked{id});
    for (tracked& x : elements)
        if (x.id() % 2 == 0) {
            elements.remove(x);
            elements.remove(x);
        }
    elements.update([](const tracked& x) { return x.id() % 5 != 0; });
    elements.clear();
    std::sort(told.begin(), told.end());
    std::vector<int> expected;
    for (int id = 0; id < 100; ++id) expected.push_back(id);
    EXPECT_EQ(told, expected);
}

} // namespace
