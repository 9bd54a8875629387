#pragma once

#include <throng/core/dense.hpp>
#include <throng/core/dense_cursor.hpp>
#include <throng/core/dense_update.hpp>
#include <throng/core/length.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/view.hpp>
#include <throng/fwd.hpp>

#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// Elements without an order, packed as tightly as can be, which may be changed by anyone, from anywhere, at any moment
/// of any walk: whenever nobody walks they lie in one array without gaps.
///
/// | | `throng::bag<T>` | `std::vector<T>` | `throng::list<T>` |
/// |---|---|---|---|
/// | order | none: the last element fills the gap of a removed one | kept | kept |
/// | remove any element while walking | yes | no | yes |
/// | add while walking | yes; seen in the same walk, or not: the loop says it | no | yes |
/// | addresses | stay while a walk is open; a removal or a growth between walks moves elements | move | stay in walks |
/// | handles | generational, survive whatever moves | no | the same |
/// | remove by address | O(1), one move | O(n) moves | O(1) |
/// | `data()`, `span()` | yes, while nobody walks | yes | no |
/// | iterators | walks: move-only, single pass | random access | walks |
/// | growth | moves all, amortised O(1); never after a `reserve` | the same | moves nothing |
/// | memory | one array, doubled when it grows, and two bits an element | one array | pages of about 256 elements |
///
/// While a walk is open or a frozen view held, removal leaves a gap and adding goes behind the last element, in a
/// second array if the first is full; when the last of them closes, the last elements fill the gaps, as many moves as
/// there are gaps, and if there is a second array, all move into it. So what was removed makes room only then.
///
/// The order of a walk is that of the array: a function of the edits alone, the same on every machine.
///
/// Where a move of T may throw, T cannot be moved, or T says that it `stays_in_place`, elements stay where they were
/// added for good: there are several arrays then, newcomers fill the gaps between walks, and there is no `data()` and
/// no `span()`. (But what can be moved is, where its bag is moved to one that is being walked.)
///
/// The contract in full: docs/contract.md. One thing is to be known: outside of walks `remove(x)` puts another element
/// into x's place at once, so the reference to x, after it, is a reference to that one. For longer, keep a handle.
/// Not for use by two threads without a lock, not even to walk it: a walk is known to its bag. Destroying or moving a
/// bag while a walk of it is open is an error of the caller's (the audit build reports it; otherwise such walks end).
///
/// An operation that throws has not happened. `clear`, `remove_if`, `add_range` and `update` are sequences of single
/// operations: what a throw interrupts has happened up to there.
template <class T, class Allocator> class bag {
    using storage_type = core::dense<T, Allocator>;
    using cursor_type = core::cursor<storage_type>;
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
    using iterator = core::walk_iterator<storage_type, T>;
    using const_iterator = core::walk_iterator<storage_type, const T>;
    class walk_type;
    using const_walk_type = core::walk<storage_type, const T>;
    using frozen_type = core::frozen_view<storage_type, const T>;

    /// An empty bag. Allocates nothing.
    bag(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires std::is_default_constructible_v<Allocator>
        : bag(Allocator(), where) {}
    explicit bag(const Allocator& allocator, caller where = {}) noexcept : elements_(allocator, where) {}
    bag(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : bag(allocator, where) {
        add_range(elements, where);
    }
    /// The elements of a range, in its order. O(n).
    template <core::range_of<T> R>
        requires(!std::is_same_v<std::remove_cvref_t<R>, bag>)
    explicit bag(R&& elements, const Allocator& allocator = Allocator(), caller where = {}) : bag(allocator, where) {
        add_range(std::forward<R>(elements), where);
    }

    /// The elements between two iterators, in their order. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, T>
    bag(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : bag(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}

    /// Copies the elements, in the order of the array: not the hooks, the handles or the maximum capacity. O(n). Throws
    /// what the allocator or a copy throws; nothing leaks.
    bag(const bag& other, caller where = {})
        : bag(other, std::allocator_traits<Allocator>::select_on_container_copy_construction(other.get_allocator()),
              where) {}
    bag(const bag& other, const Allocator& allocator, caller where = {}) : bag(allocator, where) {
        copy_from(other, where);
    }
    /// Takes the array, handles, hooks and maximum capacity over; nothing is moved in memory. O(1). `other` must not be
    /// walked.
    bag(bag&& other, caller where = {}) noexcept : bag(other.get_allocator(), where) { take_over(other, where); }
    /// The same with an allocator of its own: where that is equal to `other`'s. Else the elements are moved one by one,
    /// without their handles, and `other` is empty then. O(1), or O(n). Throws what the allocator or a move throws.
    /// (What cannot be moved needs an allocator that is equal.)
    bag(bag&& other, const Allocator& allocator, caller where = {}) : bag(allocator, where) {
        if (!move_elements(other)) {
            take_over(other, where);
            return;
        }
        elements_.take_hooks(other.elements_);
        elements_.most(other.elements_.most());
        other.clear();
    }
    /// Walks of this bag go on as after a `swap`, but what they stand on stays here until they have moved on; and while
    /// there are any, the allocator stays. Hooks are not told. Strong guarantee.
    bag& operator=(const bag& other) {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = elements_.entered({});
        const bool goes_along = std::allocator_traits<Allocator>::propagate_on_container_copy_assignment::value &&
                                !elements_.is_walked() && get_allocator() != other.get_allocator();
        if (elements_.is_walked()) {
            replace_under_walks(other.walk(residents), other.size());
        } else {
            bag copy(other, goes_along ? other.get_allocator() : get_allocator());
            replace_by(copy, goes_along);
        }
        return *this;
    }
    /// The same, but of elements that cannot be moved the bag must not be walked: what a walk stands on could not be
    /// kept then (the audit build reports it).
    bag& operator=(bag&& other) {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = elements_.entered({});
        [[maybe_unused]] const auto inside_other = other.elements_.entered({});
        using traits = std::allocator_traits<Allocator>;
        constexpr bool with_allocator = traits::propagate_on_container_move_assignment::value;
        other.elements_.check_unwalked("a bag that is walked is moved", {});
        if constexpr (!std::is_move_constructible_v<T>)
            elements_.check_unwalked("a bag of what cannot be moved is moved to while it is walked", {});
        if (const bool walked = elements_.is_walked() && std::is_move_constructible_v<T>;
            !walked &&
            (with_allocator || get_allocator() == other.get_allocator() || !std::is_move_constructible_v<T>)) {
            bag taken(other.get_allocator());
            taken.elements_.swap(other.elements_);
            replace_by(taken, with_allocator);
        } else if constexpr (std::is_move_constructible_v<T>) {
            if (walked) {
                replace_under_walks<true>(other.walk(residents), other.size());
            } else {
                bag moved(get_allocator());
                (void)moved.move_elements(other);
                replace_by(moved, false);
            }
            other.clear();
        }
        return *this;
    }
    bag& operator=(std::initializer_list<T> elements) {
        [[maybe_unused]] const auto inside = elements_.entered({});
        if (elements_.is_walked()) {
            replace_under_walks(elements, elements.size());
        } else {
            bag made(elements, get_allocator());
            replace_by(made, false);
        }
        return *this;
    }
    ~bag() {
        core::require_destructor<T>();
        elements_.check_unwalked("a bag that is walked is destroyed", {});
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return elements_.allocator(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds and gives the element's handle: an empty one if the bag is full (`max_capacity`). Amortised O(1): where
    /// there is no room left, all elements move into an array of twice the size, now or, while walks are open, when the
    /// last of them closes. Throws what the allocator, the element's constructor or `on_add` throws; nothing has
    /// been added then. Handles and walks stay valid; live walks will come to the new element.
    handle_type add(const T& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace(element); });
    }
    handle_type add(T&& element, caller where = {}) {
        return added(where, [&] { return elements_.emplace(std::move(element)); });
    }
    template <class... Args> handle_type emplace(Args&&... args) {
        return added({}, [&] { return elements_.emplace(std::forward<Args>(args)...); });
    }

    /// The same without a handle, for elements that need none: null if the bag is full, or if `on_add` removed the
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

    /// Adds the elements of a range in its order, as many as there is room for; how many. Adding a bag to itself
    /// doubles it.
    template <core::range_of<T> R> size_type add_range(R&& elements, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        size_type n = 0;
        if constexpr (std::is_same_v<std::remove_cvref_t<R>, bag>) {
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
    /// Whether there is an element in this place: false for what is not of this bag. O(1). (Outside of walks the place
    /// of what has been removed is used again at once: keep a handle.)
    [[nodiscard]] bool contains(const T& element, caller where = {}) const {
        elements_.check_own(&element, where);
        return elements_.contains(&element);
    }
    /// The handle of an element of this bag, made now if it has none yet; an empty one if it is gone. O(1), but the
    /// first handle of a bag costs O(capacity). Throws what the allocator throws.
    [[nodiscard]] handle_type handle_of(const T& element, caller where = {}) {
        elements_.check_own(&element, where);
        [[maybe_unused]] const auto inside = elements_.entered(where);
        return elements_.handle_of(const_cast<T*>(&element));
    }

    /// All elements in one array. Null, and empty, while a walk is open or a frozen view held: there may be gaps then
    /// (`runs()` is for that). Good until the next edit or walk.
    [[nodiscard]] T* data() noexcept
        requires storage_type::relocatable
    {
        return elements_.is_walked() ? nullptr : elements_.elements();
    }
    [[nodiscard]] const T* data() const noexcept
        requires storage_type::relocatable
    {
        return elements_.is_walked() ? nullptr : elements_.elements();
    }
    [[nodiscard]] std::span<T> span() noexcept
        requires storage_type::relocatable
    {
        return {data(), elements_.is_walked() ? 0 : size()};
    }
    [[nodiscard]] std::span<const T> span() const noexcept
        requires storage_type::relocatable
    {
        return {data(), elements_.is_walked() ? 0 : size()};
    }

    [[nodiscard]] size_type size() const noexcept { return elements_.size(); }
    [[nodiscard]] bool empty() const noexcept { return elements_.size() == 0; }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an element at once: it is gone for every walk, its handles are stale. False if it was gone already. It
    /// is destroyed now, or, if walks stand on it or frozen views show it, when the last of those has moved on. While
    /// nobody walks the last element moves into its place, now. O(1) and O(open walks). Throws what `on_remove` throws,
    /// and under a frozen view what the allocator throws; nothing has been removed then.
    bool remove(const T& element, caller where = {}) {
        elements_.check_own(&element, where);
        return removed(const_cast<T*>(&element), where);
    }
    bool remove(handle_type h, caller where = {}) {
        elements_.check_own(h, where);
        T* const x = elements_.find(h);
        return x != nullptr && removed(x, where);
    }
    /// The element that an iterator stands on.
    bool remove(const iterator& at, caller where = {}) { return at != std::default_sentinel && remove(*at, where); }
    bool remove(const const_iterator& at, caller where = {}) {
        return at != std::default_sentinel && remove(*at, where);
    }
    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* x = w.next()) {
            if (pred(std::as_const(*x)) && removed(x, where)) ++n;
        }
        return n;
    }
    /// Removes all that is there now, one after the other. O(n); O(1) where there is nothing to do for an element.
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.template clear<cursor_type>();
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Elements that have room in the memory held.
    [[nodiscard]] size_type capacity() const noexcept { return elements_.capacity(); }
    /// Sees to it that the bag can grow to `n` elements without an allocation, and, if no walk is open, without moving
    /// any; for that it moves all into a larger array, now or when the last walk closes. O(size) then.
    /// Throws std::length_error for more than there can be, before anything is taken, and what the
    /// allocator throws. False where there is no memory, or no such length, and no exceptions.
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        if (!core::is_possible_length(n, core::most_in_memory<T>)) return false;
        return n <= size() || elements_.reserve(n - size());
    }
    /// Gives memory that is not needed back to the allocator, if no walk is open; where nothing is there all goes.
    /// O(n).
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.trim();
    }
    /// The bag refuses to grow beyond this; what is there already stays.
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

    /// A view of what is there now, which stays as it is while the bag changes. O(1), copies nothing. While it is
    /// there, no gap is filled, and what it shows is kept.
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
    /// the only walk open and removes only what it stands on, the last element takes the place of the one that dies at
    /// once, and is visited there next: so newcomers may be visited before those who were there, and move until they
    /// are. Addresses of visited elements do not change any more. After any other edit the gaps are filled when the
    /// walk closes.
    template <class F> void update(F f, caller where = {}) { update_until(core::last_position, f, where); }
    template <class F> void update(live_t, F f, caller where = {}) { update_until(core::last_position, f, where); }
    template <class F> void update(residents_t, F f, caller where = {}) {
        update_until(elements_.end_position(), f, where);
    }

    /// The residents as spans of neighbours, at most 64 of them, for loops that vectorise and may make edits. A run's
    /// elements are kept until the loop goes on to the next run, even if they are removed.
    [[nodiscard]] core::run_range<storage_type, T> runs(caller where = {}) {
        return opened<core::run_range<storage_type, T>>(elements_.end_position(), where);
    }
    [[nodiscard]] core::run_range<storage_type, const T> runs(caller where = {}) const {
        return opened<core::run_range<storage_type, const T>>(elements_.end_position(), where);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents, at once, whoever walks: no element changes its address, handles go with the elements.
    /// Live walks of either bag go on with its new contents, residents' walks end, frozen views show what they showed.
    /// Hooks and maximum capacities stay where they are. O(1).
    void swap(bag& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        [[maybe_unused]] const auto inside_other = other.elements_.entered(where);
        using traits = std::allocator_traits<Allocator>;
        if constexpr (traits::propagate_on_container_swap::value) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
    }
    friend void swap(bag& a, bag& b, caller where = {}) noexcept { a.swap(b, where); }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(T&) is told of each element just added, and of each just removed: which is gone already, but still readable.
    /// Both may make any edit. One each; null takes it off. They cost nothing where there is none. What throws undoes
    /// the operation it is told of.
    template <class F> void on_add(F f) { elements_.on_add(std::move(f)); }
    template <class F> void on_remove(F f) { elements_.on_remove(std::move(f)); }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the bag.
    void name(const char* text) noexcept { elements_.name(text); }

    /// Whether the bag is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept { return core::validation::is_whole(elements_); }

    /// What the audit build's journal knows of the element of a handle: who added it, who removed it, where, in which
    /// walk.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] std::string story(handle_type h) const { return elements_.story(h); }
#endif

  private:
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
        cursor_type c(&elements_, limit);
        elements_.opened(c.node(), where);
        const auto visit = [&f](T& x) { (void)f(static_cast<Element&>(x)); };
        c.each(visit);
    }
    template <class F> void update_until(core::position limit, F& f, caller where) {
        core::require_visit<F, T>();
        for (;;) {
            core::dense_update<T, Allocator> w(elements_, limit);
            elements_.opened(w.node(), where);
            // If the contents were exchanged, it goes on with what is there now.
            if (w.run(f) || limit != core::last_position || w.node().home == nullptr) return;
        }
    }

    void copy_from(const bag& other, caller where) {
        (void)elements_.reserve(other.size());
        for (const T& x : other.walk(residents, where)) elements_.emplace_back(x);
    }
    template <bool Move = false, class R> void replace_under_walks(R&& elements, size_type count) {
        typename storage_type::replacing r(elements_, count);
        for (auto&& x : elements) {
            if constexpr (Move) r.add(std::move(x));
            else r.add(x);
        }
        r.finish();
    }
    void take_over(bag& other, caller where) noexcept {
        other.elements_.check_unwalked("a bag that is walked is moved", where);
        elements_.take_hooks(other.elements_);
        elements_.most(other.elements_.most());
        elements_.swap(other.elements_);
    }
    /// Element by element, where the allocators differ and elements can be moved; false, and nothing has happened,
    /// where not.
    bool move_elements(bag& other) {
        if constexpr (std::is_move_constructible_v<T>) {
            if (get_allocator() == other.get_allocator()) return false;
            (void)reserve(other.size()); // before anything moves
            for (T& x : other.walk(residents)) elements_.emplace_back(std::move(x));
            return true;
        } else {
            return false;
        }
    }
    void replace_by(bag& other, bool with_allocator) {
        if (with_allocator) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
        elements_.journal_loss(other.elements_);
    }

    mutable storage_type elements_;
};

/// An open walk of a bag: loop over it once with a range-for, or call `next()` until it is null. It lives on the
/// caller's stack and may be left at any point.
template <class T, class Allocator> class bag<T, Allocator>::walk_type
    : public core::walk<core::dense<T, Allocator>, T> {
  public:
    using core::walk<core::dense<T, Allocator>, T>::walk;

    /// Removes the element that the walk stands on; false if there is none, or if it is gone already.
    bool remove(caller where = {}) {
        core::dense<T, Allocator>* const home = this->node().home;
        if (home == nullptr || this->current() == nullptr) return false;
        [[maybe_unused]] const auto inside = home->entered(where);
        return home->remove(this->current());
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
