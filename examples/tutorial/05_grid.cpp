// Chapter 5. The field has two dimensions now. A grid finds the raiders near a point without looking at the others.
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>

#include <cstdio>

namespace {

struct raider {
    const char* name;
    float x;
    float y;
    throng::grid_hook<> place{}; // its place in the grid
};

} // namespace

int main() {
    throng::grid<raider, &raider::place> near(8); // cells of 8 by 8
    throng::pool<raider> raiders;                 // a pool never moves its elements
    const auto send = [&](const char* name, float x, float y) {
        raider& r = *raiders.get(raiders.add({name, x, y}));
        near.insert(r, x, y);
    };
    send("Ulf", 30, 2);
    send("Ivar", 32, 4);
    send("Olga", 31, 20);
    send("Sigrid", 33, 3);

    for (raider& r : raiders) {
        r.x -= 4;
        near.move(r, r.x, r.y); // the grid has to know
    }

    // A pot of fire hits everyone within 3 metres. A raider that is removed leaves the grid in its destructor.
    for (raider& r : near.in_circle(28, 3, 3)) {
        std::printf("%s burns\n", r.name);
        raiders.remove(r);
    }
    std::printf("%zu left; the nearest to the wall is %s\n", near.size(), near.nearest(0, 10)->name);
}
