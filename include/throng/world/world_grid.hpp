#pragma once

#include <throng/world/follow/entity_places.hpp>
#include <throng/world/follow/value_follower.hpp>

#include <cstddef>
#include <limits>
#include <utility>

namespace throng {

/// Finds entities by the position that a component of theirs holds: a `grid` or `space_grid` that follows its world.
///
///     throng::world_grid<place, &place::x, &place::y> near(world, 5.0F);      // cells of 5 times 5
///     for (throng::entity e : near.in_circle({x, y}, blast)) world.destroy(e);
///     near.each_pair(2, [&](throng::entity a, throng::entity b) { collide(a, b); });
///
/// The coordinates are members, or functions that must not edit the world: two of them, or three in space. Positions
/// and periods are those of `grid`; entities at NaN are found by no query. Queries may be edited from within, as those
/// of `grid`: they visit entities that had the component when they were opened and still have it, disabled ones
/// included. In a cell, entities are visited in the order of their indices: so two worlds of equal state are searched
/// alike, whatever their past.
///
/// The grid is up to date in every hook, and after every roll-back and restoring (an open query then ends). Values
/// written by walks, or through an address, keep their place until `world.modified<T>(e)`, or until `refresh()`, which
/// looks at all: after the system that moves all of them. If there is no memory during an edit, the edit stands, and
/// the grid is made anew when it is next asked.
///
/// Each edit of the component costs O(1), amortized. Queries cost what those of `grid` do, and throw what the allocator
/// throws if the grid has to be made anew. A grid remains valid when its world is moved, and is neither copied nor
/// moved. To destroy it while a query is open is an error of the caller's. Memory comes from the standard allocator.
template <class T, auto X, auto Y, auto Z = nullptr, class Allocator = core::standard_allocator> class world_grid
    : core::value_follower<
          T, core::position_by<T, X, Y, Z>,
          core::entity_places<typename core::position_by<T, X, Y, Z>::real, core::position_by<T, X, Y, Z>::dimensions>,
          Allocator> {
    using key = core::position_by<T, X, Y, Z>;
    using places = core::entity_places<typename key::real, key::dimensions>;
    using base = core::value_follower<T, key, places, Allocator>;
    using caller = core::caller;
    static constexpr bool is_flat = key::dimensions == 2;

  public:
    /// The type of coordinates, and two or three of them.
    using real = typename key::real;
    using point = typename places::point;

    /// O(n). Throws what the allocator throws.
    world_grid(basic_world<Allocator>& w, real cell_width) : base(w, key(), cell_width) {}
    /// The same with a period in each direction.
    world_grid(basic_world<Allocator>& w, real cell_width, point periods) : base(w, key(), cell_width, periods) {}

    /// How many entities have the component.
    [[nodiscard]] std::size_t size() { return this->keys().size(); }
    /// The last position of an entity that the grid knows; NaN if it has none. O(1).
    [[nodiscard]] point position(entity e) { return this->keys().position(e); }

    /// The entities at most `radius` away from a point: a range.
    [[nodiscard]] auto in_circle(point at, real radius, caller where = {})
        requires(is_flat)
    {
        return core::entities_near(grid().in_circle(at.x, at.y, radius, where));
    }
    [[nodiscard]] auto in_sphere(point at, real radius, caller where = {})
        requires(!is_flat)
    {
        return core::entities_near(grid().in_sphere(at.x, at.y, at.z, radius, where));
    }
    /// The entities between two corners.
    [[nodiscard]] auto in_rectangle(point low, point high, caller where = {})
        requires(is_flat)
    {
        return core::entities_near(grid().in_rectangle(low.x, low.y, high.x, high.y, where));
    }
    [[nodiscard]] auto in_box(point low, point high, caller where = {})
        requires(!is_flat)
    {
        return core::entities_near(grid().in_box(low.x, low.y, low.z, high.x, high.y, high.z, where));
    }
    /// The nearest entity at most `within` away for which accept(entity) is true; an empty handle if there is none.
    template <class Predicate>
    [[nodiscard]] entity nearest(point at, real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, const entity>();
        const auto asked = [&accept](const auto& its) { return static_cast<bool>(accept(entity(its.e))); };
        const auto* const found =
            at_point(at, [&](auto... coordinates) { return grid().nearest(coordinates..., within, asked, where); });
        return found == nullptr ? entity{} : found->e;
    }
    [[nodiscard]] entity nearest(point at, real within = std::numeric_limits<real>::infinity(), caller where = {}) {
        return nearest(at, within, [](entity) { return true; }, where);
    }
    /// Calls f(entity), or f(entity, distance), for the `count` nearest, from the nearest on, until f returns false:
    /// those at most `within` away for which accept(entity), which must not edit, is true.
    template <class F, class Predicate>
    void each_nearest(point at, std::size_t count, F f, real within, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, const entity>();
        at_point(at, [&](auto... coordinates) {
            grid().each_nearest(coordinates..., count, visitor(f), within, asked_of(accept), where);
        });
    }
    template <class F> void each_nearest(point at, std::size_t count, F f,
                                         real within = std::numeric_limits<real>::infinity(), caller where = {}) {
        each_nearest(at, count, std::move(f), within, [](entity) { return true; }, where);
    }
    /// The same for what is at most `width` away from the straight way between two points, in the order of the way.
    template <class F, class Predicate>
    void each_along(point from, point to, real width, F f, Predicate accept, caller where = {}) {
        core::require_acceptance<Predicate, const entity>();
        grid().each_along(from, to, width, visitor(f), asked_of(accept), where);
    }
    template <class F> void each_along(point from, point to, real width, F f, caller where = {}) {
        each_along(from, to, width, std::move(f), [](entity) { return true; }, where);
    }
    /// Calls f(entity, entity) for each two that are at most `distance` apart, once, or until f returns false.
    template <class F> void each_pair(real distance, F f, caller where = {}) {
        core::require_pair_visit<F, const entity, const entity>();
        grid().each_pair(
            distance,
            [&f](const auto& a, const auto& b) {
                const entity first = a.e;
                const entity second = b.e;
                return core::goes_on(f, first, second);
            },
            where);
    }

    /// Enters the positions of all again, whatever has been written to them. Open queries go on. O(n).
    void refresh() { this->refresh_all(); }

  private:
    [[nodiscard]] auto& grid() { return this->keys().grid(); }
    template <class F> static decltype(auto) at_point(point at, F f) {
        if constexpr (is_flat) return f(at.x, at.y);
        else return f(at.x, at.y, at.z);
    }
    template <class F> [[nodiscard]] static auto visitor(F& f) {
        return [&f](const auto& its, [[maybe_unused]] real distance) {
            const entity e = its.e; // (the item may lie elsewhere after an edit)
            if constexpr (std::is_invocable_v<F&, const entity&, real>) return core::goes_on(f, e, distance);
            else return core::goes_on(f, e);
        };
    }
    template <class Predicate> [[nodiscard]] static auto asked_of(Predicate& accept) {
        return [&accept](const auto& its) { return static_cast<bool>(accept(its.e)); };
    }
};

} // namespace throng
