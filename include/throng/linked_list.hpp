#pragma once

#include <throng/core/requirements.hpp>
#include <throng/parts/chain.hpp>
#include <throng/parts/hook.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace throng {

template <class... Args> class listeners;
namespace core {
template <class T, auto Hook> struct hook_access;
}

/// A hook of an object for linked lists: a base class or a member, one for each list that contains the object at the
/// same time. Tags distinguish base classes. A destroyed object leaves its list. A moved object, as when collections
/// pack their elements, keeps its place in the list: the new object replaces it, also for open walks. A copy is in no
/// list, and assigning a copy leaves the object where it is linked.
///
/// **A hook of zero bytes is an unlinked hook**, as after construction: an object may come from
/// `calloc` or `memset`, in a program that is partly C. A hook that no list has written must not contain other bytes;
/// the audit build reports them when the hook is linked or unlinked. An object that ends without its destructor must
/// not be linked, unless its list `forget`s it.
template <class Tag = void> class list_hook {
  public:
    /// The size of a hook, in every build: three pointers and a number of 64 bits. For structs that are shared with C.
    static constexpr std::size_t bytes = sizeof(core::link);

    list_hook() = default;
    list_hook(const list_hook&) noexcept {}
    list_hook(list_hook&& other) noexcept { core::chain::follow(other.link_, link_); }
    list_hook& operator=(const list_hook&) noexcept { return *this; }
    list_hook& operator=(list_hook&& other) noexcept {
        if (this != &other) {
            unlink();
            core::chain::follow(other.link_, link_);
        }
        return *this;
    }
    ~list_hook() { unlink(); }

    /// Whether it is linked.
    [[nodiscard]] bool is_linked() const noexcept { return link_.home != nullptr; }
    /// Leaves the list that it is in, if any. O(1).
    void unlink(core::caller where = {}) noexcept { core::chain::remove(link_, where); }

  private:
    template <class, auto> friend struct core::hook_access;

    core::link link_;
};

namespace core {

template <class> inline constexpr bool is_list_hook = false;
template <class Tag> inline constexpr bool is_list_hook<list_hook<Tag>> = true;

/// From an object to the hook of this list, and back.
template <class T, auto Hook> struct hook_access {
    using base_hook_class = list_hook<typename hook_tag<std::remove_const_t<decltype(Hook)>>::type>;
    using place = hook_place<T, Hook, base_hook_class>;
    [[nodiscard]] static link& link_of(T& object) noexcept {
        using hook = std::remove_cvref_t<decltype(place::hook_of(object))>;
        static_assert(is_list_hook<hook>, "throng: a linked_list takes a list_hook: a member, or base_hook<Tag>");
        return place::hook_of(object).link_;
    }
    [[nodiscard]] static const link& link_of(const T& object) noexcept {
        return place::hook_of(const_cast<T&>(object)).link_;
    }
    [[nodiscard]] static T* object(link& l) noexcept {
        // The link is all that is in a hook, so the hook's address is its own.
        using hook = std::remove_reference_t<decltype(place::hook_of(std::declval<T&>()))>;
        static_assert(sizeof(hook) == sizeof(link) && std::is_standard_layout_v<hook>);
        return place::object_of(reinterpret_cast<hook&>(l));
    }
};

} // namespace core

