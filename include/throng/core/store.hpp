#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/callback.hpp>
#include <throng/core/compiler.hpp>
#include <throng/core/handles.hpp>
#include <throng/core/placement.hpp>
#include <throng/core/validation.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Elements in pages, which may be added and removed whatever is open: liveness, handles, deferred destruction, hooks,
/// subsets and memory. Where elements go is for the placement to say. Walks are in walks.hpp, sorting in sorting.hpp.
///
/// The invariants:
/// - A slot is live, a ghost (removed, but a walk stands on it or a frozen view shows it), or has nothing in it.
/// - While anything is open, or user code runs in the middle of an operation (`busy`), no element is moved, and no page
///   goes in which a walk stands.
/// - An element is destroyed when nothing keeps it any more, once, after it has become neither live nor a ghost.
template <class T, template <class> class Placement, class Allocator, class Table = handle_table<T, Allocator>>
class store : public checked<store<T, Placement, Allocator, Table>>, public watched<T> {
    static_assert((require_element<T>(), true));
    using checked_type = checked<store>;

  public:
    using value_type = T;
    using allocator_type = Allocator;
    using placement_type = Placement<T>;
    using page_type = typename placement_type::page_type;
    using pages_type = page_list<page_type, Allocator>;
    using place_type = spot<page_type>;
    using ring_type = walk_ring<store>;
    using walker_type = walk_node<store>;
    using subset_chain_type = subset_chain<page_type, Allocator>;
    static constexpr bool reuses = placement_type::reuses;
    static constexpr bool numbered = !placement_type::moves;
    using handles_type =
        std::conditional_t<numbered, slot_handles<page_type>, table_handles<page_type, Allocator, Table>>;

    /// Whether handles can be asked for: not where their table finds the elements by what they are.
    static constexpr bool gives_handles = !requires(const Table& t) { t.changes(); };
    /// Whether the placement keeps track of waiting elements, and is notified of additions, removals and moves.
    static constexpr bool is_counted = requires(const placement_type& p) { p.waiting(); };

    static constexpr bool trivial = std::is_trivially_destructible_v<T>;
    static constexpr bool plain = std::is_trivially_copyable_v<T>;
    /// Whether elements may be moved at all, and by copying their bytes.
    static constexpr bool relocatable = placement_type::moves && may_be_moved<T>;
    static constexpr bool by_bytes = relocatable && trivially_relocatable<T>;

    /// User code is running in the middle of an operation, or elements are being moved.
    class busy;

    explicit store(const Allocator& allocator, caller where = {}) noexcept : checked_type(where), pages_(allocator) {}
    store(const store&) = delete;
    store& operator=(const store&) = delete;
    ~store();

    // --- what is there -----------------------------------------------------------------------------------------------

