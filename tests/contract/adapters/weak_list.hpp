#pragma once

#include "contract/collection.hpp"
#include "support/referred.hpp"

#include <throng/weak_list.hpp>

#include <memory>
#include <utility>

namespace contract {

/// Objects beside a weak_list of their addresses. `remove` forgets them.
struct weak_list_adapter : traits {
    static constexpr const char* name = "weak_list";
    static constexpr bool owns = false;

    template <class T> struct object {
        template <class... Args> explicit object(Args&&... args) : value(std::forward<Args>(args)...) {}
        T value;
    };
    template <class T, class Allocator = std::allocator<T>> using of =
        support::referring<T, throng::weak_list<T, void, Allocator>, object<T>, Allocator>;
};

using collection_under_test = weak_list_adapter;

} // namespace contract

template <class T>
    requires(sizeof(T) != 0)
struct throng::deletion<T> {
    [[nodiscard]] static bool of(const T&) noexcept { return false; }
};
