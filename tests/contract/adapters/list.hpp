#pragma once

#include "contract/collection.hpp"

#include <throng/list.hpp>

#include <memory>

namespace contract {

struct list_adapter : traits {
    static constexpr const char* name = "list";
    static constexpr bool assigns = true;
    template <class T, class Allocator = std::allocator<T>> using of = throng::list<T, Allocator>;
};

using collection_under_test = list_adapter;

} // namespace contract
