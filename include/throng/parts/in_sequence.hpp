#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>

namespace throng {

/// Runs parallel work sequentially. throng/on_threads.hpp has a counterpart that uses threads.
struct in_sequence {
    /// Calls f(0) … f(n-1), in this order.
    template <class F> void for_each(std::size_t n, const F& f) const {
        for (std::size_t i = 0; i < n; ++i) f(i);
    }
};

} // namespace throng
