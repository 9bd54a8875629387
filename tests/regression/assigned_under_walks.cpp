// Assignments while walks are open. They were a removal of each and an addition of each: hooks were told, the maximum
// cut some off, and where memory gave out half of it was done.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using names = std::vector<std::string>;

names named(int from, int to) {
    names those;
    for (int i = from; i < to; ++i) those.push_back("the one with number " + std::to_string(i));
    return those;
}
template <class Elements> names content(const Elements& elements) {
    names those;
    for (const auto& x : elements) those.push_back(x);
    std::sort(those.begin(), those.end());
    return those;
}

template <class Collection> struct assigned_under_walks : testing::Test {
    Collection first{named(0, 300)};
    const Collection second{named(1000, 1500)};

    void expect_replaced() {
        EXPECT_TRUE(first.validate());
        EXPECT_EQ(first.size(), 500U);
        EXPECT_EQ(content(first), content(second));
        if constexpr (Collection::keeps_order) {
            EXPECT_TRUE(std::ranges::equal(first, second)) << "in the same order";
        }
    }
};
using collections = testing::Types<throng::pmr::list<std::string>, throng::pmr::bag<std::string>,
                                   throng::pmr::buffered_list<std::string>, throng::pmr::ordered_set<std::string>>;
TYPED_TEST_SUITE(assigned_under_walks, collections);

TYPED_TEST(assigned_under_walks, keep_what_walks_stand_on) {
    auto& a = this->first;
    {
        auto lives = a.walk(throng::live);
        auto ends = a.walk(throng::residents);
        for (int i = 0; i < 100; ++i) ASSERT_TRUE(lives.next() != nullptr && ends.next() != nullptr);
        const std::string there = *lives.current();
        a = this->second;
        EXPECT_EQ(*lives.current(), there);
        EXPECT_EQ(*ends.current(), there);
        EXPECT_EQ(ends.next(), nullptr);
        names seen;
        while (const std::string* x = lives.next()) seen.push_back(*x);
        std::sort(seen.begin(), seen.end());
        EXPECT_EQ(seen, content(this->second));
        this->expect_replaced();
    }
    this->expect_replaced();
}

TYPED_TEST(assigned_under_walks, keep_what_views_show) {
    auto& a = this->first;
    const names before = content(a);
    {
        const auto view = a.freeze();
        TypeParam moved(this->second);
        a = std::move(moved);
        EXPECT_EQ(content(view), before);
        a = {named(5, 6).front()};
        EXPECT_EQ(content(view), before);
        a = this->second;
        EXPECT_EQ(content(view), before);
        this->expect_replaced();
    }
    this->expect_replaced();
}

TYPED_TEST(assigned_under_walks, call_no_hook_and_need_no_room) {
    auto& a = this->first;
    int told = 0;
    a.on_add([&](const std::string&) { ++told; });
    a.on_remove([&](const std::string&) { ++told; });
    a.max_capacity(10);
    for ([[maybe_unused]] const auto& x : a) {
        a = this->second;
        break;
    }
    EXPECT_EQ(told, 0);
    this->expect_replaced();
    EXPECT_FALSE(a.push_back("one more")) << "it is full";
    if constexpr (requires { typename TypeParam::key_equal; }) {
        for (const std::string& x : this->second) EXPECT_TRUE(a.contains(x));
        for (const std::string& x : named(0, 300)) EXPECT_FALSE(a.contains(x));
    }
}

/// Twice in the walk of an update, which packs.
TYPED_TEST(assigned_under_walks, in_an_update) {
    auto& a = this->first;
    if constexpr (requires { a.update([](std::string&) { return true; }); }) {
        std::size_t visits = 0;
        a.update(throng::live, [&](std::string& x) {
            ++visits;
            if (visits == 43 || visits == 45) a = this->second;
            return x.back() != '3';
        });
        EXPECT_TRUE(a.validate());
        EXPECT_EQ(a.size(), 450U);
        EXPECT_GE(visits, 43U + 2 + 500);
    }
}

#if defined(__cpp_exceptions)
/// Gives memory a number of times, if it is told to.
class scarce : public std::pmr::memory_resource {
  public:
    std::optional<int> left;

