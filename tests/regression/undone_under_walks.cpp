// Additions and removals that throw, and so have not happened, while a walk is led on by what they call: it passed over
// somebody then.
// needs exceptions

#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace {

struct refusal {};

template <class Collection> Collection counted(int n) {
    Collection c;
    for (int i = 0; i < n; ++i) (void)c.emplace(i);
    if constexpr (requires { c.commit(); }) c.commit();
    return c;
}
template <class Walk> std::vector<int> rest_of(Walk& w) {
    std::vector<int> rest;
    while (const int* x = w.next()) rest.push_back(*x);
    return rest;
}
/// Removes 3, in a walk that has come to it.
template <class Collection> void try_to_remove_3(Collection& c) {
    auto w = c.walk(throng::live);
    while (const int* x = w.next()) {
        if (*x != 3) continue;
        if constexpr (requires { w.remove(); }) (void)w.remove();
        else (void)c.remove(*x);
    }
}

template <class Collection> struct undone_under_walks : testing::Test {};
using collections =
    testing::Types<throng::list<int>, throng::buffered_list<int>, throng::ordered_set<int>, throng::pool<int>>;
TYPED_TEST_SUITE(undone_under_walks, collections);

/// The walk had read its word while one of it was gone, and did not know that he was back.
TYPED_TEST(undone_under_walks, a_removal) {
    auto c = counted<TypeParam>(6);
    auto w = c.walk(throng::live);
    (void)w.next();
    c.on_remove([&w](const int&) {
        (void)w.next();
        throw refusal{};
    });
    EXPECT_THROW(try_to_remove_3(c), refusal);
    EXPECT_EQ(*w.current(), 1);
    EXPECT_EQ(rest_of(w), (std::vector{2, 3, 4, 5}));
    EXPECT_TRUE(c.validate());
}

/// So did walks of subsets.
TEST(undone_under_walks, a_removal_of_a_member) {
    auto all = counted<throng::list<int>>(6);
    throng::subset some(all);
    for (int& x : all) (void)some.join(x);
    auto w = some.walk(throng::live);
    (void)w.next();
    all.on_remove([&w](const int&) {
        (void)w.next();
        throw refusal{};
    });
    EXPECT_THROW(try_to_remove_3(all), refusal);
    EXPECT_EQ(rest_of(w), (std::vector{2, 3, 4, 5}));
}

struct made {
    int value;
    explicit made(int x) : value(x) {}
    explicit made(const std::function<void()>& meanwhile) : value(0) {
        meanwhile();
        throw refusal{};
    }
};
/// The walk had passed the place, which was the next one's then.
TEST(undone_under_walks, an_addition) {
    throng::list<made> l;
    l.emplace_back(1);
    auto w = l.walk(throng::live);
    const auto to_the_end = [&w] {
        while (w.next() != nullptr) {
        }
    };
    EXPECT_THROW(l.emplace_back(to_the_end), refusal);
    EXPECT_THROW((void)l.emplace(to_the_end), refusal);
    l.emplace_back(2);
    ASSERT_NE(w.next(), nullptr);
    EXPECT_EQ(w.current()->value, 2);
    EXPECT_EQ(w.next(), nullptr);
    EXPECT_TRUE(l.validate());
}

} // namespace
