// A grid whose allocator has nothing left.
// needs exceptions

#include <throng/entity/grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <vector>

namespace {

struct object {
    throng::grid_hook<> hook;
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
using grid = throng::grid<object, &object::hook, float, limited_allocator<object>>;

constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

/// A crowd in one cell, and edits until one of them fails, with or without an open query.
class grid_failed_allocations : public testing::TestWithParam<bool> {
  protected:
    /// `used` pieces of memory go before, so that the failure hits another step of the edit.
    template <class Edit> void edit_until_it_fails(std::size_t used, std::size_t allocations, Edit edit) {
        allowed = any;
        for (object& o : crowd) g.insert(o, 5, 5);
        for (std::size_t i = 0; i < used; ++i) g.insert(neighbours[i], 10 * float(i % 8) + 5, 10 * float(i / 8) + 5);
        auto w = g.walk(throng::residents);
        if (GetParam()) (void)w.next();
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

    std::vector<object> crowd = std::vector<object>(500);
    std::vector<object> neighbours = std::vector<object>(64);
    std::vector<object> newcomers = std::vector<object>(500);
    grid g{10};
};

TEST_P(grid_failed_allocations, insert_leaves_no_block) {
    for (std::size_t used = 0; used < 64; ++used) {
        for (std::size_t allocations = 0; allocations < 4; ++allocations) {
            edit_until_it_fails(used, allocations,
                                [&](std::size_t i) { g.insert(newcomers[i], 100 * float(i) + 500, 5); });
            leave();
        }
    }
}
TEST_P(grid_failed_allocations, move_leaves_no_block) {
    for (std::size_t used = 0; used < 64; ++used) {
        for (std::size_t allocations = 0; allocations < 4; ++allocations) {
            edit_until_it_fails(used, allocations, [&](std::size_t i) { g.move(crowd[i], 100 * float(i) + 500, 5); });
            for (object& o : crowd) g.move(o, 5, 5);
            leave();
        }
    }
}
/// What a cell has got for an object that did not come, it gives back.
TEST_P(grid_failed_allocations, move_leaves_no_memory_in_a_cell) {
    for (std::size_t used = 0; used < 64; ++used) {
        edit_until_it_fails(used, 0, [&](std::size_t i) {
            if (i < 32) g.move(crowd[i], 10 * float(7 - i % 8) + 5, 10 * float(7 - i / 8) + 5);
            else g.move(crowd[i], 100 * float(i) + 500, 5);
        });
        for (object& o : crowd) g.move(o, 5, 5);
        leave();
    }
}
INSTANTIATE_TEST_SUITE_P(without_a_query_and_with_one, grid_failed_allocations, testing::Bool());

} // namespace
