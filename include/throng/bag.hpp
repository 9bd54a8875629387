#pragma once

#include <throng/core/collection_face.hpp>
#include <throng/core/reused_slots.hpp>
#include <throng/fwd.hpp>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

/// Elements without an order, which you can modify from anywhere, at any moment of any walk; while no walk is open,
/// they are stored without gaps.
///
/// | | `throng::bag<T>` | `std::vector<T>` | `throng::list<T>` |
/// |---|---|---|---|
/// | order | none: the last element fills the gap of a removed one | kept | kept |
/// | remove any element while walking | yes | no | yes |
/// | add while walking | yes; seen in the same walk, or not: the loop decides | no | yes |
/// | addresses | stay while a walk is open; a removal between walks moves an element | move | stay in walks |
/// | handles | generational, survive whatever moves | no | the same |
/// | remove by address | O(1), one move | O(n) moves | O(1) |
/// | as arrays | `runs()`, at any time | `data()` | `runs()` |
/// | iterators | walks: move-only, single pass | random access | walks |
/// | growth | moves nothing | moves all | moves nothing |
/// | memory | pages of about 256 elements | one array, doubled when it grows | the same |
///
/// While a walk is open or a frozen view held, removal leaves a gap, and adding goes behind the last element, or, where
/// gaps have become as many as elements, into those; when the last of them closes, the last elements fill the gaps, as
/// many moves as there are gaps. The order of a walk is that of the slots, newcomers in gaps last: a function of the
/// edits alone, the same on every machine.
///
/// If a move of T may throw, if T cannot be moved, or if T says that it `stays_in_place`, elements never move, and new
/// elements fill the gaps.
///
/// The contract in full: docs/contract.md. One thing is to be known: outside of walks `remove(x)` puts another element
/// into x's place at once, so the reference to x, after it, is a reference to that one. For longer, keep a handle.
/// Not for use by two threads without a lock, not even to walk it: a walk is known to its bag. Destroying a bag while a
/// walk of it is open is an error of the caller's (the audit build reports it; otherwise such walks end).
template <class T, class Allocator> class bag
    : public core::collection_face<bag<T, Allocator>, core::store<T, core::packed, Allocator>> {
    using store_type = core::store<T, core::packed, Allocator>;
    using face = core::collection_face<bag, store_type>;
    using caller = core::caller;
    using traits = std::allocator_traits<Allocator>;

  public:
    using typename face::size_type;

    /// An empty bag. Allocates nothing.
    bag(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : bag(Allocator(), where) {}
    explicit bag(const Allocator& allocator, caller where = {}) noexcept : face(allocator, where) {}
    /// The same, with room for so many (`reserve`). Throws what the allocator throws.
    explicit bag(initial_capacity room, const Allocator& allocator = Allocator(), caller where = {})
        : bag(allocator, where) {
        (void)this->reserve(room.elements, where);
    }
    /// The same; its handles are shared with other collections.
    explicit bag(shared_handles<T, Allocator>& handles, caller where = {}) noexcept
        : bag(handles.get_allocator(), where) {
        this->share(handles);
    }
    bag(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : bag(allocator, where) {
        this->add_range(elements, where);
    }
    /// The elements of a range, in its order. O(n).
    template <core::range_of<T> R>
        requires(!std::is_base_of_v<bag, std::remove_cvref_t<R>>)
    explicit bag(R&& elements, const Allocator& allocator = Allocator(), caller where = {}) : bag(allocator, where) {
        this->add_range(std::forward<R>(elements), where);
    }
    /// The elements between two iterators, in their order. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, T>
    bag(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : bag(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}
    /// Copies the elements, in the order of a walk: not the hooks, the handles or the maximum capacity. O(n). Throws
    /// what the allocator or a copy throws; nothing leaks.
    bag(const bag& other, caller where = {})
        : bag(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    bag(const bag& other, const Allocator& allocator, caller where = {}) : bag(allocator, where) {
        this->copy_from(other, where);
    }
    /// Takes elements, handles, hooks and maximum capacity over, and open walks go with the elements; nothing is moved
    /// in memory. O(1). Into another allocator's memory the elements are moved one by one. O(n).
    bag(bag&& other, caller where = {}) noexcept : bag(other.get_allocator(), where) { this->take_over(other); }
    bag(bag&& other, const Allocator& allocator, caller where = {}) : bag(allocator, where) {
        this->take_over_into(other);
    }
    /// As of a list.
    bag& operator=(const bag& other) {
        this->assign_copy(other);
        return *this;
    }
    bag& operator=(bag&& other) { // NOLINT(performance-noexcept-move-constructor): walks may need memory
        this->assign_move(other);
        return *this;
    }
    bag& operator=(std::initializer_list<T> elements) {
        this->assign_list(elements);
        return *this;
    }
};

template <std::input_iterator I, std::sentinel_for<I> S> bag(I, S) -> bag<std::iter_value_t<I>>;
template <std::input_iterator I, std::sentinel_for<I> S, core::allocator_like Allocator> bag(I, S, const Allocator&)
    -> bag<std::iter_value_t<I>, Allocator>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit bag(R&&) -> bag<core::element_of<R>>;
template <class R, core::allocator_like Allocator>
    requires core::range_of<R, core::element_of<R>>
explicit bag(R&&, const Allocator&) -> bag<core::element_of<R>, Allocator>;

namespace pmr {
template <class T> using bag = throng::bag<T, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
