// needs exceptions
// Is each component that on_remove is told of one that on_add was told of? A's hook interferes while an entity with A
// and B comes.
#include <throng/world/world.hpp>

#include <cstdio>
#include <span>

struct a {
    int v = 0;
};
struct b {
    int v = 0;
};
enum class interference { destroys, removes_b, swaps_b, throws };
static const char* const names[] = {"destroys the entity", "removes B", "removes and adds B", "throws"};

template <class F> static void play(const char* how, interference k, F make) {
    throng::world w;
    int added = 0;
    int removed = 0;
    const throng::entity model = w.create(a{}, b{});
    w.on_add<b>([&](throng::entity, b&) { ++added; });
    w.on_remove<b>([&](throng::entity, b&) { ++removed; });
    w.on_add<a>([&](throng::entity e, a&) {
        if (k == interference::destroys) w.destroy(e);
        if (k == interference::removes_b || k == interference::swaps_b) w.remove<b>(e);
        if (k == interference::swaps_b) w.add<b>(e);
        if (k == interference::throws) throw 1;
    });
    try {
        make(w, model);
    } catch (int) {
    }
    const int there = static_cast<int>(w.count<b>()) - 1;
    if (added - removed == there) return;
    std::printf("%s, A's hook %s: %d there, on_add told %d, on_remove told %d\n", how, names[static_cast<int>(k)],
                there, added, removed);
}

int main() {
    using throng::entity;
    using throng::world;
    for (const auto k :
         {interference::destroys, interference::removes_b, interference::swaps_b, interference::throws}) {
        play("create(A, B)", k, [](world& w, entity) { w.create(a{}, b{}); });
        play("create(B, A)", k, [](world& w, entity) { w.create(b{}, a{}); });
        play("create(span)", k, [](world& w, entity) {
            entity handles[3];
            w.create(std::span(handles), a{}, b{});
        });
        play("create_many", k, [](world& w, entity) { w.create_many(3, a{}, b{}); });
        play("clone", k, [](world& w, entity model) { w.clone(model); });
        play("add A, add B", k, [](world& w, entity) {
            const entity e = w.create();
            w.add<a>(e);
            w.add<b>(e);
        });
        play("add B, add A", k, [](world& w, entity) {
            const entity e = w.create();
            w.add<b>(e);
            w.add<a>(e);
        });
    }
    std::puts("played");
}
