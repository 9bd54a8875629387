// A grid of the plane and one of space whose allocator has nothing left.
// needs exceptions

#include "entity/grid/dimensions.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <vector>

namespace {

template <unsigned Dimensions> struct object {
    typename tested::words<float, Dimensions>::hook hook;
};

/// How many allocations there may still be.
std::size_t allowed = 0;

template <class T> struct limited_allocator {
    using value_type = T;
    limited_allocator() = default;
    template <class U> explicit limited_allocator(const limited_allocator<U>&) noexcept {}
    [[nodiscard]] T* allocate(std::size_t n) {
        if (allowed == 0) throw std::bad_alloc();
        --allowed;
        return std::allocator<T>().allocate(n);
    }
    void deallocate(T* p, std::size_t n) noexcept { std::allocator<T>().deallocate(p, n); }
    friend bool operator==(const limited_allocator&, const limited_allocator&) = default;
};
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

/// A crowd in one cell, and edits until one of them fails, with or without an open query.
template <class Case> class grid_failed_allocations : public testing::Test {
  protected:
    static constexpr unsigned dimensions = Case::dimensions;
    using words = tested::words<float, dimensions>;
    using object = ::object<dimensions>;
    using grid = typename words::template grid<object, &object::hook, limited_allocator<object>>;

    /// The middle of the i-th cell of a block.
    [[nodiscard]] static tested::place<float> nth(std::size_t i) {
        const auto middle = [](std::size_t cell) { return 10 * static_cast<float>(cell) + 5; };
        if (dimensions == 2) return {middle(i % 8), middle(i / 8), 0};
        return {middle(i % 4), middle(i / 4 % 4), middle(i / 16)};
    }
    /// In another block for each.
    [[nodiscard]] static tested::place<float> far(std::size_t i) { return {100 * static_cast<float>(i) + 500, 5, 5}; }

    /// `used` pieces of memory go before, so that the failure hits another step of the edit.
    template <class Edit> void edit_until_it_fails(std::size_t used, std::size_t allocations, Edit edit) {
        allowed = any;
        for (object& o : crowd) words::insert(g, o, nth(0));
        for (std::size_t i = 0; i < used; ++i) words::insert(g, neighbours[i], nth(i));
        auto w = g.walk(throng::residents);
        if (Case::is_walked) (void)w.next();
        else
            while (w.next() != nullptr) {
            }
        allowed = allocations;
        bool has_failed = false;
        for (std::size_t i = 0; i < crowd.size() && !has_failed; ++i) {
            const std::size_t size = g.size();
            try {
                edit(i);
            } catch (const std::bad_alloc&) {
                has_failed = true;
                EXPECT_EQ(g.size(), size);
            }
        }
        EXPECT_TRUE(has_failed);
        EXPECT_TRUE(g.validate());
        allowed = any;
        while (w.next() != nullptr) {
        }
        EXPECT_TRUE(g.validate()) << used << ' ' << allocations;
    }
    /// No block is left that nothing is in.
    void leave() {
        for (object& o : neighbours) g.remove(o);
        for (object& o : newcomers) g.remove(o);
        EXPECT_EQ(g.blocks(), 1U);
        for (object& o : crowd) g.remove(o);
        EXPECT_EQ(g.blocks(), 0U);
        EXPECT_TRUE(g.validate());
        g.trim();
    }

    void check_insert();
    void check_move();
    void check_memory();
    void check_questions();

    std::vector<object> crowd = std::vector<object>(500);
    std::vector<object> neighbours = std::vector<object>(64);
    std::vector<object> newcomers = std::vector<object>(500);
    grid g{10};
};

template <class Case> void grid_failed_allocations<Case>::check_insert() {
    for (std::size_t used = 0; used < 64; ++used) {
        for (std::size_t allocations = 0; allocations < 4; ++allocations) {
            edit_until_it_fails(used, allocations, [&](std::size_t i) { words::insert(g, newcomers[i], far(i)); });
            leave();
        }
    }
}
template <class Case> void grid_failed_allocations<Case>::check_move() {
    for (std::size_t used = 0; used < 64; ++used) {
        for (std::size_t allocations = 0; allocations < 4; ++allocations) {
            edit_until_it_fails(used, allocations, [&](std::size_t i) { words::move(g, crowd[i], far(i)); });
            for (object& o : crowd) words::move(g, o, nth(0));
            leave();
        }
    }
}
/// What a cell has got for an object that did not come, it gives back.
template <class Case> void grid_failed_allocations<Case>::check_memory() {
    for (std::size_t used = 0; used < 64; ++used) {
        edit_until_it_fails(used, 0, [&](std::size_t i) {
            if (i < 32) words::move(g, crowd[i], nth(63 - i));
            else words::move(g, crowd[i], far(i));
        });
        for (object& o : crowd) words::move(g, o, nth(0));
        leave();
    }
}

/// The answers are kept in memory of the grid, which it gets once.
template <class Case> void grid_failed_allocations<Case>::check_questions() {
    allowed = any;
    for (object& o : crowd) words::insert(g, o, nth(0));
    auto w = g.walk(throng::residents);
    if (Case::is_walked) (void)w.next();
    std::size_t found = 0;
    const auto count = [&](object&) { ++found; };
    const auto ask = [&] {
        words::each_nearest(g, nth(1), crowd.size(), count, 1000.0F);
        words::each_along(g, nth(0), nth(1), 1.0F, count);
    };
    allowed = 0;
    EXPECT_THROW(ask(), std::bad_alloc);
    EXPECT_EQ(found, 0U);
    EXPECT_TRUE(g.validate());
    allowed = any;
    ask();
    EXPECT_EQ(found, 2 * crowd.size());
    const std::size_t memory = g.memory();
    allowed = 0;
    for (int i = 0; i < 3; ++i) ask();
    EXPECT_EQ(found, 8 * crowd.size());
    EXPECT_EQ(g.memory(), memory);
    allowed = any;
    while (w.next() != nullptr) {
    }
}

template <unsigned Dimensions, bool Walked> struct in {
    static constexpr unsigned dimensions = Dimensions;
    static constexpr bool is_walked = Walked;
};
using without_a_query_and_with_one = testing::Types<in<2, false>, in<2, true>, in<3, false>, in<3, true>>;
TYPED_TEST_SUITE(grid_failed_allocations, without_a_query_and_with_one);

TYPED_TEST(grid_failed_allocations, insert_leaves_no_block) { this->check_insert(); }
TYPED_TEST(grid_failed_allocations, move_leaves_no_block) { this->check_move(); }
TYPED_TEST(grid_failed_allocations, move_leaves_no_memory_in_a_cell) { this->check_memory(); }
TYPED_TEST(grid_failed_allocations, questions_use_their_memory_again) { this->check_questions(); }

} // namespace
