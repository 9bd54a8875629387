/// What holds of collections whose pages are small, because their class says that there are few elements.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <random>
#include <string>
#include <vector>

namespace {
struct seen {
    int n = 0;
};
struct named {
    std::string name;
};
} // namespace

template <> inline constexpr std::size_t throng::elements_per_page<seen*> = 4;
template <> inline constexpr std::size_t throng::elements_per_page<int> = 3;
template <> inline constexpr std::size_t throng::elements_per_page<named> = 2;

namespace {

class counting : public std::pmr::memory_resource {
  public:
    std::size_t held = 0;
    std::size_t pieces = 0;

  private:
    void* do_allocate(std::size_t n, std::size_t alignment) override {
        held += n;
        ++pieces;
        return std::pmr::new_delete_resource()->allocate(n, alignment);
    }
    void do_deallocate(void* p, std::size_t n, std::size_t alignment) override {
        held -= n;
        --pieces;
        std::pmr::new_delete_resource()->deallocate(p, n, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

TEST(small_pages, have_room_for_what_was_asked_for) {
    using throng::core::page;
    EXPECT_GE((page<seen*>::slots()), 4U);
    EXPECT_GE((page<seen*, true>::slots()), 4U);
    EXPECT_GE(page<int>::slots(), 3U);
    EXPECT_GE(page<named>::slots(), 2U);
    EXPECT_EQ((page<seen*, true>::bytes), 128U);
}

template <class List> void costs(std::size_t bytes, std::size_t pieces) {
    seen objects[3];
    counting memory;
    {
        List list(&memory);
        for (seen& x : objects) list.push_back(&x);
        EXPECT_EQ(memory.pieces, pieces);
        EXPECT_EQ(memory.held, bytes);
        if constexpr (requires { list.commit(); }) list.commit();
        list.clear();
        list.trim();
        EXPECT_EQ(memory.held, 0U);
    }
    EXPECT_EQ(memory.pieces, 0U);
}

TEST(small_pages, of_three_pointers_take_128_bytes_in_one_piece) {
    costs<throng::pmr::list<seen*>>(128, 1);
    costs<throng::pmr::buffered_list<seen*>>(128, 1);
    costs<throng::pmr::bag<seen*>>(128, 1);
}

/// Edits in walks, many more than a page holds, against a vector; in the end everything in the same order.
template <class List, bool Ordered> void is_played() {
    std::mt19937 dice(7);
    List list;
    std::vector<int> model;
    for (int turn = 0; turn < 200; ++turn) {
        std::vector<int> visited;
        for (int& x : list) {
            visited.push_back(x);
            if (dice() % 3 == 0) {
                std::erase(model, x);
                list.remove(x);
            } else if (dice() % 4 == 0) {
                model.push_back(turn * 1000 + static_cast<int>(visited.size()));
                list.add(model.back());
            }
            if (visited.size() == 500) break;
        }
        for (auto i = static_cast<unsigned>(dice() % 40); i > 0; --i) {
            model.push_back(-turn * 1000 - static_cast<int>(i));
            list.add(model.back());
        }
        std::vector<int> held;
        for (const int& x : list) held.push_back(x);
        std::vector<int> wanted = model;
        if (!Ordered) {
            std::ranges::sort(held);
            std::ranges::sort(wanted);
        }
        ASSERT_EQ(held, wanted) << turn;
        ASSERT_TRUE(list.validate());
    }
    list.clear();
    list.trim();
    EXPECT_EQ(list.capacity(), 0U);
}

TEST(small_pages, keep_the_promise_in_a_list) { is_played<throng::list<int>, true>(); }
TEST(small_pages, keep_the_promise_in_a_bag) { is_played<throng::bag<int>, false>(); }
TEST(small_pages, keep_the_promise_in_a_pool) { is_played<throng::pool<int>, false>(); }

TEST(small_pages, hold_elements_with_destructors_handles_and_members_of_subsets) {
    throng::list<named> all;
    throng::subset<throng::list<named>> some(all);
    std::vector<throng::list<named>::handle_type> handles;
    for (int i = 0; i < 100; ++i) {
        handles.push_back(all.add({"a name that is too long to be kept in the string itself " + std::to_string(i)}));
        if (i % 3 == 0) some.join(*all.get(handles.back()));
    }
    int i = 0;
    for (named& x : all) {
        if (i++ % 2 == 0) all.remove(x);
    }
    EXPECT_EQ(all.size(), 50U);
    EXPECT_EQ(some.size(), 17U);
    for (std::size_t k = 0; k < handles.size(); ++k) EXPECT_EQ(all.get(handles[k]) != nullptr, k % 2 == 1);
    EXPECT_TRUE(all.validate());
}

TEST(small_pages, are_as_large_as_a_fixed_pool_needs) {
    throng::pool<int, 10> pool;
    int added = 0;
    while (pool.add(added)) ++added;
    EXPECT_EQ(added, 10);
    for (int& x : pool) pool.remove(x);
    EXPECT_TRUE(pool.empty());
}

} // namespace
