// A second family on the same world, of a helper function that only looks, say.
#include <throng/world/family.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

static std::size_t children(throng::world& w, throng::entity e) { return throng::family(w).count_children(e); }

int main() {
    throng::world w;
    throng::family f(w);
    const auto parent = w.create();
    const auto child = w.create();
    f.adopt(parent, child);
    std::printf("children %zu\n", children(w, parent));
    w.destroy(parent);
    std::printf("child of the destroyed: %s, validate %d\n", w.alive(child) ? "alive" : "gone", w.validate());
}
