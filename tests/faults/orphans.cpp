// A hook destroys an instance, or a part of it, while it is made: what is below goes, too. A part that a hook has given
// another parent stays there.
#include <throng/world/merge.hpp>
#include <throng/world/prefabs.hpp>

#include <cstdio>

struct hull {};
struct gun {};
struct flash {};

int main() {
    throng::world world;
    throng::prefabs prefabs(world);
    const throng::entity tank = prefabs.patterns().create(hull{});
    const throng::entity its_gun = prefabs.patterns().create(gun{});
    prefabs.family().adopt(tank, its_gun);
    prefabs.family().adopt(its_gun, prefabs.patterns().create(flash{}));
    prefabs.names().set(its_gun, "gun");
    throng::family family(world);

    const auto show = [&](const char* what, throng::entity e) {
        std::printf("%s: alive %d, hulls %zu, guns %zu, flashes %zu\n", what, world.alive(e), world.count<hull>(),
                    world.count<gun>(), world.count<flash>());
        world.clear();
    };
    world.on_add<hull>([&](throng::entity e, hull&) { world.destroy(e); });
    show("no room for a tank", prefabs.instantiate(tank));
    world.on_add<hull>(nullptr);

    world.on_add<gun>([&](throng::entity e, gun&) { world.destroy(e); });
    show("no room for a gun", prefabs.instantiate(tank));
    const throng::entity bare = world.create(hull{});
    prefabs.instantiate_into(tank, bare);
    show("nor where a tank is completed", bare);

    const throng::entity depot = world.create();
    world.on_add<gun>([&](throng::entity e, gun&) { family.adopt(depot, e); });
    const throng::entity t = prefabs.instantiate(tank);
    std::printf("depot %zu, tank %zu\n", family.count_children(depot), family.count_children(t));
    const throng::entity other = world.create(hull{});
    prefabs.instantiate_into(tank, other);
    std::printf("depot %zu, tank %zu\n", family.count_children(depot), family.count_children(other));
}
