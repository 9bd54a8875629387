// Chapter 7. Raiders follow a captain, and archers aim at raiders: relations between entities.
#include <throng/world/relation.hpp>

#include <cstdio>

namespace {

struct name {
    const char* text = "";
};
/// A raider follows one captain.
struct follows {};
/// An archer aims at any number of raiders, each with a force.
struct aims_at {
    int force = 1;
};

} // namespace

template <> struct throng::component<follows> {
    static constexpr bool exclusive = true; // one target
};

int main() {
    throng::world world;
    throng::relation<follows> following(world);
    throng::relation<aims_at> aims(world);

    const throng::entity sigrid = world.create(name{"Sigrid"});
    const throng::entity ulf = world.create(name{"Ulf"});
    const throng::entity ivar = world.create(name{"Ivar"});
    const throng::entity archer = world.create(name{"archer"});
    following.relate(ulf, sigrid);
    following.relate(ivar, sigrid);
    aims.relate(archer, sigrid, {3});
    aims.relate(archer, ulf, {1});

    for (const throng::entity e : following.sources(sigrid))
        std::printf("%s follows Sigrid\n", world.get<name>(e).text);

    // A relation is part of a query: raiders that follow anyone at all.
    std::printf("%zu have a captain\n", world.query<const name>(throng::related_to<follows>()).count());

    // A destroyed entity is in no relation. This function is called for each source that loses its target.
    following.on_target_gone([&](throng::entity from, throng::entity) {
        std::printf("%s runs away\n", world.get<name>(from).text);
        world.destroy(from);
    });
    world.destroy(sigrid);
    std::printf("%zu aims are left, %zu entities\n", aims.count_targets(archer), world.size());
}
