#include "support/tracked.hpp"

#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace {

using throng::live;
using throng::pool;
using throng::residents;

using ids = std::vector<int>;

/// 0 ... n-1 in the slots 0 ... n-1.
template <class P> void fill(P& p, int n) {
    for (int i = 0; i < n; ++i) p.emplace_back(i);
}

TEST(pool_walk, of_residents_does_not_show_newcomers_in_slots_ahead) {
    pool<int> p;
    fill(p, 10);
    p.remove_if([](int x) { return x == 7; });
    ids seen;
    for (const int& x : p.walk(residents)) {
        seen.push_back(x);
        if (x == 2) {
            EXPECT_EQ(p.add(100).index(), 7U);
        }
    }
    EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 5, 6, 8, 9}));
}

TEST(pool_walk, live_shows_newcomers_after_all_that_stood_before) {
    pool<int> p;
    fill(p, 10);
    p.remove_if([](int x) { return x == 1 || x == 7; });
    ids seen;
    for (const int& x : p) {
        seen.push_back(x);
        if (x == 2) {
            p.push_back(101); // in slot 1, behind the walk
            p.push_back(107); // in slot 7, before it
        }
        if (x == 107) p.push_back(110);
    }
    EXPECT_EQ(seen, (ids{0, 2, 3, 4, 5, 6, 8, 9, 101, 107, 110}));
}

/// The word of bits is the same as before the visit: but the slot's element is another one.
TEST(pool_walk, sees_what_was_replaced_within_one_visit) {
    for (const bool trivial : {true, false}) {
        support::ledger elements;
        const auto test = [](auto p, auto id) {
            fill(p, 20);
            ids seen;
            for (auto& x : p.walk(residents)) {
                seen.push_back(id(x));
                if (id(x) != 3) continue;
                for (auto& y : p)
                    if (id(y) == 5) p.remove(y);
                EXPECT_EQ(p.emplace(105).index(), 5U);
            }
            EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}));
            seen.clear();
            bool done = false;
            for (auto& x : p) {
                seen.push_back(id(x));
                if (id(x) != 105 || done) continue;
                done = true;
                for (auto& y : p)
                    if (id(y) == 7) p.remove(y);
                p.emplace(107);
            }
            EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 105, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 107}));
        };
        if (trivial) test(pool<int>(), [](int x) { return x; });
        else test(pool<support::tracked>(), [](const support::tracked& x) { return x.id(); });
    }
}

/// The same in a word that the walk has not come to yet.
TEST(pool_walk, sees_which_newcomer_ahead_was_removed) {
    pool<int> p;
    fill(p, 128);
    p.remove_if([](int x) { return x == 80; });
    const auto outer = p.walk(residents);
    p.push_back(180); // in slot 80, and young while the outer walk is open
    ids seen;
    p.each(residents, [&](int& x) {
        seen.push_back(x);
        if (x != 70) return;
        for (int& y : p)
            if (y == 180) p.remove(y);
    });
    EXPECT_EQ(seen.size(), 127U);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 180), 0);
}

/// The same in a pass over newcomers, where all are young.
TEST(pool_walk, sees_which_newcomer_was_replaced) {
    pool<int> p;
    fill(p, 1);
    ids seen;
    p.each([&](int& x) {
        seen.push_back(x);
        if (x == 0) {
            for (int i = 1; i < 10; ++i) p.push_back(i);
        } else if (x == 3) {
            for (int& y : p)
                if (y == 6) p.remove(y);
            EXPECT_EQ(p.add(106).index(), 6U);
        }
    });
    EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 5, 7, 8, 9, 106}));
}

TEST(pool_walk, opened_within_another_has_residents_of_its_own) {
    pool<int> p;
    fill(p, 4);
    p.remove_if([](int x) { return x == 1; });
    auto outer = p.walk(residents);
    EXPECT_EQ(*outer.next(), 0);
    p.push_back(101); // in slot 1: new to the outer walk, but not to the inner one
    ids seen;
    for (const int& x : p.walk(residents)) {
        seen.push_back(x);
        if (x == 101) p.push_back(104);
    }
    EXPECT_EQ(seen, (ids{0, 2, 3, 101}));
    seen.clear();
    while (const int* x = outer.next()) seen.push_back(*x);
    EXPECT_EQ(seen, (ids{2, 3}));
}

TEST(pool_walk, live_goes_on_after_its_end_when_something_comes) {
    pool<int> p;
    fill(p, 3);
    auto w = p.walk(live);
    while (w.next() != nullptr) {
    }
    p.remove_if([](int x) { return x == 0; });
    p.push_back(100);
    const int* x = w.next();
    ASSERT_NE(x, nullptr);
    EXPECT_EQ(*x, 100);
    EXPECT_EQ(w.next(), nullptr);
}

TEST(pool_walk, frees_the_slot_it_leaves) {
    pool<int> p;
    fill(p, 3);
    std::vector<unsigned> slots;
    for (int& x : p.walk(residents)) {
        p.remove(x);
        slots.push_back(p.add(x + 100).index());
    }
    EXPECT_EQ(slots, (std::vector<unsigned>{3, 0, 1}));
}

