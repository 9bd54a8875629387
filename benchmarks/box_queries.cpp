#include "grid/boxes.hpp"
#include "grid/questions.hpp"
#include "workloads.hpp"

#include <throng/spatial/box_grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Boxes by their edges, in order: the nearest few, and what a beam touches.
namespace bench {

namespace {

using boxes_asked = asked_of<box_crowd>;

class box_grid_asked : public boxes_asked {
    struct object : box, throng::grid_hook<> {
        explicit object(const box& b) : box(b) {}
    };
    struct reach_of {
        throng::grid_point<float> operator()(const object& o) const { return {o.half, o.half}; }
    };

  public:
    explicit box_grid_asked(std::size_t n) : boxes_asked(n), objects_(all_.begin(), all_.end()) {
        for (object& o : objects_) grid_.insert(o, o.x, o.y);
    }

  protected:
    std::vector<object> objects_;
    // (As wide as the largest: with smaller ones each question is asked in several grids.)
    throng::box_grid<object, throng::base_hook<>, reach_of> grid_{1.0F, reach_of()};
};

class box_tree_asked : public boxes_asked {
    using value = std::pair<region, std::uint32_t>;

  public:
    explicit box_tree_asked(std::size_t n) : boxes_asked(n) {
        std::vector<value> values;
        for (const box& b : all_)
            values.emplace_back(region(point(b.x - b.half, b.y - b.half), point(b.x + b.half, b.y + b.half)), b.id);
        tree_ = tree<value>(values.begin(), values.end());
    }

  protected:
    tree<value> tree_;
};

// ---------------------------------------------------------------------------------------------------- the nearest few

[[nodiscard]] double square_of(const box& b, spot at) {
    const auto outside = [&b](float a, float v) {
        return std::max(std::abs(static_cast<double>(a) - static_cast<double>(v)) - static_cast<double>(b.half), 0.0);
    };
    const double dx = outside(b.x, at.x);
    const double dy = outside(b.y, at.y);
    return dx * dx + dy * dy;
}
/// (Two that are equally far, but for rounding, count alike.)
[[nodiscard]] std::uint64_t how_far(const box& b, spot at) {
    return static_cast<std::uint64_t>(square_of(b, at) * 4096);
}

struct nearest_by_box_grid : box_grid_asked {
    using box_grid_asked::box_grid_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t) {
            grid_.each_nearest(at.x, at.y, few, [&](const box& b) { add(how_far(b, at)); });
        });
    }
};

struct nearest_by_box_tree : box_tree_asked {
    using box_tree_asked::box_tree_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t) {
            const point p(at.x, at.y);
            for (auto it = tree_.qbegin(boost::geometry::index::nearest(p, few)); it != tree_.qend(); ++it)
                add(how_far(all_[it->second], at));
        });
    }
};

class nearest_by_scan : public boxes_asked {
  public:
    using boxes_asked::boxes_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t) {
            found_.clear();
            for (const box& b : all_) found_.emplace_back(square_of(b, at), &b);
            const std::size_t n = std::min(few, found_.size());
            std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(n), found_.end());
            for (std::size_t i = 0; i < n; ++i) add(how_far(*found_[i].second, at));
        });
    }

  private:
    std::vector<std::pair<double, const box*>> found_;
};

// ------------------------------------------------------------------------------------------------------- along a beam

/// Where a beam enters a box; -1 if it does not.
[[nodiscard]] double entry_of(const box& b, const way& w) {
    const double from[2] = {w.from.x, w.from.y};
    const double to[2] = {w.to.x, w.to.y};
    const double middle[2] = {b.x, b.y};
    const double length = std::hypot(to[0] - from[0], to[1] - from[1]);
    double first = 0;
    double last = length;
    for (int i = 0; i < 2; ++i) {
        const double step = (to[i] - from[i]) / length;
        const double low = middle[i] - static_cast<double>(b.half) - from[i];
        const double high = middle[i] + static_cast<double>(b.half) - from[i];
        if (step == 0) {
            if (low > 0 || high < 0) return -1;
            continue;
        }
        first = std::max(first, std::min(low / step, high / step));
        last = std::min(last, std::max(low / step, high / step));
    }
    return first <= last ? first : -1;
}
/// Those that a beam enters, in its order.
class entered_boxes {
  public:
    void clear() { found_.clear(); }
    void look_at(const box& b, const way& w) {
        if (const double far = entry_of(b, w); far >= 0) found_.emplace_back(far, b.id);
    }
    template <class F> void each(F f) {
        std::sort(found_.begin(), found_.end());
        for (const auto& [far, id] : found_) f(id, far);
    }

