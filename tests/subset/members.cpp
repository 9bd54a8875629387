#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

using throng::list;
using throng::pool;
using throng::subset;

template <class S> std::vector<int> numbers(S& s) {
    std::vector<int> all;
    for (const int& x : s) all.push_back(x);
    return all;
}

template <class Master> class subset_of : public testing::Test {
  public:
    Master master;

    void fill(int first, int last) {
        for (int i = first; i <= last; ++i) master.push_back(i);
    }
    int& at(int id) {
        for (int& x : master)
            if (x == id) return x;
        ADD_FAILURE() << id << " is not there";
        return *master.push_back(id);
    }
    /// The multiples of n join.
    void join_every(subset<Master>& s, int n) {
        for (int& x : master)
            if (x % n == 0) s.join(x);
    }
};
using masters = testing::Types<list<int>, pool<int>, pool<int, 1000>>;
TYPED_TEST_SUITE(subset_of, masters);

TYPED_TEST(subset_of, what_joins_is_in_until_it_leaves) {
    this->fill(1, 10);
    subset<TypeParam> s(this->master);
    EXPECT_TRUE(s.empty());
    int& three = this->at(3);
    EXPECT_FALSE(s.contains(three));
    EXPECT_TRUE(s.join(three));
    EXPECT_FALSE(s.join(three));
    EXPECT_TRUE(s.contains(three));
    EXPECT_TRUE(s.contains(this->master.handle_of(three)));
    EXPECT_EQ(s.size(), 1U);
    EXPECT_TRUE(s.leave(three));
    EXPECT_FALSE(s.leave(three));
    EXPECT_TRUE(s.empty());
    const auto seven = this->master.handle_of(this->at(7));
    EXPECT_TRUE(s.join(seven));
    EXPECT_TRUE(s.contains(this->at(7)));
    auto i = s.begin();
    EXPECT_TRUE(s.leave(i));
    EXPECT_FALSE(s.leave(i));
    ++i;
    EXPECT_FALSE(s.leave(i)) << "it stands on nothing";
    EXPECT_TRUE(s.join(seven));
    EXPECT_TRUE(s.leave(seven));
    EXPECT_EQ(this->master.size(), 10U);
}

TYPED_TEST(subset_of, what_dies_has_left) {
    this->fill(1, 300);
    subset<TypeParam> a(this->master);
    subset<TypeParam> b(this->master);
    this->join_every(a, 2);
    this->join_every(b, 3);
    const auto six = this->master.handle_of(this->at(6));
    this->master.remove_if([](int x) { return x % 6 == 0; });
    EXPECT_EQ(a.size(), 100U);
    EXPECT_EQ(b.size(), 50U);
    EXPECT_FALSE(a.contains(six));
    EXPECT_FALSE(a.join(six));
    EXPECT_FALSE(a.leave(six));
    this->master.clear();
    EXPECT_TRUE(a.empty());
}

TYPED_TEST(subset_of, what_comes_in_the_place_of_a_member_is_none) {
    this->fill(1, 500);
    subset<TypeParam> s(this->master);
    this->join_every(s, 1);
    this->master.clear();
    this->fill(1001, 1500);
    EXPECT_TRUE(s.empty());
    for (const int& x : this->master) EXPECT_FALSE(s.contains(x));
    this->join_every(s, 100);
    EXPECT_EQ(numbers(s), (std::vector<int>{1100, 1200, 1300, 1400, 1500}));
}

TYPED_TEST(subset_of, sets_are_combined) {
    this->fill(1, 600);
    subset<TypeParam> twos(this->master);
    subset<TypeParam> threes(this->master);
    this->join_every(twos, 2);
    this->join_every(threes, 3);
    EXPECT_EQ((twos & threes).size(), 100U);
    EXPECT_EQ((twos | threes).size(), 400U);
    EXPECT_EQ((twos - threes).size(), 200U);
    subset<TypeParam> no_members(this->master);
    EXPECT_EQ((twos & no_members).size(), 0U);
    EXPECT_EQ((twos | no_members).size(), 300U);
    EXPECT_EQ((no_members | twos).size(), 300U);
    EXPECT_EQ((twos - no_members).size(), 300U);
    for (const int& x : (twos - threes) | (threes - twos)) EXPECT_NE(x % 2 == 0, x % 3 == 0);
    twos |= twos;
    twos &= twos;
    EXPECT_EQ(twos.size(), 300U);
    twos -= twos;
    EXPECT_TRUE(twos.empty());
    threes.clear();
    EXPECT_TRUE(threes.empty());
}

