/// The row `systems` of `./bench compile`: systems in an order, and hooks.
#include "game.hpp"

int main() {
    game g;
    g.run(300);
    g.report();
}
