#include "movers.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace bench {

namespace {

/// In which cell of the square something is.
class square_cells : public mover_crowd {
  public:
    explicit square_cells(std::size_t n) : mover_crowd(n), width_(static_cast<std::uint32_t>(side_ / radius)) {}

  protected:
    [[nodiscard]] std::uint32_t cell_of(const mover& m) const {
        return static_cast<std::uint32_t>(m.y / radius) * width_ + static_cast<std::uint32_t>(m.x / radius);
    }
    [[nodiscard]] std::size_t cells() const { return std::size_t{width_} * width_; }
    /// Calls f(cell, other) for each cell with each of the neighbours behind it.
    template <class F> void each_neighbour(std::uint32_t cell, F f) const {
        const std::uint32_t x = cell % width_;
        if (x + 1 < width_) f(cell + 1);
        const std::uint32_t below = cell + width_;
        if (below >= cells()) return;
        if (x > 0) f(below - 1);
        f(below);
        if (x + 1 < width_) f(below + 1);
    }

    std::uint32_t width_;
};

[[nodiscard]] bool is_near(float dx, float dy) { return dx * dx + dy * dy <= radius * radius; }

/// Positions in a vector for each cell. What comes into another cell is replaced by the last of its old one.
class by_kept_cells : public square_cells {
    struct entry {
        float x;
        float y;
        std::uint32_t index;
    };
    struct place {
        std::uint32_t cell;
        std::uint32_t slot;
    };

  public:
    explicit by_kept_cells(std::size_t n) : square_cells(n), cells_(cells()), places_(n) {
        for (std::uint32_t i = 0; i < n; ++i) add(i, cell_of(all_[i]));
    }
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            mover& m = all_[i];
            m.step(side_);
            const place at = places_[i];
            const std::uint32_t cell = cell_of(m);
            if (cell == at.cell) {
                entry& e = cells_[cell][at.slot];
                e.x = m.x;
                e.y = m.y;
            } else {
                remove(at);
                add(i, cell);
            }
        }
        for (std::uint32_t c = 0; c < cells_.size(); ++c) {
            const std::vector<entry>& here = cells_[c];
            for (std::size_t i = 0; i < here.size(); ++i) meet(here[i], here, i + 1);
            each_neighbour(c, [&](std::uint32_t other) {
                for (const entry& e : here) meet(e, cells_[other], 0);
            });
        }
    }

  private:
    void add(std::uint32_t i, std::uint32_t cell) {
        places_[i] = {cell, static_cast<std::uint32_t>(cells_[cell].size())};
        cells_[cell].push_back({all_[i].x, all_[i].y, i});
    }
    void remove(place at) {
        std::vector<entry>& here = cells_[at.cell];
        here[at.slot] = here.back();
        places_[here[at.slot].index].slot = at.slot;
        here.pop_back();
    }
    void meet(const entry& e, const std::vector<entry>& others, std::size_t first) {
        for (std::size_t j = first; j < others.size(); ++j)
            if (is_near(e.x - others[j].x, e.y - others[j].y)) all_[e.index].meet(all_[others[j].index]);
    }

    std::vector<std::vector<entry>> cells_;
    std::vector<place> places_;
};

/// The objects themselves in a doubly linked list for each cell, as books on games have it.
class by_linked_cells : public square_cells {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    struct link {
        std::uint32_t cell;
        std::uint32_t next;
        std::uint32_t previous;
    };

  public:
    explicit by_linked_cells(std::size_t n) : square_cells(n), heads_(cells(), none), links_(n) {
        for (std::uint32_t i = 0; i < n; ++i) add(i, cell_of(all_[i]));
    }
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            all_[i].step(side_);
            const std::uint32_t cell = cell_of(all_[i]);
            if (cell == links_[i].cell) continue;
            remove(i);
            add(i, cell);
        }
        for (std::uint32_t c = 0; c < heads_.size(); ++c) {
            for (std::uint32_t i = heads_[c]; i != none; i = links_[i].next) {
                meet(i, links_[i].next);
                each_neighbour(c, [&](std::uint32_t other) { meet(i, heads_[other]); });
            }
        }
    }

  private:
    void add(std::uint32_t i, std::uint32_t cell) {
        links_[i] = {cell, heads_[cell], none};
        if (heads_[cell] != none) links_[heads_[cell]].previous = i;
        heads_[cell] = i;
    }
    void remove(std::uint32_t i) {
        const link& l = links_[i];
        (l.previous == none ? heads_[l.cell] : links_[l.previous].next) = l.next;
        if (l.next != none) links_[l.next].previous = l.previous;
    }
    void meet(std::uint32_t i, std::uint32_t first) {
        for (std::uint32_t j = first; j != none; j = links_[j].next)
            if (is_near(all_[i].x - all_[j].x, all_[i].y - all_[j].y)) all_[i].meet(all_[j]);
    }

    std::vector<std::uint32_t> heads_;
    std::vector<link> links_;
};

} // namespace

entry kept_cells() { return crowd<by_kept_cells>("cells kept, vectors", kind::baseline); }
entry linked_cells() { return crowd<by_linked_cells>("cells kept, linked lists", kind::baseline); }

} // namespace bench
