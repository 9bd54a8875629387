#pragma once

#include <throng/spatial/detail/grid_base.hpp>

#include <limits>
#include <utility>

namespace throng {

/// Objects that are owned elsewhere, found by where they are: a spatial hash over hooks in the objects. Queries may be
/// edited from within, as every walk may.
///
///     struct enemy {
///         throng::grid_hook<> place;
///     };
///     throng::grid<enemy, &enemy::place> near(64.0F);               // cells of 64 times 64
///     near.insert(e, x, y);
///     near.move(e, x, y);                                           // cheap while the cell stays the same
///     for (enemy& e : near.in_circle(x, y, blast)) near.remove(e);
///     near.each_pair(2 * radius, [&](enemy& a, enemy& b) { ... });  // each two that are near, once
///
/// | | `throng::grid<T>` | cells sorted anew each frame | `boost::geometry::index::rtree` |
/// |---|---|---|---|
/// | insert, remove, move | O(1) | all, each frame: O(n) | O(log n) |
/// | from within a query | any edit | none | none |
/// | a destroyed object | leaves by itself | is to be left out | is to be removed by hand |
/// | an object that is packed by its collection | takes its place along | is to be found again | the same |
/// | the plane | no bounds, no size to choose; or periodic | usually a rectangle | no bounds |
/// | extent of the objects | points; `box_grid` has boxes and circles | points | boxes |
/// | memory an object | 40 bytes in it, 16 to 40 in the grid | 12 to 16 | 30 to 60 |
///
/// **Choose the cell** about as wide as the distance that is asked for most: pairs are fastest where no cell is smaller
/// than their distance. Cells are kept in blocks of eight times eight, which come when an object is in them and go when
/// none is.
///
/// **Positions** may be any: negative, huge and infinite ones are legal (objects beyond the 2^31st cell are kept in the
/// last one, and found at their positions). NaN is not a position: `insert` and `move` refuse it, and a query of NaN
/// finds nothing. Real is float or double; distances are compared in it, as squares. An object at an infinite position
/// is at an infinite distance from all others, and at none from one that is infinitely far in the same direction (the
/// difference is NaN): two such are no pair, and no circle or `nearest` around one finds the other; rectangles do.
///
/// **Periods.** A grid that is constructed with periods has no borders: what leaves at one side comes back at the
/// other, as in a world of models on a torus; with an infinite period in one direction it is a cylinder. Positions are
/// stored from 0 up to the period: `position` returns them so, and an infinite one is refused like NaN. All distances
/// are the shorter ones, queries may lie across a border or beyond it, and each object or pair is found once, at its
/// nearest image. `each_along` follows the way across borders, 1,000 periods at most, and visits an object where the
/// way comes near it first; a width of more than half the shortest period counts as that half. Two grids of
/// `each_pair_with` are to have equal periods.
///
/// **What queries see.** A query, be it a walk, `nearest` or `each_pair`, sees the objects that are in the grid when it
/// is opened: new objects wait for the next one. It reaches each at most once, in the cell where it was at the opening,
/// and then checks whether it is still in the grid, and where: so an object that is moved meanwhile, into whatever
/// cell, is visited if it is within the region at its turn. In other words:
/// - An object in the region from the opening to its turn is visited exactly once, however far it is moved in between.
/// - An object removed or destroyed before its turn, or outside of the region then, is not visited.
/// - An object that has moved in is visited if it was in a cell that the region touches when the query was opened, and
///   that cell has not had its turn; in the same way in every build.
/// - The same holds for the distance of a pair: two that are near from the opening to their turn are a pair exactly
/// once.
/// - An object that is removed and inserted again counts as new.
///
/// A function that a query calls may return bool: false ends the query. (To remove what it is called for, it calls
/// `remove`.)
///
/// **Order is state.** Queries go through cells in an order that depends on nothing but where they are, and in a cell
/// from the object that was inserted first to the last. A copy of an object has its place in that order, should it be
/// inserted in the same grid while the original is not in that cell: so a grid whose objects have been rolled back, and
/// inserted again in whatever order, is walked as one that never was.
///
/// **Objects are not kept alive.** An object destroyed during its visit no longer exists. An object moved in memory, as
/// by its collection's packing, keeps its place in the grid. There are no frozen views: freeze the collection that owns
/// the objects, or put the results of a query into a `weak_list`.
///
/// `insert` and `move` throw what the allocator throws, without effect; `each_nearest` and `each_along` keep their
/// results in memory of the grid, and throw before f is called; no other function throws, except what a called function
/// throws. Once the needed memory has been allocated, nothing is allocated any more. Not for use by two threads without
/// a lock, not even for queries. Destroying a grid unlinks its objects; if a query of it is open, that is an error of
/// the caller's (the audit build reports it; otherwise such queries end). A grid is neither copied nor moved.
template <class T, auto Hook = base_hook<>, class Real = float, class Allocator = std::allocator<T>> class grid
    : public core::grid_base<T, Hook, core::grid_space<Real, 2>, Allocator> {
    using base = core::grid_base<T, Hook, core::grid_space<Real, 2>, Allocator>;
    using caller = core::caller;

  public:
    using typename base::const_walk_type;
    using typename base::size_type;
    using typename base::walk_type;
    /// A pair of coordinates.
    using point = grid_point<Real>;

    /// An empty grid of square cells; allocates nothing. The width of a cell is to be positive and finite: anything
    /// else is an error of the caller's (the audit build reports it; otherwise it is 1).
    explicit grid(Real cell_width, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : base(cell_width, allocator, where) {}

    /// The same, with a period in each direction: positions are stored from 0 up to it. A direction with an infinite
    /// period has none. A period is to be positive: anything else is an error of the caller's (the audit build reports
    /// it; otherwise there is none).
    grid(Real cell_width, point periods, const Allocator& allocator = Allocator(), caller where = {}) noexcept
        : base(cell_width, {{periods.x, periods.y}}, allocator, where) {}

    /// The period in each direction; infinite where there is none.
    [[nodiscard]] point periods() const noexcept {
        const auto its = base::all_periods();
        return {its[0], its[1]};
    }

    /// Puts an object at a position. If it is in a grid by this hook it leaves that first; if it is in this one, it is
    /// moved. False, without effect, if a coordinate is NaN. O(1) on average.
    bool insert(T& object, Real x, Real y, caller where = {}) { return base::insert_at(object, {{x, y}}, where); }
    /// Sets the position of an object. False, without effect, if it is not in this grid, or a coordinate is NaN. O(1),
    /// on average where it comes into another cell.
    bool move(T& object, Real x, Real y, caller where = {}) { return base::move_to(object, {{x, y}}, where); }

    /// The position of an object, as set, within the periods; NaN for one that is not in this grid. O(1).
    [[nodiscard]] point position(core::element_ref<T> object) const noexcept {
        const auto at = base::position_of(object);
        return {at[0], at[1]};
    }

    /// The objects in a rectangle, edges included; none if x0 > x1 or y0 > y1. O(cells it touches + objects in
    /// them), and never more than O(all blocks + objects in those cells).
    [[nodiscard]] walk_type in_rectangle(Real x0, Real y0, Real x1, Real y1, caller where = {}) {
        return base::template opened<walk_type>(base::between({{x0, y0}}, {{x1, y1}}), where);
    }
    [[nodiscard]] const_walk_type in_rectangle(Real x0, Real y0, Real x1, Real y1, caller where = {}) const {
        return base::template opened<const_walk_type>(base::between({{x0, y0}}, {{x1, y1}}), where);
    }
    /// The objects at most `radius` away from a point; none if that is negative. The same.
    [[nodiscard]] walk_type in_circle(Real x, Real y, Real radius, caller where = {}) {
        return base::template opened<walk_type>(base::around({{x, y}}, radius), where);
    }
    [[nodiscard]] const_walk_type in_circle(Real x, Real y, Real radius, caller where = {}) const {
        return base::template opened<const_walk_type>(base::around({{x, y}}, radius), where);
    }

    /// The nearest object that is at most `within` away, and for which `accept(object)` is true; null if there is none.
    /// Of those that are equally far it is the first that the search meets. `accept` is asked of a few, may make any
    /// edit, and what it has removed is not the answer. O(objects around), O(blocks) where nothing is near. Throws what
    /// `accept` throws.
    template <class Predicate>
    [[nodiscard]] T* nearest(Real x, Real y, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        return base::template find_nearest<T>({{x, y}}, within, accept, where);
    }
    template <class Predicate>
    [[nodiscard]] const T* nearest(Real x, Real y, Real within, Predicate accept, caller where = {}) const {
        core::require_acceptance<Predicate, const T>();
        return base::template find_nearest<const T>({{x, y}}, within, accept, where);
    }
    [[nodiscard]] T* nearest(Real x, Real y, Real within = std::numeric_limits<Real>::infinity(), caller where = {}) {
        const auto any = [](const T&) { return true; };
        return base::template find_nearest<T>({{x, y}}, within, any, where);
    }
    [[nodiscard]] const T* nearest(Real x, Real y, Real within = std::numeric_limits<Real>::infinity(),
                                   caller where = {}) const {
        const auto any = [](const T&) { return true; };
        return base::template find_nearest<const T>({{x, y}}, within, any, where);
    }

    /// Calls f(object), or f(object, distance), for the `count` nearest objects, from the nearest on, until f returns
    /// false: those at most `within` away for which accept(object), which must not edit, returns true. f may make any
    /// edit: objects removed by their turn are skipped. Equally far ones are visited in the order of the search.
    /// O(objects around), and O(blocks) where few are near. Throws what f, `accept` and the allocator throw, the last
    /// before f is called.
    template <class F, class Predicate>
    void each_nearest(Real x, Real y, size_type count, F f, Real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        base::search([&](auto& s, auto& asked) { s.find_nearest({{x, y}}, count, within, asked); }, f, accept, where);
    }
    template <class F> void each_nearest(Real x, Real y, size_type count, F f,
                                         Real within = std::numeric_limits<Real>::infinity(), caller where = {}) {
        each_nearest(x, y, count, std::move(f), within, [](const T&) { return true; }, where);
    }
    /// The same for what is at most `width` away from the straight way between two points, in the order of the way (a
    /// bullet that is spent returns false); the distance is that along it. O(cells that the way touches + objects in
    /// them). Nothing where a coordinate is not finite, or the width is negative.
    template <class F, class Predicate>
    void each_along(point from, point to, Real width, F f, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, T>();
        const auto find = [&](auto& s, auto& asked) { s.find_along({{from.x, from.y}}, {{to.x, to.y}}, width, asked); };
        base::search(find, f, accept, where);
    }
    template <class F> void each_along(point from, point to, Real width, F f, caller where = {}) {
        each_along(from, to, width, std::move(f), [](const T&) { return true; }, where);
    }

    /// Calls f(mine, its) for each object here with each of another grid, a layer of others, that is at most `distance`
    /// away, until f returns false. f may make any edit of both. O(objects here × objects around each). Throws what f
    /// throws.
    template <class Other, class F> void each_pair_with(Other& other, Real distance, F f, caller where = {}) {
        const auto around = [&](const auto& at) { return other.in_circle(at[0], at[1], distance, where); };
        base::template pair_with<Other>(around, f, where);
    }
};

namespace pmr {
template <class T, auto Hook = base_hook<>, class Real = float> using grid =
    throng::grid<T, Hook, Real, std::pmr::polymorphic_allocator<T>>;
}

} // namespace throng
