// Chapter 1. Raiders run for the wall, arrows fly at them. Both are removed and added inside the loops over them.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct raider {
    int x;
    int health;
};
struct arrow {
    int x;
};

} // namespace

int main() {
    throng::list<raider> raiders{{20, 2}, {23, 1}, {26, 3}};
    throng::list<arrow> arrows;
    int wall = 3;

    for (int turn = 1; !raiders.empty() && wall > 0; ++turn) {
        if (turn % 2 == 1) arrows.push_back({0});

        for (raider& r : raiders) {
            r.x -= 2;
            if (r.x > 0) continue;
            --wall;
            raiders.remove(r); // r itself, in its own visit
        }
        for (arrow& a : arrows) {
            a.x += 3;
            for (raider& r : raiders) {
                if (a.x < r.x) continue;
                if (--r.health == 0) raiders.remove(r);
                arrows.remove(a); // the element of the outer loop
                break;
            }
        }
        std::printf("turn %2d: raiders %zu, arrows %zu, wall %d\n", turn, raiders.size(), arrows.size(), wall);
    }
    std::puts(wall > 0 ? "the wall stands" : "the wall has fallen");
}
