#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <vector>

namespace {

using throng::handle;
using throng::pool;

template <class P> std::vector<int> numbers(P& p) {
    std::vector<int> all;
    for (const int& x : p) all.push_back(x);
    return all;
}

TEST(pool_slots, are_filled_from_the_lowest) {
    pool<int> p;
    std::vector<handle<int>> h;
    for (int i = 0; i < 1000; ++i) h.push_back(p.add(i));
    for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(h[i].index(), i);
    for (const unsigned i : {700U, 3U, 64U, 500U, 4U}) EXPECT_TRUE(p.remove(h[i]));
    for (const unsigned i : {3U, 4U, 64U, 500U, 700U, 1000U}) EXPECT_EQ(p.add(-1).index(), i);
}

TEST(pool_slots, are_walked_in_order) {
    pool<int> p;
    for (int i = 0; i < 300; ++i) p.push_back(i);
    p.remove_if([](int x) { return x % 3 == 0; });
    for (int i = 0; i < 50; ++i) p.push_back(1000 + i);
    std::vector<int> expected;
    for (int i = 0; i < 300; ++i) {
        if (i % 3 != 0) expected.push_back(i);
        else if (i / 3 < 50) expected.push_back(1000 + i / 3);
    }
    EXPECT_EQ(numbers(p), expected);
}

TEST(pool_slots, keep_their_elements_in_place) {
    pool<std::uint64_t> p;
    std::vector<std::pair<const std::uint64_t*, handle<std::uint64_t>>> all;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        const auto h = p.add(i);
        all.emplace_back(p.get(h), h);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(p.get(all[i].second), all[i].first);
        ASSERT_EQ(*all[i].first, i);
        ASSERT_EQ(p.handle_of(*all[i].first), all[i].second);
    }
    EXPECT_LT(all.back().second.index(), p.capacity());
}

TEST(pool_slots, lowest_free_one_is_what_a_set_says) {
    std::mt19937 dice(7);
    pool<int> p;
    std::set<std::uint32_t> taken;
    std::vector<handle<int>> handles;
    for (int step = 0; step < 100'000; ++step) {
        if (dice() % 1000 < (step / 20'000 % 2 == 0 ? 600U : 400U) || handles.empty()) {
            std::uint32_t lowest = 0;
            if (!taken.empty() && *taken.rbegin() + 1 != taken.size()) {
                for (const std::uint32_t t : taken) {
                    if (t != lowest) break;
                    ++lowest;
                }
            } else {
                lowest = static_cast<std::uint32_t>(taken.size());
            }
            const auto h = p.add(step);
            ASSERT_EQ(h.index(), lowest);
            taken.insert(lowest);
            handles.push_back(h);
        } else {
            const std::size_t i = dice() % handles.size();
            ASSERT_TRUE(p.remove(handles[i]));
            ASSERT_FALSE(p.remove(handles[i]));
            taken.erase(handles[i].index());
            handles[i] = handles.back();
            handles.pop_back();
        }
        ASSERT_EQ(p.size(), taken.size());
    }
}

TEST(pool_slots, give_each_user_a_handle_of_its_own) {
    pool<int> p;
    const auto first = p.add(1);
    p.remove(first);
    const auto second = p.add(2);
    EXPECT_EQ(first.index(), second.index());
    EXPECT_NE(first, second);
    EXPECT_FALSE(p.contains(first));
    EXPECT_FALSE(p.remove(first));
    EXPECT_EQ(*p.get(second), 2);
    EXPECT_FALSE(p.contains(handle<int>{}));
}

// Rule 9 of pool.
TEST(pool_slots, retire_before_their_generations_wrap) {
    pool<int> p;
    p.storage().start_generations_at(0xfffffffdU); // two are left
    std::vector<handle<int>> old;
    for (int i = 0; i < 2; ++i) {
        old.push_back(p.add(i));
        ASSERT_EQ(old.back().index(), 0U);
        p.remove(old.back());
    }
    for (int i = 0; i < 4; ++i) {
        const auto h = p.add(i);
        EXPECT_NE(h.index(), 0U);
        for (const auto stale : old) EXPECT_EQ(p.get(stale), nullptr);
    }
}

TEST(pool_slots, retired_ones_leave_a_fixed_pool_smaller) {
    pool<int, 2> p;
    p.storage().start_generations_at(0xfffffffeU);
    const auto a = p.add(1);
    ASSERT_TRUE(a);
    p.remove(a);
    const auto b = p.add(2);
    ASSERT_TRUE(b);
    EXPECT_EQ(b.index(), 1U);
    EXPECT_TRUE(p.full());
    EXPECT_FALSE(p.add(3));
    EXPECT_FALSE(p.contains(a));
    EXPECT_EQ(p.size(), 1U);
}

TEST(pool_slots, fit_an_array_beside_the_pool) {
    pool<int, 100> p;
    int beside[100] = {};
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; !p.full(); ++i) {
            const auto h = p.add(i);
            ASSERT_LT(h.index(), p.capacity());
            beside[h.index()] = i;
        }
        EXPECT_EQ(p.size(), 100U);
        for (int& x : p) {
            EXPECT_EQ(beside[p.handle_of(x).index()], x);
            if (x % 2 == round % 2) p.remove(x);
        }
    }
}

