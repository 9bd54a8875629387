#pragma once

#include <throng/spatial/detail/grid_cells.hpp>
#include <throng/spatial/detail/grid_region.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace throng::core {

/// The cells around a position, ring by ring, as squares or cubes of cells without what is in them.
template <class Space> class grid_rings {
    using coordinates = typename Space::cell;
    using block = grid_block<Space>;
    using exact = grid_vector<double, Space::dimensions>;

  public:
    /// From the middle to a cell: as many cells along each axis.
    using steps = grid_vector<std::int64_t, Space::dimensions>;

    THRONG_ALWAYS_INLINE grid_rings(const grid_scale& scale, const typename Space::position& centre) noexcept
        : scale_(scale),
          width_(scale.width()),
          middle_(scale.cell_of(centre)),
          within_(Space::vector([&](unsigned i) {
              return std::clamp(scale.in_cells(centre[i]) - static_cast<double>(middle_[i]), 0.0, 1.0);
          })),
          from_(Space::vector([&](unsigned i) { return middle_[i] + (scale.is_periodic() ? nowhere : 0); })) {}

    /// Whether the r-th ring is looked at before all blocks that there are: as far as it costs about as much.
    [[nodiscard]] static bool is_worthwhile(std::int64_t r, std::size_t blocks) noexcept {
        if constexpr (Space::dimensions == 2) return r <= 6;
        else
            return r <= 3 ||
                   (r < 1000 && static_cast<std::uint64_t>((2 * r + 1) * (2 * r + 1) * (2 * r + 1)) <= blocks);
    }
    /// Whether nothing that stands farther out than the r-th ring is nearer than that: it is more than r cells away.
    /// (Which may be more than any number, and so as much as infinitely far.)
    [[nodiscard]] bool is_enough(std::int64_t r, double distance) const noexcept {
        const double farther = static_cast<double>(r) * width_;
        return farther >= distance && farther <= std::numeric_limits<double>::max();
    }
    /// Calls f(cell, steps) for each cell of the r-th ring that there is, row by row.
    template <class F> void visit(std::int64_t r, F f) const {
        if constexpr (Space::dimensions == 2) {
            visit_rows(r, false, [&](std::int64_t x, std::int64_t y) { offer({{x, y}}, f); });
        } else {
            for (std::int64_t z = -r; z <= r; ++z)
                visit_rows(r, z == -r || z == r, [&](std::int64_t x, std::int64_t y) { offer({{x, y, z}}, f); });
        }
    }
    /// Whether all of a cell is farther away than that.
    [[nodiscard]] bool is_beyond(const steps& to, double distance) const noexcept {
        // More than what is rounded: see grid_scale.
        constexpr double rounded = 1.0 / 2097152;
        double square = 0;
        Space::each([&](unsigned i) {
            const auto cells = static_cast<double>(to[i]);
            const double gap = (cells > 0 ? cells - within_[i] : within_[i] - cells - 1) - rounded;
            if (gap > 0) square += gap * width_ * (gap * width_);
        });
        return square > distance * distance;
    }
    /// The same of a block: as many cells lie between, at least, in one direction or the other.
    [[nodiscard]] bool is_beyond(const block& b, double distance) const noexcept {
        std::int64_t most_cells = 0;
        Space::each([&](unsigned i) {
            const std::int64_t first = std::int64_t{b.at[i]} * block::side;
            const std::int64_t end = first + block::side;
            const std::int64_t gap = middle_[i] < first ? first - middle_[i] - 1
                                     : middle_[i] < end ? 0
                                                        : middle_[i] - end;
            most_cells = gap > most_cells ? gap : most_cells;
        });
        return static_cast<double>(most_cells) * width_ > distance &&
               (!scale_.is_periodic() || is_beyond_around(b, distance));
    }

  private:
    template <class F> static void visit_rows(std::int64_t r, bool is_whole, F f) {
        for (std::int64_t y = -r; y <= r; ++y) {
            const std::int64_t step = is_whole || y == -r || y == r ? 1 : 2 * r;
            for (std::int64_t x = -r; x <= r; x += step) f(x, y);
        }
    }
    /// A cell, and how many steps it is away, or a few more.
    struct place {
        grid_vector<std::int64_t, Space::dimensions> cell;
        steps to;
        bool is_there;
    };
    template <class F> THRONG_ALWAYS_INLINE void offer(const steps& to, F& f) const {
        constexpr std::int64_t least = std::numeric_limits<grid_coordinate>::min();
        constexpr std::int64_t last = std::numeric_limits<grid_coordinate>::max();
        const auto cell = Space::vector([&](unsigned i) { return from_[i] + to[i]; });
        if (!Space::all([&](unsigned i) { return cell[i] >= least && cell[i] <= last; })) {
            if (scale_.is_periodic()) [[unlikely]]
                offer_around(to, f);
            return;
        }
        f(Space::vector([&](unsigned i) { return static_cast<grid_coordinate>(cell[i]); }), to);
    }
    template <class F> THRONG_NOINLINE void offer_around(const steps& to, F& f) const {
        const place its = around(to);
        if (its.is_there)
            f(Space::vector([&](unsigned i) { return static_cast<grid_coordinate>(its.cell[i]); }), its.to);
    }
    /// In a grid with a period: each cell is there once.
    [[nodiscard]] THRONG_NOINLINE place around(const steps& to) const noexcept {
        place its{{}, to, scale_.is_periodic()};
        Space::each([&](unsigned i) {
            const std::int64_t cell = middle_[i] + to[i];
            if (!scale_.is_periodic(i)) {
                its.cell[i] = cell;
                its.is_there = its.is_there && cell >= std::numeric_limits<grid_coordinate>::min() &&
                               cell <= std::numeric_limits<grid_coordinate>::max();
                return;
            }
            const std::int64_t n = scale_.cells(i);
            its.is_there = its.is_there && to[i] >= -(n - 1) / 2 && to[i] <= n / 2;
            its.cell[i] = scale_.wrapped_cell(cell, i);
            // As far in both directions: it is as near as in either.
            if (2 * to[i] == n) --its.to[i];
        });
        return its;
    }
    [[nodiscard]] THRONG_NOINLINE bool is_beyond_around(const block& b, double distance) const noexcept {
        std::int64_t most_cells = 0;
        Space::each([&](unsigned i) {
            const std::int64_t first = std::int64_t{b.at[i]} * block::side;
            const std::int64_t n = scale_.cells(i);
            const std::int64_t end = scale_.is_periodic(i) ? std::min(first + block::side, n) : first + block::side;
            std::int64_t gap = middle_[i] < first ? first - middle_[i] - 1 : middle_[i] < end ? 0 : middle_[i] - end;
            if (scale_.is_periodic(i) && gap != 0)
                gap = std::min(gap, middle_[i] < first ? middle_[i] + n - end : first + n - middle_[i] - 1);
            most_cells = gap > most_cells ? gap : most_cells;
        });
        return static_cast<double>(most_cells) * width_ > distance;
    }

    const grid_scale& scale_;
    double width_;
    coordinates middle_;
    /// Where in its cell the position is, from 0 to 1 along each axis.
    exact within_;
    /// The middle again. In a grid with a period: so far away that there is no cell, and `around` is asked.
    steps from_;
    static constexpr std::int64_t nowhere = std::int64_t{1} << 40U;
};

