// Mistakes about how much there is room for.

#include <throng/bag.hpp>
#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

template <class Collection> struct room : testing::Test {};
using collections = testing::Types<throng::list<int>, throng::bag<int>>;
TYPED_TEST_SUITE(room, collections);

/// What was not added was counted, where the maximum had been set below the size.
TYPED_TEST(room, add_range_counts_what_it_adds) {
    TypeParam a{1, 2, 3, 4, 5};
    a.max_capacity(3);
    EXPECT_EQ(a.add_range(std::vector{7, 8}), 0U);
    EXPECT_EQ(a.add_range(a), 0U);
    EXPECT_EQ(a.size(), 5U);
}

} // namespace
