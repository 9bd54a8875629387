#pragma once

#include <throng/core/audit.hpp>
#include <throng/core/bitmap.hpp>
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

/// The address a walk stands on. A type of its own for the reason words are: see bitmap.hpp.
enum class address : std::uintptr_t {};

template <class T> [[nodiscard]] address address_of(const T* element) noexcept {
    return address{reinterpret_cast<std::uintptr_t>(element)};
}

/// A walk of the residents of any collection, opened by the caller where it can be told.
template <class C> [[nodiscard]] auto residents_of(C& c, [[maybe_unused]] caller where) {
    if constexpr (requires { c.walk(residents, where); }) return c.walk(residents, where);
    else return c.walk(residents);
}

// What callers loop over, for any kind of open walk. A walk has `next()`, `current()`, which gives the element, and
// `is_at_end()`: whether it stands nowhere, before the first or after the last.

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

} // namespace core
} // namespace throng
