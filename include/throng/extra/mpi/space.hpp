#pragma once

#include <throng/core/compiler.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Where the agents of a divided world are: a rectangle cut into cells, and cells into tiles. Nothing here knows of MPI
/// or of ranks, and nothing depends on how many of them there are.
namespace throng::mpi {

/// A place, or the way from one to another.
struct point {
    double x = 0;
    double y = 0;
};

/// The parameters of a divided world. They are the same on all ranks.
struct plan {
    /// Positions are from 0 on, and below these.
    double width = 0;
    double height = 0;
    /// How far an agent sees: that of its neighbours is known which is not farther away.
    double margin = 0;
    /// Whether the right edge is beside the left one, and the upper beside the lower one.
    bool wraps = true;
    /// The seed of random numbers, beside the agent and the step.
    std::uint64_t seed = 1;
    /// A tile is a square of so many cells a side: a power of two, up to 64. Ranks own whole tiles.
    std::uint32_t tile_cells = 8;
    /// Every so many steps tiles go to other ranks, if the load is uneven; 0 for never.
    std::uint32_t rebalance_every = 16;
};

/// A rectangle, its cells, which are a margin wide or more, and its tiles.
///
/// Cells are numbered tile by tile, and row by row within a tile. Tiles are numbered row by row, and have an order
/// besides, along a Hilbert curve: those that follow one another in it lie side by side.
class space {
  public:
    /// No space has more tiles.
    static constexpr std::uint32_t most_tiles = (1U << 24U) - 1;
    /// The number of no cell.
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Null, or what is wrong with a plan.
    [[nodiscard]] static const char* error_of(const plan& p) noexcept {
        const auto is_length = [](double x) { return std::isfinite(x) && x > 0; };
        if (!is_length(p.width) || !is_length(p.height)) return "the width and the height must be above 0";
        if (!is_length(p.margin)) return "the margin must be above 0";
        if (p.tile_cells == 0 || p.tile_cells > 64 || (p.tile_cells & (p.tile_cells - 1)) != 0)
            return "a tile must be 1, 2, 4, 8, 16, 32 or 64 cells wide";
        const double x = std::floor(p.width / p.margin);
        const double y = std::floor(p.height / p.margin);
        if (p.wraps && (x < 3 || y < 3)) return "a space that wraps must be 3 margins wide and high, or more";
        const double side = p.tile_cells;
        const double tiles = std::ceil(std::max(x, 1.0) / side) * std::ceil(std::max(y, 1.0) / side);
        if (tiles > most_tiles) return "there are more than 16777215 tiles: make them larger";
        if (tiles * side * side > 4e9) return "there are more than 4000000000 cells: widen the margin";
        return nullptr;
    }

    /// Of a plan without an error.
    explicit space(const plan& p) : plan_(p) {
        while (1U << shift_ < p.tile_cells) ++shift_;
        columns_ = static_cast<std::uint32_t>(std::max(1.0, std::floor(p.width / p.margin)));
        rows_ = static_cast<std::uint32_t>(std::max(1.0, std::floor(p.height / p.margin)));
        per_x_ = columns_ / p.width;
        per_y_ = rows_ / p.height;
        tiles_x_ = (columns_ + p.tile_cells - 1) >> shift_;
        tiles_y_ = (rows_ + p.tile_cells - 1) >> shift_;
        order_tiles();
    }

    /// Its plan.
    [[nodiscard]] const plan& made_of() const noexcept { return plan_; }
    /// How many tiles there are, and how many cells one has.
    [[nodiscard]] std::uint32_t tiles() const noexcept { return tiles_x_ * tiles_y_; }
    [[nodiscard]] std::uint32_t cells_of_tile() const noexcept { return 1U << (2 * shift_); }
    /// The tiles in the order of the curve.
    [[nodiscard]] const std::vector<std::uint32_t>& curve() const noexcept { return curve_; }

    /// Whether a place lies in it.
    [[nodiscard]] bool contains(double x, double y) const noexcept {
        return x >= 0 && y >= 0 && x < plan_.width && y < plan_.height;
    }
    /// A place in the space, for one that has left it by less than its width and height: by the other edge where it
    /// wraps, else at the edge.
    [[nodiscard]] point back(double x, double y) const noexcept {
        return {put_back(x, plan_.width), put_back(y, plan_.height)};
    }
    /// The way from one place to another; the shortest where it wraps.
    [[nodiscard]] point way(double from_x, double from_y, double to_x, double to_y) const noexcept {
        return {distance(from_x, to_x, plan_.width), distance(from_y, to_y, plan_.height)};
    }

    /// The cell of a place in the space.
    [[nodiscard]] std::uint32_t cell_at(double x, double y) const noexcept {
        return cell_of(std::min(static_cast<std::uint32_t>(x * per_x_), columns_ - 1),
                       std::min(static_cast<std::uint32_t>(y * per_y_), rows_ - 1));
    }
    [[nodiscard]] std::uint32_t tile_of_cell(std::uint32_t cell) const noexcept { return cell >> (2 * shift_); }

