// Drones over a city, in three dimensions: pairs that are too close, drones hit by a burst, the drone nearest to the
// tower, and drones along a beam.
#include <throng/pool.hpp>
#include <throng/spatial/space_grid.hpp>

#include <cstdio>

namespace {

struct drone {
    char name;
    throng::space_grid_hook<> place{};
};

} // namespace

int main() {
    throng::pool<drone> drones;
    throng::space_grid<drone, &drone::place> air(10.0F);
    const auto launch = [&](char name, float x, float y, float height) {
        air.insert(*drones.emplace_back(name), x, y, height);
    };
    launch('a', 0, 0, 50);
    launch('b', 3, 0, 54);
    launch('c', 3, 0, 90); // above b, far enough
    launch('d', 40, 10, 20);
    launch('e', 42, 10, 21);

    // One of two drones that are too close climbs, in the middle of the query.
    air.each_pair(6, [&](drone& one, drone& other) {
        const auto at = air.position(other);
        std::printf("%c climbs away from %c\n", other.name, one.name);
        air.move(other, at.x, at.y, at.z + 8);
    });

    std::printf("nearest to the tower:");
    air.each_nearest(0, 0, 60, 2,
                     [](drone& d, float distance) { std::printf(" %c(%.1f)", d.name, static_cast<double>(distance)); });
    std::puts("");

    for (drone& d : air.in_sphere(41, 10, 22, 10)) {
        std::printf("the burst takes down %c\n", d.name);
        drones.remove(d); // its destructor leaves the grid
    }

    std::printf("the beam meets:");
    air.each_along({2, 0, 0}, {2, 0, 100}, 3,
                   [](drone& d, float height) { std::printf(" %c(%.0f)", d.name, static_cast<double>(height)); });
    std::printf("; %zu are left\n", air.size());
}
