// A small simulation: grass grows, rabbits eat it and multiply, foxes hunt them. Entities are created and destroyed
// inside the systems that iterate over them.
#include <throng/world/schedule.hpp>

#include <cstdio>

struct place {
    int x;
};
struct energy {
    int left;
};
struct rabbit {};
struct fox {};
struct grass {
    int height;
};

int main() {
    throng::world world;
    for (int x = 0; x < 40; ++x) world.create(place{x}, grass{3});
    for (int x = 0; x < 40; x += 4) world.create(place{x}, energy{5}, rabbit{});
    for (int x = 0; x < 40; x += 20) world.create(place{x}, energy{12}, fox{});

    throng::schedule systems(world);
    systems.add("grow", world.query<grass>(), [](grass& g) { g.height += g.height < 9 ? 1 : 0; });
    systems.add("wander", world.query<place>(throng::any_of<rabbit, fox>),
                [](throng::system_step t, place& p) { p.x = (p.x + 7 + static_cast<int>(t.run % 3)) % 40; });
    systems.add("graze", world.query<const place, energy>(throng::all_of<rabbit>), [&](const place& p, energy& e) {
        world.query<const place, grass>().each([&](const place& at, grass& g) {
            if (at.x != p.x || g.height < 2) return;
            g.height -= 2;
            e.left += 3;
        });
        if (e.left > 12) {
            e.left -= 6;
            world.create(place{p.x + 1}, energy{5}, rabbit{});
        }
    });
    systems.add("hunt", world.query<const place, energy>(throng::all_of<fox>), [&](const place& p, energy& e) {
        for (auto [prey, at] : world.query<const place>(throng::all_of<rabbit>)) {
            if (at.x != p.x) continue;
            world.destroy(prey);
            e.left += 6;
            break;
        }
    });
    systems.add("tire", world.query<energy>(), [&](throng::entity e, energy& left) {
        if (--left.left <= 0) world.destroy(e);
    });

    for (int day = 0; day <= 40; ++day) {
        if (day % 10 == 0)
            std::printf("day %2d: %zu rabbits, %zu foxes\n", day, world.count<rabbit>(), world.count<fox>());
        systems.run(1);
    }
}
