#pragma once

#include "contract/adapters/values_of_world.hpp"
#include "contract/collection.hpp"

#include <cstddef>
#include <memory>

namespace contract {

struct world_adapter : traits {
    static constexpr const char* name = "world";
    static constexpr bool keeps_order = false;
    static constexpr bool loops_are_live = false;
    static constexpr bool hooks_are_told_handles = true;
    /// The world, the column of its component, and the place where that is noted.
    static constexpr std::size_t allocations_when_empty = 3;
    template <class T, class Allocator = std::allocator<T>> using of = values_of_world<T, Allocator>;
};

using collection_under_test = world_adapter;

} // namespace contract
