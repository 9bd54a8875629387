#pragma once

#include <throng/core/bytes.hpp>
#include <throng/entity/grid_cells.hpp>
#include <throng/entity/grid_patch.hpp>
#include <throng/entity/grid_region.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng::core {

/// All pairs within a distance: each two cells that are near enough once, in them each two nodes that the query sees.
/// F is called with two nodes, and may make any edit. F::fetch(node) tells the processor that it will look there soon.
template <class Real, class F> class grid_pairs {
    using cells = grid_cells<Real>;
    using block = grid_block<Real>;
    using node = grid_node<Real>;
    using entry = grid_entry<Real>;

  public:
    grid_pairs(cells& home, Real distance, F& f) noexcept : home_(home), distance_(distance), f_(f) {
        if (!distance_.is_possible()) return;
        reach_ = home.scale().reach(static_cast<double>(distance));
        is_arranged_ = home.arrange();
        home.open(query_);
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
                run_far(b, i, blocks);
                continue;
            }
            fetch_next(i, blocks);
            run_near(b);
        }
    }
    [[nodiscard]] grid_query_node<Real>& query() noexcept { return query_; }

  private:
    using neighbourhood = grid_neighbourhood<Real>;
    using place = typename neighbourhood::place;

    /// False as soon as f has destroyed the grid: its cells and blocks are not to be touched any more.
    [[nodiscard]] bool is_open() const noexcept { return query_.home != nullptr; }
    [[nodiscard]] block& nth(std::size_t i) const noexcept {
        return is_arranged_ ? home_.map().arranged(i) : home_.map()[i];
    }

    static constexpr int cells_of_block = block::side * block::side;
    /// What a cell is paired with: itself, the next one in its row, and the three that touch it in the row below.
    static constexpr int partners = 5;
    [[nodiscard]] static place partner(const neighbourhood& near, int index, int n) noexcept {
        constexpr int dx[partners] = {0, 1, -1, 0, 1};
        return near.at(index % block::side + dx[n], index / block::side + (n < 2 ? 0 : 1));
    }

    /// Of the blocks whose turn comes soon: the next one's entries, and where those of the one after are.
    THRONG_ALWAYS_INLINE void fetch_next(std::size_t i, std::size_t blocks) const noexcept {
        if (i + 1 == blocks) return;
        for (const grid_cell<Real>& c : nth(i + 1).cells) prefetch(c.run);
        if (i + 2 < blocks) prefetch(&nth(i + 2), sizeof(block));
    }
    /// Where distances reach to the neighbouring cells only.
    void run_near(block& b) {
        const neighbourhood near(home_.map(), b);
        int index = 0;
        if (!near.is_dirty() && !distance_.is_scaled() && patch_.fill(near)) index = run_copies(near);
        for (; is_open() && index < cells_of_block; ++index) {
            if ((b.occupied >> index & 1U) != 0) run_cell(near, index, 0, 0, 1);
        }
    }
    /// The usual case: nothing is edited, all entries are seen. When f has made an edit, the rest of that cell is gone
    /// through with care. How many cells are done.
    int run_copies(const neighbourhood& near) {
        const std::uint64_t edits = home_.edits();
        const entry* const all = patch_.entries();
        // Which entries meet is known too late to wait for them one after the other.
        for (std::uint32_t i = 0; i < patch_.size(); ++i) F::fetch(*all[i].of);
        for (int index = 0; index < cells_of_block; ++index) {
            const int x = index % block::side;
            const int y = index / block::side;
            const std::uint32_t first = patch_.begin(x, y);
            const std::uint32_t last = patch_.begin(x + 1, y);
            const std::uint32_t beside = patch_.begin(x + 2, y);
            const std::uint32_t below = patch_.begin(x - 1, y + 1);
            const std::uint32_t below_last = patch_.begin(x + 2, y + 1);
            for (std::uint32_t i = first; i < last; ++i) {
                std::uint32_t hits = patch_.collect(distance_, i, i + 1, beside, 0);
                hits = patch_.collect(distance_, i, below, below_last, hits);
                for (std::uint32_t h = 0; h < hits; ++h) {
                    const std::uint32_t j = patch_.hit(h);
                    f_(*all[i].of, *all[j].of);
                    if (is_open() && home_.edits() == edits) [[likely]]
                        continue;
                    if (!is_open()) return cells_of_block;
                    const int n = j < last                         ? 0
                                  : j < beside                     ? 1
                                  : j < patch_.begin(x, y + 1)     ? 2
                                  : j < patch_.begin(x + 1, y + 1) ? 3
                                                                   : 4;
                    const std::uint32_t begin = n < 2 ? patch_.begin(x + n, y) : patch_.begin(x + n - 3, y + 1);
                    run_cell(near, index, i - first, n, j + 1 - begin);
                    return index + 1;
                }
            }
        }
        return cells_of_block;
    }
    /// A cell's entries, from the i-th on, with all that they are paired with; the i-th from a slot of the n-th partner
    /// on.
    void run_cell(const neighbourhood& near, int index, std::uint32_t i, int n, std::uint32_t slot) {
        const place a = partner(near, index, 0);
        for (; is_open() && i < a.cell().count; ++i, n = 0, slot = i + 1) {
            for (; n < partners; ++n, slot = 0) {
                const place b = partner(near, index, n);
                if (b.home != nullptr && !run_entry(a, i, b, slot)) break;
            }
        }
    }

    /// Where they reach farther: with all blocks that come later, be it in the plane or among all.
    void run_far(block& b, std::size_t index, std::size_t blocks) {
        const std::int64_t far = (reach_ + block::side - 1) >> block::side_bits;
        if (far < 1024 && static_cast<std::size_t>((2 * far + 1) * (far + 1)) < blocks) {
            run_blocks(b, b);
            for (std::int64_t dx = 1; dx <= far; ++dx) run_beside(b, dx, 0);
            for (std::int64_t dy = 1; dy <= far; ++dy) {
                for (std::int64_t dx = -far; dx <= far; ++dx) run_beside(b, dx, dy);
            }
        } else {
            for (std::size_t i = index; is_open() && i < blocks; ++i) {
                block& other = nth(i);
                const std::int64_t dx = std::int64_t{other.x} - b.x;
                const std::int64_t dy = std::int64_t{other.y} - b.y;
                if (dx >= -far && dx <= far && dy >= -far && dy <= far) run_blocks(b, other);
            }
        }
    }
    void run_beside(block& a, std::int64_t dx, std::int64_t dy) {
        if (!is_open()) return;
        if (block* const b = home_.map().find(a.x + dx, a.y + dy); b != nullptr) run_blocks(a, *b);
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
                const std::int64_t dx = (std::int64_t{b.x} - a.x) * 8 + int(j % 8) - int(i % 8);
                const std::int64_t dy = (std::int64_t{b.y} - a.y) * 8 + int(j / 8) - int(i / 8);
                if (dx >= -reach_ && dx <= reach_ && dy >= -reach_ && dy <= reach_) run_cells({&a, i}, {&b, j});
            }
        }
    }

    void run_cells(place a, place b) {
        const bool same = a.home == b.home && a.index == b.index;
        for (std::uint32_t i = 0; is_open() && i < a.cell().count; ++i) (void)run_entry(a, i, b, same ? i + 1 : 0);
    }
    /// An entry with those of a cell from a slot on. False if it is empty by now, or the grid is gone.
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
            if (!distance_.covers(with->x - at->x, with->y - at->y)) continue;
            f_(*x, *y);
            if (!is_open()) return false;
        }
        return true;
    }

    cells& home_;
    grid_query_node<Real> query_;
    grid_distance<Real> distance_;
    std::int64_t reach_ = 0;
    bool is_arranged_ = false;
    F& f_;
    grid_patch<Real> patch_;
};

} // namespace throng::core
