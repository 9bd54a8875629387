// A ship needs a hull and an engine, an engine needs fuel: who adds a ship adds them all, unless they are there.
#include <throng/world/required.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

namespace {

struct fuel {
    int left = 100;
};
struct engine {
    int power = 5;
};
struct hull {
    int plates = 12;
};
struct ship {
    const char* name;
};

} // namespace

template <> struct throng::component<engine> {
    static constexpr auto with = throng::components<fuel>;
};
template <> struct throng::component<ship> {
    static constexpr auto with = throng::components<hull, engine>;
};

int main() {
    throng::world world;
    const auto print = [&](throng::entity e) {
        const auto* const f = world.try_get<fuel>(e);
        std::printf("%s: %d plates, power %d, %d fuel\n", world.get<ship>(e).name, world.get<hull>(e).plates,
                    world.get<engine>(e).power, f == nullptr ? 0 : f->left);
    };
    // Hooks are called for the required components first.
    world.on_add<hull>([](throng::entity, hull&) { std::puts("a hull"); });
    world.on_add<fuel>([](throng::entity, fuel&) { std::puts("fuel"); });
    world.on_add<engine>([](throng::entity, engine&) { std::puts("an engine"); });
    world.on_add<ship>([&](throng::entity e, ship&) { print(e); });

    world.create(ship{"Argo"}, engine{9}); // this one, with fuel and a hull as they are by default
    const throng::entity wreck = world.create(hull{3});
    world.add(wreck, ship{"Dart"});

    // They may be removed, and are not added again by themselves: by this they are.
    world.remove<fuel>(wreck);
    print(wreck);
    throng::add_required(world, throng::components<engine>);
    print(wreck);
}
