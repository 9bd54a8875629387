// Handles after contents have been exchanged: what the contract suite does not reach. Allocators that go along, the
// last generations, places of which some are behind.

#include "support/allocation.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct thing {
    int number = 0;
    void update(double) {}
};

/// An allocator that goes along in every assignment and swap, and is never equal to another's.
template <class T> struct travelling {
    using value_type = T;
    using propagate_on_container_copy_assignment = std::true_type;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;
    using is_always_equal = std::false_type;

    int number = 0;

    travelling() = default;
    explicit travelling(int n) noexcept : number(n) {}
    template <class U> travelling(const travelling<U>& other) noexcept : number(other.number) {}
    T* allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
    void deallocate(T* p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
    friend bool operator==(travelling a, travelling b) { return a.number == b.number; }
};

template <class C> struct exchanged : testing::Test {};
using with_travelling_allocators =
    testing::Types<throng::list<thing, travelling<thing>>, throng::bag<thing, travelling<thing>>,
                   throng::buffered_list<thing, travelling<thing>>, throng::entity_list<thing, travelling<thing>>,
                   throng::pool<thing, 0, travelling<thing>>>;
TYPED_TEST_SUITE(exchanged, with_travelling_allocators);

TYPED_TEST(exchanged, with_an_allocator_that_goes_along) {
    const auto fill = [](TypeParam& c) {
        std::vector<typename TypeParam::handle_type> handles;
        for (int i = 0; i < 10; ++i) handles.push_back(c.add(thing{i}));
        if constexpr (requires { c.commit(); }) c.commit();
        return handles;
    };
    TypeParam c(travelling<thing>{1});
    std::vector<typename TypeParam::handle_type> stale;
    for (int way = 0; way < 6; ++way) {
        for (const auto h : fill(c)) {
            for (const auto old : stale) EXPECT_NE(h, old);
            stale.push_back(h);
        }
        if constexpr (std::is_copy_assignable_v<TypeParam>) {
            if (way % 2 == 0) {
                const TypeParam other(travelling<thing>{way + 2});
                c = other;
                EXPECT_EQ(c.get_allocator().number, way + 2);
            }
        }
        if (!c.empty()) {
            c = TypeParam(travelling<thing>{way + 2});
            EXPECT_EQ(c.get_allocator().number, way + 2);
        }
        fill(c);
        for (const auto old : stale) EXPECT_FALSE(c.contains(old));
        c.clear();
    }
}

/// A handle that on_remove asks for is stale already, and stays so, whatever contents come.
TEST(handles_given_in_on_remove, are_stale_for_good) {
    throng::pool<int> a;
    throng::pool<int> b;
    static_cast<void>(a.add(0));
    for (int i = 0; i < 5; ++i) a.remove(*a.push_back(i));
    throng::handle<int> told;
    a.on_remove([&](int& x) { told = a.handle_of(x); });
    a.remove(*a.push_back(5));
    a.on_remove(nullptr);
    ASSERT_TRUE(static_cast<bool>(told));
    a.swap(b);
    a.push_back(0);
    for (int i = 0; i < 20; ++i) {
        int& x = *a.push_back(i);
        static_cast<void>(a.handle_of(x));
        EXPECT_EQ(a.get(told), nullptr) << i;
        a.remove(x);
    }
}

/// What is added without a handle answers to none of the past, either, when it gets one later.
TEST(handles_of_a_swapped_pool, are_stale_for_what_comes_without_a_handle) {
    throng::pool<int> a;
    throng::pool<int> b;
    const auto stale = a.add(1);
    b.push_back(2);
    b.push_back(3);
    b.remove(*b.begin());
    a.swap(b);
    int& x = *a.push_back(4);
    EXPECT_TRUE(a.handle_of(x));
    EXPECT_FALSE(a.contains(stale));
}

/// Where the generations end, nothing gets a handle any more that has been given before.
TEST(last_generations, end_with_the_handles_that_there_are) {
    constexpr std::uint32_t last = 0xffffffffU;
    {
        throng::list<int> c;
        c.storage().table().start_generations_at(last - 1);
        const auto old = c.add(1);
        EXPECT_EQ(old.generation(), last - 1);
        throng::list<int> other;
        c.swap(other);
        EXPECT_FALSE(c.add(2)) << "as where the list is full";
        EXPECT_TRUE(c.empty());
        EXPECT_NE(c.push_back(3), nullptr) << "what needs no handle comes in";
        EXPECT_FALSE(c.handle_of(*c.first()));
        EXPECT_FALSE(throng::core::audited ? false : c.contains(old));
        EXPECT_TRUE(c.validate());
    }
    {
        throng::pool<int> c;
        c.storage().start_generations_at(last - 1);
        const auto old = c.add(1);
        EXPECT_EQ(old.generation(), last - 1);
        c = {};
        EXPECT_FALSE(c.add(2));
        EXPECT_EQ(c.push_back(3), nullptr);
        EXPECT_TRUE(c.full());
        EXPECT_FALSE(throng::core::audited ? false : c.contains(old));
        EXPECT_TRUE(c.validate());
    }
}

/// A world whose places are in use goes on above the other's generations, page by page.
TEST(generations_of_a_world, go_on_above_those_of_the_one_that_was_here) {
    throng::world w;
    std::vector<throng::entity> stale;
    // Many lives of one place: its generations are far ahead of those that come along.
    for (int i = 0; i < 70'000; ++i) {
        const throng::entity e = w.create(i);
        if (i % 100 == 0 || i > 69'990) stale.push_back(e);
        w.destroy(e);
    }
    throng::world other;
    std::vector<throng::entity> moved;
    for (int i = 0; i < 600; ++i) moved.push_back(other.create(i));
    for (int i = 0; i < 300; ++i) other.destroy(moved[static_cast<std::size_t>(i)]);
    moved.erase(moved.begin(), moved.begin() + 300);
    w = std::move(other);
    EXPECT_TRUE(w.validate());
    for (const throng::entity e : moved) EXPECT_TRUE(w.alive(e));
    const throng::snapshot before(w);
    for (int round = 0; round < 2; ++round) {
        std::vector<throng::entity> later;
        for (int i = 0; i < 2000; ++i) later.push_back(w.create(1000 + i));
        EXPECT_TRUE(w.validate());
        for (const throng::entity e : moved) EXPECT_TRUE(w.destroy(e));
        for (int i = 0; i < 2000; ++i) later.push_back(w.create(5000 + i));
        for (const throng::entity e : stale) EXPECT_FALSE(w.alive(e));
        for (const throng::entity e : later) EXPECT_TRUE(w.destroy(e));
        EXPECT_TRUE(w.validate());
        for (int i = 0; i < 2000; ++i) (void)w.create(9000 + i);
        for (const throng::entity e : stale) EXPECT_FALSE(w.alive(e));
        EXPECT_TRUE(before.roll_back());
        EXPECT_TRUE(w.validate());
        for (const throng::entity e : moved) EXPECT_TRUE(w.alive(e));
    }
}

/// Swapped, both worlds keep what has been promised of them.
TEST(generations_of_a_world, survive_a_swap) {
    throng::world a;
    throng::world b;
    const throng::entity of_a = a.create(1);
    for (int i = 0; i < 5; ++i) a.destroy(a.create(2));
    const throng::entity old_of_b = b.create(3);
    b.destroy(old_of_b);
    std::swap(a, b);
    EXPECT_TRUE(b.alive(of_a));
    const throng::entity later = a.create(4);
    EXPECT_NE(later, of_a);
    EXPECT_FALSE(a.alive(of_a));
    EXPECT_FALSE(a.alive(old_of_b));
    for (int i = 0; i < 1000; ++i) {
        EXPECT_NE(a.create(i), of_a);
        EXPECT_NE(b.create(i), old_of_b);
    }
}

} // namespace
