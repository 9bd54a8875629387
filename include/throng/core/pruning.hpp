#pragma once

#include <throng/core/page.hpp>
#include <throng/core/walk.hpp>

#include <cstdint>

namespace throng::core {

/// A run of neighbours that a self-pruning walk is moving from one page to another, or down the same, one visit at a
/// time. The words do not say so yet: they are brought up to date when anybody but the walk looks at them,
/// so that a visit that edits nothing costs no more than the moving.
template <class T> struct pruning {
    page<T>* from;
    page<T>* to;
    /// The first slot that elements come to. (Where they come from, nobody is left before them.)
    unsigned placed;
    /// From the new place of the element visited to its old one, in bytes.
    std::uintptr_t lag;

    /// What has been visited ends before x, what has been placed before y.
    void publish(const T* x, const T* y) noexcept {
        const unsigned left_end = from->index_of(x);
        const unsigned placed_end = to->index_of(y);
        from->clear_live(from == to ? placed_end : 0, left_end);
        // (Place y itself may have been published for a visit that ended the element's life.)
        if (from != to && placed_end < page<T>::slots()) to->clear_live(placed_end);
        to->set_live(placed, placed_end);
    }
    /// The same during the visit of the element in place y, which is there or has been removed.
    [[gnu::noinline]] void publish_visit(address y, bool is_there) noexcept {
        const auto at = static_cast<std::uintptr_t>(y);
        publish(reinterpret_cast<const T*>(at + lag) + 1, reinterpret_cast<const T*>(at) + (is_there ? 1 : 0));
    }
};

} // namespace throng::core
