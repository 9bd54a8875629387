#pragma once

#include <throng/core/length.hpp>
#include <throng/core/pass_cursor.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/slots.hpp>
#include <throng/core/view.hpp>
#include <throng/fwd.hpp>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {
template <class T, class Allocator> class cursor<slots<T, Allocator>> : public pass_cursor<slots<T, Allocator>> {
  public:
    using pass_cursor<slots<T, Allocator>>::pass_cursor;

    [[nodiscard]] cursor fork() const noexcept { return cursor(pass_cursor<slots<T, Allocator>>::fork()); }

  private:
    explicit cursor(pass_cursor<slots<T, Allocator>>&& at) noexcept : pass_cursor<slots<T, Allocator>>(std::move(at)) {}
};

/// Where the elements of a pool<T, N> are, or nothing.
template <class T, std::size_t N> struct pool_memory {
    slot_memory<T, N> memory;
};
template <class T> struct pool_memory<T, 0> {};
} // namespace core

/// How many elements a pool has room for, from its beginning to its end.
struct fixed_capacity {
    std::size_t elements;
};

/// A store of objects that never move, in slots that are used again, the lowest free one first. It may be changed by
/// anyone, from anywhere, at any moment of any walk.
///
/// | | `throng::pool<T>` | `plf::colony<T>` (`std::hive`) | `std::vector<std::optional<T>>` |
/// |---|---|---|---|
/// | remove any element while walking | yes | all but where the walk is, or its end | yes |
/// | add while walking | yes; seen in the same walk, or not: the loop says it | may be seen or not | by hand; moves all |
/// | addresses | stay | stay | move when it grows |
/// | order of a walk | slots, lowest first; newcomers after all that was there | blocks | slots |
/// | handles | generational, at no cost; the index is the slot's | no | no |
/// | fixed size | `pool<T, N>`, inside of the object, or `pool<T>(fixed_capacity{n})` | no | by hand |
/// | when it is full | an empty handle, and nothing changes | | |
/// | copy | no: handles would not fit | yes | yes |
/// | memory an element | half a byte and a generation; 16 bytes more where the size is fixed | 1 byte or so | 4 to 8 bytes |
///
/// `pool<T>` grows when needed: in pieces of doubling size, so that nothing is moved. With a fixed capacity nothing is
/// allocated after construction (but for hooks); `pool<T, N>` allocates nothing at all, and is neither copied nor
/// moved. Its pages are aligned to their size (usually 1 to 16 KiB), and so is the pool.
///
/// Handles have the slot's number, at most `capacity()` - 1, as their `index()`: fit for an array beside the pool. A
/// slot whose generations are used up, after 4,294,967,294 elements, is used no more.
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it: a walk is
/// known to its pool. Destroying or moving a pool while a walk of it is open is an error of the caller's (the audit
/// build reports it; otherwise such walks end).
///
/// An operation that throws has not happened. `clear`, `remove_if`, `add_range` and `update` are sequences of single
/// operations: what a throw interrupts has happened up to there.
template <class T, std::size_t N, class Allocator> class pool : private core::pool_memory<T, N> {
    using slots_type = core::slots<T, Allocator>;
    using page_type = core::slot_page<T>;
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
    using iterator = core::walk_iterator<slots_type, T>;
    using const_iterator = core::walk_iterator<slots_type, const T>;
    using walk_type = core::walk<slots_type, T>;
    using const_walk_type = core::walk<slots_type, const T>;
    using frozen_type = core::frozen_view<slots_type, const T>;

    /// An empty pool that grows; allocates nothing.
    pool(caller where = {}) noexcept
        requires(N == 0 && std::is_default_constructible_v<Allocator>)
        : pool(Allocator(), where) {}
    explicit pool(const Allocator& allocator, caller where = {}) noexcept
        requires(N == 0)
        : slots_(allocator, where) {}
    /// An empty pool that never grows. All it will ever need is allocated now, but for hooks. Throws what the allocator
    /// throws.
    explicit pool(fixed_capacity most, const Allocator& allocator = Allocator(), caller where = {})
        requires(N == 0)
        : slots_(most.elements, allocator, where) {}
    /// An empty pool with room for N elements inside.
    pool(caller where = {}) noexcept
        requires(N != 0)
        : slots_(N, this->memory.block(), where) {}

    pool(const pool&) = delete;
    pool& operator=(const pool&) = delete;
    /// Takes elements, handles, capacity and hooks over; nothing is moved in memory. O(1). `other` must not be walked;
    /// it is an empty pool then that grows.
    pool(pool&& other, caller where = {}) noexcept
        requires(N == 0)
        : slots_(other.get_allocator(), where) {
        take_over(other, where);
    }
    /// The same with an allocator of its own: where that is equal to `other`'s. Else the elements are moved one by one,
    /// without their handles, and `other` is empty then, but keeps a fixed capacity, as this
    /// one gets the same. O(1), or O(n). Throws what the allocator or a move throws.
    /// (What cannot be moved needs an allocator that is equal.)
    pool(pool&& other, const Allocator& allocator, caller where = {})
        requires(N == 0)
        : slots_(allocator, where) {
        if constexpr (std::is_move_constructible_v<T>) {
            if (get_allocator() != other.get_allocator()) {
                move_elements(other);
                return;
            }
        }
        take_over(other, where);
    }
    /// The elements between two iterators, or of a range, in their order. O(n).
    template <class I, class S>
        requires(N == 0 && core::iterators_of<I, S, T>)
    pool(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : pool(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}
    template <core::range_of<T> R>
        requires(N == 0 && !std::is_same_v<std::remove_cvref_t<R>, pool>)
    explicit pool(R&& elements, const Allocator& allocator = Allocator(), caller where = {}) : pool(allocator, where) {
        add_range(std::forward<R>(elements), where);
    }
    pool(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        requires(N == 0)
        : pool(allocator, where) {
        add_range(elements, where);
    }
    /// What was there ends, untold; hooks stay. O(n). Neither pool may be walked: what a walk stands on could not be
    /// kept (the audit build reports it; otherwise walks of this pool end). The allocators must be equal, or propagate.
    pool& operator=(pool&& other) noexcept
        requires(N == 0)
    {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = slots_.entered({});
        [[maybe_unused]] const auto inside_other = other.slots_.entered({});
        other.slots_.check_unwalked("a pool that is walked is moved", {});
        slots_.check_unwalked("a pool that is walked is moved to", {});
        pool taken(other.get_allocator());
        taken.slots_.swap(other.slots_);
        if constexpr (std::allocator_traits<Allocator>::propagate_on_container_move_assignment::value)
            slots_.swap_allocator(taken.slots_);
        slots_.swap(taken.slots_);
        slots_.journal_loss(taken.slots_);
        return *this;
    }
    ~pool() {
        core::require_destructor<T>();
        slots_.check_unwalked("a pool that is walked is destroyed", {});
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return slots_.allocator(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds an element in the lowest free slot and gives its handle: an empty one if the pool is full. A slot that a
    /// walk stands on, or that a frozen view still shows, is not free. O(1) where the page that was added to last has
    /// room. When it has been filled the next one with room is looked for, 64 pages at a time: O(capacity / 4000), once
    /// a page. Nothing is ever moved to make room. Throws what the allocator, the element's constructor or `on_add`
    /// throws; nothing has been added then. Addresses, handles and walks stay valid; live walks will come to the new
    /// element.
    handle_type add(const T& element, caller where = {}) {
        return added(where, [&] { return slots_.emplace(element); });
    }
    handle_type add(T&& element, caller where = {}) {
        return added(where, [&] { return slots_.emplace(std::move(element)); });
    }
    template <class... Args> handle_type emplace(Args&&... args) {
        return added({}, [&] { return slots_.emplace(std::forward<Args>(args)...); });
    }

    /// The same for its address: null if the pool is full, or if `on_add` removed the element at once.
    T* push_back(const T& element, caller where = {}) {
        return added(where, [&] { return slots_.emplace_back(element); });
    }
    T* push_back(T&& element, caller where = {}) {
        return added(where, [&] { return slots_.emplace_back(std::move(element)); });
    }
    template <class... Args> T* emplace_back(Args&&... args) {
        return added({}, [&] { return slots_.emplace_back(std::forward<Args>(args)...); });
    }

    /// Adds the elements of a range in its order, as many as there is room for; how many.
    template <core::range_of<T> R> size_type add_range(R&& elements, caller where = {}) {
        static_assert(!std::is_same_v<std::remove_cvref_t<R>, pool>, "throng: a range-for over a pool is live");
        size_type n = 0;
        for (auto&& x : elements) {
            if (full()) break;
            (void)added(where, [&] { return slots_.emplace_back(std::forward<decltype(x)>(x)); });
            ++n;
        }
        return n;
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// The element of a handle; null if the handle is empty or stale. O(1).
    [[nodiscard]] T* get(handle_type h, caller where = {}) {
        slots_.check_own(h, where);
        return slots_.find(h);
    }
    [[nodiscard]] const T* get(handle_type h, caller where = {}) const {
        slots_.check_own(h, where);
        return slots_.find(h);
    }
    [[nodiscard]] bool contains(handle_type h, caller where = {}) const { return get(h, where) != nullptr; }
    /// Whether the element, which is or was of this pool, is there. O(1). (A reference to what has been removed is good
    /// only until its slot is used again, which may be soon; for longer, keep a handle.)
    [[nodiscard]] bool contains(const T& element, caller where = {}) const {
        slots_.check_own(&element, where);
        return slots_.contains(&element);
    }
    /// The handle of an element of this pool; an empty one if it is gone. O(1), allocates nothing.
    [[nodiscard]] handle_type handle_of(const T& element, caller where = {}) const {
        slots_.check_own(&element, where);
        return slots_.handle_of(&element);
    }

    [[nodiscard]] size_type size() const noexcept { return slots_.size(); }
    [[nodiscard]] bool empty() const noexcept { return slots_.size() == 0; }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an element at once: it is gone for every walk, its handles are stale. False if it was gone already. It
    /// is destroyed now, and its slot is free, or, if walks stand on it or frozen views show it, when the last of those
    /// has moved on. O(1) and O(open walks). Throws what `on_remove` throws, and under a frozen view what the allocator
    /// throws unless the capacity is fixed; nothing has been removed then.
    bool remove(const T& element, caller where = {}) {
        slots_.check_own(&element, where);
        return removed(&slots_, const_cast<T*>(&element), where);
    }
    bool remove(handle_type h, caller where = {}) {
        slots_.check_own(h, where);
        T* const x = slots_.find(h);
        return x != nullptr && removed(&slots_, x, where);
    }
    /// The element that an iterator stands on; false if a swap has taken it to another pool.
    bool remove(const iterator& at, caller where = {}) { return at.stands_in(slots_) && remove(*at, where); }
    bool remove(const const_iterator& at, caller where = {}) { return at.stands_in(slots_) && remove(*at, where); }
    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* x = w.next()) {
            // (The predicate may have exchanged the contents: the element is where the walk is.)
            if (pred(std::as_const(*x)) && removed(w.node().home, x, where)) ++n;
        }
        return n;
    }
    /// Removes all that is there now, one after the other. O(n).
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = slots_.entered(where);
        slots_.template clear<core::cursor<slots_type>>();
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Elements that have room: handles' indices are below.
    [[nodiscard]] size_type capacity() const noexcept { return slots_.capacity(); }
    /// Sees to it that the pool can grow to `n` elements, and all of them join the subsets that it has by now, without
    /// an allocation, as long as nobody adds or joins while walking. Where the capacity is fixed, it is for the subsets
    /// alone. O(pages). Throws std::length_error for more than there can be, before anything is
    /// taken, and what the allocator throws. False where there is no memory, or no such length, and no exceptions.
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = slots_.entered(where);
        return core::is_possible_length(n, slots_type::most_slots) && slots_.reserve(n);
    }
    /// Gives memory that is not needed back to the allocator, if no walk is open: the pieces at the end in which
    /// nothing is, all of it where the pool is empty. (What is there does not move, and a fixed capacity stays.)
    /// O(pages given back).
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = slots_.entered(where);
        slots_.trim();
    }
    /// The pool refuses to grow beyond this; what is there already stays.
    [[nodiscard]] size_type max_capacity() const noexcept { return slots_.most(); }
    void max_capacity(size_type n) noexcept { slots_.most(n); }
    /// Whether there is no slot for one more: also where the removed are still kept in theirs.
    [[nodiscard]] bool full() const noexcept { return !slots_.has_room(); }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass. What was there when it began comes in the
    /// order of slots; then what has come since, in the order of slots; and so on.
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
        return opened<walk_type>(slots_.end_position(), where);
    }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const_walk_type>(slots_.end_position(), where);
    }

    /// A view of what is there now, which stays as it is while the pool changes. O(1), copies nothing. What it shows is
    /// kept, and keeps its slot.
    [[nodiscard]] frozen_type freeze(caller where = {}) const {
        frozen_type view(slots_);
        slots_.opened(view.node(), where);
        return view;
    }

    /// Calls f(T&) for each, as a live walk does; the fastest walk.
    template <class F> void each(F f, caller where = {}) { visit_each<T>(core::last_position, f, where); }
    template <class F> void each(F f, caller where = {}) const { visit_each<const T>(core::last_position, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) { visit_each<T>(core::last_position, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) const {
        visit_each<const T>(core::last_position, f, where);
    }
    template <class F> void each(residents_t, F f, caller where = {}) {
        visit_each<T>(slots_.end_position(), f, where);
    }
    template <class F> void each(residents_t, F f, caller where = {}) const {
        visit_each<const T>(slots_.end_position(), f, where);
    }

    /// `each`, whose f(T&) may return whether the element lives on. Nothing is moved.
    template <class F> void update(F f, caller where = {}) { update_until(core::last_position, f, where); }
    template <class F> void update(live_t, F f, caller where = {}) { update_until(core::last_position, f, where); }
    template <class F> void update(residents_t, F f, caller where = {}) {
        update_until(slots_.end_position(), f, where);
    }

    /// The residents as spans of neighbours, in order: for loops that vectorise. A run's elements are kept until the
    /// loop goes on to the next run, even if they are removed.
    [[nodiscard]] core::run_range<slots_type, T> runs(caller where = {}) {
        return opened<core::run_range<slots_type, T>>(slots_.end_position(), where);
    }
    [[nodiscard]] core::run_range<slots_type, const T> runs(caller where = {}) const {
        return opened<core::run_range<slots_type, const T>>(slots_.end_position(), where);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents, at once, whoever walks: no element changes its address, handles go with the elements.
    /// Live walks of either pool go on with its new contents, residents' walks end, frozen views show what they showed.
    /// Hooks stay where they are; a fixed capacity goes with the contents. O(open walks).
    void swap(pool& other, caller where = {}) noexcept
        requires(N == 0)
    {
        [[maybe_unused]] const auto inside = slots_.entered(where);
        [[maybe_unused]] const auto inside_other = other.slots_.entered(where);
        using traits = std::allocator_traits<Allocator>;
        if constexpr (traits::propagate_on_container_swap::value) slots_.swap_allocator(other.slots_);
        slots_.swap(other.slots_);
    }
    friend void swap(pool& a, pool& b, caller where = {}) noexcept
        requires(N == 0)
    {
        a.swap(b, where);
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(T&) is told of each element just added, and of each just removed: which is gone already, but still readable.
    /// Both may make any edit. One each; null takes it off. They cost nothing where there is none. What throws undoes
    /// the operation it is told of.
    template <class F> void on_add(F f) { slots_.on_add(std::move(f)); }
    template <class F> void on_remove(F f) { slots_.on_remove(std::move(f)); }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the pool.
    void name(const char* text) noexcept { slots_.name(text); }

    /// Whether the pool is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept { return core::validation::is_whole(slots_); }
    /// What the audit build's journal knows of the element of a handle: who added it, who removed it, where, in which
    /// walk.
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] std::string story(handle_type h) const { return slots_.story(h); }
#endif
    /// What the pool is made of: for what stands on it, such as subsets, and for tests of the last generations.
    [[nodiscard]] slots_type& storage() noexcept { return slots_; }

  private:
    void take_over(pool& other, caller where) noexcept {
        other.slots_.check_unwalked("a pool that is walked is moved", where);
        slots_.take_hooks(other.slots_);
        slots_.swap(other.slots_);
        if (!slots_.is_fixed()) slots_.most(other.slots_.most());
    }
    void move_elements(pool& other) {
        if (other.slots_.is_fixed()) {
            pool fixed(fixed_capacity{other.capacity()}, get_allocator());
            slots_.swap(fixed.slots_);
        }
        (void)reserve(other.size()); // before anything moves
        for (T& x : other.walk(residents)) slots_.emplace_back(std::move(x));
        slots_.take_hooks(other.slots_);
        slots_.most(other.slots_.most());
        other.clear();
    }
    template <class Add> auto added(caller where, Add add) {
        [[maybe_unused]] const auto inside = slots_.entered(where);
        auto result = add();
        if constexpr (core::audited) {
            T* x = nullptr;
            if constexpr (std::is_same_v<decltype(result), handle_type>) x = slots_.find(result);
            else x = result;
            if (x != nullptr) slots_.journal_add(x, where);
        }
        return result;
    }
    static bool removed(slots_type* home, T* x, caller where) {
        if (home == nullptr) return false;
        [[maybe_unused]] const auto inside = home->entered(where);
        if (!home->contains(x)) return false;
        return home->remove_at(page_type::of(x), page_type::of(x)->index_of(x));
    }
    template <class Walk> [[nodiscard]] Walk opened(core::position limit, caller where) const {
        Walk w(&slots_, limit);
        slots_.opened(w.node(), where);
        return w;
    }
    template <class Element, class F> void visit_each(core::position limit, F& f, caller where) const {
        core::require_visit<F, Element>();
        core::cursor<slots_type> c(&slots_, limit);
        slots_.opened(c.node(), where);
        const auto visit = [&f](T& x) { (void)f(static_cast<Element&>(x)); };
        c.each(visit);
    }
    template <class F> void update_until(core::position limit, F& f, caller where) {
        core::require_visit<F, T>();
        core::cursor<slots_type> c(&slots_, limit);
        slots_.opened(c.node(), where);
        const auto visit = [&](T& x) {
            if constexpr (std::is_same_v<std::invoke_result_t<F&, T&>, bool>) {
                if (f(x)) return;
                if (slots_type* const home = c.home(); home != nullptr && home->contains(&x))
                    home->remove_at(page_type::of(&x), page_type::of(&x)->index_of(&x));
            } else {
                (void)f(x);
            }
        };
        c.each(visit);
    }

    mutable slots_type slots_;
};

template <std::input_iterator I, std::sentinel_for<I> S> pool(I, S) -> pool<std::iter_value_t<I>>;
template <std::input_iterator I, std::sentinel_for<I> S, core::allocator_like Allocator> pool(I, S, const Allocator&)
    -> pool<std::iter_value_t<I>, 0, Allocator>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit pool(R&&) -> pool<core::element_of<R>>;
template <class R, core::allocator_like Allocator>
    requires core::range_of<R, core::element_of<R>>
explicit pool(R&&, const Allocator&) -> pool<core::element_of<R>, 0, Allocator>;

namespace pmr {
template <class T> using pool = throng::pool<T, 0, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
