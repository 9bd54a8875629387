#pragma once

#include "contract/adapters/members_of.hpp"
#include "contract/collection.hpp"

#include <throng/list.hpp>

#include <memory>

namespace contract {

struct subset_adapter : traits {
    static constexpr const char* name = "subset";
    template <class T, class Allocator = std::allocator<T>> using of = members_of<throng::list<T, Allocator>>;
};

using collection_under_test = subset_adapter;

} // namespace contract
