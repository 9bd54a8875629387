// Whether a collection has a first, a last and an n-th element can be asked without an error.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

namespace {

struct thing {
    void update(double) {}
};

template <class C>
concept has_first = requires(C& c, const C& k) { c.first(), k.first(); };
template <class C>
concept has_last = requires(C& c, const C& k) { c.last(), k.last(); };
template <class C>
concept has_nth = requires(C& c, const C& k) { c.nth(0), k.nth(0); };
template <class C> constexpr bool is_ordered = has_first<C> && has_last<C> && has_nth<C> && C::keeps_order;
template <class C> constexpr bool is_unordered = !has_first<C> && !has_last<C> && !has_nth<C> && !C::keeps_order;

static_assert(is_ordered<throng::list<int>> && is_ordered<throng::ring<int>> && is_ordered<throng::buffered_list<int>>);
static_assert(is_ordered<throng::ordered_set<int>> && is_ordered<throng::entity_list<thing>>);
static_assert(is_ordered<throng::subset<throng::list<int>>>);
static_assert(is_unordered<throng::bag<int>> && is_unordered<throng::pool<int>> && is_unordered<throng::pool<int, 8>>);
static_assert(is_unordered<throng::entity_bag<thing>> && is_unordered<throng::entity_pool<thing>>);
static_assert(is_unordered<throng::subset<throng::pool<int>>> && is_unordered<throng::subset<throng::bag<int>>>);

/// Code that is written for collections of both kinds.
template <class C> int any_of(C& c) {
    if constexpr (requires { c.first(); }) return *c.first();
    else return *c.walk(throng::residents).next();
}

TEST(order, can_be_asked_for) {
    throng::list<int> l{3, 4};
    throng::bag<int> b{3};
    EXPECT_EQ(any_of(l), 3);
    EXPECT_EQ(any_of(b), 3);
}

} // namespace