TEST(pool_slots, none_reserved_is_as_if_none_had_been_asked_for) {
    pool<int> p;
    p.reserve(0);
    EXPECT_EQ(p.capacity(), 0U);
    for (int i = 0; i < 100; ++i) p.push_back(i);
    EXPECT_EQ(numbers(p).size(), 100U);
}

TEST(pool_slots, reserved_ones_lie_in_one_piece) {
    using counted = pool<std::uint64_t>;
    counted p;
    p.reserve(5000);
    EXPECT_GE(p.capacity(), 5000U);
    const std::size_t capacity = p.capacity();
    for (std::uint64_t i = 0; i < 5000; ++i) p.push_back(i);
    EXPECT_EQ(p.capacity(), capacity);
    p.reserve(20'000);
    EXPECT_GE(p.capacity(), 20'000U);
    for (std::uint64_t i = 5000; i < 20'000; ++i) p.push_back(i);
    std::uint64_t n = 0;
    for (const std::uint64_t x : p) EXPECT_EQ(x, n++);
    EXPECT_EQ(n, 20'000U);
}

TEST(pool_slots, come_in_runs) {
    pool<int> p;
    for (int i = 0; i < 500; ++i) p.push_back(i);
    p.remove_if([](int x) { return x % 50 == 49; });
    int expected = 0;
    std::size_t runs = 0;
    for (const std::span<int> run : p.runs()) {
        ++runs;
        for (const int x : run) {
            if (expected % 50 == 49) ++expected;
            EXPECT_EQ(x, expected++);
        }
    }
    EXPECT_EQ(expected, 499);
    EXPECT_LT(runs, 30U);
}

TEST(pool_slots, of_elements_of_every_shape) {
    support::ledger elements;
    {
        pool<support::immovable_tracked> immovable;
        pool<support::move_only_tracked> move_only;
        pool<support::aligned_tracked> aligned;
        pool<support::huge_tracked> huge;
        // (On the heap: g++ for 32-bit Windows has no such alignment on the stack.)
        const auto on_heap = std::make_unique<pool<support::aligned_tracked, 5>>();
        auto& few = *on_heap;
        for (int i = 0; i < 200; ++i) {
            immovable.emplace(i);
            move_only.add(support::move_only_tracked(i));
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.emplace_back(i)) % 256, 0U);
            huge.emplace_back(i);
            few.emplace(i);
        }
        EXPECT_EQ(few.size(), 5U);
        EXPECT_EQ(elements.live(), 805);
        immovable.remove_if([](const support::tracked& x) { return x.id() % 2 == 0; });
        EXPECT_EQ(elements.live(), 705);
    }
    EXPECT_EQ(elements.objects(), 0);
    EXPECT_EQ(elements.errors(), "");
}

TEST(pool_slots, go_over_with_the_contents) {
    pool<int> a;
    pool<int> b;
    const auto in_a = a.add(1);
    const auto in_b = b.add(2);
    const int* const address = a.get(in_a);
    a.swap(b);
    EXPECT_EQ(b.get(in_a), address);
    EXPECT_EQ(*a.get(in_b), 2);
    int added = 0;
    int removed = 0;
    b.on_add([&](int&) { ++added; });
    b.on_remove([&](int&) { ++removed; });
    b.max_capacity(10);
    pool<int> c(std::move(b));
    EXPECT_EQ(c.get(in_a), address);
    EXPECT_TRUE(c.remove(c.add(3)));
    EXPECT_EQ(added, 1) << "the hooks have come along";
    EXPECT_EQ(removed, 1);
    EXPECT_EQ(c.max_capacity(), 10U);
    EXPECT_TRUE(b.empty());
    EXPECT_TRUE(b.add(5));
    a = std::move(c);
    EXPECT_EQ(a.get(in_a), address);
    EXPECT_EQ(a.size(), 1U);
    EXPECT_TRUE(c.empty());
}

} // namespace
