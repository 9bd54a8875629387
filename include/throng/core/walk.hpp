#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bitmap.hpp>
#include <throng/core/page.hpp>

#include <cstdint>
#include <limits>
#if defined(THRONG_AUDIT) && THRONG_AUDIT
#include <optional>
#endif

namespace throng {

/// Policy of a walk: newcomers are visited in the same walk, after all that stood before them.
struct live_t {
    explicit live_t() = default;
};
inline constexpr live_t live{};

/// Policy of a walk: newcomers wait for the next walk.
struct residents_t {
    explicit residents_t() = default;
};
inline constexpr residents_t residents{};

namespace core {

/// The address a walk stands on. A type of its own for the reason words are: see bitmap.hpp.
enum class address : std::uintptr_t {};

template <class T> [[nodiscard]] address address_of(const T* element) noexcept {
    return address{reinterpret_cast<std::uintptr_t>(element)};
}

/// What an open walk finds in its node's `seen` after a visit. Of what it goes by to the next element nothing has
/// changed; its own element was removed and nothing else; anything else. (A self-pruning walk goes by everything,
/// others by the page that they stand in.)
inline constexpr word undisturbed{0};
inline constexpr word removed_itself{1};
inline constexpr word disturbed{~std::uint64_t{0}};

/// What a collection knows of each open walk, frozen view and operation in progress: a node on the caller's stack, in a
/// chain that begins in the collection. Whoever removes something tells the chain, and whoever would reuse something
/// asks it first: so that walks, which do more steps than anybody does removals, need not ask.
template <class Home> struct walker {
    /// The collection in whose pages the node stands; null once that collection is gone.
    Home* home = nullptr;
    /// The collection whose walk it is, which is another one after a swap; null for what goes with the contents.
    Home* owner = nullptr;
    walker* next = nullptr;
    walker* previous = nullptr;
    /// First byte of what the walk stands on; 0 for nothing.
    address at{};
    /// How many bytes from there on.
    std::uintptr_t extent = 0;
    /// For frozen views and their walks: how many views had been taken, this one included. 0 for all others.
    std::uint64_t epoch = 0;
    /// For those: what stands from here on came later, and is not shown.
    position limit = first_position;
    /// As far as this element the walk may go on from where it stands without looking: neighbours, of which none has
    /// been removed since. Whoever removes one sees to that. Anything before `at` if it has to look.
    address run_last{};
    /// What has been removed of the rest.
    word seen{};
    /// Nothing may be released or packed while the node is there: an element is being made, destroyed or told about.
    bool holds = false;
    /// A hook is told that what it stands on has been removed.
    bool tells = false;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Of what the caller has opened: walks and views. Other nodes are none.
    std::optional<opening> opened;
    /// See open_walks.
    std::uintptr_t mark = 0;
    void is_opened_as(const walker& other) noexcept { opened = other.opened; }
#else
    void is_opened_as(const walker&) noexcept {}
#endif

    /// Makes the walk look again.
    void disturb() noexcept {
        seen = disturbed;
        run_last = address{};
    }
    template <class T> [[nodiscard]] T* last_of_run() const noexcept {
        return reinterpret_cast<T*>(static_cast<std::uintptr_t>(run_last));
    }
    /// Neighbours from x on are removed, so that a run with x in it ends before.
    void cut_run(address x) noexcept { run_last = address{static_cast<std::uintptr_t>(x) - extent}; }
    /// What lies at x, in pages of so many bytes, is being removed. `stays`: somebody keeps it, so that there is
    /// something to be done when the walk moves on from it.
    void tell(address x, std::uintptr_t page_bytes, bool stays) noexcept {
        if (x < at) return;
        if (x == at) {
            if (seen == undisturbed) seen = removed_itself;
            if (stays) run_last = address{};
        } else if ((static_cast<std::uintptr_t>(x) ^ static_cast<std::uintptr_t>(at)) < page_bytes) {
            seen = disturbed;
            if (x <= run_last) cut_run(x);
        }
    }
    /// The same for a self-pruning walk.
    void tell_pruner(const void* x) noexcept {
        seen = seen == undisturbed && stands_on(x) ? removed_itself : disturbed;
        run_last = address{};
    }
    [[nodiscard]] bool stands_on(const void* element) const noexcept {
        return reinterpret_cast<std::uintptr_t>(element) - static_cast<std::uintptr_t>(at) < extent && at != address{};
    }
};

/// Keeps everything in place while code of the element's or the user's runs in the middle of an operation: a walker
/// that stands on nothing, or on the element that the operation is about.
template <class Storage> class holding {
  public:
    explicit holding(Storage& home) noexcept {
        node_.holds = true;
        home.link(node_);
    }
    template <class T> holding(Storage& home, const T* x) noexcept : holding(home) { stand_on(x); }
    holding(const holding&) = delete;
    holding& operator=(const holding&) = delete;
    ~holding() {
        if (node_.home != nullptr) node_.home->unlink(node_);
    }
    /// Where the contents are now: a swap may have taken them elsewhere. Null if they are gone.
    [[nodiscard]] Storage* home() const noexcept { return node_.home; }
    /// Nobody else has begun to walk, and the contents are where they were.
    [[nodiscard]] bool is_alone(const Storage& s) const noexcept { return node_.home == &s && s.is_only_walk(node_); }
    [[nodiscard]] auto& node() noexcept { return node_; }
    template <class T> void stand_on(const T* x) noexcept {
        node_.at = address_of(x);
        node_.extent = sizeof(T);
    }

  private:
    typename Storage::walker_type node_;
};

/// A walk of the residents of any collection, opened by the caller where it can be told.
template <class C> [[nodiscard]] auto residents_of(C& c, [[maybe_unused]] caller where) {
    if constexpr (requires { c.walk(residents, where); }) return c.walk(residents, where);
    else return c.walk(residents);
}

} // namespace core
} // namespace throng
