#pragma once

// In a build with this header before every source (the step `exchange` of ./test --all), what a world holds is
// exchanged for an equal copy after each public edit: as a roll-back to the present state does it. Nothing may notice
// that: no follower, no address of a value that is plain bytes, no later edit.
//
// It is not done while a walk is open, in a hook, in another edit, with components that cannot be copied, and, in
// worlds of many pages, only now and then.

namespace support {
template <class Storage> class exchange_after_edit;
} // namespace support
#define THRONG_AFTER_EDIT ::support::exchange_after_edit

#include <throng/world/rollback.hpp>
#include <throng/world/world.hpp>

#include <type_traits>

namespace support {

/// How many exchanges there have been, for tests that there are any.
inline thread_local unsigned long exchanges = 0;

template <class Storage> class exchange_after_edit : throng::core::pinned {
  public:
    explicit exchange_after_edit(const Storage& home) noexcept : home_(const_cast<Storage&>(home)) { ++depth(); }
    ~exchange_after_edit() {
        if (--depth() != 0 || !can_be_exchanged()) return;
        ++depth();
        // (Without memory it is left alone.)
        if (throng::core::attempt([this] { exchange(); })) ++exchanges;
        --depth();
    }

  private:
    using allocator_type = typename Storage::allocator_type;

    /// Edits of any world that are under way. (Worlds are not shared by threads, but each thread may have some.)
    static unsigned& depth() noexcept {
        thread_local unsigned n = 0;
        return n;
    }
    static unsigned long& turn() noexcept {
        thread_local unsigned long n = 0;
        return n;
    }
    [[nodiscard]] bool can_be_exchanged() const noexcept {
        if (home_.is_over() || home_.is_being_looked_at()) return false;
        const auto& edits = home_.edits;
        if (edits.arrivals != nullptr || edits.departures != nullptr || edits.busy != nullptr) return false;
        if (edits.spared != nullptr || edits.branch.turn) return false;
        // (A test that counts allocations, or lets them fail, has an allocator of its own.)
        if (!std::is_same_v<allocator_type, throng::core::standard_allocator>) return false;
        const unsigned long n = ++turn();
        if (n % (n < 3000 ? 1 : 16) != 0) return false;
        if ((home_.page_count() > 8 || home_.size() > 100) && n % (home_.size() > 10'000 ? 4096 : 64) != 0)
            return false;
        for (const auto* const c : home_.columns()) {
            if (!c->type.can_be_copied()) return false;
        }
        return true;
    }
    void exchange() {
        throng::basic_rollback<int, allocator_type> frames(home_.owner(), 1, [](int) {}, throng::components<>);
        if (frames.save(0)) (void)frames.load(0);
    }

    Storage& home_;
};

} // namespace support
