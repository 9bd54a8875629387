// Chapter 2. Each arrow is shot at one raider, which it remembers by a handle. A handle of a removed raider gives null.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct raider {
    const char* name;
    int x;
    int health;
};
struct arrow {
    int x;
    throng::handle<raider> target;
};

} // namespace

int main() {
    throng::list<raider> raiders{{"Ulf", 20, 2}, {"Ivar", 23, 1}, {"Olga", 26, 3}};
    throng::list<arrow> arrows;

    for (int turn = 1; !raiders.empty(); ++turn) {
        raider& first = *raiders.first();
        arrows.push_back({0, raiders.handle_of(first)});
        arrows.push_back({0, raiders.handle_of(*raiders.last())});

        for (raider& r : raiders) r.x -= 2;
        int lost = 0;
        for (arrow& a : arrows) {
            a.x += 3;
            raider* const r = raiders.get(a.target);
            if (r == nullptr) { // another arrow was faster
                ++lost;
                arrows.remove(a);
            } else if (a.x >= r->x) {
                if (--r->health == 0) {
                    std::printf("turn %d: %s falls at %d\n", turn, r->name, r->x);
                    raiders.remove(*r);
                }
                arrows.remove(a);
            }
        }
        if (lost != 0) std::printf("turn %d: %d arrows without a target\n", turn, lost);
    }
    std::printf("%zu arrows are still in the air\n", arrows.size());
}
