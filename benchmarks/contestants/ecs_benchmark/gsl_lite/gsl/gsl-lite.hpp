#pragma once

#include <utility>

/// The one function of gsl-lite that the benchmark calls, which is a cast there, too: so the library, which Debian does
/// not have, need not be installed.
namespace gsl {

template <class T, class U> constexpr T narrow_cast(U&& from) noexcept { return static_cast<T>(std::forward<U>(from)); }

} // namespace gsl