TYPED_TEST(subset_of, copies_are_subsets_of_their_own) {
    this->fill(1, 200);
    subset<TypeParam> a(this->master);
    this->join_every(a, 10);
    subset<TypeParam> b(a);
    EXPECT_EQ(numbers(a), numbers(b));
    b.leave(this->at(50));
    EXPECT_TRUE(a.contains(this->at(50)));
    a = b;
    EXPECT_FALSE(a.contains(this->at(50)));
    EXPECT_EQ(a.size(), 19U);
    subset<TypeParam> c(std::move(a));
    EXPECT_EQ(c.size(), 19U);
    EXPECT_TRUE(a.empty());
    EXPECT_FALSE(a.join(this->at(1)));
    this->join_every(c, 50);
    EXPECT_EQ(c.size(), 20U);
    EXPECT_EQ(c.leave_if([](int x) { return x > 100; }), 10U);
    EXPECT_EQ(c.size(), 10U);
}

TYPED_TEST(subset_of, assigned_from_one_of_another_master_goes_there) {
    this->fill(1, 10);
    TypeParam other;
    for (int i = 20; i < 23; ++i) other.push_back(i);
    subset<TypeParam> s(this->master);
    this->join_every(s, 2);
    subset<TypeParam> t(other);
    for (int& x : other)
        if (x != 21) t.join(x);
    s = t;
    EXPECT_EQ(numbers(s), (std::vector{20, 22}));
    this->master.clear();
    EXPECT_EQ(s.size(), 2U);
    const subset<TypeParam> moved(std::move(t));
    s = t; // NOLINT(bugprone-use-after-move): it has no master now
    EXPECT_TRUE(s.empty());
    EXPECT_EQ(moved.size(), 2U);
}

TYPED_TEST(subset_of, many_come_and_go) {
    this->fill(1, 400);
    std::vector<std::unique_ptr<subset<TypeParam>>> all;
    for (int round = 0; round < 3; ++round) {
        for (int n = 1; n <= 40; ++n) {
            all.push_back(std::make_unique<subset<TypeParam>>(this->master));
            this->join_every(*all.back(), n);
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::size_t n = i % 40 + 1;
            EXPECT_EQ(all[i]->size(), 400 / n) << i;
        }
        for (std::size_t i = 0; i < all.size(); i += 2) std::swap(all[i], all.back()), all.pop_back();
        all.clear();
        subset<TypeParam> fresh(this->master);
        EXPECT_TRUE(fresh.empty());
    }
}

TYPED_TEST(subset_of, master_may_go_first) {
    std::optional<TypeParam> gone;
    gone.emplace();
    for (int i = 0; i < 100; ++i) gone->push_back(i);
    subset<TypeParam> s(*gone);
    const auto h = gone->handle_of(*gone->begin());
    s.join(h);
    EXPECT_EQ(s.size(), 1U);
    gone.reset();
    EXPECT_TRUE(s.empty());
    EXPECT_FALSE(s.join(h));
    EXPECT_FALSE(s.leave(h));
    for ([[maybe_unused]] const int& x : s) ADD_FAILURE();
    s.each([](int&) { ADD_FAILURE(); });
    s.clear();
}

