#pragma once

#include <throng/entity/grid_cells.hpp>
#include <throng/entity/grid_region.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace throng::core {

/// Looks for the nearest: in the cells around, ring by ring, and then in whichever blocks may still have something
/// nearer. F is asked of each node that would be the nearest so far, and may make any edit.
template <class Real, class F> class grid_nearest {
    using cells = grid_cells<Real>;
    using cell = grid_cell<Real>;
    using block = grid_block<Real>;
    using node = grid_node<Real>;
    using entry = grid_entry<Real>;

  public:
    grid_nearest(cells& home, Real x, Real y, Real within, F& f) noexcept
        : home_(home), x_(x), y_(y), within_(within), most_distant_(static_cast<double>(within)), f_(f) {
        if (within_.is_possible()) home.open(query_);
    }
    grid_nearest(const grid_nearest&) = delete;
    grid_nearest& operator=(const grid_nearest&) = delete;
    ~grid_nearest() {
        if (query_.home != nullptr) query_.home->close(query_);
    }

    /// Null if there is none.
    [[nodiscard]] node* find() {
        while (is_open()) {
            best_ = spot{};
            best_distance_ = most_distant_;
            limit_ = home_.map().size();
            if (!look_around()) look_everywhere();
            if (!is_open() || best_.home == nullptr) break;
            const entry* at = nullptr;
            // What a later question has removed leaves the place to others. It does not come back, so this ends.
            if (node* const n = cells::seen(query_, best_.home->cells[best_.index].run[best_.slot], at); n != nullptr)
                return n;
        }
        return nullptr;
    }
    [[nodiscard]] grid_query_node<Real>& query() noexcept { return query_; }

  private:
    static constexpr std::int64_t rings = 6;

    struct spot {
        block* home = nullptr;
        unsigned index = 0;
        std::uint32_t slot = 0;
    };

    /// False as soon as f has destroyed the grid: its cells and blocks are not to be touched any more.
    [[nodiscard]] bool is_open() const noexcept { return query_.home != nullptr; }

    /// True if nothing can be nearer.
    bool look_around() {
        const std::int64_t cx = home_.scale().cell_of(x_);
        const std::int64_t cy = home_.scale().cell_of(y_);
        for (std::int64_t r = 0; r <= rings; ++r) {
            // What stands farther out than this ring is more than r cells away.
            for (std::int64_t y = cy - r; y <= cy + r; ++y) {
                const std::int64_t step = y == cy - r || y == cy + r || r == 0 ? 1 : 2 * r;
                for (std::int64_t x = cx - r; x <= cx + r; x += step) look_into(x, y);
            }
            if (!is_open()) return true;
            // (Which may be more than any number, and so as much as infinitely far.)
            const double farther = static_cast<double>(r) * home_.scale().width();
            if (farther >= best_distance_ && farther <= std::numeric_limits<double>::max()) return true;
        }
        return false;
    }
    void look_into(std::int64_t x, std::int64_t y) {
        if (!is_open() || x < least || x > most || y < least || y > most) return;
        const auto cx = static_cast<grid_coordinate>(x);
        const auto cy = static_cast<grid_coordinate>(y);
        block* const b = home_.map().find(block::block_of(cx), block::block_of(cy));
        if (b != nullptr) look_into(*b, block::index_of(cx, cy));
    }
    void look_everywhere() {
        const grid_coordinate cx = home_.scale().cell_of(x_);
        const grid_coordinate cy = home_.scale().cell_of(y_);
        for (std::size_t i = 0; is_open() && i < limit_; ++i) {
            block& b = home_.map()[i];
            // As many cells lie between, at least, in one direction or the other.
            const std::int64_t across = gap(cx, b.x);
            const std::int64_t down = gap(cy, b.y);
            if (static_cast<double>(across > down ? across : down) * home_.scale().width() > best_distance_) continue;
            for (std::uint64_t left = b.occupied; is_open() && left != 0; left &= left - 1)
                look_into(b, static_cast<unsigned>(std::countr_zero(left)));
        }
    }
    [[nodiscard]] static std::int64_t gap(grid_coordinate cell, grid_coordinate of_block) noexcept {
        const std::int64_t first = std::int64_t{of_block} * block::side;
        if (cell < first) return first - cell - 1;
        return cell < first + block::side ? 0 : cell - (first + block::side);
    }

    void look_into(block& b, unsigned index) {
        for (std::uint32_t slot = 0; slot < b.cells[index].count; ++slot) {
            const entry* at = nullptr;
            node* const n = cells::seen(query_, b.cells[index].run[slot], at);
            if (n == nullptr) continue;
            if (!within_.covers(at->x - x_, at->y - y_)) continue;
            const double d = distance(static_cast<double>(at->x) - static_cast<double>(x_),
                                      static_cast<double>(at->y) - static_cast<double>(y_));
            // Of those that are equally far, the first that is met.
            if (best_.home != nullptr && !(d < best_distance_)) continue;
            const bool is_accepted = f_(*n);
            if (!is_open()) return;
            if (!is_accepted) continue;
            best_ = {&b, index, slot};
            best_distance_ = d;
        }
    }

    /// Also where the squares would be too large or too small.
    [[nodiscard]] static double distance(double dx, double dy) noexcept {
        const double larger = std::fabs(dx) > std::fabs(dy) ? std::fabs(dx) : std::fabs(dy);
        if (larger > 1e140 || larger < 1e-140) return std::hypot(dx, dy);
        return std::sqrt(dx * dx + dy * dy);
    }

    static constexpr std::int64_t least = std::numeric_limits<grid_coordinate>::min();
    static constexpr std::int64_t most = std::numeric_limits<grid_coordinate>::max();

    cells& home_;
    grid_query_node<Real> query_;
    Real x_;
    Real y_;
    grid_distance<Real> within_;
    double most_distant_;
    F& f_;
    std::size_t limit_ = 0;
    spot best_;
    double best_distance_ = 0;
};

} // namespace throng::core
