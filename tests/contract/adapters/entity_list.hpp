#pragma once

#include "contract/collection.hpp"

#include <throng/entity/entity_list.hpp>

#include <memory>

namespace contract {

struct entity_list_adapter : traits {
    static constexpr const char* name = "entity_list";
    template <class T, class Allocator = std::allocator<T>> using of = throng::entity_list<T, Allocator>;
};

using collection_under_test = entity_list_adapter;

} // namespace contract
