#pragma once

#include <throng/spatial/detail/box_sweep.hpp>
#include <throng/spatial/grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace throng {

/// Objects with an extent, found by what they cover: boxes, or circles. As `grid`, whose objects are points: owned
/// elsewhere, by a hook, with queries that may be edited from within.
///
///     struct ship {
///         float half;
///         throng::grid_hook<> place;
///     };
///     constexpr auto reach = [](const ship& s) { return throng::grid_point{s.half, s.half}; };
///     throng::box_grid<ship, &ship::place, decltype(reach)> map(4.0F, reach);
///     map.insert(s, x, y);
///     map.each_at(x, y, [](ship& s) { s.explode(); });
///     map.each_pair([](ship& a, ship& b) { collide(a, b); });
///
/// The function returns how far an object reaches from its position: a `grid_point` in each direction, for a box, or a
/// number, for a circle's radius. It is called when the object is inserted and in queries; call `resized` for an object
/// that grows.
///
/// Objects stand in grids of cells of twice the width each, by their size: a query looks at what is around in each grid
/// that has any, so a few large objects cost small ones nothing. The width is best about that of most objects: with
/// cells much smaller than those, a search looks at many.
///
/// A query sees the objects that are in the grid when it is opened; it visits each at most once, if it is still in the
/// grid and overlaps at its turn. Large objects come after small ones. An object that `resized` moves to another grid
/// counts as new. Otherwise it behaves like a `grid`, whose header describes positions, memory and exceptions.
template <class T, auto Hook, class Extent, class Real = float, class Allocator = std::allocator<T>> class box_grid {
    using grid_type = grid<T, Hook, Real, Allocator>;
    using walk_type = typename grid_type::walk_type;
    using caller = core::caller;
    using reach_type = std::remove_cvref_t<std::invoke_result_t<const Extent&, const T&>>;
    static constexpr bool is_circle = std::is_floating_point_v<reach_type>;
    static_assert(is_circle || std::is_same_v<reach_type, grid_point<Real>>,
                  "throng: the extent of an object is a radius, or a grid_point with the half width and height");
    static constexpr std::size_t levels = 16;
    /// Candidates are compared exactly afterwards: they may be a few too many, but none is missing for what is rounded.
    /// (Two circles as wide as a cell are still in neighbouring cells: see grid_scale.)
    static constexpr Real margin = 1 + (is_circle ? 2 : 8) * std::numeric_limits<Real>::epsilon();
    /// Sums and squares of floats are exact in this, or nearly.
    using exact = std::conditional_t<std::is_same_v<Real, float>, double, Real>;

  public:
    using value_type = T;
    using size_type = std::size_t;
    /// The type of coordinates, and two of them.
    using real = Real;
    using point = grid_point<Real>;

    /// An empty grid whose smallest cells are so wide; allocates nothing. See `grid`.
    explicit box_grid(Real cell_width, Extent extent, const Allocator& allocator = Allocator(), caller where = {})
        : box_grid(cell_width, std::move(extent), allocator, where, std::make_index_sequence<levels>{}) {}
    box_grid(const box_grid&) = delete;
    box_grid& operator=(const box_grid&) = delete;

    /// Puts an object at a position, or moves it there if it is here. False, without effect, if a coordinate is NaN.
    /// O(1) on average.
    bool insert(T& object, Real x, Real y, caller where = {}) {
        if (x != x || y != y) return false;
        const point reach = bounds(object);
        const std::size_t l = level_for(reach);
        if (!grids_[l].grid.insert(object, x, y, where)) return false;
        grow(l, reach);
        return true;
    }
    /// Sets the position. False, without effect, if it is not here, or a coordinate is NaN.
    bool move(T& object, Real x, Real y, caller where = {}) {
        level* const l = level_of(object);
        return l != nullptr && l->grid.move(object, x, y, where);
    }
    /// Tells that the object reaches farther, or less far, than before. False if it is not here.
    bool resized(T& object, caller where = {}) {
        level* const l = level_of(object);
        if (l == nullptr) return false;
        const point reach = bounds(object);
        const std::size_t to = level_for(reach);
        if (&grids_[to] != l) {
            const point at = l->grid.position(object);
            (void)grids_[to].grid.insert(object, at.x, at.y, where); // leaves the other by itself
        }
        grow(to, reach);
        return true;
    }
    /// Removes an object at once. False if it is not here.
    bool remove(core::element_ref<T> object, caller where = {}) noexcept {
        level* const l = level_of(*object.get());
        return l != nullptr && l->grid.remove(object, where);
    }
    void clear(caller where = {}) noexcept {
        for (level& l : grids_) l.grid.clear(where);
    }
    [[nodiscard]] bool contains(core::element_ref<T> object) const noexcept {
        for (const level& l : grids_) {
            if (l.grid.contains(object)) return true;
        }
        return false;
    }
    /// Where it is; NaN for one that is not here.
    [[nodiscard]] point position(core::element_ref<T> object) const noexcept {
        for (const level& l : grids_) {
            if (l.grid.contains(object)) return l.grid.position(object);
        }
        return grids_[0].grid.position(object);
    }
    [[nodiscard]] size_type size() const noexcept {
        size_type n = 0;
        for (const level& l : grids_) n += l.grid.size();
        return n;
    }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    /// Calls f(object) for all that cover a point, or touch a rectangle or a circle, edges included, until f returns
    /// false. f may make any edit. O(cells of each size that are touched + objects in them). Throws what f throws.
    template <class F> void each_at(Real x, Real y, F f, caller where = {}) { each_in_rectangle(x, y, x, y, f, where); }
    template <class F> void each_in_rectangle(Real x0, Real y0, Real x1, Real y1, F f, caller where = {}) {
        if (!(x0 <= x1) || !(y0 <= y1)) return;
        visit(x0, y0, x1, y1, [&](const T& o, point at) { return touches_rectangle(o, at, x0, y0, x1, y1); }, f, where);
    }
    template <class F> void each_in_circle(Real x, Real y, Real radius, F f, caller where = {}) {
        if (!(radius >= 0)) return;
        const auto touches = [&](const T& o, point at) { return touches_circle(o, at, x, y, radius); };
        visit(x - radius, y - radius, x + radius, y + radius, touches, f, where);
    }
    /// Calls f(object), or f(object, distance), for the `count` nearest objects, from the nearest on, until f returns
    /// false: those at most `within` away for which accept(object), which must not edit, returns true. The distance is
    /// that of the edge, 0 within an object. f may make any edit: objects removed by their turn are skipped. Of equally
    /// far ones, smaller ones come first. O(objects around, of each size). Throws what f, `accept` and the allocator
    /// throw, the last before f is called.
    template <class F, class Predicate>
    void each_nearest(Real x, Real y, size_type count, F f, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        if (x != x || y != y || !(within >= 0)) return;
        auto limit = static_cast<double>(within);
        const auto find = [&](search_type& s, const level& l, auto& asked) {
            const auto reach = [corner = corner_of(l)](double d) { return d + corner; };
            const auto measure = [&](auto& n, const auto& at) {
                const double d = distance_of(*access::object(n), {at[0], at[1]}, x, y, within);
                return d <= limit ? d : -1.0;
            };
            s.find_near({{x, y}}, count, limit, reach, measure, asked);
            limit = s.farthest(limit);
        };
        search(find, count, f, accept, where);
    }
    template <class F> void each_nearest(Real x, Real y, size_type count, F f,
                                         Real within = std::numeric_limits<Real>::infinity(), caller where = {}) {
        each_nearest(x, y, count, std::move(f), within, [](const T&) { return true; }, where);
    }
    /// The same for what a straight way between two points touches, `width` to each side, in the order in which it does
    /// (a beam that is stopped returns false); the distance is where a disc of that radius which moves along the way
    /// first touches the object. O(cells of each size that the way touches + objects in them). Nothing where a
    /// coordinate is not finite, or the width is negative.
    template <class F, class Predicate>
    void each_along(point from, point to, Real width, F f, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        const auto doubled = [](point p) { return vector{{static_cast<double>(p.x), static_cast<double>(p.y)}}; };
        const core::box_sweep beam(doubled(from), doubled(to), static_cast<double>(width));
        if (!beam.is_possible()) return;
        const auto find = [&](search_type& s, const level& l, auto& asked) {
            const auto measure = [&](auto& n, const auto& at) {
                const point r = bounds(*access::object(n));
                const vector middle = doubled({at[0], at[1]});
                if constexpr (is_circle) return beam.touch(middle, static_cast<double>(r.x));
                else return beam.touch(middle, doubled(r));
            };
            s.find_on_way(doubled(from), doubled(to), static_cast<double>(width) + corner_of(l), measure, asked);
        };
        search(find, std::numeric_limits<size_type>::max(), f, accept, where);
    }
    template <class F> void each_along(point from, point to, Real width, F f, caller where = {}) {
        each_along(from, to, width, std::move(f), [](const T&) { return true; }, where);
    }
    /// Calls f(a, b) for each two objects that overlap, or touch, once, or until f returns false: those of the smallest
    /// cells with each other first, then each of them with larger ones, and so on. The order is a function of the edits
    /// alone. f may make any edit but destroy the grid; objects added meanwhile may be paired with larger or smaller
    /// ones. O(objects × objects around each). Throws what f throws.
    template <class F> void each_pair(F f, caller where = {}) {
        core::require_pair_visit<F, T, T>();
        for (std::size_t i = 0; i < levels; ++i) {
            level& l = grids_[i];
            if (l.grid.empty()) continue;
            // (As far as corners may be apart.)
            const Real apart = 2 * (is_circle ? l.reach.x : std::hypot(l.reach.x, l.reach.y));
            bool goes_on = true;
            const auto meet = [&](T& a, T& b) {
                if (overlap(a, l.grid.position(a), b, l.grid.position(b))) goes_on = core::goes_on(f, a, b);
                return goes_on;
            };
            l.grid.each_pair(apart * margin, meet, where);
            auto outer = l.grid.walk(residents, where);
            while (T* const a = goes_on ? outer.next() : nullptr) goes_on = pair_with_larger(i, outer, *a, f, where);
            if (!goes_on) return;
        }
    }

    /// Whether it is whole (for tests). O(n).
    [[nodiscard]] bool validate() const noexcept {
        return std::all_of(std::begin(grids_), std::end(grids_), [](const level& l) { return l.grid.validate(); });
    }

  private:
    using space = core::grid_space<Real, 2>;
    using search_type = core::grid_search<space>;
    using access = core::grid_access<T, Hook, space>;
    using vector = core::grid_vector<double, 2>;

    struct open_grid : grid_type {
        using grid_type::cells;
        using grid_type::grid_type;
    };
    struct level {
        open_grid grid;
        /// The farthest that anything here reaches, or has reached.
        point reach{};
        level(Real width, const Allocator& allocator, caller where) : grid(width, allocator, where) {}
    };

    template <std::size_t... I>
    box_grid(Real width, Extent extent, const Allocator& allocator, caller where, std::index_sequence<I...>)
        : extent_(std::move(extent)),
          grids_{level(width * static_cast<Real>(std::size_t{1} << I), allocator, where)...} {}

    [[nodiscard]] point bounds(const T& o) const {
        const auto its = std::invoke(extent_, o);
        if constexpr (is_circle) return {static_cast<Real>(its), static_cast<Real>(its)};
        else return its;
    }
    /// The grid whose cells are at least as wide as the object; the last for what is wider still.
    [[nodiscard]] std::size_t level_for(point reach) const noexcept {
        const Real width = 2 * std::max(reach.x, reach.y);
        std::size_t l = 0;
        while (l + 1 < levels && grids_[l].grid.cell_width() < width) ++l;
        return l;
    }
    [[nodiscard]] level* level_of(const T& o) noexcept {
        for (level& l : grids_) {
            if (l.grid.contains(o)) return &l;
        }
        return nullptr;
    }
    void grow(std::size_t l, point reach) noexcept {
        point& most = grids_[l].reach;
        if (grids_[l].grid.size() == 1) most = reach; // what was there before has gone
        most = {std::max(most.x, reach.x), std::max(most.y, reach.y)};
    }

    /// A box by its middle and half widths.
    struct area {
        exact x, y, half_x, half_y;
    };
    [[nodiscard]] area area_of(const T& o, point at) const {
        const point r = bounds(o);
        return {at.x, at.y, r.x, r.y};
    }
    [[nodiscard]] static exact square(exact x) noexcept { return x * x; }
    /// How far a coordinate is from an interval.
    [[nodiscard]] static exact outside(exact v, exact low, exact high) noexcept {
        return v < low ? low - v : v > high ? v - high : exact(0);
    }
    [[nodiscard]] bool touches_rectangle(const T& o, point at, exact x0, exact y0, exact x1, exact y1) const {
        const area a = area_of(o, at);
        const exact dx = outside(a.x, x0, x1);
        const exact dy = outside(a.y, y0, y1);
        if constexpr (is_circle) return square(dx) + square(dy) <= square(a.half_x);
        else return dx <= a.half_x && dy <= a.half_y;
    }
    [[nodiscard]] bool touches_circle(const T& o, point at, exact x, exact y, exact radius) const {
        const area a = area_of(o, at);
        if constexpr (is_circle) return square(a.x - x) + square(a.y - y) <= square(a.half_x + radius);
        else
            return square(outside(x, a.x - a.half_x, a.x + a.half_x)) +
                       square(outside(y, a.y - a.half_y, a.y + a.half_y)) <=
                   square(radius);
    }
    [[nodiscard]] bool overlap(const T& a, point at, const T& b, point there) const {
        const area its = area_of(b, there);
        if constexpr (is_circle) return touches_circle(a, at, its.x, its.y, its.half_x);
        else
            return touches_rectangle(a, at, its.x - its.half_x, its.y - its.half_y, its.x + its.half_x,
                                     its.y + its.half_y);
    }
    /// How far the edge is from a point that it is at most `within` away from; less than 0 if it is farther.
    [[nodiscard]] double distance_of(const T& o, point at, Real x, Real y, Real within) const {
        if (!touches_circle(o, at, x, y, within)) return -1;
        const area a = area_of(o, at);
        const vector from{{static_cast<double>(x), static_cast<double>(y)}};
        const vector middle{{static_cast<double>(a.x), static_cast<double>(a.y)}};
        const vector half{{static_cast<double>(a.half_x), static_cast<double>(a.half_y)}};
        if constexpr (is_circle)
            return std::max(core::grid_length(vector{{middle[0] - from[0], middle[1] - from[1]}}) - half[0], 0.0);
        else return core::grid_length(core::box_sweep::outside(from, middle, half));
    }
    /// How far at most a point of an object is from its position; a little more.
    [[nodiscard]] static double corner_of(const level& l) noexcept {
        const auto x = static_cast<double>(l.reach.x);
        return (is_circle ? x : std::hypot(x, static_cast<double>(l.reach.y))) * static_cast<double>(margin);
    }
    /// find(search, level, accept) for the objects of each size; what has been found is visited in one order.
    template <class Find, class F, class Predicate>
    void search(Find find, size_type count, F& f, Predicate& accept, caller where) {
        const auto asked = [&](auto& n) { return static_cast<bool>(accept(*access::object(n))); };
        std::optional<search_type> searches[levels];
        for (std::size_t i = 0; i < levels; ++i) {
            if (grids_[i].grid.empty()) continue;
            searches[i].emplace(grids_[i].grid.cells());
            grids_[i].grid.cells().opened(searches[i]->query(), where);
        }
        for (std::size_t i = 0; i < levels; ++i) {
            if (!searches[i]) continue;
            find(*searches[i], grids_[i], asked);
            searches[i]->arrange();
        }
        for (; count != 0; --count) {
            search_type* first = nullptr;
            for (auto& s : searches) {
                if (s && s->is_left() && (first == nullptr || s->next_distance() < first->next_distance())) first = &*s;
            }
            if (first == nullptr) return;
            [[maybe_unused]] const auto distance = static_cast<Real>(first->next_distance());
            auto* const n = first->next_node();
            first->step();
            if (n == nullptr) continue;
            if constexpr (std::is_invocable_v<F&, T&, Real>) {
                if (!core::goes_on(f, *access::object(*n), distance)) return;
            } else if (!core::goes_on(f, *access::object(*n))) {
                return;
            }
        }
    }
    template <class Touches, class F>
    void visit(Real x0, Real y0, Real x1, Real y1, Touches touches, F& f, caller where) {
        core::require_visit<F, T>();
        std::optional<walk_type> walks[levels];
        for (std::size_t i = 0; i < levels; ++i) {
            level& l = grids_[i];
            if (l.grid.empty()) continue;
            walks[i].emplace(around(l.grid, x0 - l.reach.x, y0 - l.reach.y, x1 + l.reach.x, y1 + l.reach.y, where));
        }
        for (std::size_t i = 0; i < levels; ++i) {
            while (T* const o = walks[i] ? walks[i]->next() : nullptr) {
                if (touches(std::as_const(*o), grids_[i].grid.position(*o)) && !core::goes_on(f, *o)) return;
            }
        }
    }
    /// a is what the walk stands on; it may be destroyed by f. False if f has ended it.
    template <class F> bool pair_with_larger(std::size_t i, const walk_type& outer, T& a, F& f, caller where) {
        for (std::size_t j = i + 1; j < levels && outer.is_current_there(); ++j) {
            level& l = grids_[j];
            if (l.grid.empty()) continue;
            const point at{outer.position()[0], outer.position()[1]};
            const point r = bounds(a);
            const Real x = r.x + l.reach.x;
            const Real y = r.y + l.reach.y;
            for (T& b : around(l.grid, at.x - x, at.y - y, at.x + x, at.y + y, where)) {
                if (overlap(a, at, b, l.grid.position(b)) && !core::goes_on(f, a, b)) return false;
                if (!outer.is_current_there()) break;
            }
        }
        return true;
    }
    /// The objects in a rectangle, enlarged by the possible rounding of its edges.
    [[nodiscard]] static walk_type around(grid_type& g, Real x0, Real y0, Real x1, Real y1, caller where) {
        constexpr Real far = std::numeric_limits<Real>::infinity();
        // (The width is NaN where both edges are infinitely far.)
        const auto more = [](Real width) { return width > 0 ? width * (margin - 1) : Real(0); };
        const Real x = more(x1 - x0);
        const Real y = more(y1 - y0);
        return g.in_rectangle(std::nextafter(x0 - x, -far), std::nextafter(y0 - y, -far), std::nextafter(x1 + x, far),
                              std::nextafter(y1 + y, far), where);
    }

    Extent extent_;
    level grids_[levels];
};

namespace pmr {
template <class T, auto Hook, class Extent, class Real = float> using box_grid =
    throng::box_grid<T, Hook, Extent, Real, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
