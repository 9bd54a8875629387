#pragma once

#include <throng/core/collection_face.hpp>
#include <throng/fwd.hpp>

#include <compare>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

/// Elements in insertion order, which you can modify from anywhere, at any moment of any walk: remove while iterating,
/// without iterator invalidation, dead flags or swap and pop.
///
/// | | `throng::list<T>` | `std::vector<T>` | `std::list<T>` |
/// |---|---|---|---|
/// | remove any element while walking | yes | no | all but the current one |
/// | add while walking | yes; seen in the same walk, or not: the loop decides | no | yes, seen |
/// | addresses | stay while a walk is open; packing happens between walks | move when it grows | stay |
/// | handles | generational, survive packing and sorting; 16 bytes each, and 4 a slot | no | no |
/// | remove by address | O(1), from the reference alone | O(n) | O(1), from the iterator |
/// | access by index | no | yes | no |
/// | iterators | walks: move-only, single pass | random access | bidirectional |
/// | memory | pages of about 256 elements, at most 16 KiB if small | one array, doubled when it grows | a node each |
/// | constexpr | no: an element's address gives its page | yes | no |
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it, because a
/// list keeps track of its walks. Destroying a list while a walk of it is open is an error of the caller's (the audit
/// build reports it; otherwise such walks end).
template <class T, class Allocator> class list
    : public core::collection_face<list<T, Allocator>, core::store<T, core::in_order, Allocator>> {
    using store_type = core::store<T, core::in_order, Allocator>;
    using face = core::collection_face<list, store_type>;
    using caller = core::caller;
    using traits = std::allocator_traits<Allocator>;

  public:
    using typename face::size_type;

    /// An empty list. Allocates nothing.
    list(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : list(Allocator(), where) {}
    explicit list(const Allocator& allocator, caller where = {}) noexcept : face(allocator, where) {}
    /// The same, with room for so many (`reserve`). Throws what the allocator throws.
    explicit list(initial_capacity room, const Allocator& allocator = Allocator(), caller where = {})
        : list(allocator, where) {
        (void)this->reserve(room.elements, where);
    }
    /// The same; its handles are shared with other collections.
    explicit list(shared_handles<T, Allocator>& handles, caller where = {}) noexcept
        : list(handles.get_allocator(), where) {
        this->share(handles);
    }
    list(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : list(allocator, where) {
        this->add_range(elements, where);
    }
    /// The elements of a range, in its order. O(n).
    template <core::range_of<T> R>
        requires(!std::is_base_of_v<list, std::remove_cvref_t<R>>)
    explicit list(R&& elements, const Allocator& allocator = Allocator(), caller where = {}) : list(allocator, where) {
        this->add_range(std::forward<R>(elements), where);
    }
    /// The elements between two iterators, in their order. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, T>
    list(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : list(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}
    /// Copies the elements in order: not the hooks, the handles or the maximum capacity. O(n). Throws what the
    /// allocator or a copy throws; nothing leaks.
    list(const list& other, caller where = {})
        : list(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    list(const list& other, const Allocator& allocator, caller where = {}) : list(allocator, where) {
        this->copy_from(other, where);
    }
    /// Takes elements, handles, hooks and maximum capacity over, and open walks go with the elements; nothing is moved
    /// in memory. O(1). Into another allocator's memory the elements are moved one by one. O(n).
    list(list&& other, caller where = {}) noexcept : list(other.get_allocator(), where) { this->take_over(other); }
    list(list&& other, const Allocator& allocator, caller where = {}) : list(allocator, where) {
        this->take_over_into(other);
    }
    /// Replaces the present elements by the others: hooks are not called, and the maximum capacity is ignored. Subsets
    /// stay, and are empty. Handles of the replaced elements are stale. Elements visited by open walks are kept, and
    /// live walks visit the new ones.
    list& operator=(const list& other) {
        this->assign_copy(other);
        return *this;
    }
    /// The same. Handles and subsets come along; not where this list is walked, or where the elements have to be moved
    /// to another allocator's memory. (Elements that cannot be moved need an allocator that is equal, or is moved with
    /// them.)
    list& operator=(list&& other) { // NOLINT(performance-noexcept-move-constructor): walks may need memory
        this->assign_move(other);
        return *this;
    }
    list& operator=(std::initializer_list<T> elements) {
        this->assign_list(elements);
        return *this;
    }

    /// Sorts, keeping the order of equals. While walks are open it waits for the end of the last one, and sorts the
    /// elements of that time: of several requests the last counts, and if the comparison throws then, the order stays.
    /// O(n log n). Throws what the allocator or the comparison throws, without effect. Handles survive, addresses do
    /// not.
    template <class Compare = core::less> void sort(Compare compare = {}, caller where = {}) {
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        this->elements_.sort_when_idle([compare](auto& s) mutable { return core::sort_store(s, compare); });
    }

    /// Element by element, in order.
    [[nodiscard]] friend bool operator==(const list& a, const list& b) { return core::are_equal_in_order(a, b); }
    [[nodiscard]] friend auto operator<=>(const list& a, const list& b)
        requires std::three_way_comparable<T>
    {
        return core::compared_in_order(a, b);
    }
};

template <std::input_iterator I, std::sentinel_for<I> S> list(I, S) -> list<std::iter_value_t<I>>;
template <std::input_iterator I, std::sentinel_for<I> S, core::allocator_like Allocator> list(I, S, const Allocator&)
    -> list<std::iter_value_t<I>, Allocator>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit list(R&&) -> list<core::element_of<R>>;
template <class R, core::allocator_like Allocator>
    requires core::range_of<R, core::element_of<R>>
explicit list(R&&, const Allocator&) -> list<core::element_of<R>, Allocator>;

namespace pmr {
template <class T> using list = throng::list<T, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
