#pragma once

#include "contract/collection.hpp"

#include <throng/entity/tree.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>

namespace contract {

/// A tree whose walks follow the order of adding: a row of nodes without a parent, where nothing is deeper. (Branches
/// and other orders have tests of their own in tests/entity.)
template <class T, class Allocator> class row_of_nodes : public throng::tree<T, Allocator> {
    using base = throng::tree<T, Allocator>;

  public:
    using base::base;

    template <class... Args> T* emplace_back(Args&&... args) {
        return base::get(base::emplace(std::forward<Args>(args)...));
    }
    T* push_back(const T& x)
        requires std::copy_constructible<T>
    {
        return emplace_back(x);
    }
    T* push_back(T&& x) { return emplace_back(std::move(x)); }

    template <class Policy, class F> void each(Policy policy, F f) { base::each(throng::tree_order::pre, policy, f); }
};

struct tree_adapter : traits {
    static constexpr const char* name = "tree";
    static constexpr bool packs = false;
    template <class T, class Allocator = std::allocator<T>> using of = row_of_nodes<T, Allocator>;
};

using collection_under_test = tree_adapter;

} // namespace contract