  private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        if (left && (*left)-- == 0) throw std::bad_alloc();
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
    void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override {
        std::pmr::new_delete_resource()->deallocate(at, bytes, alignment);
    }
    [[nodiscard]] bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

TYPED_TEST(assigned_under_walks, leave_all_whole_where_memory_runs_out) {
    scarce memory;
    int failed = 0;
    for (const bool moves : {false, true}) {
        for (int times = 0;; ++times) {
            memory.left.reset();
            TypeParam x(this->first, &memory);
            TypeParam y(this->second, &memory);
            bool done = false;
            {
                const auto view = x.freeze();
                auto w = x.walk(throng::live);
                ASSERT_NE(w.next(), nullptr);
                memory.left = times;
                try {
                    if (moves) x = std::move(y);
                    else x = y;
                    done = true;
                } catch (const std::bad_alloc&) {
                    ++failed;
                }
                memory.left.reset();
                EXPECT_TRUE(x.validate() && y.validate());
                EXPECT_EQ(content(view), content(this->first));
                if (done) {
                    EXPECT_EQ(content(x), content(this->second));
                }
                if (!moves) {
                    EXPECT_EQ(content(y), content(this->second));
                }
            }
            EXPECT_TRUE(x.validate());
            if (done) break;
        }
    }
    EXPECT_GT(failed, 0);
}
#endif

/// Handles of those that were there are stale, and stay so; subsets are empty and can be joined.
TEST(assigned_under_walks, forget_handles_and_members) {
    throng::list<std::string> a(named(0, 300));
    const throng::list<std::string> b(named(1000, 1500));
    throng::subset<throng::list<std::string>> s(a);
    std::vector<throng::handle<std::string>> handles;
    for (std::string& x : a) {
        s.join(x);
        handles.push_back(a.handle_of(x));
    }
    {
        auto w = a.walk(throng::live);
        ASSERT_NE(w.next(), nullptr);
        a = b;
        for (const auto& h : handles) EXPECT_FALSE(a.contains(h));
        EXPECT_EQ(s.size(), 0U);
        std::size_t n = 0;
        for (std::string& x : a) {
            EXPECT_TRUE(a.contains(a.handle_of(x)));
            if (n++ % 2 == 0) {
                EXPECT_TRUE(s.join(x));
            }
        }
        EXPECT_EQ(s.size(), 250U);
        for (const auto& h : handles) EXPECT_FALSE(a.contains(h));
    }
    EXPECT_EQ(s.size(), 250U);
    a.remove_if([&](const std::string& x) { return s.contains(x); });
    EXPECT_EQ(s.size(), 0U);
    EXPECT_EQ(a.size(), 250U);
    EXPECT_TRUE(a.validate());
}

/// Those of what was there led to others, once these had handles: no walk was open, and the table of handles was new.
template <class Collection> struct assigned_at_rest : testing::Test {};
using with_handles =
    testing::Types<throng::list<std::string>, throng::bag<std::string>, throng::buffered_list<std::string>>;
TYPED_TEST_SUITE(assigned_at_rest, with_handles);
TYPED_TEST(assigned_at_rest, leave_handles_stale) {
    TypeParam a(named(0, 300));
    const TypeParam b(named(1000, 1500));
    std::vector<throng::handle<std::string>> handles;
    const auto expect_stale = [&] {
        for (const auto& h : handles) EXPECT_FALSE(a.contains(h));
        for (std::string& x : a) (void)a.handle_of(x);
        for (const auto& h : handles) EXPECT_FALSE(a.contains(h));
        EXPECT_TRUE(a.validate());
        for (std::string& x : a) handles.push_back(a.handle_of(x));
    };
    expect_stale();
    a = b;
    EXPECT_EQ(content(a), content(b));
    expect_stale();
    a = {named(5, 6).front()};
    expect_stale();
    EXPECT_EQ(a.size(), 1U);
}

/// What the update had moved and not yet told was told once all were gone: and was back.
template <class List> void assign_in_an_update() {
    List l;
    for (int i = 0; i < 100; ++i) l.push_back(i);
    if constexpr (requires { l.commit(); }) l.commit();
    l.update([&l](int& x) {
        if (x == 50) l = {1000, 1001};
        return x % 3 != 0;
    });
    EXPECT_TRUE(l.validate());
    EXPECT_TRUE(std::ranges::equal(l, std::vector{1000, 1001}));
}
TEST(assigned_under_walks, that_move_what_they_visit) {
    assign_in_an_update<throng::list<int>>();
    assign_in_an_update<throng::buffered_list<int>>();
}

/// Each brought memory with it, and none went.
TEST(assigned_under_walks, again_and_again_take_no_more_memory) {
    throng::list<std::string> a(named(0, 300));
    const throng::list<std::string> b(named(1000, 1500));
    std::size_t capacity = 0;
    for (int i = 0; i < 20; ++i) {
        auto w = a.walk(throng::live);
        ASSERT_NE(w.next(), nullptr);
        a = b;
        if (i == 5) capacity = a.capacity();
    }
    EXPECT_LE(a.capacity(), capacity);
}

/// What waits in one waits in the other.
TEST(assigned_under_walks, leave_waiting_what_waits) {
    throng::buffered_list<std::string> a(named(0, 300));
    a.push_back("waits in vain");
    throng::buffered_list<std::string> b(named(1000, 1500));
    b.push_back("waits");
    auto w = a.walk(throng::live);
    ASSERT_NE(w.next(), nullptr);
    a = b;
    EXPECT_EQ(a.pending(), 1U);
    std::size_t n = 0;
    while (w.next() != nullptr) ++n;
    EXPECT_EQ(n, 500U);
    a.commit();
    ASSERT_NE(w.next(), nullptr);
    EXPECT_EQ(*w.current(), "waits");
    EXPECT_TRUE(a.validate());
}

} // namespace
