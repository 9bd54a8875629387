#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bits.hpp>
#include <throng/core/handle.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace throng::core {

template <class Home> class membership;

/// Whether a storage is consistent: compares the data of its parts, every bit, link and count. O(n). It changes
/// nothing, calls no code of the element, and is correct whenever the collection may be edited. `validate()` of the
/// collections calls it, tests and fuzzing after each step, and the audit build after edits.
struct validation {
    // --- a store (store.hpp) -----------------------------------------------------------------------------------------

    template <class Store>
        requires requires { typename Store::placement_type; }
    [[nodiscard]] static bool is_whole(const Store& s) noexcept {
        using page_type = typename Store::page_type;
        std::size_t pages = 0;
        std::size_t living = 0;
        std::size_t ghosts = 0;
        std::size_t with_handle = 0;
        std::size_t free = 0;
        const page_type* before = nullptr;
        for (page_type* p = s.pages_.head; p != nullptr; p = p->next) {
            if (p->previous != before || p->order <= (before == nullptr ? 0 : before->order)) return false;
            if (!s.pages_.memory.owns(p)) return false;
            const unsigned end = p->next == nullptr ? s.pages_.tail_end : page_type::slots();
            if (!has_only(p->live, end) || !has_only(p->ghosts, end) || meet(p->live, p->ghosts)) return false;
            living += population(p->live);
            ghosts += population(p->ghosts);
            if constexpr (Store::reuses) {
                if (!has_only(p->free, end) || meet(p->live, p->free) || meet(p->ghosts, p->free)) return false;
                if (p->order != pages + 1 || pages == s.placement_.page_count() || s.placement_.page_at(pages) != p)
                    return false;
                free += population(p->free);
                const auto& lowest = s.placement_.lowest_;
                const bool before_it = lowest.p != nullptr && p->order < lowest.p->order;
                if (before_it && population(p->free) != 0) return false;
                for (unsigned i = 0; p == lowest.p && i < lowest.s / word_bits; ++i) {
                    if (any(p->free[i])) return false;
                }
                if (population(p->young) != 0 && (p->arrivals == nullptr || !s.is_walked())) return false;
            }
            if constexpr (!Store::numbered) {
                for (unsigned i = 0; s.handles_.in_use() && i < page_type::slots(); ++i) {
                    const std::uint32_t entry = p->handles[i];
                    if (entry == 0 || !p->is_live(i)) continue;
                    if (!s.handles_.table()->leads_to(entry - 1, p->slot(i))) return false;
                    ++with_handle;
                }
            }
            before = p;
            ++pages;
        }
        if (s.pages_.tail != before || (before != nullptr && before->order > s.pages_.last_order)) return false;
        if (living != s.size_ || ghosts != s.ghosts_ || pages != s.pages_.memory.used()) return false;
        if (s.pages_.memory.used() > s.pages_.memory.pages()) return false;
        if (ghosts != 0 && !s.is_walked()) return false;
        if constexpr (requires { s.placement_.gaps_; }) {
            if (free != s.placement_.gaps_) return false;
            if (Store::relocatable && !s.is_walked() && (free != 0 || s.pages_.places() != living)) return false;
        }
        if constexpr (!Store::numbered) {
            const bool alone = s.handles_.in_use() && !s.handles_.is_shared();
            if (alone && !s.handles_.table()->is_whole(with_handle)) return false;
            if (!Store::gives_handles && with_handle != living) return false;
        }
        if constexpr (Store::is_counted) {
            std::size_t waiting = 0;
            s.for_each_slot(s.placement_.gate(), [&waiting](const page_type*, unsigned) { ++waiting; });
            if (waiting != s.placement_.waiting()) return false;
        }
        const bool adds = s.most_ < s.most_places() || s.on_add_ || s.subsets_.any() || s.is_watched();
        const bool removes =
            s.on_remove_ || s.is_frozen() || s.is_watched() || (!Store::numbered && s.handles_.in_use());
        if ((s.adds_plainly_ && adds) || (s.removes_plainly_ && removes)) return false;
        return is_ring_whole(s) && are_subsets_whole(s);
    }

    // --- subsets -----------------------------------------------------------------------------------------------------

    template <class Home> [[nodiscard]] static bool is_whole(const membership<Home>& m) noexcept {
        return m.home() == nullptr || is_whole(*m.home());
    }

