// An entity walks from one room into another in its own update, while both are updated. It is not lost, nor updated
// twice, and the camera finds it still. (tank #48, textual-engine #24)
#include <throng/entity/layers.hpp>

#include <cstdio>

struct guest {
    int number;
    int updates = 0;
};
enum class room { hall, attic, count };

int main() {
    throng::layers<room, guest> house;
    const auto camera = house.add(room::hall, guest{1});
    for (int i = 2; i < 6; ++i) house.add(room::hall, guest{i});
    for (int frame = 1; frame <= 4; ++frame) {
        // Both walks are open before anything moves: what comes through the door is a newcomer there.
        auto in_hall = house[room::hall].walk(throng::residents);
        auto in_attic = house[room::attic].walk(throng::residents);
        for (guest& g : in_hall) {
            ++g.updates;
            if (g.number % 2 == frame % 2) house.move(g, room::hall, room::attic);
        }
        for (guest& g : in_attic) {
            ++g.updates;
            if (g.number == frame) house.move(g, room::attic, room::hall);
            if (g.number == 5 && frame == 4) house.remove(g);
        }
    }
    for (const auto& g : house[room::hall])
        std::printf("guest %d is in the hall, updated %d times\n", g.number, g.updates);
    for (const auto& g : house[room::attic])
        std::printf("guest %d is in the attic, updated %d times\n", g.number, g.updates);
    std::printf("the camera finds guest %d\n", house.get(camera)->number);
}
