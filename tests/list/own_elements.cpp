/// Which references are to elements of a list: its pages are known by their addresses, whatever becomes of them.
#include "support/allocation.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace {

#if !defined(THRONG_AUDIT) || !THRONG_AUDIT // which ends the program
template <class C> void expect_own(C& c, C& other) {
    for (auto& x : c) {
        ASSERT_TRUE(c.contains(x));
        ASSERT_FALSE(other.contains(x));
        ASSERT_FALSE(other.remove(x));
    }
}

template <class C> class own_elements : public testing::Test {};
using collections = testing::Types<throng::list<std::uint64_t>, throng::pool<std::uint64_t>>;
TYPED_TEST_SUITE(own_elements, collections);

TYPED_TEST(own_elements, are_known_through_growth_removal_and_exchange) {
    TypeParam a;
    TypeParam b;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        a.push_back(i);
        if (i % 7 == 0) b.push_back(i);
    }
    expect_own(a, b);
    expect_own(b, a);
    (void)a.remove_if([](std::uint64_t x) { return x % 5 != 0 && x > 1000; });
    if constexpr (requires { a.trim(); }) a.trim();
    expect_own(a, b);
    a.swap(b);
    expect_own(a, b);
    TypeParam c(std::move(a));
    expect_own(c, b);
    b = std::move(c);
    TypeParam none;
    expect_own(b, none);
    EXPECT_TRUE(b.validate());
}

/// What a walk stands on is kept, and the pages of another list come in beside it.
TEST(own_elements_of_a_list, are_those_that_were_assigned_under_a_walk) {
    throng::list<std::uint64_t> a{1, 2, 3};
    throng::list<std::uint64_t> b;
    for (std::uint64_t i = 0; i < 20'000; ++i) b.push_back(i);
    for (std::uint64_t& x : a) {
        a = std::move(b);
        EXPECT_FALSE(a.contains(x));
        EXPECT_FALSE(a.remove(x));
        break;
    }
    throng::list<std::uint64_t> none;
    expect_own(a, none);
    EXPECT_EQ(a.size(), 20'000U);
    EXPECT_TRUE(a.validate());
}
#endif

TEST(own_elements_of_a_list, leave_no_memory_behind) {
    support::allocation_log memory;
    {
        throng::list<int, support::logged_allocator<int>> a;
        for (int i = 0; i < 10'000; ++i) a.push_back(i);
        a.clear();
        a.trim();
        EXPECT_EQ(a.capacity(), 0U);
    }
    EXPECT_EQ(memory.bytes, 0U);
}

} // namespace