  private:
    template <std::size_t N> [[nodiscard]] static std::size_t population(const word (&bits)[N]) noexcept {
        std::size_t n = 0;
        for (const word w : bits) n += count(w);
        return n;
    }
    /// No bit from `end` on is set.
    template <std::size_t N> [[nodiscard]] static bool has_only(const word (&bits)[N], unsigned end) noexcept {
        for (unsigned i = 0; i < N; ++i) {
            if (any(end <= i * word_bits ? bits[i] : bits[i] & ~below(end - i * word_bits))) return false;
        }
        return true;
    }
    template <std::size_t N> [[nodiscard]] static bool meet(const word (&a)[N], const word (&b)[N]) noexcept {
        for (std::size_t i = 0; i < N; ++i) {
            if (any(a[i] & b[i])) return true;
        }
        return false;
    }

    template <class Store> [[nodiscard]] static bool is_ring_whole(const Store& s) noexcept {
        std::size_t views = 0;
        const typename Store::walker_type* before = nullptr;
        for (const auto* w = s.walkers().first(); w != nullptr; w = w->next) {
            if (w->previous != before || w->home != &s) return false;
            if (w->epoch != 0) ++views;
            before = w;
        }
        return views == s.walkers().views();
    }
    template <class Store>
        requires requires { typename Store::placement_type; }
    [[nodiscard]] static std::size_t pages_of(const Store& s) noexcept {
        return s.pages_.memory.pages();
    }

    template <class Storage> [[nodiscard]] static bool are_subsets_whole(const Storage& s) noexcept {
        for (const auto* n = s.subsets_.first_; n != nullptr; n = n->next) {
            if (n->home != &s) return false;
            const typename Storage::page_type* last = nullptr;
            std::uint64_t order = 0;
            std::size_t pages = 0;
            for (const auto* p = n->first; p != nullptr; p = n->after(p)) {
                const auto* const m = n->mark_of(p);
                if (m == nullptr || m->next == nullptr || ++pages > pages_of(s)) return false;
                // Pages that are not in use have no place in the order.
                if (n->in_order && p->order != 0 && p->order <= order) return false;
                if (p->order != 0) order = p->order;
                last = p;
            }
            if (n->last != last) return false;
        }
        return true;
    }
};

