#pragma once

#include <throng/core/collection_face.hpp>
#include <throng/fwd.hpp>
#include <throng/parts/pending.hpp>

#include <compare>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

/// A list whose new elements wait until they are committed; until then no walk visits them. For events whose handling
/// makes further events, orders for the next turn, and other work in rounds.
///
/// | | `throng::buffered_list<T>` | `throng::list<T>` | two `std::vector<T>` that are swapped |
/// |---|---|---|---|
/// | new elements are visited | from `commit()` on | at once, or in the next walk | after the swap |
/// | `commit()` | O(1), at any moment of any walk, moves nothing | | O(n), or all of the old ones go |
/// | a range-for visits | elements committed before it began | also new elements | |
/// | what stays beyond a round | stays, in order | stays, in order | has to be copied |
/// | take a newcomer back | `take_back`, O(1) | `remove`, O(1) | O(n) |
/// | what has expired | dropped as walks meet it (`auto_remove`) | by hand | by hand |
///
/// `size()`, `contains`, `get`, `first`, `last`, `visit`, `sort`, comparison and `clear` concern the committed elements
/// only; `pending()` and `pending_elements()` the waiting ones. `remove`, `handle_of`, `reserve` and the maximum
/// capacity concern both. A walk(live) also visits elements committed meanwhile; walk(residents), like a range-for,
/// leaves them for the next walk. `on_add` is called when an element begins to wait.
///
/// Otherwise it behaves like a `list`, with the same contract: docs/contract.md. Not for use by two threads without a
/// lock. Destroying one while a walk of it is open is an error of the caller's (the audit build reports it; otherwise
/// such walks end).
template <class T, class Allocator> class buffered_list
    : public core::collection_face<
          buffered_list<T, Allocator>, core::store<T, core::pending<Allocator>::template placement, Allocator>,
          core::committed_of<core::store<T, core::pending<Allocator>::template placement, Allocator>>> {
    using store_type = core::store<T, core::pending<Allocator>::template placement, Allocator>;
    using committed = core::committed_of<store_type>;
    using face = core::collection_face<buffered_list, store_type, committed>;
    using caller = core::caller;
    using traits = std::allocator_traits<Allocator>;
    friend face;

  public:
    using typename face::handle_type;
    using typename face::size_type;
    using pending_walk_type = core::open_walk<core::all_of<store_type>, T>;
    using const_pending_walk_type = core::open_walk<core::all_of<store_type>, const T>;

    /// An empty list. Allocates nothing.
    buffered_list(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : buffered_list(Allocator(), where) {}
    explicit buffered_list(const Allocator& allocator, caller where = {}) noexcept : face(allocator, where) {}
    /// The same, with room for so many (`reserve`). Throws what the allocator throws.
    explicit buffered_list(initial_capacity room, const Allocator& allocator = Allocator(), caller where = {})
        : buffered_list(allocator, where) {
        (void)this->reserve(room.elements, where);
    }
    /// The same; its handles are shared with other collections.
    explicit buffered_list(shared_handles<T, Allocator>& handles, caller where = {}) noexcept
        : buffered_list(handles.get_allocator(), where) {
        this->share(handles);
    }
    /// The elements of a range, in its order, committed. O(n).
    buffered_list(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : buffered_list(allocator, where) {
        this->add_range(elements, where);
        commit(where);
    }
    template <core::range_of<T> R>
        requires(!std::is_base_of_v<buffered_list, std::remove_cvref_t<R>>)
    explicit buffered_list(R&& elements, const Allocator& allocator = Allocator(), caller where = {})
        : buffered_list(allocator, where) {
        this->add_range(std::forward<R>(elements), where);
        commit(where);
    }
    /// The elements between two iterators, in their order. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, T>
    buffered_list(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : buffered_list(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}
    /// Copies the elements in order, those that wait as such: not the hooks, the predicate, the handles or the maximum
    /// capacity. O(n). Throws what the allocator or a copy throws; nothing leaks.
    buffered_list(const buffered_list& other, caller where = {})
        : buffered_list(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    buffered_list(const buffered_list& other, const Allocator& allocator, caller where = {})
        : buffered_list(allocator, where) {
        this->copy_from(other, where);
    }
    /// Takes elements, handles, hooks, predicate and maximum capacity over, and open walks go with the elements;
    /// nothing is moved in memory. O(1). Into another allocator's memory the elements are moved one by one. O(n).
    buffered_list(buffered_list&& other, caller where = {}) noexcept : buffered_list(other.get_allocator(), where) {
        this->take_over(other);
    }
    buffered_list(buffered_list&& other, const Allocator& allocator, caller where = {})
        : buffered_list(allocator, where) {
        this->take_over_into(other);
    }
    /// As of a list; the elements that waited here are also removed, and those that wait there wait here.
    buffered_list& operator=(const buffered_list& other) {
        this->assign_copy(other);
        return *this;
    }
    buffered_list& operator=(buffered_list&& other) { // NOLINT(performance-noexcept-move-constructor): as of a list
        this->assign_move(other);
        return *this;
    }
    buffered_list& operator=(std::initializer_list<T> elements) {
        this->assign_list(elements);
        commit();
        return *this;
    }

    // --- committing --------------------------------------------------------------------------------------------------

    /// Commits the waiting elements; returns their number. O(1), moves nothing, legal at any moment of any walk. (If an
    /// element's constructor calls it, the element is also committed as soon as it is constructed.)
    size_type commit(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        const size_type n = pending();
        this->elements_.placement().commit(this->elements_);
        return n;
    }
    /// How many wait. O(1).
    [[nodiscard]] size_type pending() const noexcept { return this->elements_.placement().waiting(); }
    /// A walk of those that wait now, in order. A commit does not end it.
    [[nodiscard]] pending_walk_type pending_elements(caller where = {}) { return waiting<pending_walk_type>(where); }
    [[nodiscard]] const_pending_walk_type pending_elements(caller where = {}) const {
        return waiting<const_pending_walk_type>(where);
    }

    /// Removes an element that waits; false if it does not wait. O(1). Throws what `on_remove` throws, when the element
    /// is removed.
    bool take_back(core::element_ref<T> element, caller where = {}) {
        return this->elements_.check_own(element.get(), where) && !committed().has(this->elements_, element.get()) &&
               this->remove(*element, where);
    }
    bool take_back(handle_type h, caller where = {}) {
        this->elements_.check_own(h, where);
        const T* const x = this->elements_.find(h);
        return x != nullptr && take_back(*x, where);
    }
    /// Removes all that wait now, one after the other; how many. O(n).
    size_type take_all_back(caller where = {}) {
        size_type n = 0;
        auto w = pending_elements(where);
        while (T* const x = w.next()) n += take_back(*x, where) ? 1U : 0U;
        return n;
    }

    /// From now on a walk that comes to an element asks f(const T&) first, and if it says so removes the element
    /// instead of visiting it. (A walk of a const list removes nothing, but passes over it; frozen views, `remove_if`
    /// and `clear` do not ask.) f may make any edit; what it throws, goes on to the caller of the walk. Null takes it
    /// off. Throws what the allocator throws.
    template <class F> void auto_remove(F f) {
        this->elements_.placement().drop_if(this->elements_.allocator(), std::move(f));
    }
    /// The same as of a list; what has expired is dropped before the first run.
    [[nodiscard]] auto runs(caller where = {}) {
        if (this->elements_.placement().drops()) {
            for ([[maybe_unused]] T& x : this->walk(residents, where)) {
            }
        }
        return face::runs(where);
    }
    [[nodiscard]] auto runs(caller where = {}) const { return face::runs(where); }

    // --- order -------------------------------------------------------------------------------------------------------

    /// The element added first, and last; null if there is none. O(1), or O(removed) after many removals, O(pending)
    /// where some wait.
    [[nodiscard]] T* first() noexcept { return first_committed(); }
    [[nodiscard]] const T* first() const noexcept { return first_committed(); }
    [[nodiscard]] T* last() noexcept { return this->elements_.last(committed().end(this->elements_)); }
    [[nodiscard]] const T* last() const noexcept { return this->elements_.last(committed().end(this->elements_)); }

    /// Sorts what is committed, as a list is sorted; what waits stays behind it, as it is.
    template <class Compare = core::less> void sort(Compare compare = {}, caller where = {}) {
        [[maybe_unused]] const auto inside = this->elements_.entered(where);
        this->elements_.sort_when_idle([compare](auto& s) mutable { return core::sort_store(s, compare); });
    }

    /// Element by element, in order.
    [[nodiscard]] friend bool operator==(const buffered_list& a, const buffered_list& b) {
        return core::are_equal_in_order(a, b);
    }
    [[nodiscard]] friend auto operator<=>(const buffered_list& a, const buffered_list& b)
        requires std::three_way_comparable<T>
    {
        return core::compared_in_order(a, b);
    }

  private:
    [[nodiscard]] T* first_committed() const noexcept {
        T* const x = this->elements_.first();
        return x != nullptr && committed().has(this->elements_, x) ? x : nullptr;
    }
    template <class Walk> [[nodiscard]] Walk waiting(caller where) const {
        return this->template opened<Walk>(where, committed().end(this->elements_), this->elements_.end_position());
    }
    /// Waiting elements there wait here.
    template <class Other, class As> void add_each_of(Other& other, As as) {
        {
            struct committing {
                buffered_list& l;
                ~committing() { l.commit(); } // also what has come before one throws
            } c{*this};
            core::store_cursor<typename committed::quiet> those_there(&other.elements_, residents);
            while (T* const x = those_there.next()) this->add_one_of(other, *x, as);
        }
        for (auto& x : other.pending_elements()) this->add_one_of(other, x, as);
    }
};

template <std::input_iterator I, std::sentinel_for<I> S> buffered_list(I, S) -> buffered_list<std::iter_value_t<I>>;
template <std::input_iterator I, std::sentinel_for<I> S, core::allocator_like Allocator>
buffered_list(I, S, const Allocator&) -> buffered_list<std::iter_value_t<I>, Allocator>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit buffered_list(R&&) -> buffered_list<core::element_of<R>>;
template <class R, core::allocator_like Allocator>
    requires core::range_of<R, core::element_of<R>>
explicit buffered_list(R&&, const Allocator&) -> buffered_list<core::element_of<R>, Allocator>;

namespace pmr {
template <class T> using buffered_list = throng::buffered_list<T, std::pmr::polymorphic_allocator<T>>;
template <class T> using buffered_bag = throng::buffered_bag<T, std::pmr::polymorphic_allocator<T>>;
} // namespace pmr

} // namespace throng