template <class Master> void goes_with_the_contents() {
    Master a;
    Master b;
    for (int i = 0; i < 100; ++i) a.push_back(i), b.push_back(1000 + i);
    subset<Master> s(a);
    a.each([&](int& x) {
        if (x % 9 == 0) s.join(x);
    });
    const auto nine = a.handle_of(*++a.begin());
    a.swap(b);
    EXPECT_EQ(s.size(), 12U);
    EXPECT_TRUE(b.remove(nine) && !s.contains(nine));
    Master c(std::move(b));
    EXPECT_EQ(s.size(), 12U);
    s.each([&](int& x) { c.remove(x); });
    EXPECT_TRUE(s.empty());
    EXPECT_EQ(c.size(), 87U);
    EXPECT_TRUE(s.join(*c.begin()));
}
TEST(subset, goes_with_the_contents_of_a_list) { goes_with_the_contents<list<int>>(); }
TEST(subset, goes_with_the_contents_of_a_pool) { goes_with_the_contents<pool<int>>(); }

TEST(subset, keeps_what_it_stands_on_after_a_swap) {
    support::ledger ledger;
    {
        list<support::tracked> a;
        list<support::tracked> b;
        for (int i = 0; i < 10; ++i) a.emplace_back(i);
        subset<list<support::tracked>> s(a);
        for (support::tracked& x : a) s.join(x);
        a.swap(b);
        int n = 0;
        for (support::tracked& x : s) {
            b.remove(x);
            EXPECT_EQ(x.id(), n++);
        }
        EXPECT_EQ(n, 10);
    }
    EXPECT_EQ(ledger.errors(), "");
}

/// A list that is assigned has other elements then: its subsets stay, and nothing is in them.
TEST(subset, stays_with_a_list_that_is_assigned) {
    list<int> a;
    list<int> b;
    for (int i = 0; i < 300; ++i) a.push_back(i), b.push_back(1000 + i);
    subset<list<int>> one(a);
    subset<list<int>> two(a);
    subset<list<int>> of_the_other(b);
    const auto all_join = [](subset<list<int>>& s, list<int>& master) {
        for (const int& x : master) s.join(x);
    };
    for (subset<list<int>>* s : {&one, &two}) all_join(*s, a);
    all_join(of_the_other, b);

    a = b;
    EXPECT_TRUE(one.empty() && two.empty());
    EXPECT_TRUE(a.validate() && one.validate());
    all_join(two, a);
    EXPECT_EQ(two.size(), 300U);
    EXPECT_TRUE(one.empty());
    EXPECT_EQ(of_the_other.size(), 300U);

    a = {1, 2, 3};
    EXPECT_TRUE(two.empty());
    EXPECT_TRUE(one.join(*a.last()));
    EXPECT_EQ(numbers(one), (std::vector{3}));
    EXPECT_TRUE(a.validate() && one.validate());

    for (const int& x : one) {
        a = b;
        EXPECT_EQ(x, 3);
    }
    EXPECT_TRUE(one.empty() && one.join(*a.first()));
    EXPECT_EQ(numbers(one), (std::vector{1000}));
    EXPECT_TRUE(a.validate() && one.validate());
}

template <class Master> void joins_without_memory_after_reserve() {
    support::allocation_log memory;
    Master m;
    for (int i = 0; i < 100; ++i) m.push_back(i);
    std::vector<subset<Master>> subsets;
    for (int i = 0; i < 3; ++i) subsets.emplace_back(m);
    m.reserve(2000);
    const std::size_t before = memory.allocations;
    for (int i = 100; i < 2000; ++i) m.push_back(i);
    m.each([&](int& x) {
        for (subset<Master>& s : subsets) EXPECT_FALSE(s.contains(x));
    });
    auto x = m.begin();
    std::vector<const int*> all;
    all.reserve(2000);
    for (; x != m.end(); ++x) all.push_back(&*x);
    for (subset<Master>& s : subsets)
        for (const int* member : all) s.join(*member);
    EXPECT_EQ(memory.allocations, before);
    EXPECT_EQ(subsets[2].size(), 2000U);
    EXPECT_TRUE(subsets[2].validate());
}
TEST(subset, of_a_list_needs_no_memory_after_reserve) {
    joins_without_memory_after_reserve<list<int, support::logged_allocator<int>>>();
}
TEST(subset, of_a_pool_needs_no_memory_after_reserve) {
    joins_without_memory_after_reserve<pool<int, 0, support::logged_allocator<int>>>();
}

