// Ships of any size in a harbour: ships hit by a bomb, pairs that touch, the three ships nearest to a tug, and ships
// along the course of a torpedo. Ships sink in the middle of the queries.
#include <throng/pool.hpp>
#include <throng/spatial/box_grid.hpp>

#include <cstdio>

namespace {

struct ship {
    char name;
    float radius;
    throng::grid_hook<> place{};
    throng::grid_hook<> point{};
};

} // namespace

int main() {
    throng::pool<ship> ships;
    // One grid of the boxes, one of the centres.
    throng::box_grid<ship, &ship::place, float ship::*> cover(2.0F, &ship::radius);
    throng::grid<ship, &ship::point> middle(8.0F);
    const auto launch = [&](char name, float radius, float x, float y) {
        ship& s = *ships.emplace_back(name, radius);
        cover.insert(s, x, y);
        middle.insert(s, x, y);
    };
    launch('T', 20, 30, 0); // a tanker
    launch('a', 1, 0, 0);
    launch('b', 1, 1.5F, 0);
    launch('c', 1, 12, 1);
    launch('d', 1, 80, 3);

    cover.each_pair([](ship& one, ship& other) { std::printf("%c touches %c\n", one.name, other.name); });

    std::printf("nearest to the tug at 5, 0:");
    middle.each_nearest(
        5, 0, 3, [](ship& s, float distance) { std::printf(" %c(%.1f)", s.name, static_cast<double>(distance)); });
    std::puts("");

    cover.each_at(12, 0, [&](ship& s) {
        std::printf("the bomb sinks %c\n", s.name);
        ships.remove(s); // its destructor leaves both grids
    });

    std::printf("the torpedo passes:");
    middle.each_along({-10, 0}, {100, 0}, 3,
                      [](ship& s, float way) { std::printf(" %c(%.0f)", s.name, static_cast<double>(way)); });
    std::printf("; %zu are left\n", cover.size());
}
