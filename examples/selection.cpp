// The player's selection: unique units in order, edited while orders are given to it.
#include <throng/each_pair.hpp>
#include <throng/ordered_set.hpp>

#include <cstdio>

namespace {

struct unit {
    const char* name;
    int x;
};

void show(const char* what, const throng::ordered_set<unit*>& units) {
    std::printf("%s (%zu):", what, units.size());
    for (const unit* u : units) std::printf(" %s", u->name);
    std::printf("\n");
}

} // namespace

int main() {
    unit ann{"ann", 1};
    unit ben{"ben", 2};
    unit cid{"cid", 9};
    unit dot{"dot", 3};

    throng::ordered_set<unit*> selected{&ann, &ben};
    const throng::ordered_set<unit*> group{&ben, &cid, &dot};
    selected.add_all(group);
    show("selected", selected);

    // A unit that obeys leaves the selection; the order still reaches all units of the frozen view.
    {
        const auto ordered = selected.freeze();
        for (unit* u : ordered) {
            ++u->x;
            selected.remove(u);
        }
        std::printf("ordered: %zu, still selected: %zu\n", ordered.size(), selected.size());
    }

    selected.add(&dot);
    selected.add_all(group);
    show("selected again", selected);

    throng::each_pair(selected, [&](unit* a, unit* b) {
        if (b->x - a->x > 2 || a->x - b->x > 2) return;
        std::printf("%s and %s collide\n", a->name, b->name);
        selected.remove(b);
    });
    show("left", selected);
}
