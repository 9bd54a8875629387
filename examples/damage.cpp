/// Events: sent to one entity, along a relation, or upwards until a listener handles them; at once or later.

#include <throng/world/events.hpp>
#include <throng/world/relation.hpp>

#include <cstdio>

namespace {

struct name {
    const char* text = "";
};
struct shield {
    int strength = 0;
};
struct part_of {};
struct guards {};
/// Sent to the entity that is hit.
struct hit {
    int force = 0;
};
/// Sent along a relation by an entity in danger.
struct cry {
    throng::entity whose;
};

} // namespace

template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};

int main() {
    throng::world world;
    throng::relation<part_of> parts(world);
    throng::relation<guards> guarding(world);
    throng::events<hit> hits(world);
    throng::events<cry> cries(world);
    const auto text = [&](throng::entity e) { return world.get<name>(e).text; };

    const throng::entity ship = world.create(name{"ship"}, shield{5});
    const throng::entity engine = world.create(name{"engine"});
    const throng::entity valve = world.create(name{"valve"});
    const throng::entity wasp = world.create(name{"Wasp"});
    parts.relate(valve, engine);
    parts.relate(engine, ship);
    guarding.relate(wasp, ship);
    guarding.relate(world.create(name{"Hornet"}), ship);

    // A shield absorbs the hit; without one it is passed on to the parent.
    const throng::listener shields(hits, [&](throng::entity e, hit& h) {
        shield* const its = world.try_get<shield>(e);
        if (its == nullptr) return false;
        its->strength -= h.force;
        std::printf("the shield of the %s: %d left\n", text(e), its->strength);
        if (its->strength < 0) world.destroy(e);
        else cries.send_to_sources(guarding, e, {e});
        return true;
    });
    const throng::listener help(cries, [&](throng::entity e, const cry& c) {
        std::printf("%s comes to help the %s\n", text(e), text(c.whose));
        if (e == wasp) guarding.unrelate(wasp, ship); // once
    });
    std::printf("taken by the %s\n", text(hits.send_up(parts, valve, {2})));

    // Posted events are delivered at the end of the frame; events to entities that have died by then are dropped.
    hits.post(ship, {4});
    hits.post(engine, {1});
    std::printf("%zu are posted\n", hits.posted());
    const std::size_t delivered = hits.deliver([&](throng::entity e, hit& h) { hits.send_up(parts, e, h); });
    std::printf("%zu delivered; the valve is there: %s\n", delivered, world.alive(valve) ? "yes" : "no");
}
