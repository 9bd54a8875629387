#pragma once

#include "stage.hpp"

#include <throng/spatial/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::tool {

/// throng::grid of entities that stand in a vector beside it. Sectors have no position of their own: they stand at 0,
/// 0.
class grid_stage {
    struct node : entity, throng::grid_hook<void, double> {};

  public:
    static constexpr agreement agrees{.order = visiting_order::any, .newcomers = false};
    using grid_type = throng::grid<node, throng::base_hook<>, double>;

    explicit grid_stage(const trace& t) : nodes_(t.spawns.size()) {}

    void add(const entity& e) {
        node& n = nodes_[e.id];
        static_cast<entity&>(n) = e;
        grid_.insert(n, e.x, e.y);
    }
    void remove(const node* at) { grid_.remove(*at); }
    bool remove(std::uint32_t id) { return grid_.remove(nodes_[id]); }
    void clear() { grid_.clear(); }
    std::size_t size() const { return grid_.size(); }
    bool move(std::uint32_t id, std::int32_t x, std::int32_t y) { return grid_.move(nodes_[id], x, y); }

    template <class F> void walk(F&& f) {
        for (node& n : grid_) f(n, &n);
    }
    template <class F> void each(F&& f) const { grid_.each(f); }

    const grid_type& grid() const { return grid_; }

  private:
    /// The game's own cells: 128 units of 65536.
    static constexpr double cell = 128.0 * 65536;

    std::vector<node> nodes_;
    grid_type grid_{cell};
};

static_assert(moving_stage<grid_stage>);

} // namespace throng::tool
