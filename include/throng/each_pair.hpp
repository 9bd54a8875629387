#pragma once

#include <throng/core/requirements.hpp>
#include <throng/core/walk.hpp>

#include <type_traits>
#include <utility>

namespace throng {

/// Every pair of elements of one or two collections, which the body may edit.
///
/// | | `throng::each_pair` | two nested loops over a `std::vector` |
/// |---|---|---|
/// | either of the two removed by the body | goes on with the rest | undefined |
/// | any other removed or added by the body | continues with the rest; new elements wait for the next loop | undefined |
/// | each unordered pair | once, in order | once, in order, if the indices are right |

namespace core {

/// A collection with walks from which a second walk can be started at the same place.
template <class C>
concept walked_in_pairs = requires(C& c) {
    c.walk(residents).next();
    c.walk(residents).fork().next();
    c.walk(residents).is_current_there();
};

template <class C> using visited_in = std::remove_pointer_t<decltype(std::declval<C&>().walk(residents).next())>;
template <class First, class Second, class F> consteval void require_pairs() {
    constexpr bool can = walked_in_pairs<First> && walked_in_pairs<Second>;
    static_assert(
        can, "throng: each_pair takes collections whose walks can be doubled: all but a world and a grid, which has "
             "a member each_pair(distance, f)");
    if constexpr (can) require_pair_visit<F, visited_in<First>, visited_in<Second>>();
}

/// Calls f(a, b) for each remaining b of the inner walk; ends when a has been removed. (Advancing may destroy an
/// element, whose destructor may make edits.)
template <class Outer, class Inner, class F> void pair_up(Outer& outer, Inner inner, F& f) {
    while (auto* const b = inner.next()) {
        if (!outer.is_current_there()) return;
        (void)f(*outer.current(), *b);
    }
}

} // namespace core

/// Calls f(a, b) for each pair of different residents once, a before b, in order. f may make any edit: a pair with a
/// removed element is not visited, and new elements wait for the next time. Both are kept to the end of their call.
/// O(n²).
///
/// Throws what f throws.
template <class Collection, class F> void each_pair(Collection& c, F f, core::caller where = {}) {
    core::require_pairs<Collection, Collection, F>();
    auto outer = core::residents_of(c, where);
    while (outer.next() != nullptr) core::pair_up(outer, outer.fork(), f);
}

/// Calls f(a, b) for each resident a of the first and b of the second collection, in order: all of b for the first a,
/// then for the second a, and so on. The rest as above. (For one collection with itself it visits every ordered pair,
/// also of each element with itself.) O(n·m).
template <class First, class Second, class F> void each_pair(First& a, Second& b, F f, core::caller where = {}) {
    core::require_pairs<First, Second, F>();
    auto outer = core::residents_of(a, where);
    const auto inner = core::residents_of(b, where);
    while (outer.next() != nullptr) core::pair_up(outer, inner.fork(), f);
}

} // namespace throng
