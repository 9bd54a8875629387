/// Linked prefabs: instances follow their pattern, except for what they override.

#include <throng/world/linked_prefabs.hpp>

#include <cstdio>
#include <string>

namespace {

struct health {
    int left = 100;
    int most = 100;
};
struct cannon {
    int range = 10;
    throng::entity mounted_on;
};
struct armoured {};

void tell(const throng::world& world, const char* name, throng::entity tank) {
    const health& its = world.get<health>(tank);
    std::printf("%s: %d of %d%s\n", name, its.left, its.most, world.has<armoured>(tank) ? ", armoured" : "");
}

} // namespace

template <> struct throng::component<health> {
    static constexpr const char* name = "health";
    static constexpr auto fields =
        throng::fields(throng::field("left", &health::left), throng::field("most", &health::most));
};
template <> struct throng::component<cannon> {
    static constexpr const char* name = "cannon";
    static constexpr auto fields =
        throng::fields(throng::field("range", &cannon::range), throng::field("mounted_on", &cannon::mounted_on));
};
template <> struct throng::component<armoured> {
    static constexpr const char* name = "armoured";
};

int main() {
    throng::world world;
    throng::prefabs prefabs(world);
    throng::linked_prefabs linked(prefabs, throng::components<health, cannon, armoured>);
    throng::world& patterns = prefabs.patterns();

    const throng::entity tank = patterns.create(health{});
    const throng::entity gun = patterns.create(cannon{10, tank});
    prefabs.family().adopt(tank, gun);
    const throng::entity heavy = prefabs.variant(tank);
    patterns.add(heavy, armoured{});

    const throng::entity a = linked.instantiate(tank);
    const throng::entity b = linked.instantiate(tank);
    const throng::entity c = linked.instantiate(heavy);

    // Any way of writing a value makes it an override: what the pattern gets reaches all others.
    world.get<health>(a).left = 50;
    patterns.set(tank, health{200, 200});
    patterns.set(gun, cannon{25, tank});
    std::printf("%zu components updated\n", linked.update());
    tell(world, "a", a);
    tell(world, "b", b);
    tell(world, "c", c);
    const throng::family family(world);
    const cannon& its_gun = world.get<cannon>(family.first_child_of(c));
    std::printf("range %d, on %s\n", its_gun.range, its_gun.mounted_on == c ? "its own tank" : "another one");

    world.add<armoured>(a);
    for (const throng::prefab_override& o : linked.overrides(a)) {
        std::printf("a overrides %s %s\n", std::string(o.component).c_str(),
                    o.kind == throng::override_kind::added ? "(added)" : std::string(o.field).c_str());
    }

    // The pattern takes a value of an instance, and so do all others that do not override it.
    linked.apply<armoured>(a);
    tell(world, "b", b);

    // An instance takes the pattern's value again, of one field or of all.
    linked.revert<health>(a, "left");
    tell(world, "a", a);
    std::printf("%zu overrides\n", linked.overrides(a).size());
}
