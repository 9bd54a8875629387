#pragma once

#include <throng/entity/grid_map.hpp>
#include <throng/entity/grid_region.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace throng::core {

/// A block with the cells around it that come later, in the west, the east and the south.
template <class Real> class grid_neighbourhood {
    using block = grid_block<Real>;

  public:
    /// A cell of it: null where there is no block.
    struct place {
        block* home;
        unsigned index;

        [[nodiscard]] grid_cell<Real>& cell() const noexcept { return home->cells[index]; }
        [[nodiscard]] bool is_dirty() const noexcept { return (home->dirty >> index & 1U) != 0; }
    };

    grid_neighbourhood(const grid_map<Real>& map, block& middle) noexcept {
        for (int dy = 0; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                around_[dy][dx + 1] =
                    dx == 0 && dy == 0 ? &middle : map.find(std::int64_t{middle.x} + dx, std::int64_t{middle.y} + dy);
            }
        }
    }

    /// Columns from -1 to 8, rows from 0 to 8.
    [[nodiscard]] place at(int column, int row) const noexcept {
        return {around_[row >> block::side_bits][(column >> block::side_bits) + 1], block::index_of(column, row)};
    }
    [[nodiscard]] bool is_dirty() const noexcept {
        for (const auto& row : around_) {
            for (const block* const b : row) {
                if (b != nullptr && b->dirty != 0) return true;
            }
        }
        return false;
    }

  private:
    block* around_[2][3];
};

/// Copies of all entries of a neighbourhood, row by row: so what is in neighbouring cells of a row is one run.
template <class Real> class grid_patch {
    using entry = grid_entry<Real>;
    static constexpr int columns = 10;
    static constexpr int rows = 9;
    static constexpr std::uint32_t most = 1024;
    /// So many are copied at once, needed or not: no jump depends on how many stand in a cell as long as they are few.
    static constexpr std::uint32_t at_once = static_cast<std::uint32_t>(grid_cell<Real>::room(0));

  public:
    /// False if there are too many.
    [[nodiscard]] bool fill(const grid_neighbourhood<Real>& from) noexcept {
        alignas(entry) static constexpr std::byte nothing[64] = {};
        std::uint32_t end = 0;
        std::uint32_t* begin = begins_;
        for (int row = 0; row < rows; ++row) {
            for (int column = -1; column < columns - 1; ++column) {
                *begin++ = end;
                const auto where = from.at(column, row);
                if (where.home == nullptr) continue;
                const grid_cell<Real>& c = where.cell();
                if (end + c.count + at_once > most) return false;
                std::memcpy(bytes_ + end * sizeof(entry), c.run == nullptr ? nothing : static_cast<const void*>(c.run),
                            at_once * sizeof(entry));
                if (c.count > at_once) [[unlikely]]
                    std::memcpy(bytes_ + end * sizeof(entry), c.run, c.count * sizeof(entry));
                end += c.count;
            }
        }
        *begin = end;
        return true;
    }

    /// Where the entries of a cell begin; those of the next cell of the row begin where they end.
    [[nodiscard]] std::uint32_t begin(int column, int row) const noexcept {
        return begins_[row * columns + column + 1];
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return begin(columns - 1, rows - 1); }
    [[nodiscard]] const entry* entries() const noexcept { return std::launder(reinterpret_cast<const entry*>(bytes_)); }

    /// Notes which of the entries from j up to `end` are near the i-th, behind the first `hits`; how many are noted
    /// then. No jump depends on what is near.
    [[nodiscard]] std::uint32_t collect(const grid_distance<Real>& distance, std::uint32_t i, std::uint32_t j,
                                        std::uint32_t end, std::uint32_t hits) noexcept {
        const entry* const all = entries();
        const Real x = all[i].x;
        const Real y = all[i].y;
        for (; j < end; ++j) {
            hits_[hits] = j;
            hits += distance.covers_plainly(all[j].x - x, all[j].y - y) ? 1U : 0U;
        }
        return hits;
    }
    [[nodiscard]] std::uint32_t hit(std::uint32_t h) const noexcept { return hits_[h]; }

  private:
    alignas(64) std::byte bytes_[most * sizeof(entry)];
    std::uint32_t begins_[columns * rows + 1];
    std::uint32_t hits_[most];
};

} // namespace throng::core
