#include "workloads.hpp"

#include <throng/entity/grid.hpp>

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace bench {

namespace {

/// The distance of a pair, and the width of a cell.
constexpr float radius = 1;
/// How many there are in a square of that side, on average.
constexpr float density = 2;

/// Something that moves about in a square, and counts its neighbours.
struct mover {
    float x;
    float y;
    float vx;
    float vy;
    std::uint32_t id;
    std::uint32_t near;

    /// A step, and back at the walls. One in twenty comes into another cell.
    void step(float side) {
        x += vx;
        y += vy;
        if (x < 0 || x >= side) {
            vx = -vx;
            x = std::clamp(x, 0.0F, std::nextafter(side, 0.0F));
        }
        if (y < 0 || y >= side) {
            vy = -vy;
            y = std::clamp(y, 0.0F, std::nextafter(side, 0.0F));
        }
    }
    void meet(mover& other) {
        near += other.id;
        other.near += id;
    }
    [[nodiscard]] std::uint64_t hash() const {
        return (std::uint64_t{id} << 32U | near) * 0x9e3779b97f4a7c15U ^ static_cast<std::uint64_t>(x * 4096) << 20U;
    }
};

[[nodiscard]] float side_for(std::size_t n) {
    return std::max(radius, std::floor(std::sqrt(static_cast<float>(n) / density)) * radius);
}

/// The same for the same number in every contestant.
[[nodiscard]] mover nth_mover(std::size_t i, float side) {
    std::uint64_t state = (i + 1) * 0x9e3779b97f4a7c15U;
    const auto roll = [&state] {
        state ^= state >> 29U;
        state *= 0xbf58476d1ce4e5b9U;
        state ^= state >> 32U;
        return static_cast<float>(state >> 40U) / static_cast<float>(1U << 24U);
    };
    mover m{};
    m.x = roll() * side;
    m.y = roll() * side;
    m.vx = (roll() - 0.5F) * 0.08F;
    m.vy = (roll() - 0.5F) * 0.08F;
    m.id = static_cast<std::uint32_t>(i);
    return m;
}

/// One frame: each takes a step, and each two that are near meet.
template <class Crowd> class moving final : public contestant {
  public:
    explicit moving(std::size_t n) : crowd_(n) {}
    void frame() override { crowd_.frame(); }
    void show(digest& d) const override {
        crowd_.visit([&d](const mover& m) { d.add(m.hash()); });
    }

  private:
    Crowd crowd_;
};

template <class Crowd> entry crowd(std::string name, kind k) {
    return {std::move(name), k, false, [](std::size_t n) { return std::make_unique<moving<Crowd>>(n); }};
}

// ---------------------------------------------------------------------------------------------------- throng::grid

class by_grid {
    struct object : mover, throng::grid_hook<> {
        explicit object(const mover& m) : mover(m) {}
    };

  public:
    explicit by_grid(std::size_t n) : side_(side_for(n)) {
        all_.reserve(n);
        for (std::size_t i = 0; i < n; ++i) {
            object& o = all_.emplace_back(nth_mover(i, side_));
            grid_.insert(o, o.x, o.y);
        }
    }
    void frame() {
        for (object& o : all_) {
            o.step(side_);
            grid_.move(o, o.x, o.y);
        }
        grid_.each_pair(radius, [](object& a, object& b) { a.meet(b); });
    }
    template <class F> void visit(F f) const {
        for (const object& o : all_) f(o);
    }

  private:
    float side_;
    std::vector<object> all_;
    throng::grid<object> grid_{radius};
};

// ------------------------------------------------------------------------------------------------- written by hand

/// The usual grid where the square is known: positions copied into the order of cells each frame, by counting, so
/// that a row of neighbouring cells is one run. What is near is noted first and met afterwards where NoJumps is set: so
/// that no jump depends on it.
template <bool NoJumps> class by_sorted_cells {
    struct entry {
        float x;
        float y;
        std::uint32_t index;
    };

  public:
    explicit by_sorted_cells(std::size_t n) : side_(side_for(n)), width_(static_cast<std::size_t>(side_ / radius)) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_mover(i, side_));
        cells_.resize(n);
        sorted_.resize(n);
    }
    void frame() {
        for (mover& m : all_) m.step(side_);
        sort();
        for (std::size_t y = 0; y < width_; ++y) {
            for (std::size_t x = 0; x < width_; ++x) {
                const std::size_t cell = y * width_ + x;
                const std::uint32_t last = begins_[cell + 1];
                // The rest of this cell and the next one; and three of the next row.
                const std::uint32_t right = begins_[x + 1 < width_ ? cell + 2 : cell + 1];
                const std::size_t below = cell + width_;
                const bool has_below = y + 1 < width_;
                const std::uint32_t below_first = has_below ? begins_[x > 0 ? below - 1 : below] : 0;
                const std::uint32_t below_last = has_below ? begins_[x + 1 < width_ ? below + 2 : below + 1] : 0;
                for (std::uint32_t i = begins_[cell]; i < last; ++i) {
                    meet(i, i + 1, right);
                    meet(i, below_first, below_last);
                }
            }
        }
    }
    template <class F> void visit(F f) const {
        for (const mover& m : all_) f(m);
    }

  private:
    void sort() {
        begins_.assign(width_ * width_ + 2, 0);
        for (std::size_t i = 0; i < all_.size(); ++i) {
            const auto x = static_cast<std::uint32_t>(all_[i].x / radius);
            const auto y = static_cast<std::uint32_t>(all_[i].y / radius);
            cells_[i] = y * static_cast<std::uint32_t>(width_) + x;
            ++begins_[cells_[i] + 2];
        }
        for (std::size_t c = 2; c < begins_.size(); ++c) begins_[c] += begins_[c - 1];
        for (std::uint32_t i = 0; i < all_.size(); ++i) sorted_[begins_[cells_[i] + 1]++] = {all_[i].x, all_[i].y, i};
    }
    void meet(std::uint32_t i, std::uint32_t first, std::uint32_t last) {
        const float x = sorted_[i].x;
        const float y = sorted_[i].y;
        if constexpr (NoJumps) {
            if (near_.size() < last - first) near_.resize(last - first);
            std::uint32_t* const near = near_.data();
            std::size_t hits = 0;
            for (std::uint32_t j = first; j < last; ++j) {
                const float dx = sorted_[j].x - x;
                const float dy = sorted_[j].y - y;
                near[hits] = j;
                hits += dx * dx + dy * dy <= radius * radius ? 1U : 0U;
            }
            for (std::size_t h = 0; h < hits; ++h) all_[sorted_[i].index].meet(all_[sorted_[near[h]].index]);
            return;
        }
        for (std::uint32_t j = first; j < last; ++j) {
            const float dx = sorted_[j].x - x;
            const float dy = sorted_[j].y - y;
            if (dx * dx + dy * dy <= radius * radius) all_[sorted_[i].index].meet(all_[sorted_[j].index]);
        }
    }

    float side_;
    std::size_t width_;
    std::vector<mover> all_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::uint32_t> begins_;
    std::vector<entry> sorted_;
    std::vector<std::uint32_t> near_;
};

