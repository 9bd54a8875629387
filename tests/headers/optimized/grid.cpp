#include "loops.hpp"

#include <throng/spatial/grid.hpp>

namespace loops {
struct mover : throng::grid_hook<> {
    int age = 0;
};
using grid = throng::grid<mover>;

[[gnu::flatten]] void in_circle(grid& g) {
    for (mover& x : g.in_circle(1, 2, 3)) {
        ++x.age;
        g.move(x, 4, 5);
        if (dice() == 10) g.remove(x);
    }
}
[[gnu::flatten]] void in_rectangle(grid& g) {
    for (mover& x : g.in_rectangle(1, 2, 3, 4)) {
        for (mover& y : g.in_circle(1, 2, 3)) y.age += x.age;
    }
}
[[gnu::flatten]] void pairs(grid& g) {
    g.each_pair(1, [&](mover& a, mover& b) {
        if (a.age < b.age) g.remove(a);
    });
}
[[gnu::flatten]] mover* nearest(grid& g) {
    return g.nearest(1, 2, 3, [](const mover& x) { return x.age != 0; });
}
[[gnu::flatten]] void all_objects(grid& g) {
    for (mover& x : g) ++x.age;
    g.each([&](mover& x) { g.remove(x); });
}

} // namespace loops
