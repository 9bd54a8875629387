#pragma once

#include <throng/parts/hook.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {

template <class Real> struct grid_block;
template <class Real> struct grid_node;
template <class Real> struct grid_trail;
template <class T, auto Hook, class Real> struct grid_access;

/// Takes a node out of the grid that it is in. O(1).
template <class Real> void leave_grid(grid_node<Real>& n) noexcept;
/// Tells the grid that its node lies elsewhere now. O(1), and O(cells it has left while queries are open).
template <class Real> void follow_in_grid(grid_node<Real>& n) noexcept;

/// Cells are numbered in both directions. What lies beyond the last number belongs to the last cell.
using grid_coordinate = std::int32_t;

/// What stands in a cell: a copy of the position beside the address, so that a query reads nothing else of those that
/// are too far away. The pointer is null where the node has gone while queries are open.
template <class Real> struct grid_entry {
    Real x;
    Real y;
    grid_node<Real>* of;
};

/// What an object's hook knows of its place.
template <class Real> struct grid_node {
    static constexpr std::uint64_t last_epoch = (std::uint64_t{1} << 58U) - 1;
    static constexpr std::uint64_t last_cell = 63;

    /// Null while the object is in no grid (and in trails).
    grid_block<Real>* block = nullptr;
    grid_entry<Real>* entry = nullptr;
    /// Where it has been while queries were open, the latest first.
    grid_trail<Real>* trail = nullptr;
    /// How many queries had been opened, since none was open, when it came into its cell. Only those opened later see
    /// it there.
    std::uint64_t born : 58 = 0;
    /// Which of the block's cells it stands in.
    std::uint64_t cell : 6 = 0;
};

/// Stands in a cell, in the place of a node that has gone to another, for the queries that were open then.
template <class Real> struct grid_trail : grid_node<Real> {
    grid_node<Real>* node;
    /// How many queries had been opened when it left. Only those do not know of the new place.
    std::uint64_t died;
    grid_trail* older;
};

} // namespace core

/// What makes an object fit for a grid: a base class or a member. An object that is destroyed leaves its grid by
/// itself. An object that is moved, as collections do when they pack their elements, takes its place in the grid along:
/// the new one stands there then. A copy is in no grid.
///
/// Tags tell base classes apart. Real is the type of the grid's coordinates.
template <class Tag = void, class Real = float> class grid_hook {
  public:
    grid_hook() = default;
    grid_hook(const grid_hook&) noexcept {}
    grid_hook(grid_hook&& other) noexcept { take(other); }
    grid_hook& operator=(const grid_hook&) noexcept { return *this; }
    grid_hook& operator=(grid_hook&& other) noexcept {
        if (this != &other) {
            unlink();
            take(other);
        }
        return *this;
    }
    ~grid_hook() { unlink(); }

    /// Whether it is in a grid.
    [[nodiscard]] bool is_linked() const noexcept { return node_.block != nullptr; }
    /// Leaves the grid that it is in, if any. O(1).
    void unlink() noexcept {
        if (is_linked()) core::leave_grid(node_);
    }

  private:
    template <class, auto, class> friend struct core::grid_access;

    void take(grid_hook& other) noexcept {
        node_ = std::exchange(other.node_, core::grid_node<Real>{});
        if (is_linked()) core::follow_in_grid(node_);
    }

    core::grid_node<Real> node_;
};

namespace core {

template <class> inline constexpr bool is_grid_hook = false;
template <class Tag, class Real> inline constexpr bool is_grid_hook<grid_hook<Tag, Real>> = true;
template <class Hook, class Real> inline constexpr bool is_grid_hook_of = false;
template <class Tag, class Real> inline constexpr bool is_grid_hook_of<grid_hook<Tag, Real>, Real> = true;

/// From an object to its node, and back.
template <class T, auto Hook, class Real> struct grid_access {
    using base_hook_class = grid_hook<typename hook_tag<std::remove_const_t<decltype(Hook)>>::type, Real>;
    using place = hook_place<T, Hook, base_hook_class>;

    [[nodiscard]] static grid_node<Real>& node_of(const T& object) noexcept {
        using hook = std::remove_cvref_t<decltype(place::hook_of(const_cast<T&>(object)))>;
        static_assert(is_grid_hook<hook>, "throng: a grid is told a grid_hook: a member, or base_hook<Tag>");
        static_assert(
            is_grid_hook_of<hook, Real> || !is_grid_hook<hook>,
            "throng: the grid and its hook are of different Reals: write grid_hook<Tag, Real> with the grid's");
        return place::hook_of(const_cast<T&>(object)).node_;
    }
    [[nodiscard]] static T* object(grid_node<Real>& n) noexcept {
        // The node is all that is in a hook, so the hook's address is its own.
        using hook = std::remove_reference_t<decltype(place::hook_of(std::declval<T&>()))>;
        static_assert(sizeof(hook) == sizeof(n) && std::is_standard_layout_v<hook>);
        return place::object_of(reinterpret_cast<hook&>(n));
    }
};

} // namespace core
} // namespace throng
