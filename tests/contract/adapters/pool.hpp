#pragma once

#include "contract/collection.hpp"

#include <throng/pool.hpp>

#include <memory>

namespace contract {

struct pool_adapter : traits {
    static constexpr const char* name = "pool";
    static constexpr bool packs = false;
    static constexpr bool keeps_order = false;
    template <class T, class Allocator = std::allocator<T>> using of = throng::pool<T, 0, Allocator>;
};

using collection_under_test = pool_adapter;

} // namespace contract
