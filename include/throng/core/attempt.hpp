#pragma once

#include <throng/core/compiler.hpp>

namespace throng::core {

/// Calls f; false if it threw. (Without exceptions nothing throws.)
template <class F> [[nodiscard]] bool attempt(F f) noexcept {
#if defined(__cpp_exceptions)
    try {
        f();
    } catch (...) {
        return false;
    }
#else
    f();
#endif
    return true;
}

} // namespace throng::core
