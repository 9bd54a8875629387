/// Prefabs: patterns of entities with instances, variants and nested patterns.

#include <throng/world/prefabs.hpp>

#include <cstdio>
#include <vector>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
struct health {
    int left = 100;
};
struct cannon {
    int range = 10;
    throng::entity mounted_on;
};

void tell(const throng::world& world, const throng::naming& names, throng::entity tank) {
    const throng::entity gun = names.find(tank, "turret/gun");
    const cannon& its = world.get<cannon>(gun);
    std::printf("health %d, range %d, %s\n", world.get<health>(tank).left, its.range,
                its.mounted_on == tank ? "on this tank" : "somewhere else");
}

} // namespace

int main() {
    throng::world world;
    throng::naming names(world);

    // Patterns are entities in a separate world, so no query of the game visits them. References to parts, in
    // components described here, refer to the parts of the instance.
    throng::prefabs prefabs(world, throng::components<cannon>);
    throng::world& patterns = prefabs.patterns();
    const auto part = [&](throng::entity of, const char* name, auto... components) {
        const throng::entity e = patterns.create(components...);
        if (of) prefabs.family().adopt(of, e);
        prefabs.names().set(e, name);
        return e;
    };
    const throng::entity tank = part({}, "tank", position{}, health{100});
    const throng::entity turret = part(tank, "turret", position{0, 1});
    part(turret, "gun", cannon{10, tank});

    // A thousand tanks, with their turrets and guns.
    std::vector<throng::entity> tanks(1000);
    prefabs.instantiate(tank, std::span(tanks));
    std::printf("%zu entities, %zu of them with health\n", world.size(), world.count<health>());
    tell(world, names, tanks[999]);

    // A variant overrides components of its base, and parts by their names.
    const throng::entity heavy = prefabs.variant(tank);
    patterns.add(heavy, health{300});
    const throng::entity its_turret = part(heavy, "turret");
    part(its_turret, "gun", cannon{50, heavy});
    tell(world, names, prefabs.instantiate(heavy, position{3, 4}));

    // A pattern can be a part of another one, any number of times.
    const throng::entity platoon = part({}, "platoon");
    part(platoon, "first", throng::based_on{tank});
    part(platoon, "second", throng::based_on{heavy});
    const throng::entity group = prefabs.instantiate(platoon);
    tell(world, names, names.find(group, "first"));
    tell(world, names, names.find(group, "second"));

    // Instances are ordinary entities: destroying the parent destroys its children.
    world.destroy(tanks);
    world.destroy(group);
    std::printf("%zu entities\n", world.size());
}
