// Entities in layers: a squad that is a list inside a list, particles of one class, slow motion, pause.

#include <throng/entity/clock.hpp>
#include <throng/entity/layers.hpp>

#include <cstdio>
#include <utility>

namespace {

struct screen {};

struct enemy {
    const char* name;
    double place = 0;
    double health = 2;

    void update(throng::time_step step) {
        place += step.seconds;
        health -= step.seconds;
    }
    void draw(screen&) const { std::printf(" %s@%.1f", name, place); }
    [[nodiscard]] bool expired() const { return health <= 0; }
    void on_expire() const { std::printf(" (%s dies)", name); }
};
struct label {
    const char* text;
    void draw(screen&) const { std::printf(" [%s]", text); }
};

enum class on { ground, bullets, display, count };

} // namespace

int main() {
    throng::layers<on, throng::any_entity<screen>> world;
    world.add(on::display, label{"score"});
    world.add(on::ground, enemy{"boss", 0, 9});
    throng::entity_list<enemy> squad{{"ann", 0, 2}, {"bob", 1, 3}};
    world.add(on::bullets, std::move(squad)); // a list is also an entity
    world.add(on::bullets, enemy{"shell", 5, 4});

    screen canvas;
    throng::clock clock(0.5);
    for (int second = 1; second <= 5; ++second) {
        if (second == 3) world[on::bullets].time_scale(0.5); // slow motion, for the squad as well
        if (second == 4) world[on::ground].time_scale(0);    // the boss stands still
        if (second == 5) world[on::display].visible(false);
        std::printf("%d:", second);
        clock.run(1, [&](throng::time_step step) { world.update(step); });
        world.draw(canvas);
        std::puts("");
    }
    std::printf("%zu entities, %.1f seconds for the bullets", world.size(), world[on::bullets].time());
    world.clear();
    std::puts("");
}
