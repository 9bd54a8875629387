#pragma once

#include <throng/parts/hook.hpp>
#include <throng/spatial/detail/grid_space.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace throng {

namespace core {

template <class Space> struct grid_block;
template <class Space> struct grid_node;
template <class Space> struct grid_trail;
template <class Space> class grid_cells;
template <class T, auto Hook, class Space> struct grid_access;

/// Takes a node out of the grid that it is in. O(1).
template <class Space> void leave_grid(grid_node<Space>& n) noexcept;
/// Gives the node of a copy its place in the order of a cell, if it is inserted in the same grid.
template <class Space> void copy_number(const grid_node<Space>& from, grid_node<Space>& to) noexcept;
/// Tells the grid that its node lies elsewhere now. O(1), and O(cells it has left while queries are open).
template <class Space> void follow_in_grid(grid_node<Space>& n) noexcept;

/// The entry of a node in a cell: a copy of the position beside the address, so that a query reads nothing else of
/// nodes that are too far away. The pointer is null if the node has left while queries are open.
template <class Space> struct grid_entry {
    typename Space::position at;
    grid_node<Space>* of;
};

/// The place of an object, in its hook.
template <class Space> struct grid_node {
    static constexpr std::uint64_t last_epoch = (std::uint64_t{1} << 58U) - 1;
    static constexpr std::uint64_t last_cell = 63;

    /// Null while the object is in no grid (and in trails).
    grid_block<Space>* block = nullptr;
    grid_entry<Space>* entry = nullptr;
    union {
        /// Where it has been while queries were open, the latest first.
        grid_trail<Space>* trail = nullptr;
        /// While it is in no grid: the one whose number it has.
        const grid_cells<Space>* numbered_by;
    };
    /// How many queries had been opened, since none was open, when it came into its cell. Only those opened later see
    /// it there.
    std::uint64_t born : 58 = 0;
    /// Which of the block's cells it stands in.
    std::uint64_t cell : 6 = 0;
    /// Its place in the order of a cell, given by the grid when it was inserted; 0 for none yet. A copy has that of its
    /// original.
    std::uint64_t number = 0;
};

/// Replaces a node in a cell after it has moved to another, for the queries that were open then.
template <class Space> struct grid_trail : grid_node<Space> {
    grid_node<Space>* node;
    /// How many queries had been opened when it left. Only those do not know of the new place.
    std::uint64_t died;
    grid_trail* older;
};

/// All of a hook but its name: the node, and what becomes of it when its object is copied, moved or destroyed.
template <class Space> class grid_hook_of {
  public:
    grid_hook_of() = default;
    grid_hook_of(const grid_hook_of& other) noexcept { copy_number(other.node_, node_); }
    grid_hook_of(grid_hook_of&& other) noexcept { take(other); }
    grid_hook_of& operator=(const grid_hook_of&) noexcept { return *this; }
    grid_hook_of& operator=(grid_hook_of&& other) noexcept {
        if (this != &other) {
            unlink();
            take(other);
        }
        return *this;
    }
    ~grid_hook_of() { unlink(); }

    /// Whether it is in a grid.
    [[nodiscard]] bool is_linked() const noexcept { return node_.block != nullptr; }
    /// Leaves the grid that it is in, if any. O(1).
    void unlink() noexcept {
        if (is_linked()) leave_grid(node_);
    }

  private:
    template <class, auto, class> friend struct grid_access;

    void take(grid_hook_of& other) noexcept {
        node_ = std::exchange(other.node_, grid_node<Space>{});
        if (is_linked()) follow_in_grid(node_);
    }

    grid_node<Space> node_;
};

} // namespace core

/// The hook of objects in a grid: a base class or a member. An object that is destroyed leaves its grid by itself. An
/// object that is moved, as collections do when they pack their elements, passes its place in the grid to the new
/// object. A copy is in no grid.
///
/// Tags tell base classes apart. Real is the type of the grid's coordinates.
template <class Tag = void, class Real = float> class grid_hook : public core::grid_hook_of<core::grid_space<Real, 2>> {
  public:
    grid_hook() = default;
};

/// The hook of objects in a `space_grid`.
template <class Tag = void, class Real = float> class space_grid_hook
    : public core::grid_hook_of<core::grid_space<Real, 3>> {
  public:
    space_grid_hook() = default;
};

namespace core {

template <class> inline constexpr bool is_grid_hook = false;
template <class Tag, class Real> inline constexpr bool is_grid_hook<grid_hook<Tag, Real>> = true;
template <class Tag, class Real> inline constexpr bool is_grid_hook<space_grid_hook<Tag, Real>> = true;
template <class Hook, class Space> inline constexpr bool is_grid_hook_of = false;
template <class Tag, class Real> inline constexpr bool is_grid_hook_of<grid_hook<Tag, Real>, grid_space<Real, 2>> =
    true;
template <class Tag, class Real>
inline constexpr bool is_grid_hook_of<space_grid_hook<Tag, Real>, grid_space<Real, 3>> = true;
template <class Tag, class Space> struct grid_base_hook;
template <class Tag, class Real> struct grid_base_hook<Tag, grid_space<Real, 2>> {
    using type = grid_hook<Tag, Real>;
};
template <class Tag, class Real> struct grid_base_hook<Tag, grid_space<Real, 3>> {
    using type = space_grid_hook<Tag, Real>;
};

/// From an object to its node, and back.
template <class T, auto Hook, class Space> struct grid_access {
    using base_hook_class =
        typename grid_base_hook<typename hook_tag<std::remove_const_t<decltype(Hook)>>::type, Space>::type;
    using place = hook_place<T, Hook, base_hook_class>;

    [[nodiscard]] static grid_node<Space>& node_of(const T& object) noexcept {
        using hook = std::remove_cvref_t<decltype(place::hook_of(const_cast<T&>(object)))>;
        static_assert(is_grid_hook<hook>, "throng: a grid takes a grid_hook: a member, or base_hook<Tag>");
        static_assert(
            is_grid_hook_of<hook, Space> || !is_grid_hook<hook>,
            "throng: the grid and its hook are of different Reals: write grid_hook<Tag, Real> with the grid's, and "
            "space_grid_hook<Tag, Real> for a space_grid");
        return place::hook_of(const_cast<T&>(object)).node_;
    }
    [[nodiscard]] static T* object(grid_node<Space>& n) noexcept {
        // The node is all that is in a hook, so the hook's address is its own.
        using hook = std::remove_reference_t<decltype(place::hook_of(std::declval<T&>()))>;
        static_assert(sizeof(hook) == sizeof(n) && std::is_standard_layout_v<hook>);
        return place::object_of(reinterpret_cast<hook&>(n));
    }
};

} // namespace core
} // namespace throng
