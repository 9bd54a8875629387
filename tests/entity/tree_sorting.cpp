/// Children that are sorted, also while the tree is walked: each is visited once.

#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

struct sprite {
    int number;
    int depth;
};
using scene = throng::tree<sprite>;
constexpr auto by_depth = [](const sprite& a, const sprite& b) { return a.depth < b.depth; };

bool is_sorted(scene& s, const sprite& parent) {
    const sprite* last = nullptr;
    for (const sprite* c = s.first_child_of(parent); c != nullptr; last = c, c = s.next_sibling_of(*c)) {
        if (last != nullptr && last->depth > c->depth) return false;
    }
    return true;
}
std::string numbers(scene& s, throng::tree_order order = throng::tree_order::pre) {
    std::string all;
    for (const sprite& x : s.walk(order, throng::residents)) all += std::to_string(x.number) + " ";
    return all;
}

TEST(sorted_tree, children_keep_the_order_of_equals_and_their_branches) {
    scene s;
    const auto top = s.add(sprite{0, 0});
    s.add_child(top, sprite{1, 5});
    const auto second = s.add_child(top, sprite{2, 1});
    s.add_child(second, sprite{3, 9});
    s.add_child(top, sprite{4, 5});
    s.add_child(top, sprite{5, 0});
    EXPECT_TRUE(s.sort_children(top, by_depth));
    EXPECT_EQ(numbers(s), "0 5 2 3 1 4 ");
    EXPECT_EQ(numbers(s, throng::tree_order::post), "5 3 2 1 4 0 ");
    EXPECT_EQ(s.last_child_of(*s.get(top))->number, 4);
    EXPECT_TRUE(s.validate());
    s.add(sprite{6, -1});
    s.sort(by_depth);
    EXPECT_EQ(numbers(s), "6 0 5 2 3 1 4 ");
    EXPECT_TRUE(s.sort_children(second, by_depth));
    s.remove(second);
    EXPECT_FALSE(s.sort_children(second, by_depth));
    EXPECT_TRUE(s.validate());
    scene empty;
    empty.sort(by_depth);
    EXPECT_TRUE(empty.empty());
}

template <class Policy> void is_visited_once(Policy policy, throng::tree_order order) {
    scene s;
    const auto top = s.add(sprite{-1, 0});
    for (int i = 0; i < 2000; ++i) s.add_child(top, sprite{i, (i * 37) % 50});
    EXPECT_TRUE(s.sort_children(top, by_depth));
    EXPECT_TRUE(is_sorted(s, *s.get(top)));
    std::vector<int> visits(2000, 0);
    int drawn = 0;
    for (sprite& x : s.walk(order, policy)) {
        ++drawn;
        if (x.number < 0) continue;
        ++visits[static_cast<std::size_t>(x.number)];
        if (x.depth != 20) continue;
        x.depth = 21; // one steps forward a little
        EXPECT_TRUE(s.sort_children(top, by_depth));
    }
    EXPECT_EQ(drawn, 2001);
    EXPECT_EQ(visits, std::vector<int>(2000, 1));
    EXPECT_TRUE(is_sorted(s, *s.get(top)));
    EXPECT_TRUE(s.validate());
}
TEST(sorted_tree, each_is_visited_once_in_a_walk_in_which_they_are_sorted) {
    is_visited_once(throng::residents, throng::tree_order::pre);
    is_visited_once(throng::live, throng::tree_order::pre);
    is_visited_once(throng::live, throng::tree_order::post);
    is_visited_once(throng::residents, throng::tree_order::level);
}

TEST(sorted_tree, what_waits_is_done_when_the_last_walk_ends_over_what_is_there_then) {
    scene s;
    const auto top = s.add(sprite{0, 0});
    const auto other = s.add(sprite{1, 0});
    for (int i = 2; i < 8; ++i) s.add_child(i % 2 == 0 ? top : other, sprite{i, -i});
    {
        auto outer = s.walk(throng::residents);
        (void)outer.next();
        for (const sprite& x : s) {
            if (x.number != 4) continue;
            EXPECT_TRUE(s.sort_children(top, by_depth));
            EXPECT_TRUE(s.sort_children(other, by_depth));
            s.sort([](const sprite& a, const sprite& b) { return a.number > b.number; });
            s.add_child(top, sprite{8, -100});
        }
        EXPECT_EQ(numbers(s), "0 2 4 6 8 1 3 5 7 ");
        s.remove(other);
    }
    EXPECT_EQ(numbers(s), "0 8 6 4 2 ");
    EXPECT_TRUE(s.validate());
    // A tree that goes takes what waits along.
    scene gone;
    auto w = gone.walk(throng::residents);
    gone.sort(by_depth);
}

#if defined(__cpp_exceptions)
TEST(sorted_tree, a_comparison_that_throws_changes_nothing) {
    scene s;
    const auto top = s.add(sprite{0, 0});
    for (int i = 1; i < 5; ++i) s.add_child(top, sprite{i, -i});
    const auto throws = [](const sprite& a, const sprite& b) {
        return a.number + b.number > 6 ? throw 1 : a.depth < b.depth;
    };
    EXPECT_THROW((void)s.sort_children(top, throws), int);
    EXPECT_EQ(numbers(s), "0 1 2 3 4 ");
    for (const sprite& x : s) {
        if (x.number != 1) continue;
        EXPECT_TRUE(s.sort_children(top, throws));
    }
    EXPECT_EQ(numbers(s), "0 1 2 3 4 ");
    EXPECT_TRUE(s.validate());
}
#endif

/// A comparison that contradicts itself, such as `<=`, or of numbers that are none, gives some order.
TEST(sorted_tree, a_comparison_that_contradicts_itself_loses_nothing) {
    std::uint32_t state = 1;
    const auto by_chance = [&](int, int) { return ((state = state * 1'664'525U + 1'013'904'223U) >> 24U) % 2 == 0; };
    for (const std::function<bool(int, int)>&compare : std::vector<std::function<bool(int, int)>>{
             [](int, int) { return true; }, [](int x, int y) { return x <= y; }, by_chance}) {
        for (const int n : {2, 17, 100, 1000}) {
            throng::tree<int> t;
            for (int i = 0; i < n; ++i) t.add(i % 7);
            t.sort(compare);
            EXPECT_TRUE(t.validate());
            EXPECT_EQ(t.size(), static_cast<std::size_t>(n));
            t.sort();
            int last = -1;
            for (const int x : t) EXPECT_LE(std::exchange(last, x), x);
        }
    }
}

} // namespace
