// Mistakes about walks whose contents have been exchanged.

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

/// The audit build took the thread that walked the one list for a stranger in the other.
TEST(swapped_walks, edits_of_either_list_are_the_walkers_own) {
    throng::list<int> a{1, 2, 3};
    throng::list<int> b{4, 5};
    std::vector<int> seen;
    for (const int& x : a) {
        seen.push_back(x);
        if (x != 2) continue;
        a.swap(b);
        b.remove(*b.first());
        b.push_back(9);
        a.push_back(6);
    }
    EXPECT_EQ(seen, (std::vector{1, 2, 4, 5, 6}));
    EXPECT_EQ(b.size(), 3U);
}

} // namespace
