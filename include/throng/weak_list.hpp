#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/requirements.hpp>
#include <throng/fwd.hpp>
#include <throng/parts/weak.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

/// References to objects that are owned elsewhere, in insertion order. Objects that report that they have been deleted
/// are skipped by every walk, and dropped by the first that meets them: a program need not remember the lists of an
/// object.
///
///     throng::weak_list<enemy> seen;             // addresses: an enemy says itself whether it is deleted()
///     throng::weak_list hunted(enemies);         // handles into a throng::list<enemy>: what is stale is deleted
///
/// **Addresses are for objects that stay where they are**: on the heap, in a `throng::pool`, or of a class with a
/// member type `stays_in_place`. A `list`, a `bag` and collections built on them move their elements when they pack,
/// and an address then refers to another element: refer to those by handle. (The audit build refuses the address of
/// such an element.)
///
/// | | `throng::weak_list<T>` | `std::vector<T*>` | `std::vector<std::weak_ptr<T>>` |
/// |---|---|---|---|
/// | deleted objects | are skipped and dropped | stay, dangling | stay; each needs a `lock()` |
/// | add, remove, clear while walking | yes; new elements are visited in the same walk, or not: the loop decides | no | no |
/// | keeps the object alive | no, not even while it is visited | no | while it is locked |
/// | needs of the object | `deleted()`, a specialisation of `deletion`, or a handle | nothing | a `std::shared_ptr` |
/// | remove by address | O(n); of the visited object O(1) | O(n) | O(n) |
/// | size | O(1) approximate, O(n) exact | O(1), the dangling included | O(1), the expired included |
/// | access by index | no | yes | yes |
/// | memory | pages of about 245 references of 8 bytes | one array of 8 bytes each | 16 bytes and the control block |
///
/// Pages hold references: many small lists are made small by `elements_per_page<T*>`, of handles by
/// `elements_per_page<handle<T>>`, and not by `elements_per_page<T>`.
///
/// **Objects are not kept alive.** The contract's rules on destruction and moving (4 to 6) hold for the references
/// here, not for the objects. A reference in a walk's body is valid as long as the object's owner says, even if that
/// ends within the body.
/// - By address: `deleted()` of an object is called when a walk, a search or a full `add` meets it, so its memory must
/// last until it has been dropped: by a walk, by `force_compact()`, by `remove` or `clear` (and until the frozen views
/// of that time are destroyed). Otherwise a new object at the same address would be taken for the old.
/// - By handle: none of this applies. The collection of the objects, `Master`, has to outlive the list.
///
/// An object that was added twice is visited twice, and `remove` takes both references. The links are packed when the
/// last open walk, view or operation ends and fewer links are there than `pack_below()` times `slots()`.
///
/// Throws only what the allocator or `deleted()` throws. Not for use by two threads without a lock.
/// Destroying or moving it while a walk is open is an error of the caller's (the audit build reports it).
template <class T, class Master, class Allocator> class weak_list {
    using links_type =
        std::conditional_t<std::is_void_v<Master>, core::pointer_links<T>, core::handle_links<T, Master>>;
    using home_type = core::weak_sequence<links_type, Allocator>;
    using cursor_type = typename home_type::cursor_type;
    using link = typename home_type::link;
    using caller = core::caller;
    using traits = std::allocator_traits<Allocator>;
    static constexpr bool by_handle = !std::is_void_v<Master>;

  public:
    using value_type = std::remove_const_t<T>;
    using allocator_type = Allocator;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using walk_type = core::weak_walk<home_type, T>;
    using const_walk_type = core::weak_walk<home_type, const T>;
    using iterator = core::walking_iterator<walk_type>;
    using const_iterator = core::walking_iterator<const_walk_type>;
    using frozen_type = core::weak_view<home_type, const T>;

    /// An empty list of addresses. Allocates nothing.
    weak_list(caller where = {}) noexcept(std::is_nothrow_default_constructible_v<Allocator>)
        requires(!by_handle && std::is_default_constructible_v<Allocator>)
        : weak_list(Allocator(), where) {}
    explicit weak_list(const Allocator& allocator, caller where = {}) noexcept
        requires(!by_handle)
        : home_({}, allocator, where) {}
    /// An empty list of handles into a collection, which has to outlive it. Allocates nothing.
    template <class M>
        requires(by_handle && std::is_same_v<M, Master>)
    explicit weak_list(M& master, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : home_(links_type(master), allocator, where) {}

    /// Copies the references to objects that are not deleted, and `pack_below`. O(n). Throws what the allocator or
    /// `deleted()` throws.
    weak_list(const weak_list& other, caller where = {})
        : weak_list(other, traits::select_on_container_copy_construction(other.get_allocator()), where) {}
    weak_list(const weak_list& other, const Allocator& allocator, caller where = {})
        : home_(other.home_.links, allocator, where) {
        pack_below(other.pack_below());
        const auto copy = [&](T& x) { home_.emplace_back(home_.links.link_to(x, where)); };
        other.opened<T>(residents, where).each(copy);
    }
    /// Takes the references over. O(1). `other` must not be walked.
    weak_list(weak_list&& other, caller where = {}) noexcept : home_(other.home_.links, other.get_allocator(), where) {
        take_over(other, where);
    }
    /// The same with another allocator. If it differs from `other`'s, the references are copied one by one, and `other`
    /// is empty. O(1), or O(n). Throws what the allocator or `deleted()` throws.
    weak_list(weak_list&& other, const Allocator& allocator, caller where = {})
        : weak_list(allocator == other.get_allocator() ? weak_list(std::move(other), where)
                                                       : weak_list(std::as_const(other), allocator, where)) {
        other.clear();
    }
    /// Walks of this list go on as after a `swap`, frozen views show what they showed (unless the other's handles are
    /// of another master: then they end); `pack_below` stays. Strong guarantee.
    weak_list& operator=(const weak_list& other) {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = home_.entered({});
        constexpr bool with_allocator = traits::propagate_on_container_copy_assignment::value;
        weak_list copy(other, with_allocator ? other.get_allocator() : get_allocator());
        replace_by<with_allocator>(copy);
        return *this;
    }
    weak_list& operator=(weak_list&& other) {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = home_.entered({});
        [[maybe_unused]] const auto inside_other = other.home_.entered({});
        constexpr bool with_allocator = traits::propagate_on_container_move_assignment::value;
        if (with_allocator || get_allocator() == other.get_allocator()) {
            weak_list taken(std::move(other));
            replace_by<with_allocator>(taken);
        } else {
            weak_list moved(std::move(other), get_allocator());
            replace_by<false>(moved);
        }
        return *this;
    }
    ~weak_list() { home_.check_unwalked("a weak_list that is walked is destroyed", {}); }

    [[nodiscard]] allocator_type get_allocator() const noexcept { return home_.allocator(); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds an object at the end; false, and nothing is added, if it is deleted. O(1) amortised: whenever the list has
    /// doubled, it first drops deleted objects, so that a list that is never walked does not grow without bounds.
    /// Throws what the allocator or the question throws; nothing has been added then. Live walks will come to it.
    /// An object of the master gets a handle, if it has none yet.
    bool add(T& object, caller where = {}) {
        if constexpr (!by_handle) home_.check_stays(std::addressof(object), where);
        return added(home_.links.link_to(object, where), where);
    }
    bool add(link handle, caller where = {})
        requires by_handle
    {
        return added(handle, where);
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// Whether the object is here and not deleted. O(n); asks only that object.
    [[nodiscard]] bool contains(core::element_ref<value_type> object) const {
        return contains_if([&](link l) { return home_.links.leads_to(l, *object); });
    }
    [[nodiscard]] bool contains(link handle, caller where = {}) const
        requires by_handle
    {
        // (Only the master can determine that the handle is one of its handles.)
        if constexpr (core::audited) (void)home_.links.object(handle, where);
        return contains_if([&](link l) { return l == handle; });
    }

    /// The first object in the order that is not deleted, the last, and number `index` of them, counted from 0; null if
    /// there is none. O(1), or O(deleted) in front of it; O(n); O(index). Throws what the question throws.
    [[nodiscard]] T* first() { return nth(0); }
    [[nodiscard]] const T* first() const { return nth(0); }
    [[nodiscard]] T* last() { return last_of(*this); }
    [[nodiscard]] const T* last() const { return last_of(*this); }
    [[nodiscard]] T* nth(size_type index) { return nth_of(*this, index); }
    [[nodiscard]] const T* nth(size_type index) const { return nth_of(*this, index); }

    /// How many objects are not deleted: asks each of them. O(n).
    [[nodiscard]] size_type size(caller where = {}) const {
        size_type n = 0;
        each(residents, [&n](const T&) { ++n; }, where);
        return n;
    }
    /// How many references are held, those to what has been deleted but not met by a walk yet included. O(1).
    [[nodiscard]] size_type approximate_size() const noexcept { return home_.size(); }
    /// Whether a walk, an iterator or a frozen view of it is open. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept { return home_.is_walked(); }
    /// Whether all are deleted. O(1), or O(deleted) if there are any in front of the first that is not.
    [[nodiscard]] bool empty(caller where = {}) const { return walk(residents, where).next() == nullptr; }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Forgets an object; false if it was not here, or deleted. O(n). Throws what the question throws, and under a
    /// frozen view what the allocator throws.
    bool remove(core::element_ref<value_type> object, caller where = {}) {
        return removed([&](link l) { return home_.links.leads_to(l, *object); }, where);
    }
    bool remove(link handle, caller where = {})
        requires by_handle
    {
        return removed([&](link l) { return l == handle; }, where);
    }
    /// Removes the link at which an iterator is positioned. O(1).
    template <class Walk> bool remove(const core::walking_iterator<Walk>& at, caller where = {}) {
        return at.walk().remove(where);
    }
    /// Forgets each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* const x = w.next()) {
            if (pred(std::as_const(*x)) && w.remove(where)) ++n;
        }
        return n;
    }
    /// Forgets all that are here now; asks none of them. O(n).
    void clear(caller where = {}) {
        [[maybe_unused]] const auto inside = home_.entered(where);
        home_.forget_all_links();
    }
    /// Forgets what is deleted, at once, and closes all gaps: at once, or, while walks are open, when the last of them
    /// ends. O(n). Throws what the question throws: what has been forgotten by then stays forgotten.
    void force_compact(caller where = {}) {
        home_.pack_wanted = true;
        forget_deleted(where);
    }

    // --- room --------------------------------------------------------------------------------------------------------

    /// References that have room in the memory held.
    [[nodiscard]] size_type capacity() const noexcept { return home_.capacity(); }
    /// Guarantees that the list can grow to `n` references without an allocation. O(pages to be made). Throws
    /// std::length_error for more than there can be, before anything is taken, and what the allocator throws. False
    /// where there is no memory, or no such length, and no exceptions.
    bool reserve(size_type n, caller where = {}) {
        [[maybe_unused]] const auto inside = home_.entered(where);
        if (!core::is_possible_length(n, core::most_in_memory<link>)) return false;
        return n <= approximate_size() || home_.reserve(n - approximate_size());
    }
    /// Gives memory that is not needed back to the allocator; packs first if no walk is open, and where nothing is
    /// there all goes. O(n).
    void trim(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = home_.entered(where);
        home_.trim();
    }
    /// The places from the first page to the end, gaps included: what a walk passes over.
    [[nodiscard]] size_type slots() const noexcept { return home_.places(); }
    /// All gaps are closed when no walk is open and `approximate_size() < pack_below() * slots()`. 0.5 unless set. (In
    /// any case pages that emptied go, and those that a walk found thin are merged.)
    [[nodiscard]] double pack_below() const noexcept { return home_.thinnest; }
    void pack_below(double fraction) noexcept { home_.thinnest = fraction; }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass.
    [[nodiscard]] iterator begin(caller where = {}) { return iterator(walk(live, where)); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return const_iterator(walk(live, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

    /// An open walk: also visits new references.
    [[nodiscard]] walk_type walk(live_t, caller where = {}) { return opened<T>(live, where); }
    [[nodiscard]] const_walk_type walk(live_t, caller where = {}) const { return opened<const T>(live, where); }
    /// An open walk of what is here now.
    [[nodiscard]] walk_type walk(residents_t, caller where = {}) { return opened<T>(residents, where); }
    [[nodiscard]] const_walk_type walk(residents_t, caller where = {}) const {
        return opened<const T>(residents, where);
    }

    /// A view of the references as they are now: walked as often as one likes it shows those, removed since or not, but
    /// for objects that have been deleted since. O(1), copies nothing. Nothing is packed while it is there.
    [[nodiscard]] frozen_type freeze(caller where = {}) const {
        frozen_type view(home_);
        home_.opened(view.node(), where);
        return view;
    }

    /// Calls f(T&) for each, as a live walk does; the fastest walk.
    template <class F> void each(F f, caller where = {}) { opened<T>(live, where).each(f); }
    template <class F> void each(F f, caller where = {}) const { opened<const T>(live, where).each(f); }
    template <class F> void each(live_t, F f, caller where = {}) { opened<T>(live, where).each(f); }
    template <class F> void each(live_t, F f, caller where = {}) const { opened<const T>(live, where).each(f); }
    template <class F> void each(residents_t, F f, caller where = {}) { opened<T>(residents, where).each(f); }
    template <class F> void each(residents_t, F f, caller where = {}) const {
        opened<const T>(residents, where).each(f);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the references, whatever walks are open: live walks of either list go on with its new ones, residents'
    /// walks end, frozen views show what they showed. `pack_below` stays. O(1).
    void swap(weak_list& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = home_.entered(where);
        [[maybe_unused]] const auto inside_other = other.home_.entered(where);
        if constexpr (traits::propagate_on_container_swap::value) home_.swap_allocator(other.home_);
        home_.swap_contents(other.home_);
    }
    friend void swap(weak_list& a, weak_list& b, caller where = {}) noexcept { a.swap(b, where); }

    /// The name that the audit build's messages use. The text must outlive the list.
    void name(const char* text) noexcept { home_.name(text); }

    /// Whether the list is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept { return core::validation::is_whole(home_); }

  private:
    void take_over(weak_list& other, caller where) noexcept {
        other.home_.check_unwalked("a weak_list that is walked is moved", where);
        pack_below(other.pack_below());
        home_.swap_contents(other.home_);
    }
    bool added(link l, caller where) {
        [[maybe_unused]] const auto inside = home_.entered(where);
        if (home_.size() >= home_.prune_at) [[unlikely]]
            forget_deleted(where);
        if constexpr (by_handle) {
            if (!l) return false;
        }
        if (home_.links.object(l, where) == nullptr) return false;
        return home_.emplace_back(l) != nullptr;
    }
    void forget_deleted(caller where) {
        each(residents, [](const T&) {}, where);
        home_.prune_at = 2 * home_.size() + core::page<link>::slots();
    }
    template <class List> [[nodiscard]] static auto* nth_of(List& all, size_type index) {
        auto w = all.walk(residents);
        auto* x = w.next();
        for (; x != nullptr && index != 0; --index) x = w.next();
        return x;
    }
    template <class List> [[nodiscard]] static auto* last_of(List& all) {
        auto w = all.walk(residents);
        auto* last = w.next();
        for (auto* x = last; x != nullptr; x = w.next()) last = x;
        return last;
    }
    template <class IsIt> [[nodiscard]] bool contains_if(IsIt is_it) const {
        core::packed_after<home_type, cursor_type> c(std::in_place, &home_, live);
        while (const link* const l = c->next()) {
            if (is_it(*l)) return home_.links.object(*l) != nullptr && home_.contains(l);
        }
        return false;
    }
    template <class IsIt> bool removed(IsIt is_it, caller where) {
        [[maybe_unused]] const auto inside = home_.entered(where);
        core::packed_after<home_type, cursor_type> c(std::in_place, &home_, residents);
        bool known = false;
        bool there = false;
        while (link* const l = c->next()) {
            if (!is_it(*l)) continue;
            if (!known) {
                there = home_.links.object(*l) != nullptr;
                // All of them go, or none.
                if (c.home() != nullptr && !c.home()->prepare_removal(is_it)) return false;
                known = true;
            }
            // (The question may have removed it.)
            if (c.home() == nullptr || !c.home()->remove_own(l)) there = false;
        }
        return there;
    }
    template <class Element, class Policy>
    [[nodiscard]] core::weak_walk<home_type, Element> opened(Policy policy, caller where) const {
        core::weak_walk<home_type, Element> w(home_, policy);
        home_.opened(w.node(), where);
        return w;
    }
    /// Where walks or views are open, what they show must outlive the exchange: the new references come in one by one
    /// then. (But handles into another master cannot lie beside those into this one.)
    template <bool WithAllocator> void replace_by(weak_list& other) {
        if (home_.is_walked() && home_.links == other.home_.links) {
            home_.reserve(other.home_.size());
            home_.forget_all_links();
            cursor_type c(&other.home_, residents);
            while (const link* const l = c.next()) (void)home_.emplace_back(*l);
            return;
        }
        if constexpr (WithAllocator) home_.swap_allocator(other.home_);
        home_.swap_contents(other.home_);
    }

    mutable home_type home_;
};

/// A weak_list of handles into a collection.
template <class Master>
    requires requires(Master& m, typename Master::handle_type h) { m.get(h); }
weak_list(Master&) -> weak_list<typename Master::value_type, Master>;
template <class Master, class Allocator>
    requires requires(Master& m, typename Master::handle_type h) { m.get(h); }
weak_list(Master&, const Allocator&) -> weak_list<typename Master::value_type, Master, Allocator>;

namespace pmr {
template <class T, class Master = void> using weak_list =
    throng::weak_list<T, Master, std::pmr::polymorphic_allocator<T*>>;
}

} // namespace throng
