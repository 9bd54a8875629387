#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <memory>
#include <type_traits>
#include <vector>

namespace {

using support::allocation_log;
using support::logged_allocator;
using throng::fixed_capacity;
using throng::pool;

static_assert(!std::is_copy_constructible_v<pool<int>> && !std::is_copy_assignable_v<pool<int>>);
static_assert(std::is_move_constructible_v<pool<int>> && std::is_move_assignable_v<pool<int>>);
static_assert(throng::core::audited || std::is_nothrow_move_constructible_v<pool<int>>);
static_assert(std::is_swappable_v<pool<int>>);
static_assert(!std::is_move_constructible_v<pool<int, 4>> && !std::is_move_assignable_v<pool<int, 4>>);
static_assert(!std::is_swappable_v<pool<int, 4>>);
static_assert(std::is_default_constructible_v<pool<int, 4>>);
static_assert(sizeof(pool<int, 1000>) > 1000 * sizeof(int));
static_assert(sizeof(pool<int, 4>) < sizeof(pool<int>) + 1024, "few elements have a small page");

TEST(fixed_pool, answers_with_an_empty_handle_when_full) {
    pool<int> p(fixed_capacity{3});
    EXPECT_EQ(p.capacity(), 3U);
    EXPECT_EQ(p.max_capacity(), 3U);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(p.add(i));
    EXPECT_TRUE(p.full());
    EXPECT_FALSE(p.add(3));
    EXPECT_FALSE(p.emplace(3));
    EXPECT_EQ(p.push_back(3), nullptr);
    EXPECT_EQ(p.emplace_back(3), nullptr);
    EXPECT_EQ(p.add_range(std::vector<int>{4, 5}), 0U);
    EXPECT_EQ(p.size(), 3U);
    int expected = 0;
    for (const int x : p) EXPECT_EQ(x, expected++);
    EXPECT_EQ(expected, 3);
}

TEST(fixed_pool, constructs_nothing_when_full) {
    support::ledger elements;
    pool<support::tracked, 1> p;
    p.emplace(1);
    bool told = false;
    p.on_add([&](support::tracked&) { told = true; });
    elements.fail_construction_in = 1;
    EXPECT_FALSE(p.emplace(2));
    elements.fail_construction_in = 0;
    EXPECT_FALSE(told);
    EXPECT_EQ(elements.objects(), 1);
}

TEST(fixed_pool, of_nothing_is_full) {
    pool<int> p(fixed_capacity{0});
    EXPECT_TRUE(p.full());
    EXPECT_FALSE(p.add(1));
    for ([[maybe_unused]] const int x : p) ADD_FAILURE();
}

/// A slot that a walk stands on is taken, although its element has gone.
TEST(fixed_pool, keeps_the_slot_that_a_walk_stands_on) {
    support::ledger elements;
    pool<support::tracked, 2> p;
    p.emplace(1);
    p.emplace(2);
    auto w = p.walk(throng::residents);
    support::tracked* const x = w.next();
    EXPECT_TRUE(p.remove(*x));
    EXPECT_EQ(p.size(), 1U);
    EXPECT_TRUE(p.full());
    EXPECT_FALSE(p.emplace(3));
    EXPECT_EQ(x->id(), 1);
    ASSERT_NE(w.next(), nullptr);
    EXPECT_EQ(p.emplace(3).index(), 0U);
}

TEST(fixed_pool, keeps_the_slots_that_a_view_shows) {
    support::ledger elements;
    pool<support::tracked, 3> p;
    for (int i = 0; i < 3; ++i) p.emplace(i);
    {
        const auto view = p.freeze();
        p.clear();
        EXPECT_FALSE(p.emplace(9));
        int n = 0;
        for (const support::tracked& x : view) EXPECT_EQ(x.id(), n++);
        EXPECT_EQ(n, 3);
    }
    EXPECT_EQ(elements.objects(), 0);
    EXPECT_TRUE(p.emplace(9));
}

TEST(fixed_pool, allocates_nothing_after_its_construction) {
    allocation_log memory;
    support::ledger elements;
    {
        pool<support::tracked, 0, logged_allocator<support::tracked>> p(fixed_capacity{500});
        const std::size_t after_construction = memory.allocations;
        EXPECT_GT(after_construction, 0U);
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < 600; ++i) p.emplace(i);
            EXPECT_EQ(p.size(), 500U);
            for (support::tracked& x : p) {
                p.remove(x);
                if (x.id() % 3 == 0) p.emplace(1);
            }
            const auto view = p.freeze();
            p.remove_if([](const support::tracked& x) { return x.id() == 1; });
            for (int i = 0; i < 100; ++i) p.emplace(i);
            p.clear();
        }
        p.reserve(10'000);
        EXPECT_EQ(p.capacity(), 500U);
        EXPECT_EQ(memory.allocations, after_construction);
    }
    EXPECT_EQ(memory.bytes, 0U);
    EXPECT_EQ(elements.objects(), 0);
}

TEST(fixed_pool, inside_of_an_object_allocates_nothing_at_all) {
    allocation_log memory;
    support::ledger elements;
    {
        pool<support::tracked, 300, logged_allocator<support::tracked>> p;
        EXPECT_EQ(p.capacity(), 300U);
        for (int i = 0; i < 400; ++i) p.emplace(i);
        EXPECT_EQ(p.size(), 300U);
        for (support::tracked& x : p) {
            if (x.id() % 2 == 0) p.remove(x);
            if (x.id() % 6 == 0) p.emplace(1);
            EXPECT_GE(reinterpret_cast<const std::byte*>(&x), reinterpret_cast<const std::byte*>(&p));
            EXPECT_LT(reinterpret_cast<const std::byte*>(&x), reinterpret_cast<const std::byte*>(&p + 1));
        }
    }
    EXPECT_EQ(memory.allocations, 0U);
    EXPECT_EQ(elements.objects(), 0);
}

TEST(fixed_pool, takes_its_capacity_along) {
    pool<int> a(fixed_capacity{2});
    a.push_back(1);
    pool<int> b(std::move(a));
    EXPECT_EQ(b.capacity(), 2U);
    EXPECT_TRUE(b.add(2));
    EXPECT_FALSE(b.add(3));
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(a.add(i)) << "what was moved from grows";
    a.swap(b);
    EXPECT_FALSE(a.add(3));
    EXPECT_TRUE(b.add(3));
}

TEST(fixed_pool, on_the_heap_lies_aligned) {
    const auto p = std::make_unique<pool<double, 50>>();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(p->add(i));
    double sum = 0;
    p->each([&](double x) { sum += x; });
    EXPECT_EQ(sum, 1225);
}

TEST(growing_pool, may_be_limited) {
    pool<int> p;
    p.max_capacity(10);
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(p.add(i));
    EXPECT_TRUE(p.full());
    EXPECT_FALSE(p.add(10));
    p.max_capacity(11);
    EXPECT_TRUE(p.add(10));
}

} // namespace
