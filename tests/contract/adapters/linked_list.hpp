#pragma once

#include "contract/collection.hpp"
#include "support/referred.hpp"

#include <throng/linked_list.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace contract {

/// Says that a T has its hook beside it.
struct hook_beside {};

/// Objects with a hook, beside the list that links them.
struct linked_list_adapter : traits {
    static constexpr const char* name = "linked_list";
    static constexpr bool owns = false;
    static constexpr bool allocates = false;

    template <class T> struct object {
        template <class... Args> explicit object(Args&&... args) : value(std::forward<Args>(args)...) {}
        T value;
        throng::list_hook<> hook;
    };
    template <class T, class Allocator = std::allocator<T>> using of =
        support::referring<T, throng::linked_list<T, hook_beside{}>, object<T>, Allocator>;
};

using collection_under_test = linked_list_adapter;

} // namespace contract

/// The suite's elements are any types, numbers too, so their hooks are not in them.
template <class T> struct throng::core::hook_access<T, contract::hook_beside{}> {
    using object_type = contract::linked_list_adapter::object<T>;
    using object_hook = hook_access<object_type, &object_type::hook>;

    [[nodiscard]] static link& link_of(const T& x) noexcept {
        return object_hook::link_of(*reinterpret_cast<object_type*>(const_cast<T*>(&x)));
    }
    [[nodiscard]] static T* object(link& l) noexcept { return &object_hook::object(l)->value; }
};
