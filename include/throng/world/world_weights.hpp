#pragma once

#include <throng/parts/weights.hpp>
#include <throng/world/follow/value_follower.hpp>

#include <cstddef>
#include <utility>

namespace throng {

namespace core {
template <class T, class Weight> using entities_by_weight = weight_tree<entity, key_of<T, Weight>>;
} // namespace core

/// Picks entities of a world at random, each as likely as a value of one of its components.
///
///     throng::world_weights chances(world, &treasure::chance);
///     throng::entity e = chances.pick(dice);
///     e = chances.pick(world.query<>(throng::none_of<taken>), dice);
///
/// The weight is a number: a member of the component, or the result of a function:
/// `throng::world_weights<treasure, decltype(f)>`. One that is not above 0, or not finite, counts as 0, and its entity
/// is never picked. The function must not edit the world. Integers are picked by exact odds; for floating point, within
/// rounding. The entity depends on the weights, by the entities' indices, and on the generator's numbers alone: so two
/// worlds of equal state pick alike, whatever their past.
///
/// The weights are up to date in every hook, and after every roll-back and restoring. Values written by walks, or
/// through an address, keep their weight until `world.modified<T>(e)`, or until `refresh()`, which looks at all. If the
/// function throws, or there is no memory, during an edit, the edit stands, and the weights are made anew when they are
/// next asked.
///
/// Each edit of the component costs O(log n). They remain valid when their world is moved, and are neither copied nor
/// moved. Memory comes from the standard allocator.
template <class T, class Weight, class Allocator = core::standard_allocator> class world_weights
    : core::value_follower<T, Weight, core::entities_by_weight<T, Weight>, Allocator> {
    using base = core::value_follower<T, Weight, core::entities_by_weight<T, Weight>, Allocator>;

  public:
    /// std::uint64_t for integers, double for floating point.
    using sum_type = typename core::entities_by_weight<T, Weight>::sum_type;

    /// O(n). Throws what the allocator or the function throws.
    world_weights(basic_world<Allocator>& w, Weight weight) : base(w, std::move(weight)) {}

    /// How many entities have the component, and the sum of their weights. O(1).
    [[nodiscard]] std::size_t size() { return this->keys().size(); }
    [[nodiscard]] sum_type total() { return this->keys().total(); }
    /// A random entity that has the component, also a disabled one; an empty handle if all weigh nothing. O(log n).
    template <core::random_bit_generator G> [[nodiscard]] entity pick(G&& generator) {
        return this->keys().pick(generator);
    }
    /// The same among those that match a query. O(log n) if they weigh a good part of all, O(n) otherwise. Throws what
    /// the allocator throws.
    template <class Matcher, core::random_bit_generator G>
    [[nodiscard]] entity pick(const query<Matcher>& those, G&& generator) {
        return this->keys().pick_if(generator, [&those](entity e) { return those.contains(e); });
    }
    /// Enters all weights anew, whatever has been written to them. O(n).
    using base::refresh;
};

template <class Allocator, class T, class V> world_weights(basic_world<Allocator>&, V T::*)
    -> world_weights<T, V T::*, Allocator>;

} // namespace throng