TEST(pool_view, shows_neither_newcomers_nor_fewer) {
    support::ledger elements;
    pool<support::tracked> p;
    fill(p, 200);
    p.remove_if([](const support::tracked& x) { return x.id() % 2 == 1; });
    const auto first = p.freeze();
    for (int i = 0; i < 50; ++i) p.emplace(1000 + i); // in the slots of odd numbers
    const auto second = p.freeze();
    p.remove_if([](const support::tracked& x) { return x.id() % 4 == 0; });
    for (int i = 0; i < 50; ++i) p.emplace(2000 + i);
    const auto of = [](const auto& view) {
        ids all;
        for (const support::tracked& x : view) all.push_back(x.id());
        return all;
    };
    ids even;
    for (int i = 0; i < 200; i += 2) even.push_back(i);
    ids both = even; // and what has come to used slots meanwhile, last
    for (int i = 0; i < 50; ++i) both.push_back(1000 + i);
    EXPECT_EQ(of(first), even);
    EXPECT_EQ(of(second), both);
    EXPECT_EQ(of(first), even);
    p.clear();
    EXPECT_EQ(of(second), both);
    EXPECT_EQ(of(first), even);
    EXPECT_EQ(second.size(), both.size());
}

TEST(pool_view, lets_go_of_what_only_it_kept) {
    support::ledger elements;
    pool<support::tracked> p;
    fill(p, 10);
    auto outer = std::make_unique<decltype(p.freeze())>(p.freeze());
    p.remove_if([](const support::tracked& x) { return x.id() < 5; });
    {
        const auto inner = p.freeze();
        p.clear();
        EXPECT_EQ(elements.live(), 10);
        outer.reset();
        EXPECT_EQ(elements.live(), 5);
    }
    EXPECT_EQ(elements.live(), 0);
}

TEST(pool_update, prunes_and_moves_nothing) {
    pool<int> p;
    fill(p, 100);
    std::vector<const int*> before;
    p.each([&](const int& x) { before.push_back(&x); });
    p.update([](int& x) { return x % 3 != 0; });
    EXPECT_EQ(p.size(), 66U);
    p.each([&](const int& x) { EXPECT_EQ(&x, before[static_cast<std::size_t>(x)]); });
    p.update([&](int& x) {
        if (x % 2 == 0) p.remove(x);
    });
    EXPECT_EQ(p.size(), 33U);
    p.update(residents, [&](int& x) {
        p.push_back(x + 1000);
        return false;
    });
    EXPECT_EQ(p.size(), 33U);
    p.each([](const int& x) { EXPECT_GE(x, 1000); });
}

TEST(pool_hooks, may_edit) {
    pool<int> p;
    p.on_add([&](int& x) {
        if (x < 3) p.push_back(x + 10);
        if (x == 2) p.remove(x);
    });
    EXPECT_TRUE(p.add(1));
    const auto two = p.add(2);
    EXPECT_TRUE(two);
    EXPECT_FALSE(p.contains(two));
    int gone = 0;
    p.on_remove([&](int& x) {
        EXPECT_FALSE(p.contains(x));
        gone += x;
        if (x == 11) p.clear();
    });
    for (int& x : p)
        if (x == 11) p.remove(x);
    EXPECT_EQ(gone, 1 + 11 + 12);
    EXPECT_TRUE(p.empty());
}

/// Walks that are opened, moved on and closed in any order, against sets of what may still be seen.
// Rules 1, 2, 3 of pool.
TEST(pool_walk, any_number_of_walks_at_any_edit) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::minstd_rand engine(seed);
        const auto dice = [&engine] { return static_cast<unsigned>(engine() >> 8U); };
        support::ledger elements;
        pool<support::tracked> p;
        struct open_walk {
            decltype(p.walk(live)) walk;
            bool is_live;
            std::set<int> to_come;
            int last_of_pass;
        };
        std::vector<std::unique_ptr<open_walk>> walks;
        std::set<int> there;
        int next = 0;
        for (int step = 0; step < 3000; ++step) {
            switch (dice() % 8) {
            case 0:
            case 1:
            case 2:
                for (unsigned n = dice() % 4; n != 0; --n) {
                    p.emplace(next);
                    there.insert(next);
                    for (const auto& w : walks)
                        if (w->is_live) w->to_come.insert(next);
                    ++next;
                }
                break;
            case 3:
            case 4: {
                const unsigned which = dice();
                p.remove_if([&](const support::tracked& x) {
                    if ((static_cast<unsigned>(x.id()) * 2654435761U ^ which) % 11 != 0) return false;
                    there.erase(x.id());
                    for (const auto& w : walks) w->to_come.erase(x.id());
                    return true;
                });
                break;
            }
            case 5: {
                if (walks.size() == 5) break;
                const bool is_live = dice() % 2 == 0;
                walks.push_back(std::make_unique<open_walk>(
                    open_walk{is_live ? p.walk(live) : p.walk(residents), is_live, there, -1}));
                break;
            }
            case 6:
                if (!walks.empty()) walks.erase(walks.begin() + static_cast<int>(dice() % walks.size()));
                break;
            case 7:
                if (walks.empty()) break;
                open_walk& w = *walks[dice() % walks.size()];
                for (unsigned n = dice() % 60; n != 0; --n) {
                    support::tracked* const x = w.walk.next();
                    if (x == nullptr) {
                        ASSERT_TRUE(w.to_come.empty()) << "seed " << seed << ", step " << step;
                        break;
                    }
                    ASSERT_EQ(w.to_come.erase(x->id()), 1U) << "seed " << seed << ", step " << step;
                    ASSERT_TRUE(p.contains(*x));
                    if (dice() % 8 == 0) {
                        there.erase(x->id());
                        for (const auto& other : walks) other->to_come.erase(x->id());
                        p.remove(*x);
                    }
                }
                break;
            }
            ASSERT_EQ(p.size(), there.size());
        }
        walks.clear();
        ASSERT_EQ(elements.live(), static_cast<int>(there.size()));
    }
}

} // namespace
