#include "support/allocation.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <utility>
#include <vector>

namespace {

/// Over allocators that go along with the contents.
template <class Collection> class propagating : public testing::Test {
  protected:
    static Collection filled(support::allocation_log& log, int n) {
        Collection c{support::logged_allocator<int>(log)};
        for (int i = 0; i < n; ++i) c.add(i);
        return c;
    }
    static support::allocation_log* log_of(const Collection& c) { return &c.get_allocator().log(); }
    void TearDown() override {
        EXPECT_EQ(first_.bytes, 0U) << "memory came back elsewhere";
        EXPECT_EQ(second_.bytes, 0U) << "memory came back elsewhere";
    }
    support::allocation_log first_;
    support::allocation_log second_;
};

using int_allocator = support::logged_allocator<int>;
using propagating_collections =
    testing::Types<throng::list<int, int_allocator>, throng::bag<int, int_allocator>,
                   throng::buffered_list<int, int_allocator>,
                   throng::ordered_set<int, throng::core::hash<int>, throng::core::equal<int>, int_allocator>>;
TYPED_TEST_SUITE(propagating, propagating_collections, );

TYPED_TEST(propagating, allocators_go_along) {
    const auto some = [this] { return this->filled(this->first_, 3); };
    TypeParam many = this->filled(this->second_, 500);
    TypeParam copied = some();
    copied = many;
    EXPECT_EQ(this->log_of(copied), &this->second_);
    TypeParam moved = some();
    moved = std::move(copied);
    EXPECT_EQ(this->log_of(moved), &this->second_);
    TypeParam swapped = some();
    swapped.swap(many);
    EXPECT_EQ(this->log_of(swapped), &this->second_);
    EXPECT_EQ(this->log_of(many), &this->first_);
    for (TypeParam* const c : {&many, &moved, &swapped}) {
        for (int i = 1000; i < 2000; ++i) c->add(i);
    }
}

/// What is copied leaves subsets where they are, empty; what is moved brings its own.
TEST(allocators, that_go_along_leave_subsets_as_they_should_be) {
    using list = throng::list<int, int_allocator>;
    support::allocation_log first;
    support::allocation_log second;
    for (const bool copied : {true, false}) {
        list target{int_allocator(first)};
        list source{int_allocator(second)};
        throng::subset<list> of_target(target);
        throng::subset<list> of_source(source);
        for (int i = 0; i < 500; ++i) {
            of_target.join(*target.push_back(i));
            of_source.join(*source.push_back(i));
        }
        if (copied) target = source;
        else target = std::move(source);
        EXPECT_EQ(&target.get_allocator().log(), &second);
        EXPECT_EQ(target.size(), 500U);
        EXPECT_EQ(of_target.size(), 0U);
        EXPECT_EQ(of_source.size(), 500U);
        EXPECT_TRUE(target.validate());
        EXPECT_TRUE(source.validate()); // NOLINT(bugprone-use-after-move): it is empty
        for (int i = 0; i < 500; ++i) {
            of_target.join(*(copied ? target : source).push_back(i));
            of_source.join(*(copied ? source : target).push_back(i));
        }
        EXPECT_EQ(of_target.size(), 500U);
        EXPECT_EQ(of_source.size(), 1000U);
        EXPECT_TRUE(target.validate());
        EXPECT_TRUE(source.validate());
    }
    EXPECT_EQ(first.bytes, 0U);
    EXPECT_EQ(second.bytes, 0U);
}

/// Over polymorphic allocators, which never go along with the contents and cannot be assigned.

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
}

TYPED_TEST(polymorphic, a_moved_one_takes_everything_along) {
    int added = 0;
    int removed = 0;
    TypeParam a(&this->first_);
    this->fill(a, 0, 3);
    a.max_capacity(4);
    a.on_add([&](const int&) { ++added; });
    a.on_remove([&](const int&) { ++removed; });
    TypeParam b(std::move(a));
    EXPECT_EQ(b.get_allocator().resource(), &this->first_);
    EXPECT_EQ(b.max_capacity(), 4U);
    this->fill(b, 3, 4);
    EXPECT_EQ(this->contents(b), (std::vector<int>{0, 1, 2, 3}));
    b.clear();
    EXPECT_EQ(added, 1);
    EXPECT_EQ(removed, 4);
    // The same into other memory: elements are moved there one by one, which no hook is told of.
    this->fill(b, 0, 3);
    TypeParam c(std::move(b), &this->second_);
    EXPECT_EQ(c.get_allocator().resource(), &this->second_);
    EXPECT_EQ(this->contents(c), (std::vector<int>{0, 1, 2}));
    EXPECT_TRUE(b.empty()); // NOLINT(bugprone-use-after-move): what is promised
    EXPECT_EQ(added, 4);
    EXPECT_EQ(removed, 4);
    EXPECT_EQ(c.max_capacity(), 4U);
    this->fill(c, 3, 10);
    EXPECT_EQ(this->contents(c), (std::vector<int>{0, 1, 2, 3}));
    c.clear();
    EXPECT_EQ(added, 5);
    EXPECT_EQ(removed, 8);
}

/// Pages come side by side, each before the last one. What has come back is not what it was.
class adjacent_pages : public std::pmr::memory_resource {
  public:
    adjacent_pages() = default;
    adjacent_pages(const adjacent_pages&) = delete;
    adjacent_pages& operator=(const adjacent_pages&) = delete;
    ~adjacent_pages() override { others_->deallocate(all_, room, most_alignment); }

  private:
    static constexpr std::size_t room = std::size_t{1} << 20U;
    static constexpr std::size_t most_alignment = std::size_t{1} << 14U;

    void* do_allocate(std::size_t size, std::size_t alignment) override {
        if (alignment < 1024) return others_->allocate(size, alignment);
        return next_ -= size;
    }
    void do_deallocate(void* p, std::size_t size, std::size_t alignment) override {
        if (alignment < 1024) others_->deallocate(p, size, alignment);
        else std::memset(p, 0xdd, size);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    std::pmr::memory_resource* others_ = std::pmr::new_delete_resource();
    std::byte* const all_ = static_cast<std::byte*>(others_->allocate(room, most_alignment));
    std::byte* next_ = all_ + room;
};

TEST(allocators, trim_keeps_pages_that_lie_before_unused_ones) {
    adjacent_pages memory;
    throng::pmr::list<int> list(&memory);
    for (int i = 0; i < 1000; ++i) list.push_back(i);
    list.remove_if([](int i) { return i < 700; });
    const std::size_t before = list.capacity();
    list.trim();
    EXPECT_LT(list.capacity(), before);
    EXPECT_TRUE(list.validate());
    for (int i = 1000; i < 2000; ++i) list.push_back(i);
    EXPECT_TRUE(list.validate());
    int expected = 700;
    for (const int& x : list) EXPECT_EQ(x, expected++);
    EXPECT_EQ(expected, 2000);
}

} // namespace
