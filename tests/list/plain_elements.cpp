// Elements of plain bytes take ways of their own, on which nothing is to be destroyed.

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

TEST(plain_elements, clear_makes_their_handles_stale) {
    throng::list<int> list;
    std::vector<throng::handle<int>> handles;
    for (int i = 0; i < 1000; ++i) handles.push_back(list.add(i));
    list.clear();
    for (const auto h : handles) EXPECT_FALSE(list.contains(h));
    EXPECT_TRUE(list.validate());
    for (int i = 0; i < 1000; ++i) list.push_back(i);
    for (const auto h : handles) EXPECT_EQ(list.get(h), nullptr);
}

TEST(plain_elements, first_and_last_are_where_update_has_put_them) {
    throng::list<int> list{0, 1, 2, 3, 4};
    list.update([&](const int& x) {
        if (x == 1) {
            EXPECT_EQ(list.first(), &x);
        }
        if (x == 4) {
            EXPECT_EQ(list.last(), &x);
        }
        return x != 0;
    });
    EXPECT_EQ(*list.first(), 1);
}

TEST(plain_elements, a_walk_removes_what_it_stands_on_once) {
    throng::list<int> list{1, 2};
    auto walk = list.walk(throng::live);
    EXPECT_FALSE(walk.remove()) << "it stands on nothing yet";
    EXPECT_EQ(*walk.next(), 1);
    EXPECT_TRUE(walk.remove());
    EXPECT_FALSE(walk.remove());
    EXPECT_EQ(*walk.next(), 2);
    EXPECT_EQ(walk.next(), nullptr);
    EXPECT_FALSE(walk.remove());
}

TEST(plain_elements, a_fork_of_a_walk_whose_list_was_swapped_goes_with_the_elements) {
    throng::list<int> a{1, 2, 3};
    throng::list<int> b{4, 5};
    auto walk = a.walk(throng::live);
    EXPECT_EQ(*walk.next(), 1);
    a.swap(b);
    auto fork = walk.fork();
    std::vector<int> seen;
    while (const int* x = walk.next()) seen.push_back(*x);
    EXPECT_EQ(seen, (std::vector<int>{2, 3}));
    seen.clear();
    while (const int* x = fork.next()) seen.push_back(*x);
    EXPECT_EQ(seen, (std::vector<int>{2, 3}));
}

} // namespace
