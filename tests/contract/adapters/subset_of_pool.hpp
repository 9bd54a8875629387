#pragma once

#include "contract/adapters/members_of.hpp"
#include "contract/collection.hpp"

#include <throng/pool.hpp>

#include <memory>

namespace contract {

struct subset_of_pool_adapter : traits {
    static constexpr const char* name = "subset_of_pool";
    static constexpr bool keeps_order = false;
    template <class T, class Allocator = std::allocator<T>> using of = members_of<throng::pool<T, 0, Allocator>>;
};

using collection_under_test = subset_of_pool_adapter;

} // namespace contract
