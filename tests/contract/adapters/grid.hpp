#pragma once

#include "contract/collection.hpp"
#include "support/referred.hpp"

#include <throng/spatial/grid.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace contract {

/// Says that a T has its hook beside it.
struct hook_beside {};

/// A grid that puts what is added here and there, over several blocks and with some of them in the same cell.
template <class T, class Allocator> class scattering_grid : public throng::grid<T, hook_beside{}, float, Allocator> {
    using base = throng::grid<T, hook_beside{}, float, Allocator>;

  public:
    scattering_grid() : base(10) {}
    explicit scattering_grid(const Allocator& allocator) : base(10, allocator) {}

    void add(T& x) {
        ++added_;
        base::insert(x, static_cast<float>(added_ * 37 % 211), static_cast<float>(added_ * 61 % 97));
    }

  private:
    int added_ = 0;
};

/// Objects with a hook, beside the grid that finds them.
struct grid_adapter : traits {
    static constexpr const char* name = "grid";
    static constexpr bool keeps_order = false;
    static constexpr bool owns = false;
    static constexpr bool loops_are_live = false;

    template <class T> struct object {
        template <class... Args> explicit object(Args&&... args) : value(std::forward<Args>(args)...) {}
        T value;
        throng::grid_hook<> hook;
    };
    template <class T, class Allocator = std::allocator<T>> using of =
        support::referring<T, scattering_grid<T, Allocator>, object<T>, Allocator>;
};

using collection_under_test = grid_adapter;

} // namespace contract

/// The suite's elements are any types, numbers too, so their hooks are not in them.
template <class T> struct throng::core::grid_access<T, contract::hook_beside{}, throng::core::grid_space<float, 2>> {
    using space = grid_space<float, 2>;
    using object_type = contract::grid_adapter::object<T>;
    using object_access = grid_access<object_type, &object_type::hook, space>;

    [[nodiscard]] static grid_node<space>& node_of(const T& x) noexcept {
        return object_access::node_of(*reinterpret_cast<const object_type*>(&x));
    }
    [[nodiscard]] static T* object(grid_node<space>& n) noexcept { return &object_access::object(n)->value; }
};
