// The mistakes that games' own loops make, and storages whose rules are hard to remember: another than the current
// element dies, a neighbour is skipped, the end is not where it was.

#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

using support::tracked;
using list = throng::list<tracked>;

class neighbours : public testing::Test {
  protected:
    neighbours() {
        for (int id = 0; id < 10; ++id) elements.push_back(tracked{id});
    }
    std::vector<int> ids() {
        std::vector<int> all;
        for (const tracked& x : elements) all.push_back(x.id());
        return all;
    }
    support::ledger ledger;
    list elements;
};

/// Swap and pop: another than the current one died, and one was visited twice.
TEST_F(neighbours, killing_another_visits_none_twice) {
    for (int victim = 0; victim < 10; ++victim)
        for (int killer = 0; killer < 10; ++killer) {
            list crowd(elements);
            std::vector<int> seen;
            for (tracked& x : crowd) {
                seen.push_back(x.id());
                if (x.id() == killer)
                    for (tracked& y : crowd)
                        if (y.id() == victim) crowd.remove(y);
            }
            std::vector<int> expected = ids();
            if (victim > killer) std::erase(expected, victim);
            EXPECT_EQ(seen, expected) << killer << " kills " << victim;
        }
}

/// The newcomer filled the gap in the middle: `0 5 2 3 9`.
TEST_F(neighbours, newcomers_go_to_the_end) {
    elements.remove_if([](const tracked& x) { return x.id() == 1 || x.id() == 4; });
    elements.push_back(tracked{10});
    EXPECT_EQ(ids(), (std::vector{0, 2, 3, 5, 6, 7, 8, 9, 10}));
}

/// The end was taken at the start of the loop, and an add moved it: the loop ran past it or stopped short.
TEST_F(neighbours, the_end_moves_with_the_list) {
    for (int full = 0; full < 200; ++full) {
        list crowd;
        for (int id = 0; id <= full; ++id) crowd.push_back(tracked{id});
        int seen = 0;
        for (tracked& x : crowd)
            if (++seen <= full + 1) {
                crowd.push_back(tracked{1000 + x.id()});
                if (x.id() % 2 == 0) crowd.remove(x);
            }
        ASSERT_EQ(seen, 2 * (full + 1)) << full;
    }
}

/// Erasing what the loop stands on, then ++: use after free, or undefined.
TEST_F(neighbours, erase_then_increment) {
    for (auto i = elements.begin(); i != elements.end(); ++i) {
        for (tracked& x : elements)
            if (x.id() >= i->id()) elements.remove(x);
        EXPECT_EQ(i->id(), 0);
        EXPECT_EQ(ledger.live(), 1);
    }
    EXPECT_TRUE(elements.empty());
    EXPECT_EQ(ledger.live(), 0);
}

/// clear() left the nodes linked, or an index live: the walk went on through the removed.
TEST_F(neighbours, clear_ends_every_walk) {
    auto a = elements.begin();
    auto b = elements.begin();
    ++b;
    elements.clear();
    EXPECT_EQ(a->id(), 0);
    EXPECT_EQ(b->id(), 1);
    ++a;
    ++b;
    EXPECT_TRUE(a == elements.end());
    EXPECT_TRUE(b == elements.end());
}

} // namespace
