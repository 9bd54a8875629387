#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory_resource>
#include <utility>
#include <vector>

/// Collections over polymorphic allocators, which never go along with the contents and cannot be assigned.
namespace {

/// Memory that knows whether all of it, and no other, has come back.
class counted_memory : public std::pmr::memory_resource {
  public:
    long long bytes = 0;

  private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        bytes += static_cast<long long>(size);
        return std::pmr::new_delete_resource()->allocate(size, alignment);
    }
    void do_deallocate(void* p, std::size_t size, std::size_t alignment) override {
        bytes -= static_cast<long long>(size);
        std::pmr::new_delete_resource()->deallocate(p, size, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

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
    void TearDown() override {
        EXPECT_EQ(first_.bytes, 0) << "memory came back elsewhere";
        EXPECT_EQ(second_.bytes, 0) << "memory came back elsewhere";
    }
    counted_memory first_;
    counted_memory second_;
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
