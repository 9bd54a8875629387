#pragma once

#include "contract/collection.hpp"

#include <throng/entity/entity_list.hpp>
#include <throng/pool.hpp>

#include <memory>

namespace contract {

struct entity_pool_adapter : traits {
    static constexpr const char* name = "entity_pool";
    static constexpr bool packs = false;
    static constexpr bool keeps_order = false;
    template <class T, class Allocator = std::allocator<T>> using of = throng::entity_pool<T, Allocator>;
};

using collection_under_test = entity_pool_adapter;

} // namespace contract
