#pragma once

#include "contract/collection.hpp"

#include <throng/pool.hpp>

#include <memory>

namespace contract {

/// A pool whose memory is taken once, and made as the suite makes collections.
template <class T, class Allocator> struct pool_of_fixed_capacity : throng::pool<T, 0, Allocator> {
    using base = throng::pool<T, 0, Allocator>;
    pool_of_fixed_capacity() : base(throng::fixed_capacity{4096}) {}
    explicit pool_of_fixed_capacity(const Allocator& allocator) : base(throng::fixed_capacity{4096}, allocator) {}
};

struct fixed_pool_adapter : traits {
    static constexpr const char* name = "fixed_pool";
    static constexpr bool keeps_order = false;
    static constexpr bool allocates = false;
    template <class T, class Allocator = std::allocator<T>> using of = pool_of_fixed_capacity<T, Allocator>;
};

using collection_under_test = fixed_pool_adapter;

} // namespace contract