    [[nodiscard]] const Allocator& allocator() const noexcept { return pages_.memory.allocator(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    void most(std::size_t n) noexcept { most_ = n, look_around(); }
    /// Whether there is no room for one more: what is just being made has its place already.
    [[nodiscard]] bool is_full() const noexcept { return handles_.are_used_up() || size_ + being_made_ >= most_; }
    [[nodiscard]] std::size_t capacity() const noexcept {
        if constexpr (numbered) {
            if (pages_.memory.is_fixed()) return placement_.most();
        }
        return pages_.memory.pages() * page_type::slots();
    }
    [[nodiscard]] std::size_t places() const noexcept { return pages_.places(); }
    [[nodiscard]] position end_position() const noexcept { return pages_.end(); }

    /// Whether an address is that of a slot here. It need not be valid.
    [[nodiscard]] bool owns(const T* x) const noexcept { return pages_.memory.owns(x); }
    [[nodiscard]] bool contains(const T* x) const noexcept { return owns(x) && place_type::of(x).is_live(); }

    [[nodiscard]] T* first() const noexcept;
    /// The last before a position.
    [[nodiscard]] T* last(position limit = last_position) const noexcept;

    [[nodiscard]] bool is_busy() const noexcept { return busy_ != 0; }
    /// Whether anything is open that forbids to move elements.
    [[nodiscard]] bool is_walked() const noexcept { return ring_.any() || busy_ != 0; }
    [[nodiscard]] bool is_frozen() const noexcept { return ring_.views() != 0; }
    [[nodiscard]] bool has_ghosts() const noexcept { return ghosts_ != 0; }
    [[nodiscard]] pages_type& pages() noexcept { return pages_; }
    [[nodiscard]] const pages_type& pages() const noexcept { return pages_; }
    [[nodiscard]] ring_type& walkers() noexcept { return ring_; }
    [[nodiscard]] const ring_type& walkers() const noexcept { return ring_; }
    [[nodiscard]] placement_type& placement() noexcept { return placement_; }
    [[nodiscard]] const placement_type& placement() const noexcept { return placement_; }
    template <class F> void for_each_slot(position from, F f) const { pages_.for_each_slot(from, f); }

    // --- handles -----------------------------------------------------------------------------------------------------

    [[nodiscard]] handles_type& handles() noexcept { return handles_; }
    [[nodiscard]] const handles_type& handles() const noexcept { return handles_; }
    [[nodiscard]] T* find(handle<T> h) const noexcept {
        if constexpr (numbered) {
            const place_type at = place_of(h);
            return at.p == nullptr ? nullptr : at.get();
        } else {
            T* const x = handles_.find(h);
            return x != nullptr && handles_.is_shared() && !owns(x) ? nullptr : x;
        }
    }
    /// The slot of a handle's element; none if the handle is empty or stale.
    [[nodiscard]] place_type place_of(handle<T> h) const noexcept
        requires numbered;
    /// The element's handle, made now if it has none; in `on_remove` the one that it had. O(1), but for the first
    /// handle of all: that is O(pages). Throws what the allocator throws; nothing has changed then.
    [[nodiscard]] handle<T> handle_of(const T* x);
    /// The table of handles (for tests of the last generations). Throws what the allocator throws.
    [[nodiscard]] auto& table()
        requires(!numbered)
    {
        (void)begin_handles();
        return *handles_.table();
    }
    [[nodiscard]] bool begin_handles() {
        const bool began = handles_.begin(pages_);
        look_around();
        return began;
    }
    void start_generations_at(std::uint32_t generation) noexcept
        requires numbered
    {
        handles_.start_generations_at(generation);
    }
    [[nodiscard]] bool is_retired(place_type at) const noexcept { return handles_.is_retired(at); }
    [[nodiscard]] bool has_retired(const page_type* p) const noexcept { return handles_.page_is_retired(p); }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Makes an element; null when the store is full, or when `on_add` removed it again. O(1), moves nothing. Throws
    /// what the allocator, the constructor or the hook throws; nothing has been added then.
    template <class... Args> THRONG_ALWAYS_INLINE T* emplace_back(Args&&... args) {
        require_construction<T, Allocator, Args...>();
        if constexpr (adds_at_once<Args...>) {
            if (adds_plainly_) [[likely]] {
                const place_type at = add_at_once(std::forward<Args>(args)...);
                return at.p == nullptr ? nullptr : at.get();
            }
        }
        return make<false>(let_in, origin(), nullptr, std::forward<Args>(args)...);
    }
    /// The same, and gives the element a handle. A handle that is empty: nothing was added.
    template <class... Args> handle<T> emplace(Args&&... args) {
        require_construction<T, Allocator, Args...>();
        if constexpr (adds_at_once<Args...>) {
            if (adds_plainly_ && handles_.have_room()) [[likely]] {
                const place_type at = add_at_once(std::forward<Args>(args)...);
                return at.p == nullptr ? handle<T>{} : handles_.of(pages_, at);
            }
        }
        handle<T> h;
        (void)make<true>(let_in, origin(), &h, std::forward<Args>(args)...);
        return h;
    }
    /// The same without a handle, for an element that must be admitted after its construction and before any
    /// notification: it is not added if enters(x) is false, or throws.
    template <class Enters, class... Args> T* emplace_if(Enters enters, Args&&... args) {
        require_construction<T, Allocator, Args...>();
        return make<false>(enters, origin(), nullptr, std::forward<Args>(args)...);
    }
    /// The same from an element of another store, or of this one, which the caller then removes there as by a move; it
    /// keeps its handle if both share a table. If the hook throws and a move cannot throw, the element is given back.
    /// Null if it has not come, without effect, or if the hook has removed it.
    T* take_over(transit<store>& way);
    /// The same from an object that is in no store, which keeps its value where it is not added (a move that may throw
    /// is a copy); `outcome` says whether it has been, also where the hook throws.
    template <class Enters> T* take_in(Enters enters, T& from, offered& outcome) {
        outcome = offered::no_room;
        T* const moved = std::is_nothrow_move_constructible_v<T> ? std::addressof(from) : nullptr;
        return make<false>(enters, {moved, nullptr, &outcome}, nullptr, std::move_if_noexcept(from));
    }
    /// Takes an addition back, without telling; what came from elsewhere has its value there.
    void give_back(place_type at, const element_origin<store, T>& from) noexcept;
    /// Room for `count` elements more without an allocation; false without memory. Throws what the allocator throws,
    /// and std::length_error where there is no such room.
    bool reserve(std::size_t count);

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Ensures that the elements for which `goes` is true (it makes no edits) can be removed without an allocation, if
    /// no view is opened meanwhile; returns false if the allocator gives null. Throws what the allocator throws.
    template <class F> [[nodiscard]] bool prepare_removal(F goes);
    /// Removes an element; returns false if it is removed already, or not of this store. O(open walks). Under a frozen
    /// view it may need memory: throws what the allocator throws, or returns false without memory, and removes nothing
    /// then. An exception of `on_remove` is passed to the caller; the element is removed nevertheless.
    bool remove(const T* x) { return owns(x) && remove_own(const_cast<T*>(x)); }
    /// The same for an address that is known to be that of a slot here.
    bool remove_own(T* x) {
        const place_type at = place_type::of(x);
        if (!at.is_live()) return false;
        return remove_live(at, x);
    }
    /// The same of a handle's element; false if the handle is empty or stale.
    bool remove(handle<T> h) {
        if constexpr (numbered) {
            const place_type at = place_of(h);
            if (at.p == nullptr) return false;
            return remove_live(at, at.get());
        } else {
            T* const x = find(h);
            if (x == nullptr) return false;
            return remove_own(x);
        }
    }
    THRONG_ALWAYS_INLINE bool remove_live(place_type at, T* x) {
        if (!removes_plainly_) [[unlikely]]
            return remove_watched(at);
        goes(at);
        if constexpr (numbered) {
            if (handles_.in_use()) handles_.dropped(at);
        }
        for (walker_type* w = ring_.first(); w != nullptr; w = w->next) w->tell(address_of(x), false);
        placement_.gap(*this, at);
        return true;
    }
    /// Removes the live element of a slot without calling a hook.
    void drop(place_type at) noexcept;
    /// Removes the `n` before a position, if the result is the same as one by one: no walk is open, no hook is set, the
    /// destructor is trivial, and for all or no slot is reused and no handle exists. Otherwise returns false and
    /// has no effect. O(pages), and O(handles) if those are in a table.
    bool clear_at_once(position limit, std::size_t n) noexcept;

    // --- hooks -------------------------------------------------------------------------------------------------------

    template <class F> void on_add(F f) { set_hook(on_add_, std::move(f)); }
    template <class F> void on_remove(F f) { set_hook(on_remove_, std::move(f)); }
    /// Notifies the watcher from now on, before hooks are called.
    void watch(store_watcher<T>& w) noexcept { watched<T>::watch(w), look_around(); }
    void unwatch(store_watcher<T>& w) noexcept { watched<T>::unwatch(w), look_around(); }
    using watched<T>::tell_all_changed;
    [[nodiscard]] bool has_add_hook() const noexcept { return static_cast<bool>(on_add_); }
    /// Hooks go where the collection itself goes, when it is moved; and rest while their collection is assigned to.
    void take_hooks(store& other) noexcept;

    // --- walks -------------------------------------------------------------------------------------------------------

    void link(walker_type& w) noexcept {
        ring_.link(w, *this);
        if (w.epoch != 0) look_around();
    }
    void unlink(walker_type& w) noexcept {
        ring_.unlink(w);
        if (w.epoch != 0) look_around();
    }
    /// Closes a walk or a view: what only it kept is destroyed, and if it was the last, gaps are closed.
    THRONG_NOINLINE void close(walker_type& w) noexcept;
    /// Closes a walk positioned at an element, before the element's address is passed on. Returns the address after
    /// that, or null if the element has been removed.
    T* part(walker_type& w) noexcept;
    /// A walk has moved on from `length` elements from x on: what is removed of them and nothing else keeps is
    /// destroyed.
    void leave(T* x, std::size_t length = 1) noexcept {
        if (ghosts_ != 0) bury_left(place_type::of(x), length);
        placement_.left(*this, page_type::of(x));
    }
    [[nodiscard]] std::uint64_t next_epoch() noexcept { return ++epoch_; }
    /// The moment of the newest newcomer in a used slot.
    [[nodiscard]] std::uint64_t now() const noexcept {
        if constexpr (reuses) return placement_.newcomers().now();
        else return 0;
    }

    /// The slots of a word that are before a position.
    [[nodiscard]] static word before(position limit, const page_type* p, unsigned i) noexcept {
        if (p->order < limit.order) [[likely]]
            return ~word{};
        if (p->order > limit.order || limit.slot <= i * word_bits) return word{};
        return below(limit.slot - i * word_bits);
    }
    /// The slots of a word that a walk sees where it goes by pages: the living, or what its frozen view shows.
    [[nodiscard]] word shown(const page_type* p, unsigned i, const walker_type& w) const noexcept {
        word seen = p->live[i];
        if (w.epoch != 0 && any(p->ghosts[i])) [[unlikely]]
            seen |= frozen(p, i, w.epoch);
        if constexpr (reuses) seen &= ~p->young[i];
        return seen & before(w.limit, p, i);
    }
    /// Whether a walk sees what is in a slot.
    [[nodiscard]] bool shows(place_type at, const walker_type& w) const noexcept {
        if (!at.is_live() && !(w.epoch != 0 && at.is_ghost() && is_frozen_in(at, w))) return false;
        return is_resident_of(at, w);
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Whether contents may be exchanged: in hooks, but not while other code of the user's runs in the middle of an
    /// operation on one of them, such as a constructor. The audit build reports it otherwise.
    [[nodiscard]] bool may_swap(const store& other, caller where) const;
    /// The same where the owner cannot follow the contents in hooks, or destroys them.
    [[nodiscard]] bool is_in_midst() const noexcept { return is_busy() || telling_ != nullptr; }
    /// Exchanges the contents. Elements stay where they are, and walks, views, handles and subsets go with them; hooks
    /// stay. O(open walks).
    void swap(store& other) noexcept;
    void swap_allocator(store& other) noexcept { pages_.memory.swap_allocator(other.pages_.memory); }
    /// Subsets change places, and are empty then.
    void exchange_subsets(store& other) noexcept;

    /// Gives memory that nothing needs back to the allocator; closes gaps first if nothing is open.
    void trim() noexcept;
    /// Asks for a sort: at once if nothing is open, else when the last walk ends. (Of several requests the last
    /// counts.) sort(store) is false if a walk has been opened meanwhile: then it also waits.
    template <class Sort> void sort_when_idle(Sort sort) {
        if (!is_walked() && sort(*this)) return;
        (void)pending_sort_.set(allocator(),
                                [sort = std::move(sort)](sorting& s) mutable { s.done = sort(s.elements); });
    }

    // --- what placements and sorting ask for -------------------------------------------------------------------------

    THRONG_NOINLINE page_type* append_page();
    void release_page(page_type* p) noexcept;
    /// Moves an element into a free slot. The bits and the handle follow at once, so that whatever the element's move
    /// and destructor do finds the store whole.
    void move(place_type from, place_type to)
        requires relocatable;
    /// An element is in another slot now.
    void moved(place_type from, place_type to) noexcept;
    /// Whether anything has to be notified when elements move.
    [[nodiscard]] bool is_tracked() const noexcept {
        if constexpr (is_counted) {
            if (placement_.waiting() != 0) return true;
        }
        return handles_.in_use() || subsets_.any() || following_ != nullptr;
    }

    // --- subsets -----------------------------------------------------------------------------------------------------

    [[nodiscard]] subset_chain_type& subsets() noexcept { return subsets_; }
    void enter_subset(subset_node<page_type>& s) noexcept {
        subsets_.enter(s, this);
        look_around();
    }
    void quit_subset(subset_node<page_type>& s) noexcept {
        subsets_.quit(s);
        look_around();
    }
    /// Marks of the number for every page of the chain, so that moving elements never needs memory, and for those in
    /// reserve. False without memory.
    bool equip_with_marks(std::size_t number);

    // --- what the audit build's checks ask ---------------------------------------------------------------------------

    [[nodiscard]] bool is_own(const T* x) const noexcept { return owns(x); }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool is_own(handle<T> h) const { return handles_.may_be_own(h); }
    [[nodiscard]] std::uint32_t table_number() const noexcept { return handles_.number(); }
    [[nodiscard]] handle<T> handle_in_journal(const T* x) const noexcept { return handles_.known(place_type::of(x)); }
    template <class F> void for_each_living(F f) const {
        for_each_slot(first_position, [&f](page_type* p, unsigned s) { f(p->slot(s)); });
    }
#endif

  private:
    friend struct validation;
    template <class> friend class store_image;
    template <class> friend class splicing;

    /// A sort that waited, and is being done.
    struct sorting {
        store& elements;
        bool done = true;
    };
    struct following;
    struct telling;
    struct making;

    [[nodiscard]] Allocator& allocator_of() noexcept { return const_cast<Allocator&>(pages_.memory.allocator()); }
    [[nodiscard]] static constexpr std::size_t most_elements() noexcept {
        if constexpr (numbered)
            return placement_type::most_slots < most_in_memory<T> ? placement_type::most_slots : most_in_memory<T>;
        else return most_in_memory<T>;
    }

    /// Beyond these the placement has no place.
    [[nodiscard]] std::size_t most_places() const noexcept {
        if constexpr (numbered) return placement_.most();
        else return no_limit;
    }

    /// Whether an addition runs no user code and notifies nothing. Returns an invalid place without memory.
    template <class... Args> static constexpr bool adds_at_once = plain && std::is_nothrow_constructible_v<T, Args...>;
    template <class... Args> THRONG_ALWAYS_INLINE place_type add_at_once(Args&&... args) {
        const place_type at = placement_.place(*this);
        if (at.p == nullptr) [[unlikely]]
            return at;
        if (handles_.in_use()) handles_.reused(at);
        std::allocator_traits<Allocator>::construct(allocator_of(), at.get(), std::forward<Args>(args)...);
        comes(at);
        return at;
    }
    /// Marks a slot's element as present, or as removed.
    void comes(place_type at) noexcept {
        at.p->set_live(at.s);
        ++size_;
        if constexpr (is_counted) placement_.comes(at);
    }
    void goes(place_type at) noexcept {
        at.p->clear_live(at.s);
        --size_;
        if constexpr (is_counted) placement_.goes(at);
    }
    /// Whether an edit has nothing to see to but the element: found out when that changes, so that an edit asks once.
    void look_around() noexcept;
    template <class F, class Hook> void set_hook(Hook& hook, F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) hook.reset();
        else (void)hook.set(allocator(), std::move(f));
        look_around();
    }

    static constexpr auto let_in = [](const T&) { return true; };
    using origin = element_origin<store, T>;
    template <bool WithHandle, class Enters, class... Args>
    THRONG_NOINLINE T* make(Enters enters, origin from, [[maybe_unused]] handle<T>* made, Args&&... args);
    /// The element's address after the call of the hook; null if it has been removed. If the hook throws, the element
    /// is not added, and is given back to its origin, if it has one.
    THRONG_NOINLINE T* told_of_add(place_type at, origin from);
    THRONG_NOINLINE bool remove_watched(place_type at);
    /// The handle that an element had, during the hook's call for its removal.
    [[nodiscard]] handle<T> told_handle(const T* x) noexcept;

    /// Whether the view was there before the element was removed.
    [[nodiscard]] static bool is_frozen_in(place_type at, const walker_type& view) noexcept {
        return at.p->removed_at != nullptr && at.p->removed_at[at.s] >= view.epoch;
    }
    /// Whether what is in the slot came before the limit of a walk.
    [[nodiscard]] static bool is_resident_of(place_type at, const walker_type& w) noexcept {
        if constexpr (reuses) {
            if (page_type::has(at.p->young, at.s)) return at.p->arrivals[at.s].came <= w.moment;
        }
        return at.where() < w.limit;
    }
    /// The ghosts of a word that were removed after the view of an epoch had been taken.
    [[nodiscard]] THRONG_NOINLINE static word frozen(const page_type* p, unsigned i, std::uint64_t epoch) noexcept;
    [[nodiscard]] bool is_kept(place_type at) const noexcept;
    void bury(place_type at) noexcept {
        at.p->clear_ghost(at.s);
        --ghosts_;
        destroy(at);
    }
    /// Destroys the ghosts of so many slots that nothing keeps any more.
    THRONG_NOINLINE void bury_left(place_type from, std::size_t length) noexcept;
    void destroy(place_type at) noexcept;
    /// A frozen view has been closed: destroys the elements that only it kept.
    THRONG_NOINLINE void sweep() noexcept;
    /// Does the work that waited until no walk is open: a sort, gaps. (Only the end of a walk closes the gaps of a
    /// store that keeps order: otherwise a removal would cost a page of moves.)
    void settle(bool walk_closed) noexcept {
        if (is_walked()) return;
        if (pending_sort_) [[unlikely]] {
            sort_now();
            if (is_walked()) return;
        }
        if (walk_closed || placement_.waits()) placement_.idle(*this, walk_closed);
    }
    /// The same; where the element is then.
    T* settled(T* x) noexcept;
    THRONG_NOINLINE void sort_now() noexcept;
    void destroy_all() noexcept;

    static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

    pages_type pages_;
    THRONG_NO_UNIQUE_ADDRESS placement_type placement_;
    bool adds_plainly_ = true;
    bool removes_plainly_ = trivial;
    unsigned busy_ = 0;
    std::size_t size_ = 0;
    std::size_t most_ = no_limit;
    ring_type ring_;
    handles_type handles_;
    subset_chain_type subsets_;
    std::size_t ghosts_ = 0;
    std::uint64_t epoch_ = 0;
    /// Elements that are under construction.
    std::size_t being_made_ = 0;
    following* following_ = nullptr;
    telling* telling_ = nullptr;
    callback<added_element<T>, Allocator> on_add_;
    callback<T, Allocator> on_remove_;
    callback<sorting, Allocator> pending_sort_;
};

} // namespace throng::core

#include <throng/core/store_edits.hpp> // IWYU pragma: export
