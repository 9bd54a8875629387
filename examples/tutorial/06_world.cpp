// Chapter 6. The same siege as a world: entities are made of components, and systems select them by components.
#include <throng/world/schedule.hpp>

#include <cstdio>

namespace {

struct position {
    float x = 0;
};
struct velocity {
    float x = 0;
};
struct health {
    int left = 1;
};
struct raider {};
struct burning {
    int turns = 2;
};

} // namespace

int main() {
    throng::world world;
    for (int i = 0; i < 4; ++i)
        world.create(position{20.0F + 3 * static_cast<float>(i)}, velocity{-2}, health{2}, raider{});

    throng::schedule systems(world);
    systems.add("move", world.query<position, const velocity>(), [](position& p, const velocity& v) { p.x += v.x; });
    systems.add("fire trench", world.query<const position>(throng::all_of<raider>, throng::none_of<burning>),
                [&](throng::entity e, const position& p) {
                    if (p.x < 18) world.add<burning>(e); // a component is added inside the loop
                });
    systems.add("burn", world.query<burning, health>(), [&](throng::entity e, burning& b, health& h) {
        --h.left;
        if (--b.turns == 0) world.remove<burning>(e);
    });
    systems.add("die", world.query<const health>(), [&](throng::entity e, const health& h) {
        if (h.left <= 0) world.destroy(e);
    });

    for (int turn = 1; turn <= 8; ++turn) {
        systems.run(1);
        std::printf("turn %d: raiders %zu, burning %zu\n", turn, world.count<raider>(), world.count<burning>());
    }
}
