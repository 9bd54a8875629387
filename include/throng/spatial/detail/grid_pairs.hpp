#pragma once

#include <throng/core/bits.hpp>
#include <throng/spatial/detail/grid_cells.hpp>
#include <throng/spatial/detail/grid_patch.hpp>
#include <throng/spatial/detail/grid_region.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng::core {

/// All pairs within a distance: each two cells that are near enough once, in them each two nodes that the query sees.
/// F is called with two nodes, and may make any edit; false ends it all. F::fetch(node) tells the processor that it
/// will look there soon. Around: the grid has a period, and cells at its borders touch.
template <class Space, class F, bool Around = false> class grid_pairs {
    using cells = grid_cells<Space>;
    using block = grid_block<Space>;
    using node = grid_node<Space>;
    using entry = grid_entry<Space>;
    using real = typename Space::real;
    using coordinates = typename Space::cell;

  public:
    grid_pairs(cells& home, real distance, F& f) noexcept : home_(home), distance_(distance), f_(f) {
        if (!distance_.is_possible()) return;
        reach_ = home.scale().reach(static_cast<double>(distance));
        if constexpr (Around) go_around();
        home.open(query_);
        home.go_by_index(query_);
    }
    grid_pairs(const grid_pairs&) = delete;
    grid_pairs& operator=(const grid_pairs&) = delete;
    ~grid_pairs() {
        if (query_.home != nullptr) query_.home->close(query_);
    }

    void run() {
        const std::size_t blocks = is_open() ? home_.map().size() : 0;
        for (std::size_t i = 0; is_open() && i < blocks; ++i) {
            block& b = nth(i);
            if (reach_ != 1) {
                if constexpr (Around) run_around(b, i, blocks);
                else run_far(b, i, blocks);
                continue;
            }
            fetch_next(i, blocks);
            if constexpr (Around) {
                if (is_at_border(b)) {
                    run_border(b);
                    continue;
                }
            }
            run_near(b);
        }
    }
    [[nodiscard]] grid_query_node<Space>& query() noexcept { return query_; }

  private:
    using neighbourhood = grid_neighbourhood<Space>;
    using place = typename neighbourhood::place;

    /// False as soon as f has ended the query or destroyed the grid: cells and blocks are not to be touched any more.
    [[nodiscard]] bool is_open() const noexcept { return query_.home != nullptr; }
    /// (What has been ended is not open any more.)
    THRONG_ALWAYS_INLINE void call(node& a, node& b) {
        if (!f_(a, b) && is_open()) query_.home->close(query_);
    }
    [[nodiscard]] block& nth(std::size_t i) const noexcept { return home_.map()[i]; }

    static constexpr int cells_of_block = block::cells_of_block;
    /// The cells that a cell is paired with: itself, the next one in its row, the three that touch it in the next row,
    /// and in space the nine that touch it in the next layer.
    static constexpr int partners = Space::dimensions == 2 ? 5 : 14;
    [[nodiscard]] static constexpr coordinates partner(const coordinates& cell, int n) noexcept {
        const coordinates from = n < 2   ? Space::of(n, 0, 0)
                                 : n < 5 ? Space::of(n - 3, 1, 0)
                                         : Space::of((n - 5) % 3 - 1, (n - 5) / 3 - 1, 1);
        return Space::vector([&](unsigned i) { return cell[i] + from[i]; });
    }
    [[nodiscard]] static constexpr coordinates cell_of(int index) noexcept {
        return Space::vector([index](unsigned i) { return block::within(static_cast<unsigned>(index), i); });
    }

    /// Of the blocks whose turn comes soon: the next one's entries, and where those of the one after are.
    THRONG_ALWAYS_INLINE void fetch_next(std::size_t i, std::size_t blocks) const noexcept {
        if (i + 1 == blocks) return;
        for (const grid_cell<Space>& c : nth(i + 1).cells) prefetch(c.run);
        if (i + 2 < blocks) prefetch(&nth(i + 2), sizeof(block));
    }
    /// Where distances reach to the neighbouring cells only.
    void run_near(block& b) {
        const neighbourhood near(home_.map(), b);
        int index = 0;
        if (is_worth_copying(b) && !near.is_dirty() && distance_.is_plain_inside() && patch_.fill(near))
            index = run_copies(near);
        for (; is_open() && index < cells_of_block; ++index) {
            if ((b.occupied >> index & 1U) != 0) run_cell(near, index, 0, 0, 1);
        }
    }
    /// In space, where few cells have any entries there are too many around them. (The order is the same.)
    [[nodiscard]] static bool is_worth_copying(const block& b) noexcept {
        return Space::dimensions == 2 || std::popcount(b.occupied) >= 16;
    }
    /// The usual case: nothing is edited, all entries are seen. After an edit by f, the rest of that cell is processed
    /// with checks. Returns the number of cells done.
    int run_copies(const neighbourhood& near) {
        const std::uint64_t edits = home_.edits();
        const entry* const all = patch_.entries();
        // Which entries meet is known too late to wait for them one after the other.
        for (std::uint32_t i = 0; i < patch_.size(); ++i) F::fetch(*all[i].of);
        for (int index = 0; index < cells_of_block; ++index) {
            const coordinates cell = cell_of(index);
            // Runs of cells: the rest of this one with the next, then those of the next row and layer.
            constexpr int runs = 1 + (partners - 2) / 3;
            std::uint32_t begins[runs];
            std::uint32_t ends[runs];
            const std::uint32_t first = patch_.begin(cell);
            const std::uint32_t last = patch_.begin(partner(cell, 1));
            ends[0] = end_of(partner(cell, 1));
            for (int r = 1; r < runs; ++r) {
                begins[r] = patch_.begin(partner(cell, 3 * r - 1));
                ends[r] = end_of(partner(cell, 3 * r + 1));
            }
            for (std::uint32_t i = first; i < last; ++i) {
                std::uint32_t hits = patch_.collect(distance_, i, i + 1, ends[0], 0);
                for (int r = 1; r < runs; ++r) hits = patch_.collect(distance_, i, begins[r], ends[r], hits);
                for (std::uint32_t h = 0; h < hits; ++h) {
                    const std::uint32_t j = patch_.hit(h);
                    call(*all[i].of, *all[j].of);
                    if (is_open() && home_.edits() == edits) [[likely]]
                        continue;
                    if (!is_open()) return cells_of_block;
                    int n = 0;
                    while (j < patch_.begin(partner(cell, n)) || j >= end_of(partner(cell, n))) ++n;
                    run_cell(near, index, i - first, n, j + 1 - patch_.begin(partner(cell, n)));
                    return index + 1;
                }
            }
        }
        return cells_of_block;
    }
    /// In the patch.
    [[nodiscard]] std::uint32_t end_of(coordinates cell) const noexcept {
        ++cell[0];
        return patch_.begin(cell);
    }
    /// A cell's entries, from the i-th on, with all that they are paired with; the i-th from a slot of the n-th partner
    /// on.
    template <class Near> void run_cell(const Near& near, int index, std::uint32_t i, int n, std::uint32_t slot) {
        const coordinates cell = cell_of(index);
        const place a = near.at(cell);
        for (; is_open() && i < a.cell().count; ++i, n = 0, slot = i + 1) {
            for (; n < partners; ++n, slot = 0) {
                const place b = near.at(partner(cell, n));
                if (b.home != nullptr && !run_entry(a, i, b, slot)) break;
            }
        }
    }

    // --- with periods ------------------------------------------------------------------------------------------------

    void go_around() noexcept {
        distance_.go_around();
        // Where there are fewer cells, one cell is both before and behind another.
        if (!Space::all([this](unsigned i) { return home_.scale().cells(i) >= 3; }) && reach_ < 2) reach_ = 2;
    }
    [[nodiscard]] grid_coordinate last_block(unsigned axis) const noexcept {
        return block::block_of(static_cast<grid_coordinate>(home_.scale().cells(axis) - 1));
    }
    /// Whether a cell of it may touch one across the border.
    [[nodiscard]] bool is_at_border(const block& b) const noexcept {
        return !Space::all(
            [&](unsigned i) { return !home_.scale().is_periodic(i) || (b.at[i] != 0 && b.at[i] != last_block(i)); });
    }
    /// As a neighbourhood, of a block at the border.
    class border {
      public:
        border(const cells& home, const block& middle) noexcept
            : scale_(home.scale()), middle_(middle.at), finder_(home.map()) {}
        [[nodiscard]] place at(const coordinates& cell) const noexcept {
            const coordinates of = Space::vector(
                [&](unsigned i) { return scale_.wrapped_cell(std::int64_t{middle_[i]} * block::side + cell[i], i); });
            return {finder_.find(of), block::index_of(of)};
        }

      private:
        const grid_scale& scale_;
        coordinates middle_;
        mutable grid_finder<Space> finder_;
    };
    void run_border(block& b) {
        const border near(home_, b);
        for (std::uint64_t left = b.occupied; is_open() && left != 0; left &= left - 1)
            run_cell(near, std::countr_zero(left), 0, 0, 1);
    }
    /// Where distances reach farther, or there are few cells: with all blocks around that come no earlier among all.
    void run_around(block& b, std::size_t index, std::size_t blocks) {
        // (One more, as the last block before the border has fewer cells.)
        const std::int64_t far = ((reach_ + block::side - 1) >> block::side_bits) + 1;
        std::uint64_t places = 1;
        coordinates first{};
        coordinates last{};
        const bool is_near = Space::all([&](unsigned i) {
            const bool is_whole = home_.scale().is_periodic(i) && 2 * far >= last_block(i);
            if (!is_whole && far >= 1024) return false;
            first[i] = is_whole ? 0 : static_cast<grid_coordinate>(b.at[i] - far);
            last[i] = is_whole ? last_block(i) : static_cast<grid_coordinate>(b.at[i] + far);
            places *= static_cast<std::uint64_t>(last[i] - first[i] + 1);
            return places < blocks;
        });
        if (!is_near) {
            for (std::size_t i = index; is_open() && i < blocks; ++i) run_blocks(b, nth(i));
            return;
        }
        coordinates at = first;
        do {
            const coordinates of = Space::vector([&](unsigned i) { return wrapped_block(at[i], i); });
            block* const other = home_.map().find(of);
            if (other != nullptr && other->index >= index && other->index < blocks) run_blocks(b, *other);
        } while (is_open() && step(at, first, last));
    }
    [[nodiscard]] grid_coordinate wrapped_block(grid_coordinate at, unsigned axis) const noexcept {
        if (!home_.scale().is_periodic(axis)) return at;
        const grid_coordinate n = last_block(axis) + 1;
        return at < 0 ? at + n : at >= n ? at - n : at;
    }

    /// Where they reach farther: with all blocks that come later, be it by their places or among all.
    void run_far(block& b, std::size_t index, std::size_t blocks) {
        const std::int64_t far = (reach_ + block::side - 1) >> block::side_bits;
        if (far < 1024 && count_later(static_cast<std::uint64_t>(far)) < blocks) {
            run_blocks(b, b);
            const auto reach = static_cast<grid_coordinate>(far);
            coordinates from{};
            while (step(from, Space::same(-reach), Space::same(reach))) run_beside(b, from);
        } else {
            for (std::size_t i = index; is_open() && i < blocks; ++i) {
                block& other = nth(i);
                if (Space::all([&](unsigned axis) {
                        const std::int64_t d = std::int64_t{other.at[axis]} - b.at[axis];
                        return d >= -far && d <= far;
                    }))
                    run_blocks(b, other);
            }
        }
    }
    /// How many places there are within so many steps along each axis, without those before; a few more.
    [[nodiscard]] static constexpr std::uint64_t count_later(std::uint64_t far) noexcept {
        const std::uint64_t plane = (2 * far + 1) * (far + 1);
        return Space::dimensions == 2 ? plane : plane * (2 * far + 1);
    }
    /// On to the next of them, row by row; false at the end.
    [[nodiscard]] static bool step(coordinates& at, const coordinates& first, const coordinates& last) noexcept {
        for (unsigned axis = 0; axis < Space::dimensions; ++axis) {
            if (++at[axis] <= last[axis]) return true;
            at[axis] = first[axis];
        }
        return false;
    }
    void run_beside(block& a, const coordinates& from) {
        if (!is_open()) return;
        block* const b = home_.map().find(Space::vector([&](unsigned i) { return a.at[i] + from[i]; }));
        if (b != nullptr) run_blocks(a, *b);
    }
    void run_blocks(block& a, block& b) {
        for (std::uint64_t left = a.occupied; is_open() && left != 0; left &= left - 1) {
            const auto i = static_cast<unsigned>(std::countr_zero(left));
            std::uint64_t others = b.occupied;
            if (&a == &b) {
                run_cells({&a, i}, {&a, i});
                // Those before i have had their turn with it.
                others &= i == 63 ? 0 : ~std::uint64_t{0} << (i + 1);
            }
            for (; is_open() && others != 0; others &= others - 1) {
                const auto j = static_cast<unsigned>(std::countr_zero(others));
                if (Space::all([&](unsigned axis) {
                        const std::int64_t d = (std::int64_t{b.at[axis]} - a.at[axis]) * block::side +
                                               block::within(j, axis) - block::within(i, axis);
                        if constexpr (Around) return home_.scale().is_within(d, reach_, axis);
                        else return d >= -reach_ && d <= reach_;
                    }))
                    run_cells({&a, i}, {&b, j});
            }
        }
    }

    void run_cells(place a, place b) {
        const bool same = a.home == b.home && a.index == b.index;
        for (std::uint32_t i = 0; is_open() && i < a.cell().count; ++i) (void)run_entry(a, i, b, same ? i + 1 : 0);
    }
    [[nodiscard]] bool are_near(const entry& a, const entry& b) const noexcept {
        if constexpr (Around) return distance_.covers_specially(a.at, b.at, home_.scale());
        else return distance_.covers(a.at, b.at);
    }
    /// An entry with those of a cell from a slot on. False if it is empty by now, or the grid is destroyed.
    bool run_entry(place a, std::uint32_t i, place b, std::uint32_t slot) {
        for (; slot < b.cell().count; ++slot) {
            const entry* at = &a.cell().run[i];
            const entry* with = &b.cell().run[slot];
            node* x = at->of;
            node* y = with->of;
            if (a.is_dirty() || b.is_dirty()) {
                x = cells::seen(query_, *at, at);
                if (x == nullptr) return false;
                y = cells::seen(query_, *with, with);
                if (y == nullptr) continue;
            }
            if (!are_near(*at, *with)) continue;
            call(*x, *y);
            if (!is_open()) return false;
        }
        return true;
    }

    cells& home_;
    grid_query_node<Space> query_;
    grid_distance<real> distance_;
    std::int64_t reach_ = 0;
    F& f_;
    grid_patch<Space> patch_;
};

/// The function of a grid with a period: so the loops around borders are compiled once, not for each function.
template <class Space> struct grid_pair_call {
    void* f;
    bool (*of)(void* f, grid_node<Space>& a, grid_node<Space>& b);

    bool operator()(grid_node<Space>& a, grid_node<Space>& b) const { return of(f, a, b); }
    THRONG_ALWAYS_INLINE static void fetch(grid_node<Space>& n) noexcept { prefetch(&n); }
};

} // namespace throng::core
