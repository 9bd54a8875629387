/// Relations between entities: any number of targets and sources, edited while iterating, and the policies for deaths.

#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <cstdio>

namespace {

struct name {
    const char* text = "";
};
/// Many to many, with a value.
struct aims_at {
    int force = 0;
};
/// Each ship is docked to one station at most.
struct docked_to {};
/// Parts are destroyed with the whole.
struct part_of {};

} // namespace

template <> struct throng::component<aims_at> {
    static constexpr const char* name = "aims_at";
};
template <> struct throng::component<docked_to> {
    static constexpr bool exclusive = true;
};
template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};

int main() {
    throng::world world;
    throng::relation<aims_at> aims(world);
    throng::relation<docked_to> docking(world);
    throng::relation<part_of> parts(world);
    const auto text = [&](throng::entity e) { return world.get<name>(e).text; };

    const throng::entity station = world.create(name{"station"});
    const throng::entity argo = world.create(name{"Argo"});
    const throng::entity dart = world.create(name{"Dart"});
    const throng::entity wasp = world.create(name{"Wasp"});
    const throng::entity engine = world.create(name{"engine"});
    const throng::entity valve = world.create(name{"valve"});
    parts.relate(engine, argo);
    parts.relate(valve, engine);
    std::printf("the valve is a part of %s\n", text(parts.top_of(valve)));

    aims.relate(argo, wasp, {3});
    aims.relate(dart, wasp, {5});
    aims.relate(wasp, argo, {2});
    docking.relate(dart, station);
    for (const auto& [from, aim] : aims.sources(wasp)) std::printf("%s aims at Wasp: %d\n", text(from), aim.force);

    // A query of docked ships with a name. A ship that undocks meanwhile is not visited.
    docking.relate(argo, station);
    world.query<const name>(throng::related_to<docked_to>(station)).each([&](throng::entity ship, const name& its) {
        std::printf("%s is docked\n", its.text);
        if (ship == argo) docking.unrelate(dart, station);
    });

    // Destroy the Wasp: its attackers choose another target. Destroy the Argo: all its parts are destroyed with it.
    aims.on_target_gone([&](throng::entity from, throng::entity, const aims_at& aim) {
        std::printf("%s turns on the station\n", text(from));
        aims.relate(from, station, aim);
    });
    world.destroy(wasp);
    world.destroy(argo);
    std::printf("the valve is there: %s; %zu aim at the station\n", world.alive(valve) ? "yes" : "no",
                aims.count_sources(station));

    // Relations are saved and restored when they are listed with the components.
    constexpr auto saved = throng::components<throng::related<aims_at>>;
    throng::byte_writer<> bytes;
    throng::save(world, bytes, saved);
    throng::world again;
    const throng::restored result = throng::restore(again, bytes.bytes(), saved);
    const throng::relation<aims_at> its(again);
    std::printf("%s: Dart aims with %d\n", result ? "restored" : result.error, its.value(dart, station)->force);
}
