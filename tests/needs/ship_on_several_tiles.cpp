// What covers this tile, where ships cover from one tile to forty, and sink in the middle of the query? (OpenApoc PR
// #716, OpenRA PR #20351)
#include <throng/pool.hpp>
#include <throng/spatial/box_grid.hpp>

#include <cstdio>

struct ship {
    int number;
    float half; // of a square
    throng::grid_hook<> place{};
};
struct extent {
    throng::grid_point<float> operator()(const ship& s) const { return {s.half, s.half}; }
};

int main() {
    throng::pool<ship> ships;
    throng::box_grid<ship, &ship::place, extent> map(1.0F, extent());
    int asked = 0;
    for (int i = 0; i < 2000; ++i) {
        ship* const s = ships.emplace_back(i, i == 1000 ? 20.0F : 0.5F);
        map.insert(*s, static_cast<float>(i * 37 % 400), static_cast<float>(i * 91 % 400));
    }
    // Ship 1000 is at 200, 200.
    map.each_at(219, 181, [&](ship& s) {
        ++asked;
        std::printf("ship %d is hit\n", s.number);
        ships.remove(s);
    });
    std::printf("%d asked; %zu ships, %zu on the map\n", asked, ships.size(), map.size());
}