  private:
    std::vector<std::pair<double, std::uint32_t>> found_;
};

/// How far is compared in the order of the beam, and not who: several may be touched at its begin.
template <class Base> struct beam_asked : Base {
    using Base::Base;

  protected:
    void touched(std::uint32_t id, double far) {
        this->met(0, std::floor(static_cast<float>(far * 64)) / 1024);
        this->add(id);
    }
};

struct along_by_box_grid : beam_asked<box_grid_asked> {
    using beam_asked::beam_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t number) {
            const way w(at, number);
            grid_.each_along({w.from.x, w.from.y}, {w.to.x, w.to.y}, 0,
                             [&](const box& b, float far) { touched(b.id, static_cast<double>(far)); });
        });
    }
};

/// The tree is asked for the rectangle around the beam.
class along_by_box_tree : public beam_asked<box_tree_asked> {
  public:
    using beam_asked::beam_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t number) {
            const way w(at, number);
            const region around(point(std::min(w.from.x, w.to.x), std::min(w.from.y, w.to.y)),
                                point(std::max(w.from.x, w.to.x), std::max(w.from.y, w.to.y)));
            found_.clear();
            for (auto it = tree_.qbegin(boost::geometry::index::intersects(around)); it != tree_.qend(); ++it)
                found_.look_at(all_[it->second], w);
            found_.each([&](std::uint32_t id, double far) { touched(id, far); });
        });
    }

  private:
    entered_boxes found_;
};

class along_by_scan : public beam_asked<boxes_asked> {
  public:
    using beam_asked::beam_asked;
    void frame() {
        each_question([&](spot at, std::uint64_t number) {
            const way w(at, number);
            found_.clear();
            for (const box& b : all_) found_.look_at(b, w);
            found_.each([&](std::uint32_t id, double far) { touched(id, far); });
        });
    }

  private:
    entered_boxes found_;
};

} // namespace

std::vector<workload> box_queries() {
    const char* const answers = "Boxes move and go, in cells that are separate blocks, and each result is checked "
                                "again at its turn, since it may "
                                "have been removed; the tree is packed once.";
    const auto scanned = [](entry e) {
        e.n_to = 10'000;
        return e;
    };
    return {workload{.name = "grid-boxes-nearest",
                     .title = "the nearest eight of N boxes, by their edges; 2 in a cell, 0.2 to 1 cells wide",
                     .warm_up = 4,
                     .sizes = {1'000, 10'000, 100'000},
                     .entries = {crowd<nearest_by_box_grid>("throng::box_grid each_nearest", kind::ours),
                                 scanned(crowd<nearest_by_scan>("all are looked at", kind::baseline)),
                                 crowd<nearest_by_box_tree>("boost::geometry rtree, nearest", kind::peer)},
                     .share = 0.01,
                     .unit = "ns a question",
                     .why_behind = answers},
            workload{.name = "grid-boxes-along",
                     .title = "what a beam of ten cells touches, in its order, of N boxes",
                     .warm_up = 4,
                     .sizes = {1'000, 10'000, 100'000},
                     .entries = {crowd<along_by_box_grid>("throng::box_grid each_along", kind::ours),
                                 scanned(crowd<along_by_scan>("all are looked at", kind::baseline)),
                                 crowd<along_by_box_tree>("boost::geometry rtree, the rectangle around", kind::peer)},
                     .share = 0.01,
                     .unit = "ns a question",
                     .why_behind = answers}};
}

} // namespace bench
