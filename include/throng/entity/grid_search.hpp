#pragma once

#include <throng/entity/grid_cells.hpp>
#include <throng/entity/grid_region.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

/// Queries of a grid whose answers come in an order: what is found is put in order first, and visited then. It is kept
/// by its place, which stays as long as the query is open, so that what has gone by its turn is passed over.
namespace throng::core {

/// Something found: how far it is, how many were met before it, and where it stands.
template <class Real> struct grid_found {
    double distance;
    std::size_t met;
    grid_block<Real>* home;
    unsigned index;
    std::uint32_t slot;

    friend bool operator<(const grid_found& a, const grid_found& b) noexcept {
        return a.distance < b.distance || (a.distance == b.distance && a.met < b.met);
    }
};

template <class Real> class grid_search {
    using cells = grid_cells<Real>;
    using block = grid_block<Real>;
    using node = grid_node<Real>;
    using entry = grid_entry<Real>;
    using found = grid_found<Real>;

  public:
    explicit grid_search(cells& home) noexcept : home_(home) { home.open(query_); }
    grid_search(const grid_search&) = delete;
    grid_search& operator=(const grid_search&) = delete;
    ~grid_search() {
        if (query_.home != nullptr) query_.home->close(query_);
    }
    [[nodiscard]] grid_query_node<Real>& query() noexcept { return query_; }

    /// Finds the `most` nearest to a point, at most `within` away, of which accept(node) is true. It must not edit.
    /// Throws what accept and the allocator throw.
    template <class F> void find_nearest(Real x, Real y, std::size_t most, Real within, F& accept) {
        const grid_distance<Real> reach(within);
        if (!reach.is_possible() || most == 0) return;
        most_ = most;
        const auto measure = [&](const entry& at) {
            return reach.covers(at.x - x, at.y - y) ? std::hypot(static_cast<double>(at.x) - static_cast<double>(x),
                                                                 static_cast<double>(at.y) - static_cast<double>(y))
                                                    : -1.0;
        };
        if (look_around(home_.scale().cell_of(x), home_.scale().cell_of(y), static_cast<double>(within), measure,
                        accept))
            return;
        // What is nearer may be anywhere: all blocks, from the beginning, but for those that are too far.
        found_.clear();
        const grid_coordinate cx = home_.scale().cell_of(x);
        const grid_coordinate cy = home_.scale().cell_of(y);
        for (std::size_t i = 0; i < home_.map().size(); ++i) {
            block& b = home_.map()[i];
            const std::int64_t cells_between = std::max(gap(cx, b.x), gap(cy, b.y));
            if (static_cast<double>(cells_between) * home_.scale().width() > farthest(static_cast<double>(within)))
                continue;
            for (std::uint64_t left = b.occupied; left != 0; left &= left - 1)
                look_into(b, static_cast<unsigned>(std::countr_zero(left)), measure, accept);
        }
    }
    /// Finds what is at most `width` away from the way from one point to another, in the order of the way. As above.
    template <class F> void find_along(Real x0, Real y0, Real x1, Real y1, Real width, F& accept) {
        const double dx = static_cast<double>(x1) - static_cast<double>(x0);
        const double dy = static_cast<double>(y1) - static_cast<double>(y0);
        const double length = std::hypot(dx, dy);
        const auto w = static_cast<double>(width);
        if (!(w >= 0) || !(length <= std::numeric_limits<double>::max())) return;
        const auto measure = [&](const entry& at) {
            const double px = static_cast<double>(at.x) - static_cast<double>(x0);
            const double py = static_cast<double>(at.y) - static_cast<double>(y0);
            const double along = length == 0 ? 0 : std::clamp((px * dx + py * dy) / length, 0.0, length);
            const double nx = length == 0 ? 0 : dx / length * along;
            const double ny = length == 0 ? 0 : dy / length * along;
            return std::hypot(px - nx, py - ny) <= w ? along : -1.0;
        };
        const double far = w * grid_scale::margin;
        const auto cell = [this](double v) { return std::int64_t{home_.scale().cell_of(v)}; };
        const double left = std::min<double>(x0, x1) - far;
        const double right = std::max<double>(x0, x1) + far;
        const std::int64_t top = cell(std::min<double>(y0, y1) - far);
        const std::int64_t bottom = cell(std::max<double>(y0, y1) + far);
        const std::int64_t first = cell(left);
        const std::int64_t last = cell(right);
        const std::size_t blocks = home_.map().size();
        if (static_cast<std::uint64_t>(bottom - top) + static_cast<std::uint64_t>(last - first) > 64 + 8 * blocks) {
            for (std::size_t i = 0; i < blocks; ++i) {
                block& b = home_.map()[i];
                const std::int64_t bx = std::int64_t{b.x} * block::side;
                const std::int64_t by = std::int64_t{b.y} * block::side;
                if (bx > last || bx + block::side <= first || by > bottom || by + block::side <= top) continue;
                for (std::uint64_t left_cells = b.occupied; left_cells != 0; left_cells &= left_cells - 1)
                    look_into(b, static_cast<unsigned>(std::countr_zero(left_cells)), measure, accept);
            }
            return;
        }
        // Row by row, of each the cells that the way touches there.
        const double cell_width = home_.scale().width() * grid_scale::margin;
        for (std::int64_t row = top; row <= bottom; ++row) {
            const double upper = static_cast<double>(row) * cell_width - far - cell_width;
            const double lower = static_cast<double>(row + 1) * cell_width + far + cell_width;
            double from = left;
            double to = right;
            if (dy != 0) {
                const double a = std::clamp((upper - static_cast<double>(y0)) / dy, 0.0, 1.0);
                const double b = std::clamp((lower - static_cast<double>(y0)) / dy, 0.0, 1.0);
                const double xa = static_cast<double>(x0) + dx * a;
                const double xb = static_cast<double>(x0) + dx * b;
                from = std::max(left, std::min(xa, xb) - far);
                to = std::min(right, std::max(xa, xb) + far);
            }
            for (std::int64_t x = cell(from), end = cell(to); x <= end; ++x) look_into(x, row, measure, accept);
        }
    }

    /// Calls f(node, distance) for each that is still there, in order. f may make any edit. Throws what f throws.
    template <class F> void visit(F f) {
        std::sort(found_.begin(), found_.end());
        for (const found& x : found_) {
            if (query_.home == nullptr) return;
            const entry* at = nullptr;
            node* const n = cells::seen(query_, x.home->cells[x.index].run[x.slot], at);
            if (n != nullptr) f(*n, x.distance);
        }
    }

  private:
    static constexpr std::int64_t rings = 6;

    [[nodiscard]] bool is_full() const noexcept { return found_.size() == most_; }
    /// What is farther need not be looked at.
    [[nodiscard]] double farthest(double within) const noexcept { return is_full() ? found_.front().distance : within; }
    /// True if nothing nearer can be elsewhere.
    template <class Measure, class F>
    bool look_around(std::int64_t cx, std::int64_t cy, double within, const Measure& measure, F& accept) {
        for (std::int64_t r = 0; r <= rings; ++r) {
            for (std::int64_t y = cy - r; y <= cy + r; ++y) {
                const std::int64_t step = y == cy - r || y == cy + r || r == 0 ? 1 : 2 * r;
                for (std::int64_t x = cx - r; x <= cx + r; x += step) look_into(x, y, measure, accept);
            }
            // What stands farther out than this ring is more than r cells away.
            const double farther = static_cast<double>(r) * home_.scale().width();
            if (farther >= farthest(within) && farther <= std::numeric_limits<double>::max()) return true;
        }
        return false;
    }
    template <class Measure, class F>
    void look_into(std::int64_t x, std::int64_t y, const Measure& measure, F& accept) {
        constexpr std::int64_t least = std::numeric_limits<grid_coordinate>::min();
        constexpr std::int64_t most = std::numeric_limits<grid_coordinate>::max();
        if (x < least || x > most || y < least || y > most) return;
        const auto cx = static_cast<grid_coordinate>(x);
        const auto cy = static_cast<grid_coordinate>(y);
        block* const b = home_.map().find(block::block_of(cx), block::block_of(cy));
        if (b != nullptr) look_into(*b, block::index_of(cx, cy), measure, accept);
    }
    template <class Measure, class F> void look_into(block& b, unsigned index, const Measure& measure, F& accept) {
        for (std::uint32_t slot = 0; slot < b.cells[index].count; ++slot) {
            const entry* at = nullptr;
            node* const n = cells::seen(query_, b.cells[index].run[slot], at);
            if (n == nullptr) continue;
            const double d = measure(*at);
            if (!(d >= 0) || (is_full() && !(d < found_.front().distance)) || !accept(*n)) continue;
            if (is_full()) {
                std::pop_heap(found_.begin(), found_.end());
                found_.pop_back();
            }
            found_.push_back({d, met_++, &b, index, slot});
            if (most_ != all) std::push_heap(found_.begin(), found_.end());
        }
    }
    [[nodiscard]] static std::int64_t gap(grid_coordinate cell, grid_coordinate of_block) noexcept {
        const std::int64_t first = std::int64_t{of_block} * block::side;
        if (cell < first) return first - cell - 1;
        return cell < first + block::side ? 0 : cell - (first + block::side);
    }

    static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

    cells& home_;
    grid_query_node<Real> query_;
    /// As long as only so many are wanted, a heap, the farthest first.
    std::vector<found> found_;
    std::size_t most_ = all;
    std::size_t met_ = 0;
};

} // namespace throng::core
