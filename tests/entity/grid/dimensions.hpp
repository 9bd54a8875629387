#pragma once

#include <throng/spatial/grid.hpp>
#include <throng/spatial/space_grid.hpp>

#include <cstddef>
#include <memory>
#include <utility>

/// The grid in the plane and the one in space, in the same words.
namespace tested {

/// A space_grid that is used as a grid of the plane: its plane stands upright in space.
template <class T, auto Hook, class Real = float, class Allocator = std::allocator<T>> class upright_grid
    : public throng::space_grid<T, Hook, Real, Allocator> {
    using space = throng::space_grid<T, Hook, Real, Allocator>;
    static constexpr Real depth = 25;

  public:
    using typename space::const_walk_type;
    using typename space::walk_type;
    using point = throng::grid_point<Real>;
    using space::space;

    bool insert(T& object, Real x, Real y) { return space::insert(object, y, depth, x); }
    bool move(T& object, Real x, Real y) { return space::move(object, y, depth, x); }
    [[nodiscard]] point position(const T& object) const {
        const auto at = space::position(object);
        return {at.z, at.x};
    }
    [[nodiscard]] walk_type in_rectangle(Real x0, Real y0, Real x1, Real y1) {
        return space::in_box(y0, depth, x0, y1, depth, x1);
    }
    [[nodiscard]] walk_type in_circle(Real x, Real y, Real radius) { return space::in_sphere(y, depth, x, radius); }
    [[nodiscard]] T* nearest(Real x, Real y) { return space::nearest(y, depth, x); }
    [[nodiscard]] T* nearest(Real x, Real y, Real within) { return space::nearest(y, depth, x, within); }
    template <class Predicate> [[nodiscard]] T* nearest(Real x, Real y, Real within, Predicate accept) {
        return space::nearest(y, depth, x, within, accept);
    }
    template <class Predicate> [[nodiscard]] const T* nearest(Real x, Real y, Real within, Predicate accept) const {
        return space::nearest(y, depth, x, within, accept);
    }
};

/// Which of them a file is about that can be compiled for both.
#if defined(GRID_IN_SPACE)
template <class T, auto Hook, class Real = float> using grid = upright_grid<T, Hook, Real>;
template <class Tag = void, class Real = float> using grid_hook = throng::space_grid_hook<Tag, Real>;
#else
template <class T, auto Hook, class Real = float> using grid = throng::grid<T, Hook, Real>;
template <class Tag = void, class Real = float> using grid_hook = throng::grid_hook<Tag, Real>;
#endif

/// A position of which the plane leaves out z.
template <class Real> struct place {
    Real x = 0;
    Real y = 0;
    Real z = 0;
};

/// What takes coordinates, told places.
template <class Real, unsigned Dimensions> struct words;
template <class Real> struct words<Real, 2> {
    using hook = throng::grid_hook<void, Real>;
    template <class T, auto Hook, class Allocator = std::allocator<T>> using grid =
        throng::grid<T, Hook, Real, Allocator>;
    using at = place<Real>;

    template <class G, class T> static bool insert(G& g, T& object, at p) { return g.insert(object, p.x, p.y); }
    template <class G, class T> static bool move(G& g, T& object, at p) { return g.move(object, p.x, p.y); }
    template <class G, class T> static at position(const G& g, const T& object) {
        const auto p = g.position(object);
        return {p.x, p.y, 0};
    }
    template <class G> static auto in_box(G& g, at low, at high) {
        return g.in_rectangle(low.x, low.y, high.x, high.y);
    }
    template <class G> static auto in_sphere(G& g, at p, Real radius) { return g.in_circle(p.x, p.y, radius); }
    template <class G, class... More> static auto* nearest(G& g, at p, Real within, More... more) {
        return g.nearest(p.x, p.y, within, more...);
    }
    template <class G, class F, class... More>
    static void each_nearest(G& g, at p, std::size_t count, F f, Real within, More... more) {
        g.each_nearest(p.x, p.y, count, f, within, more...);
    }
    template <class G, class F> static void each_along(G& g, at from, at to, Real width, F f) {
        g.each_along({from.x, from.y}, {to.x, to.y}, width, f);
    }
};
template <class Real> struct words<Real, 3> {
    using hook = throng::space_grid_hook<void, Real>;
    template <class T, auto Hook, class Allocator = std::allocator<T>> using grid =
        throng::space_grid<T, Hook, Real, Allocator>;
    using at = place<Real>;

    template <class G, class T> static bool insert(G& g, T& object, at p) { return g.insert(object, p.x, p.y, p.z); }
    template <class G, class T> static bool move(G& g, T& object, at p) { return g.move(object, p.x, p.y, p.z); }
    template <class G, class T> static at position(const G& g, const T& object) {
        const auto p = g.position(object);
        return {p.x, p.y, p.z};
    }
    template <class G> static auto in_box(G& g, at low, at high) {
        return g.in_box(low.x, low.y, low.z, high.x, high.y, high.z);
    }
    template <class G> static auto in_sphere(G& g, at p, Real radius) { return g.in_sphere(p.x, p.y, p.z, radius); }
    template <class G, class... More> static auto* nearest(G& g, at p, Real within, More... more) {
        return g.nearest(p.x, p.y, p.z, within, more...);
    }
    template <class G, class F, class... More>
    static void each_nearest(G& g, at p, std::size_t count, F f, Real within, More... more) {
        g.each_nearest(p.x, p.y, p.z, count, f, within, more...);
    }
    template <class G, class F> static void each_along(G& g, at from, at to, Real width, F f) {
        g.each_along({from.x, from.y, from.z}, {to.x, to.y, to.z}, width, f);
    }
};

/// The squares of the differences, added up in the order of the axes.
template <unsigned Dimensions, class Real> [[nodiscard]] Real square_of_distance(place<Real> a, place<Real> b) {
    const Real dx = b.x - a.x;
    const Real dy = b.y - a.y;
    const Real dz = b.z - a.z;
    return Dimensions == 2 ? dx * dx + dy * dy : dx * dx + dy * dy + dz * dz;
}

} // namespace tested
