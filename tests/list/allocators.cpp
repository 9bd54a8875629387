#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <memory_resource>
#include <utility>
#include <vector>

/// Collections over polymorphic allocators, which never go along with the contents and cannot be assigned.
namespace {

template <class Collection> class polymorphic : public testing::Test {
  protected:
    static void fill(Collection& c, int from, int to) {
        for (int i = from; i < to; ++i) c.add(i);
    }
    static std::vector<int> contents(Collection& c) {
        std::vector<int> all;
        if constexpr (requires { c.commit(); }) c.commit();
        c.each([&](const int& i) { all.push_back(i); });
        return all;
    }
    std::pmr::unsynchronized_pool_resource first_;
    std::pmr::unsynchronized_pool_resource second_;
};

using collections = testing::Types<throng::pmr::list<int>, throng::pmr::bag<int>, throng::pmr::buffered_list<int>,
                                   throng::pmr::ordered_set<int>>;
TYPED_TEST_SUITE(polymorphic, collections, );

TYPED_TEST(polymorphic, copies_are_made_in_the_memory_of_the_target) {
    TypeParam a(&this->first_);
    TypeParam b(&this->second_);
    this->fill(a, 0, 3);
    this->fill(b, 10, 500);
    a = b;
    EXPECT_EQ(a.get_allocator().resource(), &this->first_);
    EXPECT_EQ(this->contents(a), this->contents(b));
    const TypeParam c(b, &this->first_);
    EXPECT_EQ(c.size(), b.size());
}

TYPED_TEST(polymorphic, elements_are_moved_one_by_one_to_other_memory) {
    TypeParam a(&this->first_);
    TypeParam b(&this->second_);
    this->fill(a, 0, 3);
    this->fill(b, 10, 500);
    const std::vector<int> expected = this->contents(b);
    a = std::move(b);
    EXPECT_EQ(a.get_allocator().resource(), &this->first_);
    EXPECT_EQ(this->contents(a), expected);
}

TYPED_TEST(polymorphic, contents_are_exchanged_within_the_same_memory) {
    TypeParam a(&this->first_);
    TypeParam b(&this->first_);
    this->fill(a, 0, 3);
    this->fill(b, 10, 500);
    const std::vector<int> some = this->contents(a);
    const std::vector<int> many = this->contents(b);
    a.swap(b);
    EXPECT_EQ(this->contents(a), many);
    EXPECT_EQ(this->contents(b), some);
    a = std::move(b);
    EXPECT_EQ(this->contents(a), some);
    TypeParam c(std::move(a));
    EXPECT_EQ(this->contents(c), some);
    EXPECT_EQ(c.get_allocator().resource(), &this->first_);
}

} // namespace
