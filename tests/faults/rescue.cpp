// A hook gives the sibling of the dying another parent: it lives, in a family as in a tree.
#include <throng/entity/tree.hpp>
#include <throng/world/family.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

struct mark {};
struct part {
    int n;
};

int main() {
    throng::world w;
    throng::family f(w);
    const auto p = w.create();
    const auto a = w.create(mark{});
    const auto b = w.create(mark{});
    const auto other = w.create();
    f.adopt(p, a);
    f.adopt(p, b);
    w.on_remove<mark>([&](throng::entity e, mark&) {
        const auto sibling = e == a ? b : a;
        if (!w.alive(sibling)) return;
        std::printf("family: adopt %d", f.adopt(other, sibling));
        std::printf(", its parent is other %d\n", f.parent_of(sibling) == other);
    });
    w.destroy(p);
    std::printf("family: sibling %s, other has %zu children\n", w.alive(a) || w.alive(b) ? "lives" : "is dead",
                f.count_children(other));

    throng::tree<part> t;
    const auto top = t.add(part{0});
    const auto away = t.add(part{9});
    const auto first = t.emplace_child(top, 1);
    const auto second = t.emplace_child(top, 2);
    t.on_remove([&](part& x) {
        if (x.n != 1 && x.n != 2) return;
        const auto sibling = x.n == 1 ? second : first;
        if (t.contains(sibling)) std::printf("tree: reparent %d\n", t.reparent(*t.get(sibling), *t.get(away)));
    });
    t.remove(top);
    std::printf("tree: %zu left\n", t.size());
}
