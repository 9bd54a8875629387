// Several listeners are called for additions and removals, in an order; one disconnects itself when it is done.
#include <throng/list.hpp>
#include <throng/listeners.hpp>

#include <cstdio>
#include <functional>

namespace {

struct building {
    int cell;
    bool is_ruin = false;
};

} // namespace

int main() {
    throng::list<building> city;
    throng::listeners<building&> built;
    throng::listeners<building&> gone;
    city.on_add(std::ref(built));
    city.on_remove(std::ref(gone));

    // Connected first, called last: the cell must be free before a ruin is put there.
    const throng::listener ruins(
        gone,
        [&](building& b) {
            if (!b.is_ruin) city.push_back({b.cell, true});
        },
        10);

    bool taken[8] = {};
    const throng::listener takes(built, [&](building& b) {
        std::printf("%s on cell %d, which is %s\n", b.is_ruin ? "ruin" : "building", b.cell,
                    taken[b.cell] ? "taken" : "free");
        taken[b.cell] = true;
    });
    const throng::listener frees(gone, [&](building& b) { taken[b.cell] = false; });

    throng::listener<building&> alarm;
    alarm = throng::listener(gone, [&](building& b) {
        std::printf("alarm: the building on cell %d is gone\n", b.cell);
        alarm.stop();
    });

    for (int cell = 0; cell < 4; ++cell) city.push_back({cell});
    for (building& b : city)
        if (b.cell % 2 == 0 && !b.is_ruin) city.remove(b);
}
