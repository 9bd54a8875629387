// The first thing that a beam meets, by its edge, and no more than that; the nearest by its edge. (ArborX #654,
// geo-index #118, rtree #164, rbush #28)
#include <throng/pool.hpp>
#include <throng/spatial/box_grid.hpp>

#include <cstdio>

struct rock {
    char name;
    float radius;
    throng::grid_hook<> cover{};
};

int main() {
    throng::pool<rock> rocks;
    throng::box_grid<rock, &rock::cover, float rock::*> cover(1, &rock::radius);
    const auto add = [&](char name, float radius, float x, float y) {
        cover.insert(*rocks.emplace_back(name, radius), x, y);
    };
    add('M', 10, 30, 8); // a mountain: the beam along y = 0 meets it before its middle
    add('s', 0.5F, 27, 0);
    add('t', 0.5F, 40, 0);

    int calls = 0;
    cover.each_along({0, 0}, {100, 0}, 0, [&](rock& r, float way) {
        std::printf("the beam ends at %c, %.1f away, after %d\n", r.name, static_cast<double>(way), ++calls);
        return false;
    });
    cover.each_nearest(15, 8, 2,
                       [](rock& r, float far) { std::printf("%c is %.1f away\n", r.name, static_cast<double>(far)); });
    // Each shot destroys what it meets first.
    while (!cover.empty()) {
        cover.each_along({0, 0}, {100, 0}, 0, [&](rock& r) {
            std::printf("%c is hit\n", r.name);
            rocks.remove(r);
            return false;
        });
    }
}
