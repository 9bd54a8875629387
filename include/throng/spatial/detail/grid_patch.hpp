#pragma once

#include <throng/spatial/detail/grid_map.hpp>
#include <throng/spatial/detail/grid_region.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace throng::core {

/// A block with the cells around it that come later: those beside it and behind it.
template <class Space> class grid_neighbourhood {
    using block = grid_block<Space>;
    using coordinates = typename Space::cell;

  public:
    /// A cell of it: null where there is no block.
    struct place {
        block* home;
        unsigned index;

        [[nodiscard]] grid_cell<Space>& cell() const noexcept { return home->cells[index]; }
        [[nodiscard]] bool is_dirty() const noexcept { return (home->dirty >> index & 1U) != 0; }
    };

    grid_neighbourhood(const grid_map<Space>& map, block& middle) noexcept {
        constexpr int least = Space::dimensions == 2 ? 0 : -1;
        constexpr int most_layers = Space::dimensions == 2 ? 0 : 1;
        for (int dz = 0; dz <= most_layers; ++dz) {
            for (int dy = least; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    const coordinates from = Space::of(dx, dy, dz);
                    const auto at = Space::vector([&](unsigned i) { return middle.at[i] + from[i]; });
                    around_[number_of(from)] = at == middle.at ? &middle : map.find(at);
                }
            }
        }
    }

    /// From -1 to the length of a side along each axis, but from 0 along the last.
    [[nodiscard]] place at(const coordinates& cell) const noexcept {
        return {around_[number_of(block::block_of(cell))], block::index_of(cell)};
    }
    [[nodiscard]] bool is_dirty() const noexcept {
        for (const block* const b : around_) {
            if (b != nullptr && b->dirty != 0) return true;
        }
        return false;
    }

  private:
    [[nodiscard]] static constexpr unsigned number_of(const coordinates& from) noexcept {
        if constexpr (Space::dimensions == 2) return static_cast<unsigned>(from[1] * 3 + from[0] + 1);
        else return static_cast<unsigned>((from[2] * 3 + from[1] + 1) * 3 + from[0] + 1);
    }

    block* around_[Space::dimensions == 2 ? 6 : 18];
};

/// Copies of all entries of a neighbourhood, row by row: so what is in neighbouring cells of a row is one run.
template <class Space> class grid_patch {
    using entry = grid_entry<Space>;
    using coordinates = typename Space::cell;
    static constexpr int side = Space::side;
    static constexpr int columns = side + 2;
    /// Along the second axis, and the third.
    static constexpr int first_row = Space::dimensions == 2 ? 0 : -1;
    static constexpr int rows = side + 1 - first_row;
    static constexpr int layers = Space::dimensions == 2 ? 1 : side + 1;
    static constexpr std::uint32_t most = 1024;
    /// So many are copied at once, needed or not: no jump depends on how many stand in a cell as long as they are few.
    static constexpr std::uint32_t at_once = static_cast<std::uint32_t>(grid_cell<Space>::room(0));

  public:
    /// False if there are too many.
    [[nodiscard]] bool fill(const grid_neighbourhood<Space>& from) noexcept {
        alignas(entry) static constexpr std::byte nothing[64] = {};
        std::uint32_t end = 0;
        std::uint32_t* begin = begins_;
        for (int row = 0; row < rows * layers; ++row) {
            for (int column = -1; column < columns - 1; ++column) {
                *begin++ = end;
                const auto where = from.at(Space::of(column, row % rows + first_row, row / rows));
                if (where.home == nullptr) continue;
                const grid_cell<Space>& c = where.cell();
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
    [[nodiscard]] std::uint32_t begin(const coordinates& cell) const noexcept {
        int row = cell[1] - first_row;
        if constexpr (Space::dimensions == 3) row += cell[2] * rows;
        return begins_[row * columns + cell[0] + 1];
    }
    [[nodiscard]] std::uint32_t size() const noexcept { return begins_[columns * rows * layers]; }
    [[nodiscard]] const entry* entries() const noexcept { return std::launder(reinterpret_cast<const entry*>(bytes_)); }

    /// Notes which of the entries from j up to `end` are near the i-th, behind the first `hits`; how many are noted
    /// then. No jump depends on what is near.
    [[nodiscard]] std::uint32_t collect(const grid_distance<typename Space::real>& distance, std::uint32_t i,
                                        std::uint32_t j, std::uint32_t end, std::uint32_t hits) noexcept {
        const entry* const all = entries();
        const typename Space::position at = all[i].at;
        for (; j < end; ++j) {
            hits_[hits] = j;
            hits += distance.covers_plainly(at, all[j].at) ? 1U : 0U;
        }
        return hits;
    }
    [[nodiscard]] std::uint32_t hit(std::uint32_t h) const noexcept { return hits_[h]; }

  private:
    alignas(64) std::byte bytes_[most * sizeof(entry)];
    std::uint32_t begins_[columns * rows * layers + 1];
    std::uint32_t hits_[most];
};

} // namespace throng::core