/// How far away positions are, by the shorter way, if they are within a distance.
template <class Space> class grid_measure {
    using real = typename Space::real;
    using position = typename Space::position;

  public:
    grid_measure(const grid_scale& scale, const position& centre, real within) noexcept
        : scale_(scale), centre_(centre), within_(within) {
        if (scale.is_periodic()) [[unlikely]]
            within_.go_around();
    }
    [[nodiscard]] bool is_possible() const noexcept { return within_.is_possible(); }
    /// Less than 0 for a position that is too far.
    [[nodiscard]] double operator()(const position& at) const noexcept {
        if (within_.is_special()) [[unlikely]]
            return specially(at);
        if (!within_.covers_plainly(centre_, at)) return -1;
        return grid_length(
            Space::vector([&](unsigned i) { return static_cast<double>(at[i]) - static_cast<double>(centre_[i]); }));
    }

  private:
    [[nodiscard]] THRONG_NOINLINE double specially(const position& at) const noexcept {
        if (!within_.covers_specially(centre_, at, scale_)) return -1;
        return grid_length(Space::vector([&](unsigned i) { return scale_.way(centre_[i], at[i], i); }));
    }

    const grid_scale& scale_;
    position centre_;
    grid_distance<real> within_;
};

/// Looks for the nearest: in the cells around, ring by ring, and then in whichever blocks may still have something
/// nearer. F is asked of each node that would be the nearest so far, and may make any edit.
template <class Space, class F> class grid_nearest {
    using cells = grid_cells<Space>;
    using cell = grid_cell<Space>;
    using block = grid_block<Space>;
    using node = grid_node<Space>;
    using entry = grid_entry<Space>;
    using real = typename Space::real;
    using position = typename Space::position;
    using coordinates = typename Space::cell;

  public:
    grid_nearest(cells& home, const position& centre, real within, F& f) noexcept
        : home_(home),
          rings_(home.scale(), centre),
          measure_(home.scale(), centre, within),
          most_distant_(static_cast<double>(within)),
          f_(f) {
        if (measure_.is_possible()) home.open(query_);
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
            // A node that a later predicate call has removed leaves its place to others. It does not come back, so this
            // ends.
            if (node* const n = cells::seen(query_, *best_.home, best_.index, best_.slot, at); n != nullptr) return n;
        }
        return nullptr;
    }
    [[nodiscard]] grid_query_node<Space>& query() noexcept { return query_; }

  private:
    struct spot {
        block* home = nullptr;
        unsigned index = 0;
        std::uint32_t slot = 0;
    };

    /// False as soon as f has destroyed the grid: its cells and blocks are not to be touched any more.
    [[nodiscard]] bool is_open() const noexcept { return query_.home != nullptr; }

    /// True if nothing can be nearer.
    bool look_around() {
        grid_finder<Space> finder(home_.map());
        for (std::int64_t r = 0; grid_rings<Space>::is_worthwhile(r, limit_); ++r) {
            rings_.visit(r, [&](const coordinates& at, const auto&) {
                block* const b = is_open() ? finder.find(at) : nullptr;
                if (b != nullptr) look_into(*b, block::index_of(at));
            });
            if (!is_open() || rings_.is_enough(r, best_distance_)) return true;
        }
        return false;
    }
    void look_everywhere() {
        home_.go_by_index(query_);
        limit_ = home_.map().size();
        for (std::size_t i = 0; is_open() && i < limit_; ++i) {
            block& b = home_.map()[i];
            if (rings_.is_beyond(b, best_distance_)) continue;
            for (std::uint64_t left = b.occupied; is_open() && left != 0; left &= left - 1)
                look_into(b, static_cast<unsigned>(std::countr_zero(left)));
        }
    }

    void look_into(block& b, unsigned index) {
        for (std::uint32_t slot = 0; slot < b.cells[index].count; ++slot) {
            const entry* at = nullptr;
            node* const n = cells::seen(query_, b, index, slot, at);
            if (n == nullptr) continue;
            const double d = measure_(at->at);
            if (!(d >= 0)) continue;
            // Of those that are equally far, the first that is met.
            if (best_.home != nullptr && !(d < best_distance_)) continue;
            const bool is_accepted = f_(*n);
            if (!is_open()) return;
            if (!is_accepted) continue;
            best_ = {&b, index, slot};
            best_distance_ = d;
        }
    }

    cells& home_;
    grid_query_node<Space> query_;
    grid_rings<Space> rings_;
    grid_measure<Space> measure_;
    double most_distant_;
    F& f_;
    std::size_t limit_ = 0;
    spot best_;
    double best_distance_ = 0;
};

} // namespace throng::core
