// Mistakes about how much there is room for.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <utility>
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

/// What was asked for at once comes in several blocks: all of each is used.
TYPED_TEST(room, that_was_reserved_is_used) {
    TypeParam a;
    a.reserve(2'000'000);
    const std::size_t all = a.capacity();
    EXPECT_GE(all, 2'000'000U);
    while (a.size() < all) a.push_back(1);
    EXPECT_EQ(a.capacity(), all);
    EXPECT_TRUE(a.validate());
    a.push_back(1);
    EXPECT_GT(a.capacity(), all);
}

/// Its constructor adds others.
template <template <class...> class Collection> struct breeder {
    int number;
    explicit breeder(int n) : number(n) {}
    breeder(int n, Collection<breeder>& home) : number(n) {
        added = home.emplace_back(n + 1) != nullptr;
        by_handle = static_cast<bool>(home.emplace(n + 2));
    }
    bool added = false;
    bool by_handle = false;
};
template <template <class...> class Collection> void expect_place_kept() {
    using element = breeder<Collection>;
    Collection<element> a;
    a.emplace_back(1);
    a.max_capacity(2);
    const auto of = [](const auto& x) { return std::pair(x.added, x.by_handle); };
    element* const x = a.emplace_back(10, a);
    ASSERT_NE(x, nullptr);
    EXPECT_EQ(of(*x), std::pair(false, false));
    EXPECT_EQ(a.size(), 2U);
    a.max_capacity(4);
    const auto h = a.emplace(20, a);
    ASSERT_TRUE(h);
    EXPECT_EQ(of(*a.get(h)), std::pair(true, false));
    EXPECT_EQ(a.size(), 4U);
    EXPECT_EQ(a.emplace_back(30, a), nullptr);
    EXPECT_TRUE(a.validate());
}
template <class... Ts> using growing_pool = throng::pool<Ts...>;
/// What an element's constructor added took the last place, which was the element's own: one too many.
TEST(room, is_kept_for_what_is_being_made) {
    expect_place_kept<throng::list>();
    expect_place_kept<throng::bag>();
    expect_place_kept<growing_pool>();
}

#if defined(__cpp_exceptions)
/// Gives memory a number of times.
class scarce : public std::pmr::memory_resource {
  public:
    explicit scarce(int times) : left_(times) {}

  private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        if (left_ == 0) throw std::bad_alloc();
        --left_;
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override {
        std::pmr::new_delete_resource()->deallocate(at, bytes, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    int left_;
};

template <class Collection> struct other_memory : testing::Test {};
using element = std::unique_ptr<int>;
using with_memory =
    testing::Types<throng::pmr::list<element>, throng::pmr::bag<element>, throng::pmr::buffered_list<element>>;
TYPED_TEST_SUITE(other_memory, with_memory);

/// Where there was not enough of it, some had moved there already, and were lost.
TYPED_TEST(other_memory, takes_all_or_nothing) {
    int failed = 0;
    for (int times = 0;; ++times) {
        scarce memory(times);
        TypeParam to(&memory);
        TypeParam from;
        for (int i = 0; i < 2000; ++i) from.push_back(std::make_unique<int>(i));
        if constexpr (requires { from.commit(); }) from.commit();
        try {
            to = std::move(from);
        } catch (const std::bad_alloc&) {
            ++failed;
            EXPECT_TRUE(to.empty());
            ASSERT_EQ(from.size(), 2000U);
            for (const element& x : from) ASSERT_NE(x, nullptr);
            continue;
        }
        EXPECT_EQ(to.size(), 2000U);
        EXPECT_TRUE(from.empty());
        EXPECT_TRUE(to.validate());
        EXPECT_TRUE(from.validate());
        break;
    }
    EXPECT_GT(failed, 0);
}
#endif

} // namespace
