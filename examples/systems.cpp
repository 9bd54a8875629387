/// Systems ordered by name, with conditions and a trace; timers by the clocks of entities.

#include <throng/world/schedule.hpp>
#include <throng/world/timers.hpp>

#include <cstdio>

namespace {

struct position {
    double x = 0;
};
struct velocity {
    double x = 0;
};

} // namespace

int main() {
    throng::world world;
    const throng::entity ship = world.create(position{}, velocity{10});
    throng::world_timers timers(world);
    throng::trace_events events;
    throng::schedule systems(world);
    bool paused = false;

    // Order by name: input before movement, drawing after it.
    systems.add("draw", [&] { std::printf("drawn at %.0f\n", world.get<position>(ship).x); }).after("movement");
    systems
        .add("movement", world.query<position, const velocity>(),
             [](throng::system_step t, position& p, const velocity& v) { p.x += v.x * t.seconds; })
        .run_if([&] { return !paused; });
    systems.add("input", [&] { std::puts("input"); }).before("movement");
    systems.add("timers", [&](throng::system_step t) { timers.advance(t.seconds); }).before("input");

    // In slow motion, a second of the ship takes two seconds of the world.
    timers.after(ship, 1, [&] {
        std::puts("the ship's second is over");
        paused = true;
    });
    world.add<throng::time_rate>(ship, 0.5);
    systems.trace(&events);
    for (int i = 0; i < 3; ++i) systems.run(1);
    std::printf("%zu runs are in the trace\n", events.size());

    // A cycle is reported, and nothing runs.
    systems.add("network", [] {}).after("draw").before("input");
    if (!systems.run(1)) std::printf("a circle: %s\n", systems.cycle().c_str());
}
