#include "grid/boxes.hpp"
#include "grid/questions.hpp"
#include "workloads.hpp"

#include <throng/spatial/box_grid.hpp>
#include <throng/spatial/grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

/// What else a grid is asked: the nearest few, what stands along a way, and what overlaps.
namespace bench {

namespace {

using asked = asked_of<mover_crowd>;
using numbered_point = std::pair<point, std::uint32_t>;

/// What a question is asked of.
class grid_asked : public asked {
    struct object : mover, throng::grid_hook<> {
        explicit object(const mover& m) : mover(m) {}
    };

  public:
    explicit grid_asked(std::size_t n) : asked(n), objects_(all_.begin(), all_.end()) {
        for (object& o : objects_) grid_.insert(o, o.x, o.y);
    }

  protected:
    std::vector<object> objects_;
    throng::grid<object> grid_{radius};
};

class rtree_asked : public asked {
  public:
    explicit rtree_asked(std::size_t n) : asked(n) {
        std::vector<numbered_point> values;
        for (const mover& m : all_) values.emplace_back(point(m.x, m.y), m.id);
        tree_ = tree<numbered_point>(values.begin(), values.end());
    }

  protected:
    tree<numbered_point> tree_;
};

/// By hand: indices in the order of cells, sorted once.
class cells_asked : public asked {
  public:
    explicit cells_asked(std::size_t n)
        : asked(n), width_(static_cast<int>(side_ / radius)), begins_(std::size_t(width_) * std::size_t(width_) + 1) {
        std::sort(all_.begin(), all_.end(), [&](const mover& a, const mover& b) {
            return std::pair(cell_of(a), a.id) < std::pair(cell_of(b), b.id);
        });
        for (const mover& m : all_) ++begins_[cell_of(m) + 1];
        for (std::size_t c = 1; c < begins_.size(); ++c) begins_[c] += begins_[c - 1];
    }

  protected:
    static int row_of(float v) { return static_cast<int>(std::floor(v / radius)); }
    [[nodiscard]] std::size_t cell_of(const mover& m) const {
        return static_cast<std::size_t>(row_of(m.y) * width_ + row_of(m.x));
    }
    /// Calls f(mover) for all in a row of cells, from one column to another.
    template <class F> void each_in_row(int y, int first, int last, F f) const {
        first = std::max(first, 0);
        last = std::min(last, width_ - 1);
        if (y < 0 || y >= width_ || first > last) return;
        const auto row = static_cast<std::size_t>(y * width_);
        for (std::size_t i = begins_[row + static_cast<std::size_t>(first)],
                         end = begins_[row + static_cast<std::size_t>(last) + 1];
             i < end; ++i)
            f(all_[i]);
    }

    int width_;
    std::vector<std::size_t> begins_;
};

// ---------------------------------------------------------------------------------------------------- the nearest few

[[nodiscard]] float square_of(const mover& m, spot at) {
    return (m.x - at.x) * (m.x - at.x) + (m.y - at.y) * (m.y - at.y);
}
/// (Two that are equally far, but for rounding, count alike.)
[[nodiscard]] std::uint64_t how_far(const mover& m, spot at) {
    return static_cast<std::uint64_t>(square_of(m, at) * 4096);
}

struct nearest_by_grid : grid_asked {
    using grid_asked::grid_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t) {
            grid_.each_nearest(at.x, at.y, few, [&](const mover& m) { add(how_far(m, at)); });
        });
    }
};

struct nearest_by_rtree : rtree_asked {
    using rtree_asked::rtree_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t) {
            const point p(at.x, at.y);
            for (auto it = tree_.qbegin(boost::geometry::index::nearest(p, few)); it != tree_.qend(); ++it)
                add(how_far(all_[it->second], at));
        });
    }
};

