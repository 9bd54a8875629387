/// The row `inspector` of `./bench compile`: the game of game.hpp, with an inspector.
#include "game.hpp"

#include <throng/extra/inspector.hpp>

int main() {
    game g;
    throng::describe(g.w, throng::components<position, velocity, health, weapon, shot, frozen, label>);
    throng::inspector inspect(g.w, {.port = 0, .name = "a game"});
    if (!inspect) return 1;
    inspect.add("systems", g.systems);
    for (int frame = 0; frame < 300; ++frame) {
        if (inspect.poll()) g.run(1);
    }
    g.report();
}
