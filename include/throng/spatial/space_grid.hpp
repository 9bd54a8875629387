#pragma once

#include <throng/spatial/detail/grid_base.hpp>

#include <limits>
#include <utility>

namespace throng {

/// Objects that are owned elsewhere, found by where in space they are: `grid` with one coordinate more. Its header says
/// what holds for queries that are edited from within, positions, memory and exceptions; all of it holds here.
///
///     struct drone {
///         throng::space_grid_hook<> place;
///     };
///     throng::space_grid<drone, &drone::place> near(8.0F);          // cells of 8 times 8 times 8
///     near.insert(d, x, y, z);
///     for (drone& d : near.in_sphere(x, y, z, blast)) near.remove(d);
///     near.each_pair(2 * radius, [&](drone& a, drone& b) { ... });  // each two that are near, once
///
/// It is a separate class, not a parameter of `grid`: that would have to follow the hook, the type of the coordinates
/// and the allocator, all of which would have to be written, and functions of two coordinates would be refused in three
/// dimensions anyway. A hook is for one of the two, so that an object in the plane does not pay for a height; an object
/// may have both.
///
/// Cells are kept in blocks of four times four times four. A cell and those around it are 27, so questions cost about
/// three times as much as in the plane, if as many objects stand in a cell. An object takes 40 bytes in itself, and 24
/// to 64 in the grid, in float.
template <class T, auto Hook = base_hook<>, class Real = float, class Allocator = std::allocator<T>> class space_grid
    : public core::grid_base<T, Hook, core::grid_space<Real, 3>, Allocator> {
    using base = core::grid_base<T, Hook, core::grid_space<Real, 3>, Allocator>;
    using caller = core::caller;

  public:
    using typename base::const_walk_type;
    using typename base::size_type;
    using typename base::walk_type;
    /// Three coordinates.
    using point = space_point<Real>;

    /// An empty grid of cubes as cells; allocates nothing. The width of a cell is to be positive and finite: anything
    /// else is an error of the caller's (the audit build reports it; otherwise it is 1).
    explicit space_grid(Real cell_width, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : base(cell_width, allocator, where) {}

    /// The same, with a period in each direction, as of `grid`.
    space_grid(Real cell_width, point periods, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : base(cell_width, {{periods.x, periods.y, periods.z}}, allocator, where) {}

    /// The period in each direction; infinite where there is none.
    [[nodiscard]] point periods() const noexcept {
        const auto its = base::all_periods();
        return {its[0], its[1], its[2]};
    }

    /// Puts an object at a position. If it is in a grid by this hook it leaves that first; if it is in this one, it is
    /// moved. False, without effect, if a coordinate is NaN. O(1) on average.
    bool insert(T& object, Real x, Real y, Real z, caller where = {}) {
        return base::insert_at(object, {{x, y, z}}, where);
    }
    /// Sets the position of an object. False, without effect, if it is not in this grid, or a coordinate is NaN. O(1),
    /// on average where it comes into another cell.
    bool move(T& object, Real x, Real y, Real z, caller where = {}) {
        return base::move_to(object, {{x, y, z}}, where);
    }

    /// The position of an object, as set, within the periods; NaN for one that is not in this grid. O(1).
    [[nodiscard]] point position(core::element_ref<T> object) const noexcept {
        const auto at = base::position_of(object);
        return {at[0], at[1], at[2]};
    }

    /// The objects in a box, edges included; none if x0 > x1, y0 > y1 or z0 > z1. O(cells it touches + objects in
    /// them), and never more than O(all blocks + objects in those cells).
    [[nodiscard]] walk_type in_box(Real x0, Real y0, Real z0, Real x1, Real y1, Real z1, caller where = {}) {
        return base::template opened<walk_type>(base::between({{x0, y0, z0}}, {{x1, y1, z1}}), where);
    }
    [[nodiscard]] const_walk_type in_box(Real x0, Real y0, Real z0, Real x1, Real y1, Real z1,
                                         caller where = {}) const {
        return base::template opened<const_walk_type>(base::between({{x0, y0, z0}}, {{x1, y1, z1}}), where);
    }
    /// The objects at most `radius` away from a point; none if that is negative. The same.
    [[nodiscard]] walk_type in_sphere(Real x, Real y, Real z, Real radius, caller where = {}) {
        return base::template opened<walk_type>(base::around({{x, y, z}}, radius), where);
    }
    [[nodiscard]] const_walk_type in_sphere(Real x, Real y, Real z, Real radius, caller where = {}) const {
        return base::template opened<const_walk_type>(base::around({{x, y, z}}, radius), where);
    }

    /// The nearest object that is at most `within` away, and for which `accept(object)` is true; null if there is none.
    /// Of those that are equally far it is the first that the search meets. `accept` is asked of a few, may make any
    /// edit, and what it has removed is not the answer. O(objects around), O(blocks) where nothing is near. Throws what
    /// `accept` throws.
    template <class Predicate>
    [[nodiscard]] T* nearest(Real x, Real y, Real z, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        return base::template find_nearest<T>({{x, y, z}}, within, accept, where);
    }
    template <class Predicate>
    [[nodiscard]] const T* nearest(Real x, Real y, Real z, Real within, Predicate accept, caller where = {}) const {
        core::require_acceptance<Predicate, const T>();
        return base::template find_nearest<const T>({{x, y, z}}, within, accept, where);
    }
    [[nodiscard]] T* nearest(Real x, Real y, Real z, Real within = std::numeric_limits<Real>::infinity(),
                             caller where = {}) {
        const auto any = [](const T&) { return true; };
        return base::template find_nearest<T>({{x, y, z}}, within, any, where);
    }
    [[nodiscard]] const T* nearest(Real x, Real y, Real z, Real within = std::numeric_limits<Real>::infinity(),
                                   caller where = {}) const {
        const auto any = [](const T&) { return true; };
        return base::template find_nearest<const T>({{x, y, z}}, within, any, where);
    }

    /// Calls f(object), or f(object, distance), for the `count` nearest objects, from the nearest on, until f returns
    /// false: those at most `within` away for which accept(object), which must not edit, returns true. f may make any
    /// edit: objects removed by their turn are skipped. Equally far ones are visited in the order of the search.
    /// O(objects around), and O(blocks) where few are near. Throws what f, `accept` and the allocator throw, the last
    /// before f is called.
    template <class F, class Predicate>
    void each_nearest(Real x, Real y, Real z, size_type count, F f, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        base::search([&](auto& s, auto& asked) { s.find_nearest({{x, y, z}}, count, within, asked); }, f, accept,
                     where);
    }
    template <class F> void each_nearest(Real x, Real y, Real z, size_type count, F f,
                                         Real within = std::numeric_limits<Real>::infinity(), caller where = {}) {
        each_nearest(x, y, z, count, std::move(f), within, [](const T&) { return true; }, where);
    }
    /// The same for what is at most `width` away from the straight way between two points, in the order of the way (a
    /// bullet that is spent returns false); the distance is that along it. O(cells that the way touches + objects in
    /// them). Nothing where a coordinate is not finite, or the width is negative.
    template <class F, class Predicate>
    void each_along(point from, point to, Real width, F f, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        const auto find = [&](auto& s, auto& asked) {
            s.find_along({{from.x, from.y, from.z}}, {{to.x, to.y, to.z}}, width, asked);
        };
        base::search(find, f, accept, where);
    }
    template <class F> void each_along(point from, point to, Real width, F f, caller where = {}) {
        each_along(from, to, width, std::move(f), [](const T&) { return true; }, where);
    }

    /// Calls f(mine, its) for each object here with each of another grid, a layer of others, that is at most `distance`
    /// away, until f returns false. f may make any edit of both. O(objects here × objects around each). Throws what f
    /// throws.
    template <class Other, class F> void each_pair_with(Other& other, Real distance, F f, caller where = {}) {
        const auto around = [&](const auto& at) { return other.in_sphere(at[0], at[1], at[2], distance, where); };
        base::template pair_with<Other>(around, f, where);
    }
};

namespace pmr {
template <class T, auto Hook = base_hook<>, class Real = float> using space_grid =
    throng::space_grid<T, Hook, Real, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
