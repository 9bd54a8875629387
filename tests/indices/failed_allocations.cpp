// needs exceptions
/// An index that cannot be made for want of memory leaves its collection as it was.

#include "support/allocation.hpp"

#include <throng/bag.hpp>
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <new>

namespace {

using allocator = support::logged_allocator<int>;

template <class C> class index_without_memory : public testing::Test {};
using collections =
    testing::Types<throng::list<int, allocator>, throng::bag<int, allocator>, throng::pool<int, 0, allocator>>;
TYPED_TEST_SUITE(index_without_memory, collections);

TYPED_TEST(index_without_memory, is_not_told_of_anything) {
    for (std::size_t n = 1; n != 4; ++n) {
        support::allocation_log log;
        TypeParam all;
        for (int i = 0; i < 100; ++i) all.push_back(i);
        log.fail_in = n;
        try {
            throng::ordered_by index(all, std::identity());
            EXPECT_EQ(index.size(), 100U);
        } catch (const std::bad_alloc&) {
            EXPECT_TRUE(log.failed);
        }
        log.fail_in = 0;
        for (int i = 0; i < 100; ++i) all.push_back(i);
        EXPECT_EQ(all.remove_if([](int i) { return i % 2 == 0; }), 100U);
        EXPECT_TRUE(all.validate());
        throng::ordered_by index(all, std::identity());
        EXPECT_EQ(index.size(), 100U);
        all.push_back(-1);
        EXPECT_EQ(index.size(), 101U) << "one that is made is told";
    }
}

} // namespace
