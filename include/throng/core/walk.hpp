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

/// A walk of the residents of any collection, opened by the caller where it can be told.
template <class C> [[nodiscard]] auto residents_of(C& c, [[maybe_unused]] caller where) {
    if constexpr (requires { c.walk(residents, where); }) return c.walk(residents, where);
    else return c.walk(residents);
}

} // namespace core
} // namespace throng
