#pragma once

#include "contract/collection.hpp"

#include <throng/bag.hpp>

#include <memory>

namespace contract {

struct bag_adapter : traits {
    static constexpr const char* name = "bag";
    static constexpr bool assigns = true;
    static constexpr bool keeps_order = false;
    template <class T, class Allocator = std::allocator<T>> using of = throng::bag<T, Allocator>;
};

using collection_under_test = bag_adapter;

} // namespace contract
