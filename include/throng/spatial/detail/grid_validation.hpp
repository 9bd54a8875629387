#pragma once

#include <throng/spatial/detail/grid_cells.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Whether a grid is whole: what its map, blocks, cells, entries, nodes, trails and queries say of each other is
/// compared. O(n). It changes nothing, and is right at any moment at which the grid may be edited.
template <class Space> class grid_validation {
    using cells = grid_cells<Space>;
    using block = grid_block<Space>;
    using node = grid_node<Space>;

  public:
    [[nodiscard]] static bool is_whole(const cells& g) noexcept {
        std::size_t nodes = 0;
        std::size_t dirty = 0;
        for (std::size_t i = 0; i < g.map_.size(); ++i) {
            const block& b = g.map_[i];
            if (b.home != &g || b.index != i || g.map_.find(b.at) != &b) return false;
            // A block that nothing is in stays only until the last query is closed.
            if (b.occupied == 0 && b.dirty == 0) return false;
            if (b.dirty != 0) ++dirty;
            for (unsigned index = 0; index < block::cells_of_block; ++index) {
                if (!is_cell_whole(g, b, index, nodes)) return false;
            }
        }
        for (const block* b = g.dirty_; b != nullptr; b = b->next_dirty) {
            if (b->dirty == 0 || dirty-- == 0) return false;
        }
        return dirty == 0 && nodes == g.size_ && are_queries_whole(g);
    }

  private:
    [[nodiscard]] static bool is_cell_whole(const cells& g, const block& b, unsigned index,
                                            std::size_t& nodes) noexcept {
        const grid_cell<Space>& c = b.cells[index];
        const bool is_dirty = (b.dirty >> index & 1U) != 0;
        if (is_dirty && g.newest_ == nullptr) return false;
        if ((b.occupied >> index & 1U) != (c.count != 0 ? 1U : 0U)) return false;
        if (c.count == 0 && c.run != nullptr && !is_dirty) return false;
        if (c.run == nullptr ? c.count != 0 : c.count > grid_cell<Space>::room(c.size)) return false;
        for (std::uint32_t i = 0; i < c.count; ++i) {
            const node* const n = c.run[i].of;
            if (n == nullptr || n->block == nullptr) {
                if (!is_dirty || (n != nullptr && !is_trail_whole(g, *static_cast<const grid_trail<Space>*>(n))))
                    return false;
                continue;
            }
            ++nodes;
            const grid_entry<Space>& e = c.run[i];
            if (n->block != &b || n->entry != &e || n->cell != index) return false;
            const typename Space::cell at = g.scale_.cell_of(e.at);
            if (!b.holds(at) || block::index_of(at) != index || !(g.scale_.wrapped(e.at) == e.at)) return false;
            if (n->born > g.epoch_ || (!is_dirty && n->born != 0)) return false;
            if (n->trail != nullptr && g.newest_ == nullptr) return false;
            if (n->number == 0 || n->number > g.last_number_) return false;
            if (!is_dirty && i != 0 && c.run[i - 1].of->number >= n->number) return false;
        }
        return true;
    }
    /// A trail stands in its entry, and is one of its node's.
    [[nodiscard]] static bool is_trail_whole(const cells& g, const grid_trail<Space>& t) noexcept {
        if (t.entry->of != &t || t.born > t.died || t.died > g.epoch_ || !g.contains(*t.node)) return false;
        const grid_trail<Space>* of_node = t.node->trail;
        while (of_node != nullptr && of_node != &t) of_node = of_node->older;
        return of_node == &t;
    }
    [[nodiscard]] static bool are_queries_whole(const cells& g) noexcept {
        const grid_query_node<Space>* before = nullptr;
        for (const grid_query_node<Space>* q = g.newest_; q != nullptr; q = q->next) {
            if (q->home != &g || q->previous != before || q->epoch == 0) return false;
            if (q->epoch > (before == nullptr ? g.epoch_ : before->epoch - 1)) return false;
            before = q;
        }
        return g.newest_ != nullptr || g.epoch_ == 0;
    }
};

} // namespace throng::core
