#pragma once

#include <throng/core/keyed.hpp>
#include <throng/core/length.hpp>
#include <throng/core/requirements.hpp>
#include <throng/core/view.hpp>
#include <throng/fwd.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>

namespace throng {

/// Elements in the order of their adding, each once, which may be changed by anyone, from anywhere, at any moment of
/// any walk. To add, to remove and to ask takes O(1).
///
/// | | `throng::ordered_set<T>` | `std::unordered_set<T>` | `std::list` beside `std::unordered_map` |
/// |---|---|---|---|
/// | order of a walk | of adding | none | of adding |
/// | remove any element while walking | yes | all but the current one | all but the current one |
/// | add while walking | yes; seen in the same walk, or not: the loop says it | no (rehash) | yes, seen |
/// | what was there at one moment | `freeze()`, copies nothing | a copy | a copy |
/// | growth | a few entries at a time | all at once | all at once |
/// | addresses | stay while a walk is open; packing happens between walks | stay | stay |
/// | a walk reads | arrays | a node an element | a node an element |
/// | removing by position, buckets, node handles | no | yes | by hand |
///
/// Elements are keys: walks show them const. What `Hash` and `Equal` say of an element must not change while it is
/// there; equal elements have equal hashes. By default it is std::hash, which <functional> or the header of T brings
/// along, except for numbers, enumerations and pointers, which need none. A poor hash (of integers, say the number
/// itself) is good enough: it is mixed well; equal hashes of different elements cost a comparison each. If both have
/// `is_transparent`, other types than T can be looked up and removed.
///
/// Hash and comparison may themselves edit the set, as anyone may; but an addition or a search begins anew after such
/// an edit, and so never ends where every call makes one. (A comparison is no walk: what it has been given may go or
/// move with its edit.)
///
/// The contract in full: docs/contract.md. Not for use by two threads without a lock, not even to walk it. Destroying
/// or moving a set while a walk of it is open is an error of the caller's (the audit build reports it; otherwise such
/// walks end).
///
/// An operation that throws has not happened, whichever of the hash, the comparison, a copy, a hook or the allocator
/// threw. `clear`, `remove_if`, `add_all` and `remove_all` are sequences of single operations: what a throw interrupts
/// has happened up to there.
template <class T, class Hash, class Equal, class Allocator> class ordered_set {
    using storage_type = core::keyed<T, Hash, Equal, Allocator>;
    using sequence_type = core::sequence<T, core::indexing<Allocator>>;
    using caller = core::caller;

  public:
    static_assert((core::require_element<T>(), true));

    using value_type = T;
    using key_type = T;
    using hasher = Hash;
    using key_equal = Equal;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = const T&;
    using const_reference = const T&;
    using iterator = core::walk_iterator<sequence_type, const T>;
    using const_iterator = iterator;
    class walk_type;
    using const_walk_type = core::walk<sequence_type, const T>;
    using frozen_type = core::frozen_view<sequence_type, const T>;

    /// An empty set. Allocates nothing.
    ordered_set(caller where = {})
        requires std::is_default_constructible_v<Allocator>
        : ordered_set(Allocator(), where) {}
    explicit ordered_set(const Allocator& allocator, caller where = {})
        : ordered_set(Hash(), Equal(), allocator, where) {}
    explicit ordered_set(Hash hash, Equal equal = Equal(), const Allocator& allocator = Allocator(), caller where = {})
        : elements_(std::move(hash), std::move(equal), allocator, where) {}
    ordered_set(std::initializer_list<T> elements, const Allocator& allocator = Allocator(), caller where = {})
        : ordered_set(allocator, where) {
        add_all(elements, where);
    }
    /// The elements of a range, in its order, each once. O(n).
    template <core::range_of<T> R>
        requires(!std::is_same_v<std::remove_cvref_t<R>, ordered_set>)
    explicit ordered_set(R&& elements, const Allocator& allocator = Allocator(), caller where = {})
        : ordered_set(allocator, where) {
        add_all(std::forward<R>(elements), where);
    }

    /// The elements between two iterators, in their order, each once. O(n).
    template <class I, class S>
        requires core::iterators_of<I, S, T>
    ordered_set(I begins, S ends, const Allocator& allocator = Allocator(), caller where = {})
        : ordered_set(core::iterator_pair<I, S>{std::move(begins), std::move(ends)}, allocator, where) {}

    /// Copies the elements in order, the hash and the comparison: not the hooks or the maximum capacity. O(n). Throws
    /// what the allocator or a copy throws; nothing leaks.
    ordered_set(const ordered_set& other, caller where = {})
        : ordered_set(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    ordered_set(const ordered_set& other, const Allocator& allocator, caller where = {})
        : ordered_set(other.elements_.hash_function(), other.elements_.key_eq(), allocator, where) {
        add_all(other, where);
    }
    /// Takes elements, hooks and maximum capacity over; nothing is moved in memory. O(1). `other` must not be walked.
    ordered_set(ordered_set&& other, caller where = {})
        : ordered_set(other.elements_.hash_function(), other.elements_.key_eq(), other.get_allocator(), where) {
        take_over(other, where);
    }
    /// The same with an allocator of its own: where that is equal to `other`'s. Else the elements are moved one by one,
    /// copied where a move may throw, and `other` is empty then. O(1), or O(n). Throws what the allocator or a move
    /// throws. (What cannot be moved needs an allocator that is equal.)
    ordered_set(ordered_set&& other, const Allocator& allocator, caller where = {})
        : ordered_set(other.elements_.hash_function(), other.elements_.key_eq(), allocator, where) {
        if (!move_elements(other)) {
            take_over(other, where);
            return;
        }
        elements_.take_hooks(other.elements_);
        elements_.most(other.elements_.most());
        other.clear();
    }
    /// Hooks are not told, and the maximum capacity does not count. Walks of this set go on as after a `swap`, but what
    /// they stand on stays here until they have moved on; and while there are any, the allocator stays. Strong
    /// guarantee.
    ordered_set& operator=(const ordered_set& other) {
        if (this != &other) {
            [[maybe_unused]] const auto inside = elements_.entered({});
            const bool goes_along = traits::propagate_on_container_copy_assignment::value && !elements_.is_walked();
            ordered_set copy(other, goes_along ? other.get_allocator() : get_allocator());
            replace_by(copy, goes_along);
        }
        return *this;
    }
    ordered_set& operator=(ordered_set&& other) {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = elements_.entered({});
        [[maybe_unused]] const auto inside_other = other.elements_.entered({});
        const bool goes_along = traits::propagate_on_container_move_assignment::value && !elements_.is_walked();
        if (goes_along || get_allocator() == other.get_allocator() || !std::is_move_constructible_v<T>) {
            other.elements_.check_unwalked("a set that is walked is moved", {});
            if (elements_.is_walked() && !elements_.prepare_to_replace(other.elements_)) return *this;
            ordered_set taken(other.elements_.hash_function(), other.elements_.key_eq(), other.get_allocator());
            taken.elements_.swap(other.elements_);
            replace_by(taken, goes_along);
        } else {
            ordered_set moved(other.elements_.hash_function(), other.elements_.key_eq(), get_allocator());
            (void)moved.move_elements(other);
            replace_by(moved, false);
            other.clear();
        }
        return *this;
    }
    ordered_set& operator=(std::initializer_list<T> elements) {
        [[maybe_unused]] const auto inside = elements_.entered({});
        ordered_set made(elements_.hash_function(), elements_.key_eq(), get_allocator());
        made.add_all(elements);
        replace_by(made, false);
        return *this;
    }
    ~ordered_set() {
        core::require_destructor<T>();
        elements_.check_unwalked("a set that is walked is destroyed", {});
    }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return elements_.allocator(); }
    [[nodiscard]] hasher hash_function() const { return elements_.hash_function(); }
    [[nodiscard]] key_equal key_eq() const { return elements_.key_eq(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds at the end; false if an equal element is there already, which stays where it is, or if the set is full
    /// (`max_capacity`). O(1): nothing is ever moved to make room. Throws what the hash, the comparison, a copy, the
    /// allocator or `on_add` throws; nothing has been added then. Addresses and walks stay valid; live walks will come
    /// to the new element.
    bool add(const T& element, caller where = {}) { return elements_.inserted(element, where) != nullptr; }
    bool add(T&& element, caller where = {}) { return elements_.inserted(std::move(element), where) != nullptr; }
    /// The same for an element made of the arguments. (One that cannot be moved is made before it is looked for.)
    template <class... Args> bool emplace(Args&&... args) {
        return elements_.made(std::forward<Args>(args)...) != nullptr;
    }

    /// The same for an element whose address is wanted: null if it was not added, or if `on_add` removed it at once.
    const T* push_back(const T& element, caller where = {}) { return if_there(elements_.inserted(element, where)); }
    const T* push_back(T&& element, caller where = {}) {
        return if_there(elements_.inserted(std::move(element), where));
    }
    template <class... Args> const T* emplace_back(Args&&... args) {
        return if_there(elements_.made(std::forward<Args>(args)...));
    }

    /// Adds the elements of a range, or of another set, in its order; how many of them were not there before.
    template <core::range_of<T> R> size_type add_all(R&& elements, caller where = {}) {
        size_type n = 0;
        if constexpr (requires { elements.walk(residents); }) {
            // (A set added to itself has an end.)
            for (const T& x : core::residents_of(elements, where)) n += add(x, where) ? 1U : 0U;
        } else {
            for (auto&& x : elements) n += add(std::forward<decltype(x)>(x), where) ? 1U : 0U;
        }
        return n;
    }
    size_type add_all(std::initializer_list<T> elements, caller where = {}) {
        size_type n = 0;
        for (const T& x : elements) n += add(x, where) ? 1U : 0U;
        return n;
    }
    /// The same under the name that lists have for it.
    template <core::range_of<T> R> size_type add_range(R&& elements, caller where = {}) {
        return add_all(std::forward<R>(elements), where);
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// Whether an equal element is there. O(1). Throws what the hash or the comparison throws.
    [[nodiscard]] bool contains(const T& key) const { return elements_.has(key); }
    template <class K>
        requires core::transparent<Hash, Equal>
    [[nodiscard]] bool contains(const K& key) const {
        return elements_.found(key) != nullptr;
    }
    /// The element that is equal; null if there is none.
    [[nodiscard]] const T* find(const T& key) const { return elements_.found(key); }
    template <class K>
        requires core::transparent<Hash, Equal>
    [[nodiscard]] const T* find(const K& key) const {
        return elements_.found(key);
    }

    /// The element added first, and last; null if the set is empty. O(1), or O(removed) after many removals.
    [[nodiscard]] const T* first() const noexcept { return elements_.first(); }
    [[nodiscard]] const T* last() const noexcept { return elements_.last(); }

    /// Exact at all times, in walks and under frozen views too.
    [[nodiscard]] size_type size() const noexcept { return elements_.size(); }
    [[nodiscard]] bool empty() const noexcept { return elements_.size() == 0; }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes the element that is equal, at once: it is gone for every walk. False if there is none. It is destroyed
    /// now, or, if walks stand on it or frozen views show it, when the last of those has moved on. O(1) and O(open
    /// walks). Throws what the hash, the comparison or `on_remove` throws, and under a frozen view what the allocator
    /// throws; nothing has been removed then.
    bool remove(const T& key, caller where = {}) { return elements_.removed_key(key, where); }
    template <class K>
        requires(core::transparent<Hash, Equal> && !std::is_convertible_v<const K&, const iterator&>)
    bool remove(const K& key, caller where = {}) {
        return elements_.removed_key(key, where);
    }
    /// The element that an iterator stands on; false if a swap has taken it to another set.
    bool remove(const iterator& at, caller where = {}) {
        return at.stands_in(elements_) && elements_.contains(&*at) && elements_.removed(const_cast<T*>(&*at), where);
    }
    /// Removes each element that is in a range, or in another set; how many there were.
    template <class R> size_type remove_all(const R& elements, caller where = {}) {
        size_type n = 0;
        if constexpr (requires { elements.walk(residents); }) {
            for (const auto& x : core::residents_of(elements, where)) n += remove(x, where) ? 1U : 0U;
        } else {
            for (const auto& x : elements) n += remove(x, where) ? 1U : 0U;
        }
        return n;
    }
    size_type remove_all(std::initializer_list<T> elements, caller where = {}) {
        size_type n = 0;
        for (const T& x : elements) n += remove(x, where) ? 1U : 0U;
        return n;
    }
    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (const T* x = w.next()) {
            // (The predicate may have exchanged the contents: what it was asked about is another set's then.)
            if (pred(*x) && w.stands_in(elements_) && w.remove(where)) ++n;
        }
        return n;
    }
    /// Removes all that is there now, one after the other. O(n), and far less for each where there is nothing to do for
    /// an element and the set is not much smaller than it once was.
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        if (elements_.clear_at_once()) return;
        (void)remove_if([](const T&) { return true; }, where);
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// Elements that have room in the pages held.
    [[nodiscard]] size_type capacity() const noexcept { return elements_.capacity(); }
    /// Gives the elements and the index room in advance. Moves nothing. O(pages to be made, and n). Throws
    /// std::length_error for more than there can be, before anything is taken, and what the allocator throws. False
    /// where there is no memory, or no such length, and no exceptions. (The index has some room to spare for what the
    /// hash does not spread evenly; where that is not enough, adding may allocate.)
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        if (!core::is_possible_length(n, core::most_in_memory<T>)) return false;
        return n <= size() || (elements_.prepare_handles() && elements_.table().reserve(elements_.allocator(), n) &&
                               elements_.reserve(n - size()));
    }
    /// Gives memory that is not needed back to the allocator; packs first if no walk is open, and where nothing is
    /// there all goes. O(n).
    void trim(caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        elements_.trim();
    }
    /// The set refuses to grow beyond this; what is there already stays.
    [[nodiscard]] size_type max_capacity() const noexcept { return elements_.most(); }
    void max_capacity(size_type n) noexcept { elements_.most(n); }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass.
    [[nodiscard]] iterator begin(caller where = {}) const {
        iterator i = opened<iterator>(core::last_position, where);
        i.start();
        return i;
    }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk: newcomers are visited too. What is removed and added again is a newcomer.
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

    /// A view of what is there now, which stays as it is while the set changes: walk it instead of locking the set.
    /// O(1), copies nothing. While it is there, nothing is packed, and what it shows is kept.
    [[nodiscard]] frozen_type freeze(caller where = {}) const {
        frozen_type view(elements_);
        elements_.opened(view.node(), where);
        return view;
    }

    /// Calls f(const T&) for each, as a live walk does; the fastest walk.
    template <class F> void each(F f, caller where = {}) const { visit_each(core::last_position, f, where); }
    template <class F> void each(live_t, F f, caller where = {}) const { visit_each(core::last_position, f, where); }
    template <class F> void each(residents_t, F f, caller where = {}) const {
        visit_each(elements_.end_position(), f, where);
    }

    /// The residents as spans of neighbours, in order: for loops that vectorise. A run's elements are kept until the
    /// loop goes on to the next run, even if they are removed.
    [[nodiscard]] core::run_range<sequence_type, const T> runs(caller where = {}) const {
        return opened<core::run_range<sequence_type, const T>>(elements_.end_position(), where);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents, at once, whoever walks: no element changes its address. Live walks of either set go on
    /// with its new contents, residents' walks end, frozen views show what they showed. Hooks and maximum capacities
    /// stay where they are. O(1).
    void swap(ordered_set& other, caller where = {}) {
        [[maybe_unused]] const auto inside = elements_.entered(where);
        [[maybe_unused]] const auto inside_other = other.elements_.entered(where);
        if constexpr (traits::propagate_on_container_swap::value) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
    }
    friend void swap(ordered_set& a, ordered_set& b, caller where = {}) { a.swap(b, where); }

    /// Element by element, in order.
    [[nodiscard]] friend bool operator==(const ordered_set& a, const ordered_set& b) {
        if (a.size() != b.size()) return false;
        auto i = a.begin();
        auto j = b.begin();
        for (; i != a.end() && j != b.end(); ++i, ++j) {
            if (!a.elements_.key_eq()(*i, *j)) return false;
        }
        return true;
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    /// f(const T&) is told of each element just added, and of each just removed: which is gone already, but still
    /// readable. Both may make any edit. One each; null takes it off. They cost nothing where there is none. What
    /// throws undoes the operation it is told of. (If an element is back so, an equal one added in its place meanwhile
    /// goes.)
    template <class F> void on_add(F f) { elements_.on_add(std::move(f)); }
    template <class F> void on_remove(F f) { elements_.on_remove(std::move(f)); }

    // --- looking in --------------------------------------------------------------------------------------------------

    /// The name that the audit build's messages use. The text must outlive the set.
    void name(const char* text) noexcept { elements_.name(text); }

    /// Whether the set is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept {
        return core::validation::is_whole(elements_) && core::validation::is_indexed(elements_);
    }

    /// Buckets of the index, and further lines that do not fit into theirs; 64 bytes each.
    [[nodiscard]] std::pair<size_type, size_type> index_lines() const {
        return elements_.has_handles() ? elements_.table().occupancy() : std::pair<size_type, size_type>{};
    }

  private:
    using traits = std::allocator_traits<Allocator>;

    [[nodiscard]] const T* if_there(const T* x) const noexcept {
        return x != nullptr && elements_.contains(x) ? x : nullptr;
    }

    template <class Walk> [[nodiscard]] Walk opened(core::position limit, caller where) const {
        Walk w(&elements_, limit);
        elements_.opened(w.node(), where);
        return w;
    }
    template <class F> void visit_each(core::position limit, F& f, caller where) const {
        core::cursor<sequence_type> c(&elements_, limit);
        elements_.opened(c.node(), where);
        const auto visit = [&f](T& x) { (void)f(std::as_const(x)); };
        c.each(visit);
    }

    void take_over(ordered_set& other, caller where) {
        other.elements_.check_unwalked("a set that is walked is moved", where);
        elements_.take_hooks(other.elements_);
        elements_.most(other.elements_.most());
        elements_.swap(other.elements_);
    }
    /// Element by element, where the allocators differ and elements can be moved; false, and nothing has happened,
    /// where not.
    bool move_elements(ordered_set& other) {
        if constexpr (std::is_move_constructible_v<T>) {
            if (get_allocator() == other.get_allocator()) return false;
            (void)reserve(other.size()); // before anything moves
            for (const T& x : other.walk(residents)) (void)add(std::move_if_noexcept(const_cast<T&>(x)));
            return true;
        } else {
            return false;
        }
    }
    /// What walks stand on must outlive the exchange.
    void replace_by(ordered_set& other, bool with_allocator) {
        if (elements_.is_walked() && !with_allocator) return elements_.replace_all_by(other.elements_);
        if (with_allocator) elements_.swap_allocator(other.elements_);
        elements_.swap(other.elements_);
    }

    mutable storage_type elements_;
};

/// An open walk of a set: loop over it once with a range-for, or call `next()` until it is null. It lives on the
/// caller's stack and may be left at any point.
template <class T, class Hash, class Equal, class Allocator> class ordered_set<T, Hash, Equal, Allocator>::walk_type
    : public const_walk_type {
  public:
    using const_walk_type::const_walk_type;

    /// Removes the element that the walk stands on; false if there is none, or if it is gone already.
    bool remove(caller where = {}) {
        if (!this->is_current_there()) return false;
        return storage_type::of(*this->node().home).removed(const_cast<T*>(this->current()), where);
    }
    /// A second walk, which stands where this one stands and goes on from there.
    [[nodiscard]] walk_type fork() const noexcept { return walk_type(const_walk_type::fork()); }

  private:
    explicit walk_type(const_walk_type&& at) noexcept : const_walk_type(std::move(at)) {}
};

template <std::input_iterator I, std::sentinel_for<I> S> ordered_set(I, S) -> ordered_set<std::iter_value_t<I>>;
template <class R>
    requires core::range_of<R, core::element_of<R>>
explicit ordered_set(R&&) -> ordered_set<core::element_of<R>>;

namespace pmr {
template <class T, class Hash = core::hash<T>, class Equal = core::equal<T>> using ordered_set =
    throng::ordered_set<T, Hash, Equal, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
