#pragma once

#include <throng/core/walk.hpp>

#include <cstdint>
#include <utility>

namespace throng::core {

/// The chain of all who have something open in a collection: walks, frozen views, operations in progress. It begins in
/// the collection, goes along with the contents when these are exchanged, and knows how many there are of whom somebody
/// has to ask before he edits.
template <class Home> class walker_chain {
  public:
    using walker_type = walker<Home>;

    [[nodiscard]] bool any() const noexcept { return first_ != nullptr; }
    [[nodiscard]] walker_type* first() const noexcept { return first_; }
    /// Whether nobody else has come since, or has gone again.
    [[nodiscard]] bool is_first(const walker_type& w) const noexcept { return first_ == &w; }
    [[nodiscard]] bool is_only(const walker_type& w) const noexcept { return first_ == &w && w.next == nullptr; }
    /// Whether the innermost of all stands on the element.
    template <class T> [[nodiscard]] bool begins_on(const T* x) const noexcept {
        return first_ != nullptr && first_->at == address_of(x);
    }
    /// Frozen views, and walks of them.
    [[nodiscard]] unsigned views() const noexcept { return views_; }
    /// Those who hold.
    [[nodiscard]] unsigned holders() const noexcept { return holders_; }
    /// Walks of this collection that stand in another's chain since a swap.
    [[nodiscard]] unsigned away() const noexcept { return away_; }
    /// One more, and one less. (For whoever has to stay one of these while his node is closed elsewhere.)
    void add_away() noexcept { ++away_; }
    void drop_away() noexcept { --away_; }

    void insert(walker_type& w, Home& home) noexcept {
        // Self-pruning walks want to know at once that they are not alone any more.
        if (holders_ != 0 && (!w.holds || w.owner != nullptr)) disturb_holders();
        w.home = &home;
        comes(w);
        w.previous = nullptr;
        w.next = first_;
        if (first_ != nullptr) first_->previous = &w;
        first_ = &w;
        if (w.epoch != 0) ++views_;
        if (w.holds) ++holders_;
        open_.add(w);
    }
    void erase(walker_type& w) noexcept {
        open_.remove(w);
        (w.previous != nullptr ? w.previous->next : first_) = w.next;
        if (w.next != nullptr) w.next->previous = w.previous;
        w.next = w.previous = nullptr;
        goes(w);
        w.home = nullptr;
        w.at = address{};
        if (w.epoch != 0) --views_;
        if (w.holds) --holders_;
    }

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] open_walks<walker_type>& open() noexcept { return open_; }
#endif

    /// Makes everybody look again: what they took for granted may have changed.
    void disturb() noexcept {
        for (walker_type* w = first_; w != nullptr; w = w->next) w->disturb();
    }

    /// Whether somebody stands on an element that is removed, or a frozen view shows it: shows(w) is asked of views.
    template <class T, class Shows> [[nodiscard]] bool keeps(const T* x, Shows shows) const noexcept {
        for (const walker_type* w = first_; w != nullptr; w = w->next) {
            if (w->stands_on(x) || (w->epoch != 0 && shows(*w))) return true;
        }
        return false;
    }
    /// Whether a hook is being told that an element has been removed.
    template <class T> [[nodiscard]] bool tells_of(const T* x) const noexcept {
        for (const walker_type* w = first_; w != nullptr; w = w->next) {
            if (w->tells && w->stands_on(x)) return true;
        }
        return false;
    }
    /// Whether somebody stands on anything in so many bytes from an address on.
    [[nodiscard]] bool stands_in(const void* begin, std::uintptr_t bytes) const noexcept {
        for (const walker_type* w = first_; w != nullptr; w = w->next) {
            if (static_cast<std::uintptr_t>(w->at) - reinterpret_cast<std::uintptr_t>(begin) < bytes) return true;
        }
        return false;
    }

    /// Contents are exchanged: whoever stands in them goes along. Afterwards both are to `settle_in`.
    void swap(walker_chain& other) noexcept {
        std::swap(first_, other.first_);
        std::swap(views_, other.views_);
        std::swap(holders_, other.holders_);
        open_.swap(other.open_);
    }
    void settle_in(Home& home) noexcept {
        for (walker_type* w = first_; w != nullptr; w = w->next) {
            goes(*w);
            w->home = &home;
            comes(*w);
            w->disturb();
        }
    }

  private:
    void disturb_holders() noexcept {
        for (walker_type* w = first_; w != nullptr; w = w->next) {
            if (w->holds) w->disturb();
        }
    }
    [[nodiscard]] static bool is_away(const walker_type& w) noexcept { return w.owner != nullptr && w.owner != w.home; }
    static void comes(const walker_type& w) noexcept {
        if (is_away(w)) [[unlikely]]
            w.owner->walkers().add_away();
    }
    static void goes(const walker_type& w) noexcept {
        if (is_away(w)) [[unlikely]]
            w.owner->walkers().drop_away();
    }

    walker_type* first_ = nullptr;
    unsigned views_ = 0;
    unsigned holders_ = 0;
    unsigned away_ = 0;
    [[no_unique_address]] open_walks<walker_type> open_;
};

} // namespace throng::core
