#pragma once

#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/each_pair.hpp>
#include <throng/list.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

/// How a collection joins the suite: a header adapters/NAME.hpp with a struct derived from `traits` that gives its name
/// and its template `of<T, Allocator>`, says in which of the points below it differs, and ends with
/// `using collection_under_test = ...`; and NAME in the list of tests/contract/subjects.cmake.
///
/// The suite speaks the vocabulary of throng::list. What a collection does not have is found out by the concepts below,
/// and its situations are left out: the table in docs/contract.md shows which. A collection with another vocabulary, or
/// that refers to objects which it does not own, is wrapped by its adapter.
namespace contract {

struct traits {
    /// Walks follow the order of insertion. Otherwise they visit in any order, the same for the same edits.
    static constexpr bool keeps_order = true;
    /// It destroys what is removed, and keeps it while it is stood on or shown.
    static constexpr bool owns = true;
    /// A range-for visits newcomers.
    static constexpr bool loops_are_live = true;
    /// Newcomers wait for `commit()`: until then no walk sees them and `size()` does not count them.
    static constexpr bool buffers = false;
    /// An element equal to one that is there is not added.
    static constexpr bool unique = false;
    /// Elements move together when they have thinned out.
    static constexpr bool packs = true;
    /// In scripts it is made for so many elements, by the constructor that takes a number, and drops the oldest for
    /// what is added then. (In situations it has room for all.) 0: it does not drop.
    static constexpr std::size_t drops_beyond = 0;
    /// It may be assigned to at any time, too.
    static constexpr bool assigns = false;
    /// The allocator is asked when needed. Otherwise the collection has a fixed size, at least 4096.
    static constexpr bool allocates = true;
    /// Walks go with their elements when contents are exchanged.
    static constexpr bool walks_follow = true;
    /// What an empty one has asked for already.
    static constexpr std::size_t allocations_when_empty = 0;
    /// Its hooks are told the handle itself, and do not find it by the element.
    static constexpr bool hooks_are_told_handles = false;
};

template <class Adapter, class T = support::tracked> using collection_of = typename Adapter::template of<T>;
template <class Adapter, class T = support::tracked> using logged_collection_of =
    typename Adapter::template of<T, support::logged_allocator<T>>;

template <class Adapter, class T = support::tracked>
concept has_handles = requires(collection_of<Adapter, T>& c, T& x) { c.get(c.handle_of(x)); };
template <class C>
concept walks_handles = requires(C& c, std::vector<typename C::handle_type> handles) {
    c.walk(handles);
    // (A collection without such a walk has a function that says what to use instead.)
    requires !std::is_void_v<decltype(c.walk(handles))>;
};
/// A handle of each element, in order.
template <class C> [[nodiscard]] auto handles_of(C& c) {
    std::vector<typename C::handle_type> all;
    for (auto& x : c) all.push_back(c.handle_of(x));
    return all;
}
template <class Adapter>
concept has_handles_on_add = requires(collection_of<Adapter>& c) { c.get(c.emplace(1)); };
template <class Adapter>
concept has_walks = requires(collection_of<Adapter>& c) {
    c.walk(throng::live).next();
    c.walk(throng::residents).next();
};
template <class Adapter>
concept has_remove_by_walk = requires(collection_of<Adapter>& c) { c.walk(throng::live).remove(); };
template <class Adapter>
concept has_remove_by_iterator = requires(collection_of<Adapter>& c) { c.remove(c.begin()); };
template <class Adapter>
concept has_remove_if = requires(collection_of<Adapter>& c, bool (*f)(const support::tracked&)) { c.remove_if(f); };
template <class Adapter>
concept has_const_walks = requires(const collection_of<Adapter>& c) { c.begin() != c.end(); };
template <class Adapter>
concept has_freeze = requires(const collection_of<Adapter>& c) { c.freeze().begin(); };
template <class Adapter>
concept has_each = requires(collection_of<Adapter>& c, void (*f)(support::tracked&)) {
    c.each(throng::live, f);
    c.each(throng::residents, f);
};
template <class Adapter>
concept has_pairs = throng::core::walked_in_pairs<collection_of<Adapter>>;
template <class Adapter>
concept has_update = requires(collection_of<Adapter>& c, void (*f)(support::tracked&)) { c.update(throng::live, f); };
template <class Adapter>
concept has_runs = requires(collection_of<Adapter>& c) { c.runs(); };
template <class Adapter>
concept has_sort = requires(collection_of<Adapter>& c) { c.sort(); };
template <class Adapter>
concept has_hooks = requires(collection_of<Adapter>& c, void (*f)(support::tracked&)) {
    c.on_add(f);
    c.on_remove(f);
};
template <class Adapter>
concept has_max_capacity = requires(collection_of<Adapter>& c) { c.max_capacity(std::size_t{1}); };
template <class Adapter>
concept has_reserve = requires(collection_of<Adapter>& c) {
    c.reserve(std::size_t{1});
    c.trim();
};
template <class Adapter>
concept has_copy = std::copyable<collection_of<Adapter>>;
template <class Adapter>
concept has_swap = requires(collection_of<Adapter>& c) { c.swap(c); };
template <class Adapter>
concept has_comparison = std::three_way_comparable<collection_of<Adapter>>;
template <class Adapter>
concept has_ends = Adapter::keeps_order && requires(collection_of<Adapter>& c) {
    c.first();
    c.last();
};
template <class Adapter>
concept has_copying_add = requires(collection_of<Adapter>& c, const support::tracked& x) { c.push_back(x); };
template <class Adapter>
concept has_moving_add = requires(collection_of<Adapter>& c, support::tracked&& x) { c.push_back(std::move(x)); };
template <class Adapter>
concept takes_any_allocator =
    Adapter::allocates && requires { typename logged_collection_of<Adapter, support::tracked>; };
template <class Adapter>
concept has_add_range = requires(collection_of<Adapter>& c, std::span<support::tracked> r) { c.add_range(r); };

} // namespace contract
