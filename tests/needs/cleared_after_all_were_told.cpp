// Several are told that a building goes: power, cells, score; the husk comes when all of them have been told, though
// what makes it was registered first. (OpenRA PR #13796)
#include <throng/list.hpp>
#include <throng/listeners.hpp>

#include <cstdio>
#include <functional>

struct actor {
    std::size_t cell;
    bool husk = false;
};

int main() {
    throng::list<actor> actors;
    throng::listeners<actor&> added;
    throng::listeners<actor&> removed;
    actors.on_add(std::ref(added));
    actors.on_remove(std::ref(removed));
    int taken[16] = {};
    int power = 0;
    int score = 0;
    int husks = 0;
    const throng::listener spawns(
        removed,
        [&](actor& a) {
            if (!a.husk) actors.push_back({a.cell, true}), ++husks;
        },
        10);
    const throng::listener takes(added, [&](actor& a) {
        if (taken[a.cell]++ != 0) std::puts("the cell is taken");
    });
    const throng::listener powers(added, [&](actor&) { power += 10; });
    const throng::listener frees(removed, [&](actor& a) { --taken[a.cell]; });
    const throng::listener unpowers(removed, [&](actor&) { power -= 10; });
    throng::listener<actor&> once;
    once = throng::listener(removed, [&](actor&) { ++score, once.stop(); });
    for (std::size_t i = 0; i < 10; ++i) actors.push_back({i});
    for (const actor& a : actors)
        if (a.cell % 2 == 0 && !a.husk) actors.remove(a);
    std::printf("%zu actors, %d husks, power %d, score %d\n", actors.size(), husks, power, score);
}