    /// Calls f(first cell, cells) for the cell and those around it, row by row, and in a row from the left: cells whose
    /// numbers follow one another together.
    template <class F> void each_around(std::uint32_t cell, F f) const {
        const auto [x, y] = place_of(cell);
        const std::uint32_t mask = plan_.tile_cells - 1;
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t its_y = beside(y, i, rows_);
            if (its_y == none) continue;
            if ((x & mask) != 0 && (x & mask) != mask && x + 1 < columns_) {
                f(cell_of(x - 1, its_y), 3U);
                continue;
            }
            for (std::uint32_t j = 0; j < 3; ++j) {
                const std::uint32_t its_x = beside(x, j, columns_);
                if (its_x != none) f(cell_of(its_x, its_y), 1U);
            }
        }
    }
    /// Whether all cells around are of the same tile, and there are 8.
    [[nodiscard]] bool is_inner(std::uint32_t cell) const noexcept {
        const std::uint32_t mask = plan_.tile_cells - 1;
        const std::uint32_t x = cell & mask;
        const std::uint32_t y = (cell >> shift_) & mask;
        const auto [whole_x, whole_y] = place_of(cell);
        return x != 0 && x != mask && y != 0 && y != mask && whole_x + 1 < columns_ && whole_y + 1 < rows_;
    }
    /// Calls f(tile) for each tile that has cells around the tile, or in it; for some more than once.
    template <class F> void each_tile_around(std::uint32_t tile, F f) const {
        const std::uint32_t left = (tile % tiles_x_) << shift_;
        const std::uint32_t bottom = (tile / tiles_x_) << shift_;
        const std::uint32_t right = std::min(left + plan_.tile_cells, columns_) - 1;
        const std::uint32_t top = std::min(bottom + plan_.tile_cells, rows_) - 1;
        for (const std::uint32_t y : {beside(bottom, 0, rows_), bottom, beside(top, 2, rows_)}) {
            for (const std::uint32_t x : {beside(left, 0, columns_), left, beside(right, 2, columns_)}) {
                if (x != none && y != none) f(tile_of_cell(cell_of(x, y)));
            }
        }
    }

  private:
    [[nodiscard]] double put_back(double x, double width) const noexcept {
        if (x >= 0 && x < width) return x;
        if (!plan_.wraps) return x < 0 ? 0 : std::nextafter(width, 0.0);
        const double inside = x < 0 ? x + width : x - width;
        // (A value barely below 0 becomes the width itself.)
        return inside < width ? inside : 0;
    }
    [[nodiscard]] double distance(double from, double to, double width) const noexcept {
        const double d = to - from;
        if (!plan_.wraps) return d;
        if (d > width / 2) return d - width;
        return d < -width / 2 ? d + width : d;
    }
    [[nodiscard]] std::uint32_t cell_of(std::uint32_t x, std::uint32_t y) const noexcept {
        const std::uint32_t mask = plan_.tile_cells - 1;
        const std::uint32_t tile = (y >> shift_) * tiles_x_ + (x >> shift_);
        return tile << (2 * shift_) | (y & mask) << shift_ | (x & mask);
    }
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> place_of(std::uint32_t cell) const noexcept {
        const std::uint32_t mask = plan_.tile_cells - 1;
        const std::uint32_t tile = tile_of_cell(cell);
        return {(tile % tiles_x_) << shift_ | (cell & mask), (tile / tiles_x_) << shift_ | ((cell >> shift_) & mask)};
    }
    /// The one before, itself, or the one behind: 0, 1 or 2. None where there is an edge.
    [[nodiscard]] std::uint32_t beside(std::uint32_t x, std::uint32_t which, std::uint32_t n) const noexcept {
        if (which == 0 && x == 0) return plan_.wraps ? n - 1 : none;
        if (which == 2 && x + 1 == n) return plan_.wraps ? 0 : none;
        return x + which - 1;
    }
    void order_tiles() {
        std::uint32_t side = 1;
        while (side < tiles_x_ || side < tiles_y_) side *= 2;
        std::vector<std::pair<std::uint64_t, std::uint32_t>> along(tiles());
        for (std::uint32_t t = 0; t < tiles(); ++t) along[t] = {on_curve(t % tiles_x_, t / tiles_x_, side), t};
        std::ranges::sort(along);
        curve_.reserve(along.size());
        for (const auto& [unused, t] : along) curve_.push_back(t);
    }
    [[nodiscard]] static std::uint64_t on_curve(std::uint32_t x, std::uint32_t y, std::uint32_t side) noexcept {
        std::uint64_t at = 0;
        for (std::uint32_t half = side / 2; half != 0; half /= 2) {
            const bool right = (x & half) != 0;
            const bool up = (y & half) != 0;
            at += std::uint64_t{half} * half * ((right ? 3U : 0U) ^ (up ? 1U : 0U));
            if (up) continue;
            if (right) {
                x = side - 1 - x;
                y = side - 1 - y;
            }
            std::swap(x, y);
        }
        return at;
    }

    plan plan_;
    std::uint32_t shift_ = 0;
    std::uint32_t columns_ = 1;
    std::uint32_t rows_ = 1;
    double per_x_ = 1;
    double per_y_ = 1;
    std::uint32_t tiles_x_ = 1;
    std::uint32_t tiles_y_ = 1;
    std::vector<std::uint32_t> curve_;
};

} // namespace throng::mpi