#if defined(__cpp_exceptions)
/// Fails each allocation in turn. Whatever throws has not happened.
template <class Master> void survives_want_of_memory() {
    for (std::size_t n = 1;; ++n) {
        support::allocation_log memory;
        {
            Master m;
            for (int i = 0; i < 300; ++i) m.push_back(i);
            std::size_t joined = 0;
            memory.fail_in = n;
            try {
                subset<Master> s(m);
                auto w = s.walk(throng::live);
                try {
                    for (int& x : m) {
                        s.join(x);
                        ++joined;
                        if (x == 250) m.push_back(1000);
                    }
                } catch (const std::bad_alloc&) {
                }
                EXPECT_EQ(s.size(), joined);
                memory.fail_in = 0;
                std::size_t seen = 0;
                while (w.next() != nullptr) ++seen;
                EXPECT_EQ(seen, joined);
            } catch (const std::bad_alloc&) {
            }
            EXPECT_GE(m.size(), 300U);
        }
        EXPECT_EQ(memory.bytes, 0U);
        if (!memory.failed) break;
    }
}
TEST(subset, of_a_list_survives_want_of_memory) {
    survives_want_of_memory<list<int, support::logged_allocator<int>>>();
}
TEST(subset, of_a_pool_survives_want_of_memory) {
    survives_want_of_memory<pool<int, 0, support::logged_allocator<int>>>();
}
TEST(subset, of_a_list_survives_an_assignment_for_which_there_is_no_memory) {
    using master = list<int, support::logged_allocator<int>>;
    for (std::size_t n = 1;; ++n) {
        support::allocation_log memory;
        master a;
        master b;
        for (int i = 0; i < 300; ++i) a.push_back(i), b.push_back(1000 + i);
        subset<master> s(a);
        s.join(*a.first());
        memory.fail_in = n;
        try {
            a = b;
            EXPECT_TRUE(s.empty());
        } catch (const std::bad_alloc&) {
            EXPECT_EQ(numbers(s), (std::vector{0}));
            EXPECT_EQ(a.size(), 300U);
        }
        EXPECT_TRUE(s.validate());
        if (!memory.failed) break;
    }
}
/// Going over to another master while it is walked, the memory for it missing at every point.
template <class Master> void goes_over_without_memory() {
    for (std::size_t n = 1;; ++n) {
        support::allocation_log memory;
        {
            Master a;
            Master b;
            for (int i = 0; i < 300; ++i) a.push_back(i), b.push_back(1000 + i);
            subset<Master> s(a);
            for (int& x : a)
                if (x % 100 == 0) s.join(x);
            subset<Master> t(b);
            for (int& x : b)
                if (x % 100 == 50) t.join(x);
            auto w = s.walk(throng::live);
            EXPECT_NE(w.next(), nullptr);
            memory.fail_in = n;
            bool has_gone = true;
            try {
                s = t;
            } catch (const std::bad_alloc&) {
                has_gone = false;
            }
            memory.fail_in = 0;
            EXPECT_TRUE(s.validate());
            EXPECT_TRUE(t.validate());
            const std::vector<int> those = numbers(s);
            if (has_gone) {
                EXPECT_EQ(those, (std::vector{1050, 1150, 1250}));
            }
            std::vector<int> seen;
            while (const int* const x = w.next()) seen.push_back(*x);
            EXPECT_EQ(seen, those == std::vector({0, 100, 200}) ? (std::vector{100, 200}) : std::vector<int>{})
                << "where it has gone over its walks have ended";
        }
        EXPECT_EQ(memory.bytes, 0U);
        if (!memory.failed) break;
    }
}
TEST(subset, of_a_list_goes_over_without_memory) {
    goes_over_without_memory<list<int, support::logged_allocator<int>>>();
}
TEST(subset, of_a_pool_goes_over_without_memory) {
    goes_over_without_memory<pool<int, 0, support::logged_allocator<int>>>();
}
#endif

} // namespace