/// All in a square of cells that grows, until it is wide enough for the last of the nearest.
class nearest_by_cells : public cells_asked {
  public:
    using cells_asked::cells_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t) {
            for (int around = 1;; ++around) {
                found_.clear();
                for (int y = row_of(at.y) - around; y <= row_of(at.y) + around; ++y)
                    each_in_row(y, row_of(at.x) - around, row_of(at.x) + around,
                                [&](const mover& m) { found_.emplace_back(square_of(m, at), &m); });
                const bool all = around > width_;
                if (found_.size() < few && !all) continue;
                const std::size_t n = std::min(few, found_.size());
                std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(n), found_.end());
                const float sure = static_cast<float>(around) * radius;
                if (!all && found_[n - 1].first > sure * sure) continue;
                for (std::size_t i = 0; i < n; ++i) add(how_far(*found_[i].second, at));
                break;
            }
        });
    }

  private:
    std::vector<std::pair<float, const mover*>> found_;
};

// --------------------------------------------------------------------------------------------------------- along a way

/// Puts what is near the way in order.
class ordered_answers {
  public:
    void clear() { found_.clear(); }
    void look_at(const mover& m, const way& w) {
        if (const double far = w.along(m); far >= 0) found_.emplace_back(far, m.id);
    }
    template <class F> void each(F f) {
        std::sort(found_.begin(), found_.end());
        for (const auto& [far, id] : found_) f(id, static_cast<float>(far));
    }

  private:
    std::vector<std::pair<double, std::uint32_t>> found_;
};

struct along_by_grid : grid_asked {
    using grid_asked::grid_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t number) {
            const way w(at, number);
            grid_.each_along({w.from.x, w.from.y}, {w.to.x, w.to.y}, way_width,
                             [&](const mover& m, float far) { met(m.id, far); });
        });
    }
};

/// The tree is asked for the rectangle around the way.
class along_by_rtree : public rtree_asked {
  public:
    using rtree_asked::rtree_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t number) {
            const way w(at, number);
            constexpr float reach = way_width * 1.001F;
            const region around(point(std::min(w.from.x, w.to.x) - reach, std::min(w.from.y, w.to.y) - reach),
                                point(std::max(w.from.x, w.to.x) + reach, std::max(w.from.y, w.to.y) + reach));
            found_.clear();
            for (auto it = tree_.qbegin(boost::geometry::index::intersects(around)); it != tree_.qend(); ++it)
                found_.look_at(all_[it->second], w);
            found_.each([&](std::uint32_t id, float far) { met(id, far); });
        });
    }

  private:
    ordered_answers found_;
};

/// Row by row, the cells that the way touches there.
class along_by_cells : public cells_asked {
  public:
    using cells_asked::cells_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t number) {
            const way w(at, number);
            constexpr float reach = way_width * 1.001F;
            found_.clear();
            const float left = std::min(w.from.x, w.to.x);
            const float right = std::max(w.from.x, w.to.x);
            const float dx = w.to.x - w.from.x;
            const float dy = w.to.y - w.from.y;
            const int last = row_of(std::max(w.from.y, w.to.y) + reach);
            for (int y = row_of(std::min(w.from.y, w.to.y) - reach); y <= last; ++y) {
                float first_x = left;
                float last_x = right;
                if (dy != 0) {
                    const auto share = [&](float border) { return std::clamp((border - w.from.y) / dy, 0.0F, 1.0F); };
                    const float a = w.from.x + dx * share(static_cast<float>(y) * radius - reach);
                    const float b = w.from.x + dx * share(static_cast<float>(y + 1) * radius + reach);
                    first_x = std::min(a, b);
                    last_x = std::max(a, b);
                }
                each_in_row(y, row_of(first_x - reach), row_of(last_x + reach),
                            [&](const mover& m) { found_.look_at(m, w); });
            }
            found_.each([&](std::uint32_t id, float far) { met(id, far); });
        });
    }

  private:
    ordered_answers found_;
};

// ----------------------------------------------------------------------------------------------------------------
// boxes

