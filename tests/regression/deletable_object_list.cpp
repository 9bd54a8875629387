// Mistakes of a list that marks its places as deleted, counts its enumerators, and compacts itself when none is left.

#include "regression/tracked_list.hpp"
#include "support/allocation.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace {

using regression::tracked;
using deletable_object_list = regression::tracked_list;

/// Removing null found a deleted place, counted it down once more, and cleared living items at zero.
TEST_F(deletable_object_list, removing_nothing_removes_nothing) {
    fill(0, 2);
    const auto stale = elements.handle_of(*elements.first());
    for (tracked& x : elements) {
        elements.remove(x);
        for (int i = 0; i < 10; ++i) {
            EXPECT_FALSE(elements.remove(x));
            EXPECT_FALSE(elements.remove(stale));
            EXPECT_FALSE(elements.remove(list::handle_type{}));
        }
        EXPECT_EQ(elements.size(), 2U);
        break;
    }
    EXPECT_EQ(ids(), (std::vector{1, 2}));
}

/// Compacting on request did not ask whether a walk was open: items were skipped.
TEST_F(deletable_object_list, trim_in_a_walk_skips_nothing) {
    fill(0, 299);
    std::vector<int> seen;
    std::vector<int> expected;
    for (tracked& x : elements) {
        seen.push_back(x.id());
        expected.push_back(static_cast<int>(expected.size()));
        if (x.id() % 2 == 0) elements.remove(x);
        if (x.id() % 10 == 0) {
            elements.trim();
            elements.reserve(1000);
        }
    }
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(seen.size(), 300U);
    EXPECT_EQ(elements.size(), 150U);
}

/// What was added after a clear in mid-walk was skipped as long as it stood before the old place of the walk.
TEST_F(deletable_object_list, clear_then_add_is_seen) {
    fill(0, 99);
    std::vector<int> seen;
    for (tracked& x : elements) {
        seen.push_back(x.id());
        if (x.id() == 60) {
            elements.clear();
            fill(100, 102);
        }
    }
    EXPECT_EQ(seen.size(), 61U + 3U);
    EXPECT_EQ(seen.back(), 102);
}

/// The same when the last living item was removed one by one: the list cleared itself under the walk.
TEST_F(deletable_object_list, removal_of_the_last_then_add_is_seen) {
    fill(0, 99);
    std::vector<int> seen;
    for (tracked& x : elements) {
        seen.push_back(x.id());
        if (x.id() < 100) elements.remove(x);
        if (x.id() == 99) {
            EXPECT_TRUE(elements.empty());
            fill(100, 102);
        }
    }
    EXPECT_EQ(seen.size(), 103U);
    EXPECT_EQ(seen.back(), 102);
}

/// A walk that was ended twice was counted twice: the next looked as if it were not open, and was compacted under.
TEST_F(deletable_object_list, ending_a_walk_twice_counts_once) {
    fill(0, 299);
    {
        auto i = elements.begin();
        auto moved = std::move(i);
        while (moved != elements.end()) ++moved;
        list::iterator again{std::move(moved)};
        again = elements.begin();
        again = elements.begin();
    }
    std::optional<list::iterator> ended{elements.begin()};
    while (*ended != elements.end()) ++*ended;
    ended.reset();

    auto outer = elements.begin();
    std::vector<std::pair<int, const tracked*>> where;
    for (tracked& x : elements) {
        if (x.id() % 3 != 0) elements.remove(x);
        else where.emplace_back(x.id(), &x);
    }
    std::size_t n = 0;
    for (; outer != elements.end(); ++outer, ++n) {
        ASSERT_EQ(&*outer, where[n].second) << "it was moved";
        ASSERT_EQ(outer->id(), where[n].first);
    }
    EXPECT_EQ(n, where.size());
}

/// A walk that was never ended blocked compaction for good. Here leaving it, however, ends it.
TEST_F(deletable_object_list, abandoned_walks_block_nothing) {
    support::allocation_log log;
    throng::list<tracked, support::logged_allocator<tracked>> bullets;
    int born = 0;
    std::size_t early = 0;
    for (int frame = 0; frame < 1000; ++frame) {
        while (bullets.size() < 500) bullets.push_back(tracked{born++});
        for (tracked& x : bullets)
            if ((x.id() * 7 + frame) % 9 == 0) bullets.remove(x);
        for (tracked& x : bullets)
            if (x.id() % 5 == 0) break;
        auto never_moved = bullets.walk(throng::live);
        if (frame == 100) early = log.bytes;
    }
    EXPECT_LE(log.bytes, early * 2);
}

/// What was not walked was never pruned.
TEST_F(deletable_object_list, memory_does_not_grow_without_walks) {
    support::allocation_log log;
    throng::list<tracked, support::logged_allocator<tracked>> queue;
    for (int id = 0; id < 100; ++id) queue.push_back(tracked{id});
    const std::size_t early = log.bytes;
    for (int id = 100; id < 100'000; ++id) {
        queue.remove(*queue.first());
        queue.push_back(tracked{id});
    }
    EXPECT_LE(log.bytes, early * 3);
    EXPECT_EQ(queue.first()->id(), 100'000 - 100);
}

/// The share of empty places was taken of the living only. Here what is thin gives its memory back.
TEST_F(deletable_object_list, thinned_out_lists_give_memory_back) {
    support::allocation_log log;
    throng::list<tracked, support::logged_allocator<tracked>> crowd;
    for (int id = 0; id < 20'000; ++id) crowd.push_back(tracked{id});
    const std::size_t full = log.bytes;
    for (const int keep : {2, 4, 8, 16, 32}) {
        crowd.remove_if([&](const tracked& x) { return x.id() % keep != 0; });
        crowd.trim();
        EXPECT_LE(log.bytes, 2 * full / static_cast<std::size_t>(keep) + 8192) << keep;
    }
}

#if defined(__cpp_exceptions)
/// A question that threw interrupted the removal in the middle of compacting.
TEST_F(deletable_object_list, throwing_predicate_leaves_the_list_whole) {
    fill(0, 99);
    const auto pred = [](const tracked& x) {
        if (x.id() == 50) throw 50;
        return x.id() % 2 == 0;
    };
    EXPECT_THROW(elements.remove_if(pred), int);
    EXPECT_EQ(elements.size(), 75U);
    std::vector<int> expected;
    for (int id = 0; id < 100; ++id)
        if (id >= 50 || id % 2 != 0) expected.push_back(id);
    EXPECT_EQ(ids(), expected);
    EXPECT_EQ(ledger.live(), 75);
}
#endif

} // namespace
