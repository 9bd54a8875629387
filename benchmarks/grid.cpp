#include "grid/movers.hpp"
#include "workloads.hpp"

#include <throng/spatial/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bench {

namespace {

// ---------------------------------------------------------------------------------------------------- throng::grid

class by_grid {
    struct object : mover, throng::grid_hook<> {
        explicit object(const mover& m) : mover(m) {}
    };

  public:
    explicit by_grid(std::size_t n) : side_(side_for(n)) {
        all_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) {
            object& o = all_.emplace_back(nth_mover(i, side_));
            grid_.insert(o, o.x, o.y);
        }
    }
    void frame() {
        for (object& o : all_) {
            o.step(side_);
            grid_.move(o, o.x, o.y);
        }
        grid_.each_pair(radius, [](object& a, object& b) { a.meet(b); });
    }
    template <class F> void visit(F f) const {
        for (const object& o : all_) f(o);
    }

  private:
    float side_;
    std::vector<object> all_;
    throng::grid<object> grid_{radius};
};

// ------------------------------------------------------------------------------------------------- written by hand

/// The usual grid where the square is known: positions copied into the order of cells each frame, by counting, so
/// that a row of neighbouring cells is one run. What is near is noted first and met afterwards where NoJumps is set: so
/// that no jump depends on it.
template <bool NoJumps> class by_sorted_cells {
    struct entry {
        float x;
        float y;
        std::uint32_t index;
    };

  public:
    explicit by_sorted_cells(std::size_t n) : side_(side_for(n)), width_(static_cast<std::size_t>(side_ / radius)) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_mover(i, side_));
        cells_.resize(n);
        sorted_.resize(n);
    }
    void frame() {
        for (mover& m : all_) m.step(side_);
        sort();
        for (std::size_t y = 0; y < width_; ++y) {
            for (std::size_t x = 0; x < width_; ++x) {
                const std::size_t cell = y * width_ + x;
                const std::uint32_t last = begins_[cell + 1];
                // The rest of this cell and the next one; and three of the next row.
                const std::uint32_t right = begins_[x + 1 < width_ ? cell + 2 : cell + 1];
                const std::size_t below = cell + width_;
                const bool has_below = y + 1 < width_;
                const std::uint32_t below_first = has_below ? begins_[x > 0 ? below - 1 : below] : 0;
                const std::uint32_t below_last = has_below ? begins_[x + 1 < width_ ? below + 2 : below + 1] : 0;
                for (std::uint32_t i = begins_[cell]; i < last; ++i) {
                    meet(i, i + 1, right);
                    meet(i, below_first, below_last);
                }
            }
        }
    }
    template <class F> void visit(F f) const {
        for (const mover& m : all_) f(m);
    }

  private:
    void sort() {
        begins_.assign(width_ * width_ + 2, 0);
        for (std::size_t i = 0; i < all_.size(); ++i) {
            const auto x = static_cast<std::uint32_t>(all_[i].x / radius);
            const auto y = static_cast<std::uint32_t>(all_[i].y / radius);
            cells_[i] = y * static_cast<std::uint32_t>(width_) + x;
            ++begins_[cells_[i] + 2];
        }
        for (std::size_t c = 2; c < begins_.size(); ++c) begins_[c] += begins_[c - 1];
        for (std::uint32_t i = 0; i < all_.size(); ++i) sorted_[begins_[cells_[i] + 1]++] = {all_[i].x, all_[i].y, i};
    }
    void meet(std::uint32_t i, std::uint32_t first, std::uint32_t last) {
        const float x = sorted_[i].x;
        const float y = sorted_[i].y;
        if constexpr (NoJumps) {
            if (near_.size() < last - first) near_.resize(last - first);
            std::uint32_t* const near = near_.data();
            std::size_t hits = 0;
            for (std::uint32_t j = first; j < last; ++j) {
                const float dx = sorted_[j].x - x;
                const float dy = sorted_[j].y - y;
                near[hits] = j;
                hits += dx * dx + dy * dy <= radius * radius ? 1U : 0U;
            }
            for (std::size_t h = 0; h < hits; ++h) all_[sorted_[i].index].meet(all_[sorted_[near[h]].index]);
            return;
        }
        for (std::uint32_t j = first; j < last; ++j) {
            const float dx = sorted_[j].x - x;
            const float dy = sorted_[j].y - y;
            if (dx * dx + dy * dy <= radius * radius) all_[sorted_[i].index].meet(all_[sorted_[j].index]);
        }
    }

    float side_;
    std::size_t width_;
    std::vector<mover> all_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::uint32_t> begins_;
    std::vector<entry> sorted_;
    std::vector<std::uint32_t> near_;
};

} // namespace

workload grid() {
    workload w{
        .name = "grid",
        .title = "all move, all pairs within a radius; 2 in a cell, 6 within the radius",
        .warm_up = 100,
        .sizes = {10'000, 100'000},
        .entries =
            {
                crowd<by_grid>("throng::grid move, each_pair", kind::ours),
                crowd<by_sorted_cells<false>>("cells sorted anew", kind::baseline),
                crowd<by_sorted_cells<true>>("cells sorted anew, no jumps", kind::baseline),
                kept_cells(),
                linked_cells(),
                packed_rtree(),
                kept_rtree(),
            },
        .criteria =
            {
                {"pairs, against sorted cells",
                 {"throng::grid move, each_pair"},
                 {"cells sorted anew"},
                 1.3,
                 100'000,
                 100'000},
                {"pairs, against sorted cells without jumps",
                 {"throng::grid move, each_pair"},
                 {"cells sorted anew, no jumps"},
                 1.3,
                 100'000,
                 100'000},
                {"pairs, against an rtree",
                 {"throng::grid move, each_pair"},
                 {"boost::geometry rtree packed anew"},
                 0.333,
                 100'000,
                 100'000},
            },
        .why_behind =
            "A grid's objects stay where they are, and a pair is looked at where they lie; cells that are sorted "
            "anew copy all positions side by side in each frame. Out of the cache, that is half the memory to "
            "wait for.",
    };
    for (entry& e : box2d_tree()) w.entries.push_back(std::move(e));
    return w;
}

} // namespace bench
