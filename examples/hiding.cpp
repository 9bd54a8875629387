/// Disabled entities: no query visits them unless it asks for them.

#include <throng/world/world.hpp>

#include <cstdio>

namespace {

struct tank {
    int number = 0;
    int fuel = 0;
};

} // namespace

int main() {
    throng::world world;
    for (int i = 1; i <= 4; ++i) world.create(tank{i, i % 2 * 2});

    // Disable entities without fuel, inside the loop over them.
    for (int tick = 0; tick < 3; ++tick) {
        world.query<tank>().each([&](throng::entity e, tank& t) {
            if (t.fuel == 0) world.disable(e);
            else std::printf("tank %d rolls, %d left\n", t.number, --t.fuel);
        });
    }
    std::printf("%zu of %zu tanks roll\n", world.query<tank>().count(), world.size());

    // Queries that ask for disabled entities.
    for (const auto& [e, t] : world.query<tank>(throng::all_of<throng::disabled>)) {
        if (t.number > 2) continue;
        t.fuel = 1;
        world.enable(e);
    }
    std::printf("%zu of %zu tanks roll\n", world.query<tank>().count(),
                world.query<const tank>(throng::with_disabled).count());
}
