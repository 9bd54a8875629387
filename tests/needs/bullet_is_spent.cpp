// The function of a query of a grid returns false to end it: a bullet breaks the first rock on its way.
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>

#include <cstdio>

struct rock {
    int n;
    throng::grid_hook<> place{};
};

int main() {
    throng::pool<rock> rocks;
    throng::grid<rock, &rock::place> grid(2.0F);
    for (int i = 0; i < 5; ++i) grid.insert(*rocks.emplace_back(i), static_cast<float>(i) * 3, 0);
    int hit = 0;
    grid.each_along({0, 0}, {100, 0}, 1, [&](rock& r) {
        ++hit;
        rocks.remove(r);
        return false; // the bullet is spent
    });
    std::printf("%d rock broken by one bullet, %zu left\n", hit, rocks.size());
}
