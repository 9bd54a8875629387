#pragma once

#include "contract/collection.hpp"

#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>

#include <memory>

namespace contract {

struct entity_bag_adapter : traits {
    static constexpr const char* name = "entity_bag";
    static constexpr bool keeps_order = false;
    template <class T, class Allocator = std::allocator<T>> using of = throng::entity_bag<T, Allocator>;
};

using collection_under_test = entity_bag_adapter;

} // namespace contract
