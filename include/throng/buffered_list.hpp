#pragma once

#include <throng/core/buffer.hpp>
#include <throng/core/length.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/sort.hpp>
#include <throng/core/update.hpp>
#include <throng/fwd.hpp>

#include <compare>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// A list whose newcomers wait until they are committed: before that no walk sees them. For events whose handling makes
/// further events, orders for the next turn, whatever is to be done in rounds.
///
/// | | `throng::buffered_list<T>` | `throng::list<T>` | two `std::vector<T>` that are swapped |
/// |---|---|---|---|
/// | newcomers are walked | from `commit()` on | at once, or in the next walk | after the swap |
/// | `commit()` | O(1), at any moment of any walk, moves nothing | | O(n), or all of the old ones go |
/// | a range-for visits | what was committed when it began | newcomers too | |
/// | what stays beyond a round | stays, in order | stays, in order | has to be copied |
/// | take a newcomer back | `take_back`, O(1) | `remove`, O(1) | O(n) |
/// | what has expired | dropped as walks meet it (`auto_remove`) | by hand | by hand |
///
/// `size()`, `contains`, `get`, `first`, `last`, comparison and `clear` speak of the committed elements only;
/// `pending()` and `pending_elements()` of those that wait. `remove` works for both. A walk(live) goes on to what is
/// committed meanwhile; walk(residents), like a range-for, leaves it for the next walk. `on_add` is told when an
/// element comes to wait.
///
/// In all else it is a `list`, and keeps the same contract: docs/contract.md. Not for use by two threads without a
/// lock. Destroying or moving one while a walk of it is open is an error of the caller's (the audit build reports it;
/// otherwise such walks end).
///
/// An operation that throws has not happened. `clear`, `remove_if`, `add_range` and `update` are sequences of single
/// operations: what a throw interrupts has happened up to there.
template <class T, class Allocator> class buffered_list {
    using sequence_type = core::sequence<T, Allocator>;
    using buffer_type = core::buffer<T, Allocator>;
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
    using iterator = core::buffer_iterator<T, Allocator, T>;
    using const_iterator = core::buffer_iterator<T, Allocator, const T>;
    using walk_type = core::buffer_walk<T, Allocator, T>;
    using const_walk_type = core::buffer_walk<T, Allocator, const T>;
    using frozen_type = core::frozen_view<sequence_type, const T>;

    /// An empty list. Allocates nothing.
    buffered_list(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : buffered_list(Allocator(), where) {}
    explicit buffered_list(const Allocator& allocator, caller where = {}) noexcept : elements_(allocator, where) {}
    /// The elements of a range, in its order, committed. O(n).
    buffered_list(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : buffered_list(allocator, where) {
        add_range(elements, where);
        commit(where);
    }
    template <core::range_of<T> R>
        requires(!std::is_same_v<std::remove_cvref_t<R>, buffered_list>)
    explicit buffered_list(R&& elements, const Allocator& allocator = Allocator(), caller where = {})
        : buffered_list(allocator, where) {
        add_range(std::forward<R>(elements), where);
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
        copy_from(other, where);
    }
    /// Takes elements, handles, hooks, predicate and maximum capacity over; nothing is moved in memory. O(1). `other`
    /// must not be walked.
    buffered_list(buffered_list&& other, caller where = {}) noexcept : buffered_list(other.get_allocator(), where) {
        other.elements_.check_unwalked("a list that is walked is moved", where);
        take_hooks(other);
        elements_.swap(other.elements_);
    }
    /// The same with an allocator of its own: where that is equal to `other`'s. Else the elements are moved one by one,
    /// without their handles, and `other` is empty then. O(1), or O(n). Throws what the allocator or a move throws.
    /// (What cannot be moved needs an allocator that is equal.)
    buffered_list(buffered_list&& other, const Allocator& allocator, caller where = {})
        : buffered_list(allocator, where) {
        if (!move_elements(other)) {
            other.elements_.check_unwalked("a list that is walked is moved", where);
            take_hooks(other);
            elements_.swap(other.elements_);
            return;
        }
        take_hooks(other);
        other.clear();
        other.take_all_back();
    }
    /// Hooks are not told, and the maximum capacity does not count. Walks of this list go on as after a `swap`, but
    /// what they stand on stays here until they have moved on; and while there are any, the allocator stays. Strong
    /// guarantee.
    buffered_list& operator=(const buffered_list& other) {
        if (this != &other) {
            [[maybe_unused]] const auto inside = elements_.entered({});
            const bool goes_along = traits::propagate_on_container_copy_assignment::value && !elements_.is_walked() &&
                                    get_allocator() != other.get_allocator();
            buffered_list copy(other, goes_along ? other.get_allocator() : get_allocator());
            replace_by(copy, goes_along);
        }
        return *this;
    }
    buffered_list& operator=(buffered_list&& other) {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = elements_.entered({});
        [[maybe_unused]] const auto inside_other = other.elements_.entered({});
        const bool goes_along = traits::propagate_on_container_move_assignment::value && !elements_.is_walked();
        if (goes_along || get_allocator() == other.get_allocator() || !std::is_move_constructible_v<T>) {
            other.elements_.check_unwalked("a list that is walked is moved", {});
            if (elements_.is_walked() && !elements_.prepare_to_replace(other.elements_)) return *this;
            buffered_list taken(other.get_allocator());
            taken.elements_.swap(other.elements_);
            replace_by(taken, goes_along);
        } else {
            buffered_list moved(get_allocator());
            (void)moved.move_elements(other);
            replace_by(moved, false);
            other.clear();
            other.take_all_back();
        }
        return *this;
    }
    buffered_list& operator=(std::initializer_list<T> elements) {
        [[maybe_unused]] const auto inside = elements_.entered({});
        buffered_list made(elements, get_allocator());
        replace_by(made, false);
        return *this;
    }
    ~buffered_list() {
        core::require_destructor<T>();
        elements_.check_unwalked("a list that is walked is destroyed", {});
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return elements_.allocator(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds at the end, to wait there, and gives the element's handle: an empty one if the list is full
    /// (`max_capacity`). O(1): nothing is ever moved to make room. Throws what the allocator, the element's constructor
    /// or `on_add` throws; nothing has been added then. Addresses, handles and walks stay valid.
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

    /// Adds the elements of a range in its order, as many as there is room for; how many.
    template <core::range_of<T> R> size_type add_range(R&& elements, caller where = {}) {
        size_type n = 0;
        if constexpr (std::is_same_v<std::remove_cvref_t<R>, buffered_list>) {
            for (const T& x : elements.all_committed(where)) n += push_back(x, where) != nullptr ? 1U : 0U;
        } else {
            for (auto&& x : elements) {
                const auto add_one = [&] { return elements_.emplace_back(std::forward<decltype(x)>(x)); };
                n += added(where, add_one) != nullptr ? 1U : 0U;
            }
        }
        return n;
    }

    // --- committing --------------------------------------------------------------------------------------------------

    /// From now on those that wait are there; how many they were. O(1), moves nothing, legal at any moment of any walk.
    /// (If an element's constructor says so, the element is there, too, as soon as it is made.)
    size_type commit(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.commit();
    }
    /// How many wait. O(1).
    [[nodiscard]] size_type pending() const noexcept { return elements_.waiting(); }
    /// A walk of those that wait now, in order.
    [[nodiscard]] walk_type pending_elements(caller where = {}) { return waiting<walk_type>(where); }
    [[nodiscard]] const_walk_type pending_elements(caller where = {}) const { return waiting<const_walk_type>(where); }

    /// Removes an element that waits; false if it does not wait. O(1). Throws what `on_remove` throws; nothing has been
    /// removed then.
    bool take_back(const T& element, caller where = {}) {
        elements_.check_own(&element, where);
        return elements_.is_waiting(&element) && removed(const_cast<T*>(&element), where);
    }
    bool take_back(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        const T* const x = elements_.find(h);
        return x != nullptr && take_back(*x, where);
    }
    /// Removes all that wait, one after the other; how many. O(n).
    size_type take_all_back(caller where = {}) {
        size_type n = 0;
        auto w = pending_elements(where);
        while (T* x = w.next()) n += take_back(*x, where) ? 1U : 0U;
        return n;
    }

    /// From now on a walk that comes to an element asks f(const T&) first, and if it says so removes the element
    /// instead of visiting it. (A walk of a const list removes nothing, but passes over it; frozen views do not ask.) f
    /// may make any edit. Null takes it off. Throws what the allocator throws.
    template <class F> void auto_remove(F f) { elements_.drop_if(std::move(f)); }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// The element of a handle; null if the handle is empty or stale, or if its element waits. O(1).
    [[nodiscard]] T* get(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        return committed(elements_.find(h));
    }
    [[nodiscard]] const T* get(handle_type h, caller where = {}) const {
        elements_.check_own(h, where);
        return committed(elements_.find(h));
    }
    [[nodiscard]] bool contains(handle_type h, caller where = {}) const { return get(h, where) != nullptr; }
    /// Whether the element, which is or was of this list, is there and does not wait. O(1).
    [[nodiscard]] bool contains(const T& element, caller where = {}) const {
        elements_.check_own(&element, where);
        return elements_.is_committed(&element);
    }
    /// The handle of an element of this list, waiting or not, made now if it has none yet; an empty one if it is gone.
    /// O(1), but the first handle of a list costs O(size). Throws what the allocator throws.
    [[nodiscard]] handle_type handle_of(const T& element, caller where = {}) {
        elements_.check_own(&element, where);
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.handle_of(const_cast<T*>(&element));
    }

    /// The element added first, and last; null if there is none. O(1), or O(removed) after many removals, O(pending)
    /// where some wait.
    [[nodiscard]] T* first() noexcept { return elements_.first_committed(); }
    [[nodiscard]] const T* first() const noexcept { return elements_.first_committed(); }
    [[nodiscard]] T* last() noexcept { return elements_.last_committed(); }
    [[nodiscard]] const T* last() const noexcept { return elements_.last_committed(); }

    [[nodiscard]] size_type size() const noexcept { return elements_.committed(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an element at once, also one that waits: it is gone for every walk, its handles are stale. False if it
    /// was gone already. It is destroyed now, or, if walks stand on it or frozen views show it, when the last of those
    /// has moved on. O(1) and O(open walks). Throws what `on_remove` throws, and under a frozen view what the allocator
    /// throws; nothing has been removed then.
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
        auto w = all_committed(where);
        while (T* x = w.next()) {
            // (The predicate may have exchanged the contents: what it was asked about is another list's then.)
            if (pred(std::as_const(*x)) && w.node().home == &elements_ && removed(x, where)) ++n;
        }
        return n;
    }
    /// Removes all that is there now, one after the other; those that wait go on waiting. O(n); O(pages) where nobody
    /// waits and there is nothing to do for an element.
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        if (elements_.clear_at_once()) return;
        auto w = all_committed(where);
        while (T* x = w.next()) (void)removed(x, where);
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Elements that have room in the pages held.
    [[nodiscard]] size_type capacity() const noexcept { return elements_.capacity(); }
    /// Sees to it that the list can grow to `n` elements, those that wait included, without an allocation. Moves
    /// nothing. O(pages to be made). Throws std::length_error for more than there can be, before anything is taken, and
    /// what the allocator throws. False where there is no memory, or no such length, and no exceptions.
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        if (!core::is_possible_length(n, core::most_in_memory<T>)) return false;
        return n <= elements_.size() || elements_.reserve(n - elements_.size());
    }
    /// Gives memory that is not needed back to the allocator; packs first if no walk is open, and where nothing is
    /// there all goes. O(n).
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.trim();
        elements_.forget_gate();
    }
    /// The list, with those that wait, refuses to grow beyond this; what is there already stays.
    [[nodiscard]] size_type max_capacity() const noexcept { return elements_.most(); }
    void max_capacity(size_type n) noexcept { elements_.most(n); }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A walk of the residents, for a range-for or an algorithm: move-only, single pass.
    [[nodiscard]] iterator begin(caller where = {}) {
        iterator i = opened<iterator>(false, where);
        i.start();
        return i;
    }
    [[nodiscard]] const_iterator begin(caller where = {}) const {
        const_iterator i = opened<const_iterator>(false, where);
        i.start();
        return i;
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk that goes on to what is committed meanwhile.
    [[nodiscard]] walk_type walk(live_t, caller where = {}) { return opened<walk_type>(true, where); }
    [[nodiscard]] const_walk_type walk(live_t, caller where = {}) const { return opened<const_walk_type>(true, where); }
    /// An open walk of what is there now.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) { return opened<walk_type>(false, where); }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const_walk_type>(false, where);
    }

    /// A view of what is there now, which stays as it is while the list changes. O(1), copies nothing. While it is
    /// there, nothing is packed or sorted, and what it shows is kept.
    [[nodiscard]] frozen_type freeze(caller where = {}) const {
        frozen_type view(elements_, elements_.gate_for_walk(), elements_.committed());
        elements_.opened(view.node(), where);
        return view;
    }

    /// Calls f(T&) for each resident, or as a live walk does; the fastest walk in which nothing moves.
    template <class F> void each(F f, caller where = {}) { visit_each<T>(false, f, where); }
    template <class F> void each(F f, caller where = {}) const { visit_each<const T>(false, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) { visit_each<T>(true, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) const { visit_each<const T>(true, f, where); }
    template <class F> void each(residents_t, F f, caller where = {}) { visit_each<T>(false, f, where); }
    template <class F> void each(residents_t, F f, caller where = {}) const { visit_each<const T>(false, f, where); }

    /// The self-pruning walk. f(T&) may return whether the element lives on, or remove it, or neither. While this is
    /// the only walk open, and where a move of T cannot throw, each element is moved to its final place just before it
    /// is visited: the list is dense behind the walk. Addresses of visited elements do not change any more.
    template <class F> void update(F f, caller where = {}) { update_all(false, f, where); }
    template <class F> void update(live_t, F f, caller where = {}) { update_all(true, f, where); }
    template <class F> void update(residents_t, F f, caller where = {}) { update_all(false, f, where); }

    /// The residents as spans of neighbours, in order: for loops that vectorise. A run's elements are kept until the
    /// loop goes on to the next run, even if they are removed. (What has expired is dropped before the first run.)
    [[nodiscard]] core::run_range<sequence_type, T> runs(caller where = {}) {
        if (elements_.has_predicate()) {
            for ([[maybe_unused]] T& x : walk(residents, where)) {
            }
        }
        return opened_runs<T>(where);
    }
    [[nodiscard]] core::run_range<sequence_type, const T> runs(caller where = {}) const {
        return opened_runs<const T>(where);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Sorts what is committed, keeping the order of equals. While walks are open it waits, and is done when the last
    /// one ends: of several requests the last counts, and a comparison that throws then leaves the order as it is.
    /// O(n log n). Throws what the allocator or the comparison throws; the order is as before then. Handles survive,
    /// addresses do not.
    template <class Compare = core::less> void sort(Compare compare = {}, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.sort_when_idle([compare](sequence_type& s) {
            auto& elements = static_cast<buffer_type&>(s);
            elements.prepare_to_sort();
            // Those that wait stay behind the others, as they are.
            const bool done = core::sort(s, [&](const T& a, const T& b) {
                const bool b_waits = elements.is_waiting(&b);
                if (b_waits || elements.is_waiting(&a)) return b_waits && !elements.is_waiting(&a);
                return static_cast<bool>(compare(a, b));
            });
            elements.forget_gate();
            return done;
        });
    }

    /// Exchanges the contents, at once, whoever walks: no element changes its address, handles go with the elements,
    /// and those that wait go on waiting in the other list. Live walks of either list go on with its new contents,
    /// residents' walks end, frozen views show what they showed. Hooks, predicates and maximum capacities stay where
    /// they are. O(1).
    void swap(buffered_list& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        [[maybe_unused]] const auto inside_other = other.elements_.entered(where);
        if constexpr (traits::propagate_on_container_swap::value) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
    }
    friend void swap(buffered_list& a, buffered_list& b, caller where = {}) noexcept { a.swap(b, where); }

    /// Element by element, in order.
    [[nodiscard]] friend bool operator==(const buffered_list& a, const buffered_list& b) {
        if (a.size() != b.size()) return false;
        auto v = a.freeze();
        auto w = b.freeze();
        auto i = v.begin();
        auto j = w.begin();
        for (; i != v.end() && j != w.end(); ++i, ++j) {
            if (!(*i == *j)) return false;
        }
        return true;
    }
    [[nodiscard]] friend auto operator<=>(const buffered_list& a, const buffered_list& b)
        requires std::three_way_comparable<T>
    {
        using result = std::compare_three_way_result_t<T>;
        auto v = a.freeze();
        auto w = b.freeze();
        auto i = v.begin();
        auto j = w.begin();
        for (; i != v.end() && j != w.end(); ++i, ++j) {
            if (const result r = *i <=> *j; r != 0) return r;
        }
        return static_cast<result>((i != v.end()) <=> (j != w.end()));
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(T&) is told of each element that has just come to wait, and of each just removed: which is gone already, but
    /// still readable. Both may make any edit. One each; null takes it off. They cost nothing where there is none. What
    /// throws undoes the operation it is told of.
    template <class F> void on_add(F f) { elements_.on_add(std::move(f)); }
    template <class F> void on_remove(F f) { elements_.on_remove(std::move(f)); }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the list.
    void name(const char* text) noexcept { elements_.name(text); }

    /// Whether the list is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept { return elements_.is_whole(); }

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// What the audit build's journal knows of the element of a handle: who added it, who removed it, where, in which
    /// walk.
    [[nodiscard]] std::string story(handle_type h) const { return elements_.story(h); }
#endif

  private:
    using traits = std::allocator_traits<Allocator>;

    template <class Add> auto added(caller where, Add add) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        auto result = elements_.add(add);
        if constexpr (std::is_same_v<decltype(result), handle_type>) {
            if (T* const x = elements_.find(result); x != nullptr) elements_.journal_add(x, where);
        }
        return result;
    }
    bool removed(T* x, caller where) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.contains(x) && elements_.remove(x);
    }
    [[nodiscard]] T* committed(T* x) const noexcept { return x != nullptr && elements_.is_committed(x) ? x : nullptr; }

    template <class Walk> [[nodiscard]] Walk opened(bool goes_on, caller where) const {
        Walk w(elements_, elements_.gate_for_walk(), goes_on);
        elements_.opened(w.node(), where);
        return w;
    }
    template <class Element> [[nodiscard]] core::run_range<sequence_type, Element> opened_runs(caller where) const {
        core::run_range<sequence_type, Element> r(&elements_, elements_.gate_for_walk());
        elements_.opened(r.node(), where);
        return r;
    }
    template <class Walk> [[nodiscard]] Walk waiting(caller where) const {
        const core::position first = elements_.gate_for_walk();
        Walk w(elements_, elements_.end_position(), false);
        w.pass(first);
        elements_.opened(w.node(), where);
        return w;
    }
    /// A walk that does not ask the predicate.
    [[nodiscard]] core::walk<sequence_type, T> all_committed(caller where = {}) const {
        core::walk<sequence_type, T> w(&elements_, elements_.gate_for_walk());
        elements_.opened(w.node(), where);
        return w;
    }
    template <class Element, class F> void visit_each(bool goes_on, F& f, caller where) const {
        core::buffer_cursor<T, Allocator> c(elements_, elements_.gate_for_walk(), goes_on);
        elements_.opened(c.node(), where);
        const auto visit = [&f](T& x) { (void)f(static_cast<Element&>(x)); };
        c.template each<!std::is_const_v<Element>>(visit);
    }

    template <class F> void update_all(bool goes_on, F& f, caller where) {
        const core::position limit = elements_.gate_for_walk();
        core::update_walk<T, Allocator> w(elements_, limit);
        elements_.opened(w.node(), where);
        struct dying {
            core::update_walk<T, Allocator>& walk;
            bool now = false;
            /// A hook refused to let go of the element that the visit gave up, wherever that is now.
            ~dying() {
                if (now && walk.node().home != nullptr) static_cast<buffer_type*>(walk.node().home)->regains_one();
            }
        } dies{w};
        const auto lives = [&](T& x) {
            dies.now = false;
            if (!asked_visit(f, x) && w.node().home == &elements_ && elements_.is_committed(&x)) {
                elements_.loses_one();
                dies.now = true;
            }
            return !dies.now;
        };
        const bool to_the_end = w.run(lives);
        dies.now = false;
        if (!goes_on || w.node().home == nullptr) return;
        // What has been committed meanwhile, or has come with other contents.
        walk_type rest(elements_, elements_.gate(), true);
        if (to_the_end) rest.pass(limit);
        elements_.opened(rest.node(), where);
        w.close();
        while (T* x = rest.next()) {
            if (!visit(f, *x)) rest.remove(where);
        }
    }
    template <class F> bool asked_visit(F& f, T& x) {
        return !(elements_.has_predicate() && elements_.is_expired(x)) && visit(f, x);
    }
    template <class F> static bool visit(F& f, T& x) {
        if constexpr (std::is_same_v<std::invoke_result_t<F&, T&>, bool>) return f(x);
        else return f(x), true;
    }

    void copy_from(const buffered_list& other, caller where) {
        (void)elements_.reserve(other.elements_.size());
        for (const T& x : other.all_committed(where)) push_back(x, where);
        commit(where);
        for (const T& x : other.waiting<core::buffer_walk<T, Allocator, const T>>(where)) push_back(x, where);
    }
    void take_hooks(buffered_list& other) noexcept {
        elements_.take_hooks(other.elements_);
        elements_.take_predicate(other.elements_);
        elements_.most(other.elements_.most());
    }
    /// Element by element, where the allocators differ and elements can be moved; false, and nothing has happened,
    /// where not.
    bool move_elements(buffered_list& other) {
        if constexpr (std::is_move_constructible_v<T>) {
            if (get_allocator() == other.get_allocator()) return false;
            (void)elements_.reserve(other.elements_.size()); // before anything moves
            for (T& x : other.all_committed()) emplace_back(std::move(x));
            commit();
            for (T& x : other.pending_elements()) emplace_back(std::move(x));
            return true;
        } else {
            return false;
        }
    }
    /// What a walk stands on stays in this list's own memory.
    void replace_by(buffered_list& other, bool with_allocator) {
        // (What walks stand on must outlive the exchange.)
        if (elements_.is_walked() && !with_allocator) return elements_.replace_all_by(other.elements_);
        if (with_allocator) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
        elements_.journal_loss(other.elements_);
    }

    mutable buffer_type elements_;
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
