#pragma once

#include <throng/buffered_list.hpp>
#include <throng/fwd.hpp>
#include <throng/listeners.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/world.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// Events of any type, sent to entities: to one, along a relation, or upwards until a listener handles them; at once,
/// or when they are delivered.
///
///     struct hit { int force; };
///     throng::events<hit> hits(world);
///     const throng::listener shields(hits, [&](throng::entity e, hit& h) {
///         shield* const its = world.try_get<shield>(e);
///         return its != nullptr && its->stops(h);   // true: it has taken the hit
///     });
///     hits.send(ship, {3});                         // at once
///     hits.send_up(parts, valve, {1});              // to the valve, then to what it is part of, until one takes it
///     hits.post(ship, {2});                         // at the next deliver()
///
/// It is the `listeners` of its events, f(entity, E&), in their order. All listeners get the same event, which they may
/// change. The recipients are found when it is sent; those that have died, or are not related any more at their turn,
/// are left out. Any edit is legal in listeners, also to send, to post and to deliver.
///
/// It stays valid when its world is moved, and is neither copied nor moved. Events are not state: posted events are in
/// no snapshot or save. If a listener throws, the exception is passed on, and later listeners are not called.
template <class E, class Allocator> class events : public listeners<entity, E&>, core::pinned {
    static_assert(std::is_object_v<E> && !std::is_const_v<E>, "throng: an event is an object: events<hit>");

  public:
    using world_type = basic_world<Allocator>;

    explicit events(world_type& w) noexcept : home_(w.storage()) {}

    /// Sends to an entity; returns whether one of the listeners has handled it. False also if the handle is stale.
    /// O(listeners).
    bool send(entity to, E event) { return is_there(to) && this->tell(to, event); }
    /// Sends to each of its targets, or sources, in the order of their links; returns their number.
    template <class Relation> std::size_t send_to_targets(const Relation& by, entity source, E event) {
        return told_all(by.targets(source), event);
    }
    template <class Relation> std::size_t send_to_sources(const Relation& by, entity target, E event) {
        return told_all(by.sources(target), event);
    }
    /// Sends to the entity, then to its parent, and so on, until a listener handles it; returns the entity of that
    /// listener, or an empty handle. The hierarchy is a `family`, or a relation without cycles; parents are found when
    /// it is sent. O(depth × listeners). Throws what listeners and the allocator throw.
    template <class Hierarchy> entity send_up(const Hierarchy& h, entity from, E event) {
        if (!is_there(from)) return {};
        std::vector<entity> way;
        for (entity e = from; e; e = core::above(h, e)) way.push_back(e);
        for (const entity e : way) {
            if (is_there(e) && this->tell(e, event)) return e;
        }
        return {};
    }

    /// Keeps an event until it is delivered. Throws what the allocator or E's move throws.
    void post(entity to, E event) { (void)posted_.push_back({to, std::move(event)}); }
    /// Sends the posted events, in order, except those to dead entities; returns their number. Events posted meanwhile
    /// wait for the next time. Each is sent once, also if a listener calls `deliver`; after an exception, the events
    /// behind it stay posted.
    std::size_t deliver() {
        return deliver([this](entity to, E& event) { (void)this->tell(to, event); });
    }
    /// The same with a function f(entity, E&) that sends them its own way:
    /// `hits.deliver([&](throng::entity e, hit& h) { hits.send_up(parts, e, h); })`.
    template <class F>
        requires std::is_invocable_v<F&, entity, E&>
    std::size_t deliver(F f) {
        std::size_t n = 0;
        (void)posted_.commit();
        for (letter& l : posted_) {
            (void)posted_.remove(l); // (It is kept as long as the walk stands on it.)
            if (!is_there(l.to)) continue;
            ++n;
            f(l.to, l.event);
        }
        return n;
    }
    /// How many wait to be delivered. O(1).
    [[nodiscard]] std::size_t posted() const noexcept { return posted_.size() + posted_.pending(); }
    /// Forgets what has been posted.
    void clear() {
        (void)posted_.commit();
        posted_.clear();
    }

  private:
    struct letter {
        entity to;
        E event;
    };

    [[nodiscard]] bool is_there(entity e) const noexcept { return home_->is_alive(e); }
    template <class Walk> std::size_t told_all(Walk walk, E& event) {
        std::size_t n = 0;
        while (const entity e = walk.next()) {
            ++n;
            (void)this->tell(e, event);
        }
        return n;
    }

    /// Where the entities are: the world may move.
    core::storage_share<Allocator> home_;
    buffered_list<letter> posted_;
};

} // namespace throng
