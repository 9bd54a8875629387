// Mistakes of the array that prunes itself while it updates its entities.

#include "regression/tracked_list.hpp"
#include "support/allocation.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

using regression::tracked;
using self_pruning_array = regression::tracked_list;

#if defined(__cpp_exceptions)
/// A throw in update left the gap open: entities stood there twice, and were told of their end again the next frame.
TEST_F(self_pruning_array, throw_in_update_leaves_each_once) {
    std::vector<int> told;
    elements.on_remove([&](tracked& x) { told.push_back(x.id()); });
    for (int when = 0; when < 300; when += 11) {
        told.clear();
        elements.on_remove(nullptr);
        elements.clear();
        elements.on_remove([&](tracked& x) { told.push_back(x.id()); });
        fill(0, 299);
        const auto body = [&](tracked& x) {
            if (x.id() == when) throw 1;
            return x.id() % 3 != 0;
        };
        EXPECT_THROW(elements.update(body), int);
        elements.update([](tracked& x) { return x.id() % 3 != 0; });
        const std::vector<int> left = ids();
        EXPECT_EQ(left.size(), 200U);
        EXPECT_TRUE(std::is_sorted(left.begin(), left.end()));
        EXPECT_EQ(told.size(), 100U);
        std::sort(told.begin(), told.end());
        EXPECT_EQ(std::adjacent_find(told.begin(), told.end()), told.end());
        EXPECT_EQ(ledger.live(), 200);
    }
}
#endif

/// update within update, or clear within it, lost entities or kept the dead.
TEST_F(self_pruning_array, update_and_clear_within_update) {
    fill(0, 199);
    std::vector<int> seen;
    elements.update([&](tracked& x) {
        seen.push_back(x.id());
        if (x.id() == 20) elements.update([](tracked& y) { return y.id() % 2 == 0; });
        return x.id() % 5 != 0;
    });
    EXPECT_EQ(std::count_if(seen.begin(), seen.end(), [](int id) { return id > 20 && id % 2 != 0; }), 0);
    EXPECT_EQ(elements.size(), 80U);
    for (const int id : ids()) EXPECT_TRUE(id % 2 == 0 && id % 5 != 0) << id;

    elements.update([&](tracked& x) {
        if (x.id() < 1000) {
            elements.clear();
            fill(1000, 1004);
        }
        return true;
    });
    EXPECT_EQ(ids(), (std::vector{1000, 1001, 1002, 1003, 1004}));
    EXPECT_EQ(ledger.live(), 5);
}

/// One iterator was kept for all loops: an inner loop that broke off sent the outer one round for ever.
TEST_F(self_pruning_array, nested_loops_with_a_break_end) {
    fill(0, 19);
    int outer = 0;
    for (const tracked& a : elements) {
        static_cast<void>(a);
        ASSERT_LE(++outer, 20);
        for (const tracked& b : elements)
            if (b.id() == 3) break;
    }
    EXPECT_EQ(outer, 20);
}

/// After one break the kept iterator stood half-used, and later loops each made a new one.
TEST_F(self_pruning_array, loops_after_a_break_start_anew_and_allocate_nothing) {
    support::allocation_log log;
    throng::list<tracked, support::logged_allocator<tracked>> crowd;
    for (int id = 0; id < 20; ++id) crowd.push_back(tracked{id});
    for (const tracked& x : crowd)
        if (x.id() == 3) break;
    const auto before = log.allocations;
    for (int i = 0; i < 10; ++i) {
        int n = 0;
        for (const tracked& x : crowd) {
            EXPECT_EQ(x.id(), n++);
            if (i % 2 == 0 && n == 5) break;
        }
    }
    EXPECT_EQ(log.allocations, before);
}

/// Room was made one too early, or the limit was off by one.
TEST_F(self_pruning_array, capacity_is_exact_at_its_edges) {
    for (const int most : {1, 2, 63, 64, 65, 200}) {
        list limited;
        limited.max_capacity(static_cast<std::size_t>(most));
        for (int id = 0; id < most; ++id) EXPECT_NE(limited.push_back(tracked{id}), nullptr) << id << " of " << most;
        EXPECT_EQ(limited.push_back(tracked{most}), nullptr);
        EXPECT_EQ(limited.size(), static_cast<std::size_t>(most));
        limited.remove(*limited.first());
        EXPECT_NE(limited.push_back(tracked{most}), nullptr);
        EXPECT_EQ(limited.push_back(tracked{most + 1}), nullptr);
    }
    for (const std::size_t room : {std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{1000}}) {
        support::allocation_log log;
        throng::list<tracked, support::logged_allocator<tracked>> reserved;
        reserved.reserve(room);
        const auto before = log.allocations;
        for (std::size_t i = 0; i < room; ++i) reserved.push_back(tracked{0});
        EXPECT_EQ(log.allocations, before) << room;
    }
}

} // namespace
