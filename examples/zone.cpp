// A level of a C engine: its things are in a zone that is freed in one go. They are linked without allocating, may
// remove themselves and each other while they think, and the list drops all of them before the zone is freed.

#include <throng/linked_list.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

// In C this began with `struct thing *prev, *next;`. Zero bytes are a hook that is not linked.
struct thing {
    throng::list_hook<> hook;
    int number;
    int health;
};
throng::linked_list<thing, &thing::hook> thinkers;

/// The engine's own memory: no constructor runs, and no destructor.
struct zone {
    thing* things = static_cast<thing*>(std::calloc(8, sizeof(thing)));
    int used = 0;

    thing& spawn(int health) {
        thing& t = things[used];
        t.number = ++used;
        t.health = health;
        thinkers.push_back(t);
        return t;
    }
};

void think(zone& level, thing& t) {
    std::printf(" %d", t.number);
    if (--t.health == 0) thinkers.remove(t); // t can still be read: it is the engine's memory
    if (t.number == 2) level.spawn(1);       // it thinks in the same tic, as in the engine
}

} // namespace

int main() {
    zone level;
    for (int health = 1; health <= 4; ++health) level.spawn(health);
    for (int tic = 1; tic <= 3; ++tic) {
        std::printf("tic %d:", tic);
        for (thing& t : thinkers) think(level, t);
        std::printf("\n");
    }

    // Z_FreeTags: the list drops the things without reading them.
    thinkers.forget();
    std::free(level.things);
    std::printf("things left: %zu\n", thinkers.size());
}
