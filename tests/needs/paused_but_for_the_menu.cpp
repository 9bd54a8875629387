// Everything pauses but the menu. What pauses the game in the middle of a frame does not leave it half updated: the
// pause begins with the next frame. (godot #7931, aframe #3373, Roku-gameEngine #3)
#include <throng/entity/layers.hpp>

#include <cstdio>

enum class on { world, effects, menu, count };
struct thing;
using stage = throng::layers<on, thing>;
struct thing {
    stage* of = nullptr;
    int updates = 0;
    void update(double /*seconds*/) {
        ++updates;
        if (of == nullptr) return;
        for (const on l : {on::world, on::effects}) (*of)[l].enabled(false);
        (*of)[on::menu].visible(true);
    }
};

int main() {
    stage all;
    all[on::menu].visible(false);
    all.add(on::world, thing{&all}); // pauses in its first update
    all.add(on::world, thing{});
    all.add(on::effects, thing{});
    all.add(on::menu, thing{});
    for (int i = 0; i < 3; ++i) all.update(1.0);
    std::printf("updates: world %d and %d, effects %d, menu %d\n", all[on::world].first()->updates,
                all[on::world].last()->updates, all[on::effects].first()->updates, all[on::menu].first()->updates);
}
