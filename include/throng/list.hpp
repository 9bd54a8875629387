#pragma once

#include <throng/core/length.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/sequence.hpp>
#include <throng/core/sort.hpp>
#include <throng/core/update.hpp>
#include <throng/core/view.hpp>
#include <throng/fwd.hpp>

#include <compare>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// Elements in the order of their adding, which may be changed by anyone, from anywhere, at any moment of any walk.
///
/// | | `throng::list<T>` | `std::vector<T>` | `std::list<T>` |
/// |---|---|---|---|
/// | remove any element while walking | yes | no | all but the current one |
/// | add while walking | yes; seen in the same walk, or not: the loop says it | no | yes, seen |
/// | addresses | stay while a walk is open; packing happens between walks | move when it grows | stay |
/// | handles | generational, survive packing and sorting; 16 bytes each, and 4 a slot | no | no |
/// | remove by address | O(1), from the reference alone | O(n) | O(1), from the iterator |
/// | access by index | no | yes | no |
/// | iterators | walks: move-only, single pass | random access | bidirectional |
/// | memory | pages of about 256 elements, 16 KiB at most for small ones | one array, doubled when it grows | a node an
/// element |
/// | constexpr | no: an element's address gives its page | yes | no |
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it: a walk is
/// known to its list. Destroying or moving a list while a walk of it is open is an error of the caller's (the audit
/// build reports it; otherwise such walks end).
///
/// An operation that throws has not happened. `clear`, `remove_if`, `add_range` and `update` are sequences of single
/// operations: what a throw interrupts has happened up to there.
template <class T, class Allocator> class list {
    using sequence_type = core::sequence<T, Allocator>;
    using page_type = core::page<T>;
    using caller = core::caller;

  public:
    static_assert((core::require_element<T>(), true));

    using value_type = T;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using handle_type = handle<T>;
    using iterator = core::walk_iterator<sequence_type, T>;
    using const_iterator = core::walk_iterator<sequence_type, const T>;
    using walk_type = core::walk<sequence_type, T>;
    using const_walk_type = core::walk<sequence_type, const T>;
    using frozen_type = core::frozen_view<sequence_type, const T>;

    /// An empty list. Allocates nothing.
    list(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : list(Allocator(), where) {}
    explicit list(const Allocator& allocator, caller where = {}) noexcept : elements_(allocator, where) {}
    list(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : list(allocator, where) {
        add_range(elements, where);
    }
    /// The elements of a range, in its order. O(n).
    template <core::range_of<T> R>
        requires(!std::is_same_v<std::remove_cvref_t<R>, list>)
    explicit list(R&& elements, const Allocator& allocator = Allocator(), caller where = {}) : list(allocator, where) {
        add_range(std::forward<R>(elements), where);
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
        copy_from(other, where);
    }
    /// Takes elements, handles, hooks and maximum capacity over; nothing is moved in memory. O(1). `other` must not be
    /// walked.
    list(list&& other, caller where = {}) noexcept : list(other.get_allocator(), where) { take_over(other, where); }
    /// The same with an allocator of its own: where that is equal to `other`'s. Else the elements are moved one by one,
    /// without their handles, and `other` is empty then. O(1), or O(n). Throws what the allocator or a move throws.
    /// (What cannot be moved needs an allocator that is equal.)
    list(list&& other, const Allocator& allocator, caller where = {}) : list(allocator, where) {
        if (!move_elements(other)) {
            take_over(other, where);
            return;
        }
        elements_.take_hooks(other.elements_);
        elements_.most(other.elements_.most());
        other.clear();
    }
    /// Hooks are not told, and the maximum capacity does not count. Walks of this list go on as after a `swap`, but
    /// what they stand on stays here until they have moved on; and while there are any, the allocator stays. Subsets
    /// stay, and are empty then. Strong guarantee.
    list& operator=(const list& other) {
        if (this != &other) {
            [[maybe_unused]] const auto inside = elements_.entered({});
            const bool goes_along = traits::propagate_on_container_copy_assignment::value && !elements_.is_walked() &&
                                    get_allocator() != other.get_allocator();
            list copy(other, goes_along ? other.get_allocator() : get_allocator());
            take_elements(copy, goes_along);
        }
        return *this;
    }
    /// The same. Handles come along, unless this list is walked. Throws only where it is walked, or where elements have
    /// to be moved to another allocator's memory. (What cannot be moved needs an allocator that is equal, or goes
    /// along.)
    list& operator=(list&& other) { // NOLINT(performance-noexcept-move-constructor): walks may need memory
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = elements_.entered({});
        [[maybe_unused]] const auto inside_other = other.elements_.entered({});
        const bool goes_along = traits::propagate_on_container_move_assignment::value && !elements_.is_walked();
        if (goes_along || get_allocator() == other.get_allocator() || !std::is_move_constructible_v<T>) {
            other.elements_.check_unwalked("a list that is walked is moved", {});
            if (elements_.is_walked() && !elements_.prepare_to_replace(other.elements_)) return *this;
            list taken(other.get_allocator());
            taken.elements_.swap(other.elements_);
            replace_by(taken, goes_along);
        } else {
            list moved(get_allocator());
            (void)moved.move_elements(other);
            take_elements(moved, false);
            other.clear();
        }
        return *this;
    }
    list& operator=(std::initializer_list<T> elements) {
        [[maybe_unused]] const auto inside = elements_.entered({});
        list made(elements, get_allocator());
        take_elements(made, false);
        return *this;
    }
    ~list() {
        core::require_destructor<T>();
        elements_.check_unwalked("a list that is walked is destroyed", {});
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return elements_.allocator(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds at the end and gives the element's handle: an empty one if the list is full (`max_capacity`). O(1): nothing
    /// is ever moved to make room. Throws what the allocator, the element's constructor or `on_add` throws; nothing has
    /// been added then. Addresses, handles and walks stay valid; live walks will come to the new element.
    handle_type add(const T& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace(element); });
    }
    handle_type add(T&& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace(std::move(element)); });
    }
    template <class... Args> handle_type emplace(Args&&... args) {
        return added({}, [&] { return elements_.emplace(std::forward<Args>(args)...); });
    }

    /// The same without a handle, for elements that need none: null if the list is full, or if `on_add` removed the
    /// element at once.
    T* push_back(const T& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace_back(element); });
    }
    T* push_back(T&& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace_back(std::move(element)); });
    }
    template <class... Args> T* emplace_back(Args&&... args) {
        return added({}, [&] { return elements_.emplace_back(std::forward<Args>(args)...); });
    }

    /// Adds the elements of a range in its order, as many as there is room for; how many. Adding a list to itself
    /// doubles it.
    template <core::range_of<T> R> size_type add_range(R&& elements, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        size_type n = 0;
        if constexpr (std::is_same_v<std::remove_cvref_t<R>, list>) {
            for (const T& x : elements.walk(residents, where)) {
                if (elements_.is_full()) break;
                elements_.emplace_back(x);
                ++n;
            }
        } else {
            for (auto&& x : elements) {
                if (elements_.is_full()) break;
                elements_.emplace_back(std::forward<decltype(x)>(x));
                ++n;
            }
        }
        return n;
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// The element of a handle; null if the handle is empty or stale. O(1).
    [[nodiscard]] T* get(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        return elements_.find(h);
    }
    [[nodiscard]] const T* get(handle_type h, caller where = {}) const {
        elements_.check_own(h, where);
        return elements_.find(h);
    }
    [[nodiscard]] bool contains(handle_type h, caller where = {}) const { return get(h, where) != nullptr; }
    /// Whether the element, which is or was of this list, is there. O(1). (A reference to what has been removed is good
    /// only until its place is used again; for longer, keep a handle.)
    [[nodiscard]] bool contains(const T& element, caller where = {}) const {
        elements_.check_own(&element, where);
        return elements_.contains(&element);
    }
    /// The handle of an element of this list, made now if it has none yet; an empty one if it is gone. O(1), but the
    /// first handle of a list costs O(size). Throws what the allocator throws.
    [[nodiscard]] handle_type handle_of(const T& element, caller where = {}) {
        elements_.check_own(&element, where);
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.handle_of(const_cast<T*>(&element));
    }

    /// The element added first, and last; null if the list is empty. O(1), or O(removed) after many removals.
    [[nodiscard]] T* first() noexcept { return elements_.first(); }
    [[nodiscard]] const T* first() const noexcept { return elements_.first(); }
    [[nodiscard]] T* last() noexcept { return elements_.last(); }
    [[nodiscard]] const T* last() const noexcept { return elements_.last(); }

    [[nodiscard]] size_type size() const noexcept { return elements_.size(); }
    [[nodiscard]] bool empty() const noexcept { return elements_.size() == 0; }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an element at once: it is gone for every walk, its handles are stale. False if it was gone already. It
    /// is destroyed now, or, if walks stand on it or frozen views show it, when the last of those has moved on. O(1)
    /// and O(open walks). Throws what `on_remove` throws, and under a frozen view what the allocator throws; nothing
    /// has been removed then.
    bool remove(const T& element, caller where = {}) {
        elements_.check_own(&element, where);
        return removed(const_cast<T*>(&element), where);
    }
    bool remove(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        T* const x = elements_.find(h);
        return x != nullptr && removed(x, where);
    }
    /// The element that an iterator stands on; false if a swap has taken it to another list.
    bool remove(const iterator& at, caller where = {}) { return at.stands_in(elements_) && remove(*at, where); }
    bool remove(const const_iterator& at, caller where = {}) { return at.stands_in(elements_) && remove(*at, where); }
    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* x = w.next()) {
            // (The predicate may have exchanged the contents: what it was asked about is another list's then.)
            if (pred(std::as_const(*x)) && w.node().home == &elements_ && removed(x, where)) ++n;
        }
        return n;
    }
    /// Removes all that is there now, one after the other. O(n); O(pages) where there is nothing to do for an element.
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.template clear<core::cursor<sequence_type>>();
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Elements that have room in the pages held.
    [[nodiscard]] size_type capacity() const noexcept { return elements_.capacity(); }
    /// Sees to it that the list can grow to `n` elements, and all of them join its subsets, without an allocation (but
    /// for those that join a subset that is walked). Moves nothing. O(pages to be made). Throws std::length_error for
    /// more than there can be, before anything is taken, and what the allocator throws. False where there is no memory,
    /// or no such length, and no exceptions.
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        if (!core::is_possible_length(n, core::most_in_memory<T>)) return false;
        return n <= size() || elements_.reserve(n - size());
    }
    /// Gives memory that is not needed back to the allocator; packs first if no walk is open, and where nothing is
    /// there all goes. O(n).
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.trim();
    }
    /// The list refuses to grow beyond this; what is there already stays.
    [[nodiscard]] size_type max_capacity() const noexcept { return elements_.most(); }
    void max_capacity(size_type n) noexcept { elements_.most(n); }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass.
    [[nodiscard]] iterator begin(caller where = {}) {
        iterator i = opened<iterator>(core::last_position, where);
        i.start();
        return i;
    }
    [[nodiscard]] const_iterator begin(caller where = {}) const {
        const_iterator i = opened<const_iterator>(core::last_position, where);
        i.start();
        return i;
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk: newcomers are visited too.
    [[nodiscard]] walk_type walk(live_t, caller where = {}) { return opened<walk_type>(core::last_position, where); }
    [[nodiscard]] const_walk_type walk(live_t, caller where = {}) const {
        return opened<const_walk_type>(core::last_position, where);
    }
    /// An open walk of what is there now.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) {
        return opened<walk_type>(elements_.end_position(), where);
    }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const_walk_type>(elements_.end_position(), where);
    }

    /// A view of what is there now, which stays as it is while the list changes. O(1), copies nothing. While it is
    /// there, nothing is packed or sorted, and what it shows is kept.
    [[nodiscard]] frozen_type freeze(caller where = {}) const {
        frozen_type view(elements_);
        elements_.opened(view.node(), where);
        return view;
    }

    /// Calls f(T&) for each, as a live walk does; the fastest walk in which nothing moves.
    template <class F> void each(F f, caller where = {}) { visit_each<T>(core::last_position, f, where); }
    template <class F> void each(F f, caller where = {}) const { visit_each<const T>(core::last_position, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) { visit_each<T>(core::last_position, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) const {
        visit_each<const T>(core::last_position, f, where);
    }
    template <class F> void each(residents_t, F f, caller where = {}) {
        visit_each<T>(elements_.end_position(), f, where);
    }
    template <class F> void each(residents_t, F f, caller where = {}) const {
        visit_each<const T>(elements_.end_position(), f, where);
    }

    /// The self-pruning walk. f(T&) may return whether the element lives on, or remove it, or neither. While this is
    /// the only walk open, where a move of T cannot throw, and nobody has taken handles or joined a subset, each
    /// element is moved to its final place just before it is visited: the list is dense behind the walk. (With handles
    /// that would cost more than it saves; gaps are closed between walks then, as after any other.) Addresses of
    /// visited elements do not change any more.
    template <class F> void update(F f, caller where = {}) { update_until(core::last_position, f, where); }
    template <class F> void update(live_t, F f, caller where = {}) { update_until(core::last_position, f, where); }
    template <class F> void update(residents_t, F f, caller where = {}) {
        update_until(elements_.end_position(), f, where);
    }

    /// The residents as spans of neighbours, in order: for loops that vectorise. A run's elements are kept until the
    /// loop goes on to the next run, even if they are removed.
    [[nodiscard]] core::run_range<sequence_type, T> runs(caller where = {}) {
        return opened<core::run_range<sequence_type, T>>(elements_.end_position(), where);
    }
    [[nodiscard]] core::run_range<sequence_type, const T> runs(caller where = {}) const {
        return opened<core::run_range<sequence_type, const T>>(elements_.end_position(), where);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Sorts, keeping the order of equals. While walks are open it waits, and is done when the last one ends: of
    /// several requests the last counts, and a comparison that throws then leaves the order as it is. O(n log n).
    /// Throws what the allocator or the comparison throws; the order is as before then. Handles survive, addresses do
    /// not.
    template <class Compare = core::less> void sort(Compare compare = {}, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.sort_when_idle([compare](sequence_type& s) { return core::sort(s, compare); });
    }

    /// Exchanges the contents, at once, whoever walks: no element changes its address, handles go with the elements.
    /// Live walks of either list go on with its new contents, residents' walks end, frozen views show what they showed.
    /// Hooks and maximum capacities stay where they are. O(1).
    void swap(list& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        [[maybe_unused]] const auto inside_other = other.elements_.entered(where);
        if constexpr (traits::propagate_on_container_swap::value) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
    }
    friend void swap(list& a, list& b, caller where = {}) noexcept { a.swap(b, where); }

    /// Element by element, in order.
    [[nodiscard]] friend bool operator==(const list& a, const list& b) {
        if (a.size() != b.size()) return false;
        auto i = a.begin();
        auto j = b.begin();
        for (; i != a.end() && j != b.end(); ++i, ++j) {
            if (!(*i == *j)) return false;
        }
        return true;
    }
    [[nodiscard]] friend auto operator<=>(const list& a, const list& b)
        requires std::three_way_comparable<T>
    {
        using result = std::compare_three_way_result_t<T>;
        auto i = a.begin();
        auto j = b.begin();
        for (; i != a.end() && j != b.end(); ++i, ++j) {
            if (const result r = *i <=> *j; r != 0) return r;
        }
        return static_cast<result>((i != a.end()) <=> (j != b.end()));
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(T&) is told of each element just added, and of each just removed: which is gone already, but still readable.
    /// Both may make any edit. One each; null takes it off. They cost nothing where there is none. What throws undoes
    /// the operation it is told of.
    template <class F> void on_add(F f) { elements_.on_add(std::move(f)); }
    template <class F> void on_remove(F f) { elements_.on_remove(std::move(f)); }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the list.
    void name(const char* text) noexcept { elements_.name(text); }

    /// Whether the list is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept { return core::validation::is_whole(elements_); }

    /// What the audit build's journal knows of the element of a handle: who added it, who removed it, where, in which
    /// walk.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] std::string story(handle_type h) const { return elements_.story(h); }
#endif
    /// What the list is made of: for what stands on it, such as subsets.
    [[nodiscard]] sequence_type& storage() noexcept { return elements_; }

  private:
    using traits = std::allocator_traits<Allocator>;

    template <class Add> auto added(caller where, Add add) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        auto result = add();
        if constexpr (std::is_same_v<decltype(result), handle_type>) {
            if (T* const x = elements_.find(result); x != nullptr) elements_.journal_add(x, where);
        }
        return result;
    }
    bool removed(T* x, caller where) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.remove(x);
    }
    template <class Walk> [[nodiscard]] Walk opened(core::position limit, caller where) const {
        Walk w(&elements_, limit);
        elements_.opened(w.node(), where);
        return w;
    }
    template <class Element, class F> void visit_each(core::position limit, F& f, caller where) const {
        core::require_visit<F, Element>();
        core::cursor<sequence_type> c(&elements_, limit);
        elements_.opened(c.node(), where);
        const auto visit = [&f](T& x) { (void)f(static_cast<Element&>(x)); };
        c.each(visit);
    }
    template <class F> void update_until(core::position limit, F& f, caller where) {
        core::require_visit<F, T>();
        core::update_walk<T, Allocator> w(elements_, limit);
        elements_.opened(w.node(), where);
        if (w.run(f) || limit != core::last_position || w.node().home == nullptr) return;
        // The contents were exchanged: go on with what is there now.
        auto rest = walk(live, where);
        w.close();
        while (T* x = rest.next()) {
            if constexpr (std::is_same_v<std::invoke_result_t<F&, T&>, bool>) {
                if (!f(*x)) rest.remove(where);
            } else {
                f(*x);
            }
        }
    }

    void copy_from(const list& other, caller where) {
        (void)elements_.reserve(other.size());
        for (const T& x : other.walk(residents, where)) elements_.emplace_back(x);
    }
    void take_over(list& other, caller where) noexcept {
        other.elements_.check_unwalked("a list that is walked is moved", where);
        elements_.take_hooks(other.elements_);
        elements_.most(other.elements_.most());
        elements_.swap(other.elements_);
    }
    /// Element by element, where the allocators differ and elements can be moved; false, and nothing has happened,
    /// where not.
    bool move_elements(list& other) {
        if constexpr (std::is_move_constructible_v<T>) {
            if (get_allocator() == other.get_allocator()) return false;
            (void)reserve(other.size()); // before anything moves
            for (T& x : other.walk(residents)) elements_.emplace_back(std::move(x));
            return true;
        } else {
            return false;
        }
    }
    /// What walks stand on must outlive the exchange.
    void replace_by(list& other, bool with_allocator) {
        if (elements_.is_walked() && !with_allocator) return replace_all_by(other);
        if (with_allocator) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
        elements_.journal_loss(other.elements_);
    }
    void replace_all_by(list& other) {
        elements_.replace_all_by(other.elements_, [] {});
    }
    /// The same where subsets of this list are to stay with it, instead of those of the other coming along.
    void take_elements(list& other, bool with_allocator) {
        if (elements_.is_walked() && !with_allocator) return replace_all_by(other);
        if (!elements_.take_elements(other.elements_, with_allocator)) return;
        elements_.journal_loss(other.elements_);
    }

    mutable sequence_type elements_;
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
