#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>
#include <span> // the cheapest header that brings the iterator tags and std::default_sentinel_t
#include <type_traits>
#include <utility>

/// What callers loop over, for any kind of open walk. A walk has `next()`, `current()`, which gives the element, and
/// `is_at_end()`: whether it stands nowhere, before the first or after the last.
namespace throng::core {

/// Moves a walk that stands elsewhere, with a range-for over the walk.
template <class Walk> class walk_steps {
  public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = std::remove_const_t<typename Walk::element_type>;
    using difference_type = std::ptrdiff_t;

    explicit walk_steps(Walk& walk) noexcept : walk_(&walk) {}
    [[nodiscard]] auto& operator*() const noexcept { return *walk_->current(); }
    [[nodiscard]] auto* operator->() const noexcept { return walk_->current(); }
    walk_steps& operator++() {
        (void)walk_->next();
        return *this;
    }
    void operator++(int) { (void)walk_->next(); }
    friend bool operator==(const walk_steps& i, std::default_sentinel_t) noexcept { return i.walk_->is_at_end(); }

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
    [[nodiscard]] auto& operator*() const noexcept { return *walk_.current(); }
    [[nodiscard]] auto* operator->() const noexcept { return walk_.current(); }
    walking_iterator& operator++() {
        (void)walk_.next();
        return *this;
    }
    void operator++(int) { (void)walk_.next(); }
    friend bool operator==(const walking_iterator& i, std::default_sentinel_t) noexcept { return i.walk_.is_at_end(); }

    [[nodiscard]] const Walk& walk() const noexcept { return walk_; }

  private:
    Walk walk_;
};

} // namespace throng::core
