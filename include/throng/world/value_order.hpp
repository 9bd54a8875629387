#pragma once

#include <throng/core/walk.hpp>
#include <throng/parts/key_order.hpp>
#include <throng/world/follow/value_follower.hpp>
#include <throng/world/joins.hpp>

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

namespace core {
template <class T, class Key, class Compare> using entities_by_key =
    key_order<entity, key_of<T, Key>, Compare, order_of_equals::index>;
} // namespace core

/// The entities that have a component, in the order of a value of it: to draw by depth, or to take turns by initiative.
/// It is kept through every edit, at O(log n) for each that adds, sets, patches, modifies or removes the component.
///
///     throng::value_order by_depth(world, &place::y);
///     by_depth.each(world.query<const place, const sprite>(), [](throng::entity e, const place& p, const sprite& s) {
///         draw(p, s);
///     });
///
/// The value is a member of the component, or the result of a function: `throng::value_order<place, decltype(f)>`. The
/// function and the comparison must not edit the world. Entities of equal values stand in the order of their indices:
/// so two worlds of equal state have the same order, whatever their past.
///
/// The order is up to date in every hook. Values written by walks, or through an address, keep their place until
/// `world.modified<T>(e)`, or until `refresh()`, which looks at all. If the function or the comparison throws, or there
/// is no memory, during an edit, the edit stands, and the order is made anew when it is next asked.
///
/// A walk visits the entities that were there when it began, in the order of that moment: each exactly once, if it
/// matches at its turn, whatever is created, destroyed, added or set meanwhile. It keeps the visited entity as a query
/// does.
///
/// It remains valid when its world is moved, restored or rolled back, and is neither copied nor moved. Memory comes
/// from the standard allocator.
template <class T, class Key, class Compare = std::less<>, class Allocator = core::standard_allocator> class value_order
    : core::value_follower<T, Key, core::entities_by_key<T, Key, Compare>, Allocator> {
    using base = core::value_follower<T, Key, core::entities_by_key<T, Key, Compare>, Allocator>;

  public:
    /// O(n log n). Throws what the allocator, the function or the comparison throws.
    value_order(basic_world<Allocator>& w, Key key, Compare compare = {})
        : base(w, std::move(key), std::move(compare)) {}

    /// How many have the component, and the ones with the least and the greatest value; empty handles if there is none.
    [[nodiscard]] std::size_t size() { return this->keys().size(); }
    [[nodiscard]] entity first() {
        entity found;
        this->keys().find_first([&found](entity e) { return found = e, true; });
        return found;
    }
    [[nodiscard]] entity last() {
        entity found;
        this->keys().find_last([&found](entity e) { return found = e, true; });
        return found;
    }
    /// All of them, from the least to the greatest.
    [[nodiscard]] std::vector<entity> entities() { return this->keys().all(); }

    /// Calls f as `those.each(f)` would, for what matches, from the least value to the greatest, or backward. O(all
    /// that have the component). Throws what f and the allocator throw.
    template <class Matcher, class F> void each(const query<Matcher>& those, F f) {
        core::visit_in_order(those, entities(), f);
    }
    template <class Matcher, class F> void each(backward_t, const query<Matcher>& those, F f) {
        core::visit_in_order(those, this->keys().all_backward(), f);
    }

    /// Enters all values anew, whatever has been written to them. O(n log n). Throws what the allocator, the function
    /// or the comparison throws.
    using base::refresh;
};

template <class Allocator, class T, class V> value_order(basic_world<Allocator>&, V T::*)
    -> value_order<T, V T::*, std::less<>, Allocator>;
template <class Allocator, class T, class V, class Compare> value_order(basic_world<Allocator>&, V T::*, Compare)
    -> value_order<T, V T::*, Compare, Allocator>;

} // namespace throng