/// The audit build's checks of a storage with its walks in a chain of walkers: its base class. In any other build it
/// is empty, and each check but `check_own` of a reference is nothing. Of the storage it asks for
///     walkers()                       the chain
///     is_own(element), is_own(handle) whether it is, or was, of this storage
///     handle_in_journal(element)      the handle; an empty one if it has none
template <class Storage> class checked {
  public:
    /// Whether a reference refers to a present or former element of this storage. Any other is refused: a copy, an
    /// element of another storage, or one whose memory has been released. The audit build also reports it.
    template <class T> [[nodiscard]] bool check_own(const T* element, caller where) const {
        return static_cast<const Storage&>(*this).is_own(element) || refused(where);
    }

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] const opening* innermost_walk() const noexcept {
        const auto* w = storage().walkers().first();
        while (w != nullptr && !w->opened) w = w->next;
        return w == nullptr ? nullptr : &*w->opened; // NOLINT(bugprone-unchecked-optional-access): looked at above
    }
    /// Whether code of an element's or a callback's is running in the middle of an operation.
    [[nodiscard]] bool is_amid_something() const noexcept {
        for (const auto* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (!w->opened) return true;
        }
        return false;
    }
    /// (In the middle of an operation it need not be.)
    [[nodiscard]] bool is_whole() const noexcept { return is_amid_something() || validation::is_whole(storage()); }
    [[nodiscard]] audit::visit entered(caller where) const {
        mark_file<Storage>();
        check_walks(where, "edit made");
        return audit::visit(log_, where, innermost_walk(), storage());
    }
    template <class Walker> void opened(Walker& w, caller where, const void* part = nullptr) const {
        mark_file<Storage>();
        check_walks(where, "second walk opened");
        const opening now{where, part};
        log_.check_walk(now, innermost_walk());
        w.opened = now;
        check_walks(where, "walk opened");
    }
    void check_unwalked(const char* what, caller where) const {
        check_walks(where, "edit made");
        log_.check_unwalked(what, where, innermost_walk());
    }
    /// Reports an error if a collection is destroyed or exchanged while its elements' or the user's code runs in it.
    void report_midst(const char* what, caller where) const {
        if (end_of_thread::has_come()) return;
        log_.fail(std::string("a collection is ") + what + " by an element or a function that it is calling", where,
                  innermost_walk());
    }
    void check_unwalked(const void* part, const char* what, caller where) const {
        check_walks(where, "edit made");
        for (const auto* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (w->opened && w->opened->part == part) log_.check_unwalked(what, where, &*w->opened);
        }
    }
    /// Reports an error for an object that is registered by its address but lies in memory whose elements move.
    void check_stays(const void* x, caller where) const {
        if (moving_memory::holds(x))
            log_.fail("the address of an element that its collection may move: note it by handle, as "
                      "throng::weak_list(collection) does, or declare a member type stays_in_place in its class",
                      where, innermost_walk());
    }
    template <class T> void check_own(handle<T> h, caller where) const {
        if (!h || storage().is_own(h)) return;
        const bool was_own = log_.had(table_number(h.generation()));
        // It is stale, and no more than that, unless what was moved here has brought a handle along that is its equal.
        if (was_own && storage().find(h) == nullptr) return;
        log_.fail(was_own ? "a handle of what was here before others were moved here:\n" + story(h)
                          : "a handle of another collection",
                  where, innermost_walk());
    }
    template <class T> void journal_add(const T* x, caller where) { log_.added(key(x), where, innermost_walk()); }
    /// An element is about to lose its handle.
    template <class T> void journal_remove(const T* x) { log_.removed(key(x), walk_on(x)); }
    /// All elements have moved to another storage, with which they are about to be destroyed.
    void journal_loss(const checked& gone) {
        log_.remember(gone.log_);
        log_.remember_table(gone.storage().table_number());
        gone.storage().for_each_living([&](const auto* x) { log_.removed(gone.key(x), innermost_walk()); });
    }
    /// The table of handles is about to go; what it made is stale.
    void journal_table() { log_.remember_table(storage().table_number()); }
    /// All that is here changes places with all that is there.
    void journal_exchange(checked& other) {
        for (const checked* s : {this, &other}) log_.remember_table(s->storage().table_number());
        log_.exchange(other.log_);
    }
    template <class T> [[nodiscard]] std::string story(handle<T> h) const { return log_.story(key(h)); }
    void name(const char* text) noexcept { log_.name(text); }

  protected:
    explicit checked(caller born) : log_(born) { mark_file<Storage>(); }

    mutable audit log_;

  private:
    [[nodiscard]] bool refused(caller where) const {
        log_.fail("a reference to what is not of this collection", where, innermost_walk());
        return false;
    }
    [[nodiscard]] const Storage& storage() const noexcept { return static_cast<const Storage&>(*this); }
    void check_walks(caller where, const char* done) const {
        log_.check_walks(const_cast<Storage&>(storage()).walkers().open(), where, done);
    }
    template <class T> [[nodiscard]] static std::uint64_t key(handle<T> h) noexcept {
        return h ? std::uint64_t{h.generation()} << 32U | h.index() : 0;
    }
    template <class T> [[nodiscard]] std::uint64_t key(const T* x) const noexcept {
        return key(storage().handle_in_journal(x));
    }
    /// The innermost walk that stands on x; if there is none, the innermost of all.
    template <class T> [[nodiscard]] const opening* walk_on(const T* x) const noexcept {
        for (const auto* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (w->opened && w->stands_on(x)) return &*w->opened;
        }
        return innermost_walk();
    }
#else
    struct [[maybe_unused]] nothing {};
    [[nodiscard]] nothing entered(caller) const noexcept {
        mark_file<Storage>();
        return {};
    }
    template <class Walker> void opened(Walker&, caller, const void* = nullptr) const noexcept { mark_file<Storage>(); }
    void check_unwalked(const char*, caller) const noexcept {}
    void report_midst(const char*, caller) const noexcept {}
    void check_unwalked(const void*, const char*, caller) const noexcept {}
    void check_stays(const void*, caller) const noexcept {}
    template <class T> void check_own(handle<T>, caller) const noexcept {}
    template <class T> void journal_add(const T*, caller) noexcept {}
    template <class T> void journal_remove(const T*) noexcept {}
    void journal_loss(const checked&) noexcept {}
    void journal_table() noexcept {}
    void journal_exchange(checked&) noexcept {}
    void name(const char*) noexcept {}

  protected:
    explicit checked(caller) noexcept { mark_file<Storage>(); }

  private:
    [[nodiscard]] bool refused(caller) const noexcept { return false; }
#endif
};

} // namespace throng::core