/// Objects that are owned elsewhere, linked through hooks inside them (an intrusive list): nothing is ever allocated,
/// and everything but iterating is O(1). Removing, adding and moving objects is legal during walks.
///
///     struct enemy : throng::list_hook<> {                        // one hook as a base class
///         throng::list_hook<> nearby;                             // and one as a member
///     };
///     throng::linked_list<enemy> all;
///     throng::linked_list<enemy, &enemy::nearby> in_sight;        // base_hook<tag> where bases have tags
///
/// | | `throng::linked_list<T>` | `std::list<T>` | `boost::intrusive::list<T>` |
/// |---|---|---|---|
/// | owns its elements | no | yes | no |
/// | an object in several lists | one a hook | no | one a hook |
/// | allocates | never | a node an element | never |
/// | remove any element while walking | yes | all but the current one | all but the current one |
/// | a destroyed object | unlinks itself, walked or not | n/a | unlinks itself (auto_unlink, no O(1) size) |
/// | removal, from the object alone | O(1), however many walks are open | no | O(1) |
/// | size, "is it in this list?" | O(1), O(1) | O(1), no | O(1) or auto_unlink, no |
/// | splice, move, swap | O(objects moved): each knows its list | O(1) | O(1) |
/// | iterators | walks: move-only, single pass, both ways | bidirectional | bidirectional |
/// | copy | no | yes | no |
/// | memory | 32 bytes a hook | 16 bytes and the element | 16 bytes a hook |
///
/// Effects on open walks, in the walk's direction, forward and backward alike:
/// - The visited object is removed: the walk continues right after its place.
/// - An object inserted before the visited one is not visited. One inserted after it is visited by a live walk.
/// - In the gap of a removed object: an object inserted next to the neighbour behind is not visited, one inserted next
/// to the neighbour ahead is.
/// - A live walk at its end continues when an object is added after the last one that it visited.
/// - Moving an object, within its list or to another, is removing and adding it: residents' walks do not visit it
/// again.
///
/// **Objects are not kept alive.** An object destroyed during its visit no longer exists (rule 5 of the contract
/// concerns its owner). There are no frozen views: a removed object may be linked into another list, so a view would
/// have to allocate. Freeze the collection that owns the objects, or a `weak_list` of them.
///
/// **Loops of C.** Where a loop of a C engine goes from object to object, walk. `next_of` does not go on from an object
/// that has been removed:
///
///     for (thing& t : things)                                     // t may remove, free, or unlink itself or any other
///         if (!think(t)) things.remove(t);
///     for (thing *t = things.first(), *next; t; t = next) {       // no walk: `next` must still be there when t is
///     done
///         next = things.next_of(*t);
///         if (!think(*t)) things.remove(*t);
///     }
///
/// **Arenas.** If the memory of all objects is freed in one go, such as a zone or a level, and no destructor runs, the
/// list would keep links into freed memory, which clearing, destroying, moving and swapping read. `forget()` empties it
/// without reading any. Call it before or after the memory is freed, and before anything else is done with the list. An
/// open walk ends there, or continues with objects added later, if it is live.
///
/// No function throws, except what a called function throws. Not for use by two threads without a lock, not even to
/// walk it. Destroying a list unlinks its objects; if a walk of it is open, that is an error of the caller's, as is
/// moving it then (the audit build reports both; otherwise such walks end).
template <class T, auto Hook = base_hook<>> class linked_list {
    using access = core::hook_access<T, Hook>;
    using caller = core::caller;

  public:
    using value_type = T;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using walk_type = core::chain_walk<access, T, false>;
    using const_walk_type = core::chain_walk<access, const T, false>;
    using backward_walk_type = core::chain_walk<access, T, true>;
    using const_backward_walk_type = core::chain_walk<access, const T, true>;
    using iterator = core::walking_iterator<walk_type>;
    using const_iterator = core::walking_iterator<const_walk_type>;
    using reverse_iterator = core::walking_iterator<backward_walk_type>;
    using const_reverse_iterator = core::walking_iterator<const_backward_walk_type>;

    /// The size of each of the four kinds of walk, in this build (nine words where a pointer has 64 bits; more in the
    /// audit build). For storage from a C program: a walk made there must be destroyed there before the storage is
    /// reused.
    static constexpr size_type walk_bytes = sizeof(walk_type);

    linked_list(caller where = {}) noexcept : chain_(where) {}
    linked_list(const linked_list&) = delete;
    linked_list& operator=(const linked_list&) = delete;
    /// Takes the objects over. O(n). `other` must not be walked.
    linked_list(linked_list&& other, caller where = {}) noexcept : chain_(where) {
        other.chain_.check_unwalked("a linked_list that is walked is moved", where);
        chain_.take_all(other.chain_);
    }
    /// Removes the present objects, then takes over the others: walks of this list continue with them, as after a
    /// `swap`.
    linked_list& operator=(linked_list&& other) noexcept {
        if (this == &other) return *this;
        [[maybe_unused]] const auto inside = chain_.entered({});
        [[maybe_unused]] const auto inside_other = other.chain_.entered({});
        other.chain_.check_unwalked("a linked_list that is walked is moved", {});
        chain_.clear();
        chain_.swap(other.chain_);
        return *this;
    }
    ~linked_list() { chain_.check_unwalked("a linked_list that is walked is destroyed", {}); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Adds an object at the end, or at the front. If it is in a list by this hook, also in this one, it leaves that
    /// first: so this also moves it. O(1).
    void push_back(T& object, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        chain_.push_back(access::link_of(object));
    }
    void push_front(T& object, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        chain_.push_front(access::link_of(object));
    }
    /// The same as `push_back`.
    void add(T& object, caller where = {}) noexcept { push_back(object, where); }

    /// Adds or moves an object next to one of this list; false, without effect, if `at` is not in this list.
    /// O(1), and O(walks that are visiting `at`).
    bool insert_before(core::element_ref<T> at, T& object, caller where = {}) noexcept {
        if (!contains(at)) return false;
        [[maybe_unused]] const auto inside = chain_.entered(where);
        chain_.insert_before(access::link_of(*at), access::link_of(object));
        return true;
    }
    bool insert_after(core::element_ref<T> at, T& object, caller where = {}) noexcept {
        if (!contains(at)) return false;
        [[maybe_unused]] const auto inside = chain_.entered(where);
        chain_.insert_after(access::link_of(*at), access::link_of(object));
        return true;
    }

    /// Moves all objects of another list to the end or the front of this one, in their order. O(other.size()). Walks of
    /// the other list find it empty; walks here see new objects. No effect with itself.
    void splice_back(linked_list& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        [[maybe_unused]] const auto inside_other = other.chain_.entered(where);
        if (this != &other) chain_.take_all(other.chain_);
    }
    void splice_front(linked_list& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        [[maybe_unused]] const auto inside_other = other.chain_.entered(where);
        if (this == &other) return;
        while (core::link* const x = other.chain_.template first<true>()) chain_.push_front(*x);
    }
    /// The same next to an object of this list; false, without effect, if it is not in this list.
    bool splice_before(core::element_ref<T> at, linked_list& other, caller where = {}) noexcept {
        if (!contains(at)) return false;
        [[maybe_unused]] const auto inside = chain_.entered(where);
        [[maybe_unused]] const auto inside_other = other.chain_.entered(where);
        if (this == &other) return true;
        while (core::link* const x = other.chain_.template first<false>())
            chain_.insert_before(access::link_of(*at), *x);
        return true;
    }
    bool splice_after(core::element_ref<T> at, linked_list& other, caller where = {}) noexcept {
        if (!contains(at)) return false;
        [[maybe_unused]] const auto inside = chain_.entered(where);
        [[maybe_unused]] const auto inside_other = other.chain_.entered(where);
        if (this == &other) return true;
        while (core::link* const x = other.chain_.template first<true>()) chain_.insert_after(access::link_of(*at), *x);
        return true;
    }

    // --- finding -----------------------------------------------------------------------------------------------------

    /// Whether the object is in this list, by this hook. O(1).
    [[nodiscard]] bool contains(core::element_ref<T> object) const noexcept {
        return chain_.contains(access::link_of(*object));
    }

    /// The first and the last object; null if the list is empty. O(1), and O(open walks).
    [[nodiscard]] T* first() noexcept { return object_of(chain_.template first<false>()); }
    [[nodiscard]] const T* first() const noexcept { return object_of(chain_.template first<false>()); }
    [[nodiscard]] T* last() noexcept { return object_of(chain_.template first<true>()); }
    [[nodiscard]] const T* last() const noexcept { return object_of(chain_.template first<true>()); }
    /// The object that comes as number `index` in the order, counted from 0; null if there are not so many. O(index).
    [[nodiscard]] T* nth(size_type index) noexcept { return object_at(index); }
    [[nodiscard]] const T* nth(size_type index) const noexcept { return object_at(index); }

    /// The neighbour of an object of this list; null if there is none. O(1), and O(open walks). Asking for the
    /// neighbour of an object outside this list, such as a removed one, is an error of the caller's: the audit build
    /// reports it, other builds return null.
    [[nodiscard]] T* next_of(core::element_ref<T> object, caller where = {}) noexcept {
        return neighbour<false>(object, where);
    }
    [[nodiscard]] const T* next_of(core::element_ref<T> object, caller where = {}) const noexcept {
        return neighbour<false>(object, where);
    }
    [[nodiscard]] T* previous_of(core::element_ref<T> object, caller where = {}) noexcept {
        return neighbour<true>(object, where);
    }
    [[nodiscard]] const T* previous_of(core::element_ref<T> object, caller where = {}) const noexcept {
        return neighbour<true>(object, where);
    }

    [[nodiscard]] size_type size() const noexcept { return chain_.size(); }
    [[nodiscard]] bool empty() const noexcept { return chain_.size() == 0; }
    /// Whether a walk or an iterator of it is open. Any edit is legal nevertheless.
    [[nodiscard]] bool is_walked() const noexcept { return chain_.is_walked(); }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes an object at once: no walk visits it any more. False if it is not in this list. O(1), however many walks
    /// are open.
    bool remove(core::element_ref<T> object, caller where = {}) noexcept {
        if (!contains(object)) return false;
        core::chain::remove(access::link_of(*object), where);
        return true;
    }
    /// Removes the object of an iterator; false if there is none, or if it has been removed.
    template <bool Backward>
    bool remove(const core::walking_iterator<core::chain_walk<access, T, Backward>>& at, caller where = {}) noexcept {
        return at.walk().remove(where);
    }
    /// Removes each resident for which `pred` is true; how many. O(n).
    template <class Predicate> size_type remove_if(Predicate pred, caller where = {}) {
        core::require_predicate<Predicate, T>();
        size_type n = 0;
        auto w = walk(residents, where);
        while (T* const x = w.next()) {
            if (pred(std::as_const(*x)) && w.remove(where)) ++n;
        }
        return n;
    }
    /// Removes all objects. O(n).
    void clear(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        chain_.clear();
    }
    /// Empties the list without reading or writing any of its objects, whose memory may already be freed: see Arenas
    /// above. O(1). No walk visits them any more. When their memory is reused, a hook begins by its constructor or as
    /// zero bytes; until then its objects must not be unlinked, destroyed, or added to a list.
    void forget(caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        chain_.forget();
    }

    // --- walking -----------------------------------------------------------------------------------------------------

    /// A live walk, for a range-for or an algorithm: move-only, single pass. From the last to the first with `rbegin`.
    [[nodiscard]] iterator begin(caller where = {}) { return iterator(walk(live, where)); }
    [[nodiscard]] const_iterator begin(caller where = {}) const { return const_iterator(walk(live, where)); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }
    [[nodiscard]] reverse_iterator rbegin(caller where = {}) { return reverse_iterator(walk(backward, live, where)); }
    [[nodiscard]] const_reverse_iterator rbegin(caller where = {}) const {
        return const_reverse_iterator(walk(backward, live, where));
    }
    [[nodiscard]] std::default_sentinel_t rend() const noexcept { return {}; }

    /// An open walk: also of new objects with `live`, of the present ones with `residents`.
    [[nodiscard]] walk_type walk(live_t p, caller where = {}) { return opened<walk_type>(p, where); }
    [[nodiscard]] walk_type walk(residents_t p, caller where = {}) { return opened<walk_type>(p, where); }
    [[nodiscard]] const_walk_type walk(live_t p, caller where = {}) const { return opened<const_walk_type>(p, where); }
    [[nodiscard]] const_walk_type walk(residents_t p, caller where = {}) const {
        return opened<const_walk_type>(p, where);
    }
    /// From the last to the first: of the present objects, or with `live` also of new ones.
    [[nodiscard]] backward_walk_type walk(backward_t, caller where = {}) {
        return opened<backward_walk_type>(residents, where);
    }
    [[nodiscard]] const_backward_walk_type walk(backward_t, caller where = {}) const {
        return opened<const_backward_walk_type>(residents, where);
    }
    [[nodiscard]] backward_walk_type walk(backward_t, live_t p, caller where = {}) {
        return opened<backward_walk_type>(p, where);
    }
    [[nodiscard]] const_backward_walk_type walk(backward_t, live_t p, caller where = {}) const {
        return opened<const_backward_walk_type>(p, where);
    }
    template <core::walk_policy P> [[deprecated("throng: use walk(backward) or walk(backward, live)")]] [[nodiscard]]
    backward_walk_type walk_backward(P p, caller where = {}) {
        return opened<backward_walk_type>(p, where);
    }
    template <core::walk_policy P> [[deprecated("throng: use walk(backward) or walk(backward, live)")]] [[nodiscard]]
    const_backward_walk_type walk_backward(P p, caller where = {}) const {
        return opened<const_backward_walk_type>(p, where);
    }

    /// Calls f(T&) for each, as a live walk does, or as the walk that is named.
    template <class F> void each(F f, caller where = {}) { visit_each<walk_type>(live, f, where); }
    template <class F> void each(F f, caller where = {}) const { visit_each<const_walk_type>(live, f, where); }
    template <class F> void each(live_t p, F f, caller where = {}) { visit_each<walk_type>(p, f, where); }
    template <class F> void each(live_t p, F f, caller where = {}) const { visit_each<const_walk_type>(p, f, where); }
    template <class F> void each(residents_t p, F f, caller where = {}) { visit_each<walk_type>(p, f, where); }
    template <class F> void each(residents_t p, F f, caller where = {}) const {
        visit_each<const_walk_type>(p, f, where);
    }
    template <class F> void each(backward_t, F f, caller where = {}) {
        visit_each<backward_walk_type>(residents, f, where);
    }
    template <class F> void each(backward_t, F f, caller where = {}) const {
        visit_each<const_backward_walk_type>(residents, f, where);
    }

    /// The self-pruning walk. f(T&) may return whether the object stays in the list, or remove it, or destroy it, or do
    /// nothing of this.
    template <class F> void update(F f, caller where = {}) { visit_and_prune(live, f, where); }
    template <class F> void update(live_t p, F f, caller where = {}) { visit_and_prune(p, f, where); }
    template <class F> void update(residents_t p, F f, caller where = {}) { visit_and_prune(p, f, where); }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the objects, whatever walks are open: live walks of either list go on with its new ones, residents'
    /// walks end. O(n): each object knows its list.
    void swap(linked_list& other, caller where = {}) noexcept {
        [[maybe_unused]] const auto inside = chain_.entered(where);
        [[maybe_unused]] const auto inside_other = other.chain_.entered(where);
        if (this != &other) chain_.swap(other.chain_);
    }
    friend void swap(linked_list& a, linked_list& b, caller where = {}) noexcept { a.swap(b, where); }

    /// The name that the audit build's messages use. The text must outlive the list.
    void name(const char* text) noexcept { chain_.name(text); }

    /// Whether the list is whole: what its parts say of each other is compared, every bit, link and count. O(n). Always
    /// true, but for an error of the caller's that went before, or of the library's: for tests. (The audit build asks
    /// after edits.)
    [[nodiscard]] bool validate() const noexcept { return chain_.is_whole(); }

  private:
    template <class...> friend class listeners;

    [[nodiscard]] static T* object_of(core::link* l) noexcept { return l == nullptr ? nullptr : access::object(*l); }
    [[nodiscard]] T* object_at(size_type index) const noexcept {
        T* x = object_of(chain_.template first<false>());
        for (; x != nullptr && index != 0; --index) x = neighbour<false>(*x, {});
        return x;
    }
    template <bool Backward> [[nodiscard]] T* neighbour(core::element_ref<T> object, caller where) const noexcept {
        chain_.check_contains(
            access::link_of(*object),
            "next_of or previous_of of an object that is not in the list: ask before it is removed, or "
            "walk",
            where);
        return contains(object) ? object_of(chain_.template after<Backward>(access::link_of(*object))) : nullptr;
    }
    template <class Walk, class Policy> [[nodiscard]] Walk opened(Policy policy, caller where) const {
        static_assert(sizeof(Walk) == walk_bytes);
        Walk w(chain_, policy);
        chain_.opened(w.place(), where);
        return w;
    }
    template <class Walk, class Policy, class F> void visit_each(Policy policy, F& f, caller where) const {
        core::require_visit<F, typename Walk::element_type>();
        auto w = opened<Walk>(policy, where);
        while (auto* const x = w.next()) f(*x);
    }
    template <class Policy, class F> void visit_and_prune(Policy policy, F& f, caller where) {
        auto w = opened<walk_type>(policy, where);
        while (T* const x = w.next()) {
            if (!core::lives_on(f, *x)) w.remove(where);
        }
    }

    mutable core::chain chain_;
};

} // namespace throng
