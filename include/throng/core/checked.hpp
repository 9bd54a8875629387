#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/walker_chain.hpp>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <throng/core/validation.hpp>
#endif

#include <cstdint>

namespace throng::core {

/// The audit build's checks of a storage whose walks are in a chain of walkers: its base class. In any other build it
/// is empty, and each check is nothing. Of the storage it asks for
///     walkers()                       the chain
///     is_own(element), is_own(handle) whether it is, or was, of this storage
///     handle_in_journal(element)      the handle; an empty one if it has none
template <class Storage> class checked {
  public:
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] const opening* innermost_walk() const noexcept {
        const walker<Storage>* w = storage().walkers().first();
        while (w != nullptr && !w->opened) w = w->next;
        return w == nullptr ? nullptr : &*w->opened;
    }
    /// Whether code of an element's or a callback's is running in the middle of an operation.
    [[nodiscard]] bool is_amid_something() const noexcept {
        for (const walker<Storage>* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (!w->opened) return true;
        }
        return false;
    }
    /// (In the middle of an operation it need not be.)
    [[nodiscard]] bool is_whole() const noexcept { return is_amid_something() || validation::is_whole(storage()); }
    [[nodiscard]] audit::visit entered(caller where) const {
        return audit::visit(log_, where, innermost_walk(), storage());
    }
    void opened(walker<Storage>& w, caller where, const void* part = nullptr) const {
        const opening now{where, part};
        log_.check_walk(now, innermost_walk());
        w.opened = now;
    }
    void check_unwalked(const char* what, caller where) const {
        if (const opening* walk = innermost_walk(); walk != nullptr) log_.fail(what, where, walk);
    }
    void check_unwalked(const void* part, const char* what, caller where) const {
        for (const walker<Storage>* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (w->opened && w->opened->part == part) log_.fail(what, where, &*w->opened);
        }
    }
    template <class T> void check_own(const T* element, caller where) const {
        if (!storage().is_own(element))
            log_.fail("a reference to what is not of this collection", where, innermost_walk());
    }
    template <class T> void check_own(handle<T> h, caller where) const {
        if (!h || storage().is_own(h)) return;
        const bool was_own = log_.had(h.table_);
        // It is stale, and no more than that, unless what was moved here has brought a handle along that is its equal.
        if (was_own && storage().find(h) == nullptr) return;
        log_.fail(was_own ? "a handle of what was here before others were moved here:\n" + story(h)
                          : "a handle of another collection",
                  where, innermost_walk());
    }
    template <class T> void journal_add(const T* x, caller where) { log_.added(key(x), where, innermost_walk()); }
    /// What has a handle is about to lose it.
    template <class T> void journal_remove(const T* x) { log_.removed(key(x), walk_on(x)); }
    /// It has got it back.
    template <class T> void journal_return(const T* x) { log_.returned(key(x), walk_on(x)); }
    /// All that was here has gone to another, with which it is about to die.
    void journal_loss(const checked& gone) {
        log_.remember(gone.log_);
        log_.remember_table(gone.storage().table_number());
        gone.storage().for_each_living([&](const auto* x) { log_.removed(gone.key(x), innermost_walk()); });
    }
    /// The table of handles is about to go; what it made is stale.
    void journal_table() { log_.remember_table(storage().table_number()); }
    template <class T> [[nodiscard]] std::string story(handle<T> h) const { return log_.story(key(h)); }
    void name(const char* text) noexcept { log_.name(text); }

  protected:
    explicit checked(caller born) : log_(born) {}

    mutable audit log_;

  private:
    [[nodiscard]] const Storage& storage() const noexcept { return static_cast<const Storage&>(*this); }
    template <class T> [[nodiscard]] static audit::subject key(handle<T> h) noexcept {
        return {h ? std::uint64_t{h.generation()} << 32U | h.index() : 0, h.table_};
    }
    template <class T> [[nodiscard]] audit::subject key(const T* x) const noexcept {
        return key(storage().handle_in_journal(x));
    }
    /// The innermost walk that stands on x; if there is none, the innermost of all.
    template <class T> [[nodiscard]] const opening* walk_on(const T* x) const noexcept {
        for (const walker<Storage>* w = storage().walkers().first(); w != nullptr; w = w->next) {
            if (w->opened && w->stands_on(x)) return &*w->opened;
        }
        return innermost_walk();
    }
#else
    struct [[maybe_unused]] nothing {};
    [[nodiscard]] nothing entered(caller) const noexcept { return {}; }
    void opened(walker<Storage>&, caller, const void* = nullptr) const noexcept {}
    void check_unwalked(const char*, caller) const noexcept {}
    void check_unwalked(const void*, const char*, caller) const noexcept {}
    template <class T> void check_own(const T*, caller) const noexcept {}
    template <class T> void check_own(handle<T>, caller) const noexcept {}
    template <class T> void journal_add(const T*, caller) noexcept {}
    template <class T> void journal_remove(const T*) noexcept {}
    template <class T> void journal_return(const T*) noexcept {}
    void journal_loss(const checked&) noexcept {}
    void journal_table() noexcept {}
    void name(const char*) noexcept {}

  protected:
    explicit checked(caller) noexcept {}
#endif
};

} // namespace throng::core
