#pragma once

#include <throng/extra/mpi/identity.hpp>
#include <throng/extra/mpi/space.hpp>
#include <throng/world/entity.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::mpi {

/// The visible agents: the identities and shown components of this rank's agents and of the ghosts around, at the
/// beginning of the step. They are ordered by cells, and in a cell by identity, which is the same on all ranks: so sums
/// over neighbours are added in the same order everywhere.
template <class List> class neighbourhood;
template <class Position, class... Shown> class neighbourhood<components_t<Position, Shown...>> {
    static_assert(
        requires(const Position& p) {
            static_cast<double>(p.x);
            static_cast<double>(p.y);
        }, "throng: the first of the shown components is the position: it has the members x and y");

  public:
    static constexpr std::uint32_t none = space::none;
    using values = std::tuple<Position, Shown...>;

    struct entry {
        std::uint64_t number;
        values shown;
        [[nodiscard]] double x() const noexcept { return static_cast<double>(std::get<0>(shown).x); }
        [[nodiscard]] double y() const noexcept { return static_cast<double>(std::get<0>(shown).y); }
    };

    /// An agent as another one sees it.
    struct seen {
        const entry* of;
        std::uint32_t cell;
        /// From the one that looks, and its length squared.
        point way;
        double distance_squared;

        [[nodiscard]] std::uint64_t number() const noexcept { return of->number; }
        template <class T> [[nodiscard]] const T& get() const noexcept { return std::get<T>(of->shown); }
        /// Where an event reaches it in this step.
        [[nodiscard]] operator address() const noexcept { return {of->number, cell}; }
    };

    explicit neighbourhood(const space& s) : space_(&s), block_(s.tiles(), none) {}

    /// These tiles may have agents to be seen from now on: each once.
    void cover(const std::vector<std::uint32_t>& tiles) {
        for (const std::uint32_t t : covered_) block_[t] = none;
        covered_ = tiles;
        std::uint32_t n = 0;
        for (const std::uint32_t t : covered_) block_[t] = n++ * space_->cells_of_tile();
        clear();
    }
    [[nodiscard]] bool covers(std::uint32_t cell) const noexcept { return block_[space_->tile_of_cell(cell)] != none; }

    /// Nothing is seen, until some have been added and sorted.
    void clear() noexcept {
        added_.clear();
        entries_.clear();
        owners_.clear();
    }
    /// One more, in a cell that is covered; `here` is empty where it is a ghost.
    void add(std::uint32_t cell, std::uint64_t number, const values& shown, entity here) {
        added_.push_back({{number, shown}, cell, here});
    }
    /// Makes the added agents visible. Returns the identity that two agents of a cell share, if any; else 0, which must
    /// not be an identity.
    [[nodiscard]] std::uint64_t sort() {
        const std::size_t cells = covered_.size() * space_->cells_of_tile();
        first_.assign(cells + 1, 0);
        for (const one_added& a : added_) ++first_[slot(a.cell) + 1];
        for (std::size_t c = 0; c < cells; ++c) first_[c + 1] += first_[c];
        order_.resize(added_.size());
        next_.assign(first_.begin(), first_.end() - 1);
        for (std::uint32_t i = 0; i < added_.size(); ++i) insert(slot(added_[i].cell), i);
        entries_.clear();
        owners_.clear();
        entries_.reserve(added_.size());
        owners_.reserve(added_.size());
        std::uint64_t twice = 0;
        for (std::uint32_t i = 0; i < order_.size(); ++i) {
            const one_added& a = added_[order_[i]];
            if (i != 0 && entries_.back().number == a.what.number && added_[order_[i - 1]].cell == a.cell)
                twice = a.what.number;
            entries_.push_back(a.what);
            owners_.push_back(a.here);
        }
        added_.clear();
        return twice;
    }

    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(entries_.size()); }
    [[nodiscard]] const entry& operator[](std::uint32_t n) const noexcept { return entries_[n]; }
    /// The entity that an entry is; empty where it is a ghost.
    [[nodiscard]] entity here(std::uint32_t n) const noexcept { return owners_[n]; }
    /// The entry of an agent; none if it is not in that cell.
    [[nodiscard]] std::uint32_t find(address a) const noexcept {
        if (a.cell == address::anywhere || space_->tile_of_cell(a.cell) >= space_->tiles() || !covers(a.cell))
            return none;
        for (std::uint32_t n = first_[slot(a.cell)]; n < first_[slot(a.cell) + 1]; ++n) {
            if (entries_[n].number == a.number) return n;
        }
        return none;
    }

    /// Calls f(seen) for all others that are not farther from an entry, in a cell that this rank owns, than a radius,
    /// which is the margin at most: cell by cell, in each in the order of identities.
    template <class F> void near(std::uint32_t of, std::uint32_t cell, double radius, F& f) const {
        const double x = entries_[of].x();
        const double y = entries_[of].y();
        const double most = radius * radius;
        space_->each_around(cell, [&](std::uint32_t c, std::uint32_t cells) {
            // (Of an edge of the covered tiles there may be nothing behind.)
            const std::uint32_t at = block_[space_->tile_of_cell(c)];
            if (at == none) return;
            for (std::uint32_t s = slot(c); cells != 0; ++s, ++c, --cells) {
                for (std::uint32_t n = first_[s]; n != first_[s + 1]; ++n) {
                    const entry& e = entries_[n];
                    const point way = space_->way(x, y, e.x(), e.y());
                    const double d = way.x * way.x + way.y * way.y;
                    if (d <= most && n != of) f(seen{&e, c, way, d});
                }
            }
        });
    }

  private:
    struct one_added {
        entry what;
        std::uint32_t cell;
        entity here;
    };

    [[nodiscard]] std::uint32_t slot(std::uint32_t cell) const noexcept {
        return block_[space_->tile_of_cell(cell)] + (cell & (space_->cells_of_tile() - 1));
    }
    /// Among those of its cell that are in order already.
    void insert(std::uint32_t s, std::uint32_t i) noexcept {
        std::uint32_t at = next_[s]++;
        for (; at != first_[s] && added_[order_[at - 1]].what.number > added_[i].what.number; --at)
            order_[at] = order_[at - 1];
        order_[at] = i;
    }

    const space* space_;
    /// Where the cells of a tile begin among those covered; none if it is not.
    std::vector<std::uint32_t> block_;
    std::vector<std::uint32_t> covered_;
    std::vector<one_added> added_;
    std::vector<entry> entries_;
    std::vector<entity> owners_;
    /// Of each cell covered, the first entry; and the end of the last one.
    std::vector<std::uint32_t> first_;
    std::vector<std::uint32_t> next_;
    std::vector<std::uint32_t> order_;
};

} // namespace throng::mpi
