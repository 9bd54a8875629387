#pragma once

#include <cstdint>
#include <utility>

namespace throng::core {

/// A node of a tree, in a slot of its own: its first child and its next sibling make the tree; the links the other way
/// make every edit O(1).
template <class T> struct tree_node {
    T value;
    tree_node* parent = nullptr;
    tree_node* first = nullptr;
    tree_node* last = nullptr;
    tree_node* next = nullptr;
    tree_node* previous = nullptr;
    /// When it came to its place: the tree counts. Rises along its ancestors' children, not along siblings.
    std::uint64_t placed = 0;

    template <class... Args> explicit tree_node(std::in_place_t, Args&&... args) : value(std::forward<Args>(args)...) {}

    /// The value is the first in its node.
    [[nodiscard]] static tree_node* of(const T& x) noexcept { return reinterpret_cast<tree_node*>(const_cast<T*>(&x)); }
};

/// The ends of the row of children of a node, or of those without parents.
template <class T> struct tree_row {
    tree_node<T>* first = nullptr;
    tree_node<T>* last = nullptr;
};

} // namespace throng::core