class boxes_by_grid : public box_crowd {
    struct object : box, throng::grid_hook<> {
        explicit object(const box& b) : box(b) {}
    };
    struct reach_of {
        throng::grid_point<float> operator()(const object& o) const { return {o.half, o.half}; }
    };

  public:
    explicit boxes_by_grid(std::size_t n) : box_crowd(n), objects_(all_.begin(), all_.end()) {
        for (object& o : objects_) grid_.insert(o, o.x, o.y);
    }
    void frame() {
        for (object& o : objects_) {
            o.step(side_);
            grid_.move(o, o.x, o.y);
        }
        grid_.each_pair([](object& a, object& b) { a.meet(b); });
    }
    template <class F> void visit(F f) const {
        for (const object& o : objects_) f(o);
    }

  private:
    std::vector<object> objects_;
    // (The cell is as wide as corners of two that touch may be apart: so pairs are in neighbouring cells.)
    throng::box_grid<object, throng::base_hook<>, reach_of> grid_{1.5F, reach_of()};
};

class boxes_by_rtree : public box_crowd {
    using value = std::pair<region, std::uint32_t>;

  public:
    explicit boxes_by_rtree(std::size_t n) : box_crowd(n), values_(n) {}
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            box& b = all_[i];
            b.step(side_);
            values_[i] = {region(point(b.x - b.half, b.y - b.half), point(b.x + b.half, b.y + b.half)), i};
        }
        const tree<value> packed(values_.begin(), values_.end());
        for (std::uint32_t i = 0; i < all_.size(); ++i)
            for (auto it = packed.qbegin(boost::geometry::index::intersects(values_[i].first)); it != packed.qend();
                 ++it)
                if (it->second > i) all_[i].meet(all_[it->second]);
    }

  private:
    std::vector<value> values_;
};

} // namespace

std::vector<workload> grid_queries() {
    const char* const answers =
        "Each cell is a separate block, since objects are added and removed, and the loop waits for it; by hand a row "
        "of cells is one array. Each result is checked again at its turn, since it may have been removed.";
    workload nearest{
        .name = "grid-nearest",
        .title = "the nearest eight of N that stand still, 2 in a cell",
        .warm_up = 4,
        .sizes = {10'000, 100'000},
        .entries =
            {
                crowd<nearest_by_grid>("throng::grid each_nearest", kind::ours),
                crowd<nearest_by_cells>("cells sorted once", kind::baseline),
                crowd<nearest_by_rtree>("boost::geometry rtree, nearest", kind::peer),
            },
        .share = 0.01,
        .unit = "ns a question",
        .why_behind = answers,
    };
    workload along{
        .name = "grid-along",
        .title = "what stands along a way of ten cells, in its order, of N that stand still, 2 in a cell",
        .warm_up = 4,
        .sizes = {10'000, 100'000},
        .entries =
            {
                crowd<along_by_grid>("throng::grid each_along", kind::ours),
                crowd<along_by_cells>("cells sorted once", kind::baseline),
                crowd<along_by_rtree>("boost::geometry rtree, the rectangle around", kind::peer),
            },
        .share = 0.01,
        .unit = "ns a question",
        .why_behind = answers,
    };
    workload boxes{
        .name = "grid-boxes",
        .title = "all boxes move, all that overlap; 2 in a cell, 0.2 to 1 cells wide",
        .warm_up = 50,
        .sizes = {10'000, 100'000},
        .entries =
            {
                crowd<boxes_by_grid>("throng::box_grid move, each_pair", kind::ours),
                crowd<boxes_by_rtree>("boost::geometry rtree packed anew", kind::peer),
            },
    };
    for (entry& e : box2d_boxes()) boxes.entries.push_back(std::move(e));
    std::vector<workload> all;
    for (workload* const w : {&nearest, &along, &boxes}) all.push_back(std::move(*w));
    return all;
}

} // namespace bench