// -------------------------------------------------------------------------------------------------------------- peers

/// The tree packed anew each frame, which is faster than moving each in it; then each asks for its box.
class by_rtree {
    using point = boost::geometry::model::point<float, 2, boost::geometry::cs::cartesian>;
    using box = boost::geometry::model::box<point>;
    using value = std::pair<point, std::uint32_t>;
    using tree = boost::geometry::index::rtree<value, boost::geometry::index::quadratic<16>>;

  public:
    explicit by_rtree(std::size_t n) : side_(side_for(n)) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(nth_mover(i, side_));
        values_.resize(n);
    }
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            all_[i].step(side_);
            values_[i] = {point(all_[i].x, all_[i].y), i};
        }
        const tree packed(values_.begin(), values_.end());
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            mover& a = all_[i];
            // (A little larger, for what is rounded.)
            constexpr float reach = radius * 1.001F;
            const box around(point(a.x - reach, a.y - reach), point(a.x + reach, a.y + reach));
            for (auto it = packed.qbegin(boost::geometry::index::intersects(around)); it != packed.qend(); ++it) {
                if (it->second <= i) continue;
                const float dx = it->first.get<0>() - a.x;
                const float dy = it->first.get<1>() - a.y;
                if (dx * dx + dy * dy <= radius * radius) a.meet(all_[it->second]);
            }
        }
    }
    template <class F> void visit(F f) const {
        for (const mover& m : all_) f(m);
    }

  private:
    float side_;
    std::vector<mover> all_;
    std::vector<value> values_;
};

} // namespace

workload grid() {
    return {
        .name = "grid",
        .title = "all move, all pairs within a radius; 2 in a cell, 6 within the radius",
        .warm_up = 100,
        .sizes = {10'000, 100'000},
        .entries =
            {
                crowd<by_grid>("throng::grid move, each_pair", kind::ours),
                crowd<by_sorted_cells<false>>("cells sorted anew", kind::baseline),
                crowd<by_sorted_cells<true>>("cells sorted anew, no jumps", kind::baseline),
                crowd<by_rtree>("boost::geometry rtree packed anew", kind::peer),
            },
        .criteria =
            {
                {"pairs, against sorted cells",
                 {"throng::grid move, each_pair"},
                 {"cells sorted anew"},
                 1.3,
                 100'000,
                 100'000},
                {"pairs, against sorted cells without jumps",
                 {"throng::grid move, each_pair"},
                 {"cells sorted anew, no jumps"},
                 1.3,
                 100'000,
                 100'000},
                {"pairs, against an rtree",
                 {"throng::grid move, each_pair"},
                 {"boost::geometry rtree packed anew"},
                 0.333,
                 100'000,
                 100'000},
            },
        .why_behind =
            "A grid's objects stay where they are, and a pair is looked at where they lie; cells that are sorted "
            "anew copy all positions side by side in each frame. Out of the cache, that is half the memory to "
            "wait for.",
    };
}

} // namespace bench
