#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bits.hpp>
#include <throng/core/page.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span> // the cheapest header that brings the iterator tags and std::default_sentinel_t
#include <type_traits>
#include <utility>
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
/// Direction of a walk: from the last resident to the first.
struct backward_t {
    explicit backward_t() = default;
};
inline constexpr backward_t backward{};

namespace core {

/// Which newcomers a walk visits.
template <class P>
concept walk_policy = std::is_same_v<P, live_t> || std::is_same_v<P, residents_t>;

/// The address of the element at which a walk is positioned. A distinct type for the same reason as words: see
/// bits.hpp.
enum class address : std::uintptr_t {};

template <class T> [[nodiscard]] THRONG_FLAT address address_of(const T* element) noexcept {
    return address{reinterpret_cast<std::uintptr_t>(element)};
}

/// A walk of the residents of any collection, opened with the caller's place where the collection takes it.
template <class C> [[nodiscard]] auto residents_of(C& c, [[maybe_unused]] caller where) {
    if constexpr (requires { c.walk(residents, where); }) return c.walk(residents, where);
    else return c.walk(residents);
}

// The ranges that callers loop over, for any kind of open walk. A walk has `next()`, `current()`, which returns the
// element, and `is_at_end()`: whether it has no position, before the first or after the last.

/// Advances a walk that is stored elsewhere, by a range-for over the walk.
template <class Walk> class walk_steps {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::remove_const_t<typename Walk::element_type>;
    using difference_type = std::ptrdiff_t;

    explicit walk_steps(Walk& walk) noexcept : walk_(&walk) {}
    [[nodiscard]] THRONG_FLAT auto& operator*() const noexcept { return *walk_->current(); }
    [[nodiscard]] auto* operator->() const noexcept { return walk_->current(); }
    THRONG_FLAT walk_steps& operator++() {
        (void)walk_->next();
        return *this;
    }
    void operator++(int) { (void)walk_->next(); }
    THRONG_FLAT friend bool operator==(const walk_steps& i, std::default_sentinel_t) noexcept {
        return i.walk_->is_at_end();
    }

  private:
    Walk* walk_;
};

/// An iterator that is an open walk itself: what `begin()` of a collection returns. Move-only, single pass.
template <class Walk> class walking_iterator {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::remove_const_t<typename Walk::element_type>;
    using difference_type = std::ptrdiff_t;

    /// Moves to the first element.
    explicit walking_iterator(Walk&& walk) : walk_(std::move(walk)) { (void)walk_.next(); }
    [[nodiscard]] THRONG_FLAT auto& operator*() const noexcept { return *walk_.current(); }
    [[nodiscard]] auto* operator->() const noexcept { return walk_.current(); }
    THRONG_FLAT walking_iterator& operator++() {
        (void)walk_.next();
        return *this;
    }
    void operator++(int) { (void)walk_.next(); }
    THRONG_FLAT friend bool operator==(const walking_iterator& i, std::default_sentinel_t) noexcept {
        return i.walk_.is_at_end();
    }

    [[nodiscard]] const Walk& walk() const noexcept { return walk_; }

  private:
    Walk walk_;
};

/// The node of an open walk, a frozen view or an operation in progress: on the caller's stack, linked into the store's
/// ring. An edit updates the elements ahead in the node, so that a walk has to check only for its end at each step.
template <class Store> struct walk_node {
    using value_type = typename Store::value_type;
    static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

    /// The store that it walks; null once that is destroyed.
    Store* home = nullptr;
    walk_node* next = nullptr;
    walk_node* previous = nullptr;
    /// First byte of what the walk stands on, 0 for nothing, and how many bytes from there on.
    address at{};
    std::uintptr_t extent = sizeof(value_type);
    /// The walk goes on as far as this element without looking: neighbours, all there.
    address run_last{};
    /// The first slot of the word that the walk has read. The mask is all ones until one of its elements is removed.
    address origin{};
    word mask{};
    /// For views and their walks: how many views had been taken, this one included. 0 for others.
    std::uint64_t epoch = 0;
    /// It sees what stands before this position, and what came to used slots by this moment.
    position limit = first_position;
    std::uint64_t moment = 0;
    /// Of which list of newcomers, its store's own if null, it has passed the ones up to which.
    const newcomer_list<value_type>* newcomers = nullptr;
    value_type* passed = nullptr;
    /// The element that it stands on is being moved to another store.
    bool is_leaving = false;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Of what the caller has opened: walks and views. Other nodes are none.
    std::optional<opening> opened;
    /// See walk_registry.
    std::uintptr_t mark = 0;
    void is_opened_as(const walk_node& other) noexcept { opened = other.opened; }
#else
    void is_opened_as(const walk_node&) noexcept {}
#endif

    [[nodiscard]] THRONG_FLAT value_type* element() const noexcept {
        return reinterpret_cast<value_type*>(static_cast<std::uintptr_t>(at));
    }
    [[nodiscard]] bool stands_on(const void* x) const noexcept {
        return reinterpret_cast<std::uintptr_t>(x) - static_cast<std::uintptr_t>(at) < extent && at != address{};
    }
    /// The walk has to look again.
    void stop() noexcept {
        run_last = address{};
        mask = word{};
    }
    /// The element at x is removed. `kept`: it stays readable for a walk or a view, so there is work to do on leaving
    /// it.
    void tell(address x, bool kept) noexcept {
        if (x == at) {
            if (kept) stop();
            return;
        }
        if (epoch != 0) return stop();
        if (static_cast<std::uintptr_t>(x) - static_cast<std::uintptr_t>(origin) < word_bits * sizeof(value_type))
            mask = word{};
        if (at < x && x <= run_last) run_last = address{static_cast<std::uintptr_t>(x) - sizeof(value_type)};
    }
    /// The same place in the same walk, but for what links it.
    void stand_as(const walk_node& other) noexcept {
        at = other.at;
        extent = other.extent;
        run_last = other.run_last;
        origin = other.origin;
        mask = other.mask;
        epoch = other.epoch;
        limit = other.limit;
        moment = other.moment;
        newcomers = other.newcomers;
        passed = other.passed;
        is_leaving = other.is_leaving;
        is_opened_as(other);
    }
};

/// All that is open in one store.
template <class Store> class walk_ring {
  public:
    using node = walk_node<Store>;

    [[nodiscard]] bool any() const noexcept { return first_ != nullptr; }
    [[nodiscard]] node* first() const noexcept { return first_; }
    /// Whether an element is being moved to another store: what has its address has been moved from. O(open walks).
    [[nodiscard]] bool is_leaving(const void* x) const noexcept {
        for (const node* w = first_; w != nullptr; w = w->next) {
            if (w->is_leaving && w->stands_on(x)) return true;
        }
        return false;
    }
    /// Frozen views, and walks of them.
    [[nodiscard]] unsigned views() const noexcept { return views_; }

    // (Not inline: g++ 12 would warn of the address of a local, which the walk's destructor takes back.)
    THRONG_NOINLINE void link(node& w, Store& home) noexcept {
        w.home = &home;
        w.previous = nullptr;
        w.next = first_;
        if (first_ != nullptr) first_->previous = &w;
        first_ = &w;
        if (w.epoch != 0) ++views_;
        open_.add(w);
    }
    THRONG_NOINLINE void unlink(node& w) noexcept {
        open_.remove(w);
        (w.previous != nullptr ? w.previous->next : first_) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
        w.next = w.previous = nullptr;
        w.home = nullptr;
        if (w.epoch != 0) --views_;
    }
    /// Walks end where they are.
    void abandon() noexcept {
        while (first_ != nullptr) {
            node& w = *first_;
            unlink(w);
            w.stop();
            w.at = address{};
        }
    }
    void swap(walk_ring& other) noexcept {
        std::swap(first_, other.first_);
        std::swap(views_, other.views_);
        open_.swap(other.open_);
    }
    void live_in(Store& home) noexcept {
        for (node* w = first_; w != nullptr; w = w->next) w->home = &home;
    }

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] walk_registry<node>& open() noexcept { return open_; }
#endif

    [[nodiscard]] bool stands_on(const void* x) const noexcept {
        for (const node* w = first_; w != nullptr; w = w->next) {
            if (w->stands_on(x)) return true;
        }
        return false;
    }
    /// Whether one stands on anything in so many bytes from an address on.
    [[nodiscard]] bool stands_in(const void* begin, std::uintptr_t bytes) const noexcept {
        for (const node* w = first_; w != nullptr; w = w->next) {
            if (static_cast<std::uintptr_t>(w->at) - reinterpret_cast<std::uintptr_t>(begin) < bytes) return true;
        }
        return false;
    }
    /// x goes from its list of newcomers: what has passed it has passed the one before.
    template <class T> void leaves_list(const newcomer_list<T>* list, const T* x, const arrival<T>& its) noexcept {
        for (node* w = first_; w != nullptr; w = w->next) {
            if (w->newcomers == list && w->passed == x) w->passed = its.previous;
        }
    }

  private:
    node* first_ = nullptr;
    unsigned views_ = 0;
    THRONG_NO_UNIQUE_ADDRESS walk_registry<node> open_;
};

} // namespace core
} // namespace throng
