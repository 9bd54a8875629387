#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/requirements.hpp>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <throng/core/validation.hpp>
#endif

#include <cstdint>

namespace throng::core {

/// The audit build's checks of a storage with its walks in a chain of walkers: its base class. In any other build it
/// is empty, and each check but `check_own` of a reference is nothing. Of the storage it asks for
///     walkers()                       the chain
///     is_own(element), is_own(handle) whether it is, or was, of this storage
///     handle_in_journal(element)      the handle; an empty one if it has none
template <class Storage> class checked {
  public:
    /// Whether a reference leads to what is, or was, of this storage. What it leads to else is refused: a copy, what is
    /// another's, what has gone with its memory. The audit build says so, too.
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
    void check_unwalked(const void* part, const char* what, caller where) const {
        check_walks(where, "edit made");
        for (const auto* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (w->opened && w->opened->part == part) log_.check_unwalked(what, where, &*w->opened);
        }
    }
    /// What is noted by its address has to stay there.
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
    /// What has a handle is about to lose it.
    template <class T> void journal_remove(const T* x) { log_.removed(key(x), walk_on(x)); }
    /// All that was here has gone to another, with which it is about to die.
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
