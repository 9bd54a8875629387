#pragma once

#include <throng/core/compiler.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace throng::core {

/// A node of a tree, in a separate slot: its first child and its next sibling make the tree; the links the other way
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

    /// `placed` of a node during the notification of its removal: it is still in its row, but no walk visits it.
    static constexpr std::uint64_t being_told = std::numeric_limits<std::uint64_t>::max();

    template <class... Args> explicit tree_node(std::in_place_t, Args&&... args) : value(std::forward<Args>(args)...) {}

    /// Whether its removal is being notified.
    [[nodiscard]] bool is_being_told() const noexcept { return placed == being_told; }
    /// n, or the first after it, or before it, that is there.
    [[nodiscard]] static tree_node* there(tree_node* n) noexcept {
        while (n != nullptr && n->is_being_told()) n = n->next;
        return n;
    }
    [[nodiscard]] static tree_node* there_before(tree_node* n) noexcept {
        while (n != nullptr && n->is_being_told()) n = n->previous;
        return n;
    }
    /// Whether its parent was removed during the notification of its removal.
    [[nodiscard]] bool is_orphan() const noexcept { return parent == this; }

    /// The value is the first in its node.
    [[nodiscard]] static tree_node* of(const T* x) noexcept { return reinterpret_cast<tree_node*>(const_cast<T*>(x)); }
};

/// The ends of the row of children of a node, or of those without parents.
template <class T> struct tree_row {
    tree_node<T>* first = nullptr;
    tree_node<T>* last = nullptr;
};

} // namespace throng::core
