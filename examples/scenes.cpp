// A menu, a level and a pause. Entities end with their scene, systems run in some scenes only, and a pause is a state
// of another kind beside the scene: the level stays as it is.
#include <throng/world/schedule.hpp>
#include <throng/world/states.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

namespace {

enum class scene { menu, level };
enum class play { running, paused };

struct button {
    const char* text;
};
struct enemy {
    int distance;
};

} // namespace

int main() {
    throng::world world;
    throng::states scenes(world, scene::menu);
    throng::states plays(world, play::running);

    const auto open_menu = [&] { world.create(button{"start"}, throng::ends_with{scene::menu}); };
    scenes.on_enter(scene::menu, open_menu);
    scenes.on_enter(scene::level, [&] {
        for (int i = 1; i <= 3; ++i) world.create(enemy{i}, throng::ends_with{scene::level});
    });
    scenes.on_exit(scene::level, [&] { std::puts("the level is over"); });
    plays.on_enter(play::paused, [&] { world.create(button{"go on"}, throng::ends_with{play::paused}); });
    open_menu();

    throng::schedule systems(world);
    const auto in_level = scenes.in(scene::level);
    const auto running = plays.in(play::running);
    systems
        .add("approach", world.query<enemy>(),
             [&](enemy& e) {
                 if (--e.distance < 0) scenes.go(scene::menu); // in the middle of the loop
             })
        .run_if([=] { return in_level() && running(); });
    systems.add("count",
                [&] { std::printf("%zu enemies, %zu buttons\n", world.count<enemy>(), world.count<button>()); });

    systems.run(1);
    scenes.go(scene::level);
    systems.run(1);
    plays.go(play::paused);
    systems.run(1); // no enemy moves
    plays.go(play::running);
    systems.run(1); // the first one arrives
}
