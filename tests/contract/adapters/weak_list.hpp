#pragma once

#include "contract/adapters/deletable_object.hpp"
#include "contract/collection.hpp"
#include "support/referred.hpp"

#include <throng/weak_list.hpp>

#include <memory>

namespace contract {

/// Objects beside a weak_list of their addresses. `remove` forgets them.
struct weak_list_adapter : traits {
    static constexpr const char* name = "weak_list";
    static constexpr bool owns = false;

    template <class T, class Allocator = std::allocator<T>> using of =
        support::referring<T, throng::weak_list<T, void, Allocator>, deletable_object<T>, Allocator>;
};

using collection_under_test = weak_list_adapter;

} // namespace contract
