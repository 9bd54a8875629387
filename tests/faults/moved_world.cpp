// A world with a schedule, a family, a subset, a snapshot and a hook is moved: they go along, and may outlive it.
#include <throng/subset.hpp>
#include <throng/world/family.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <utility>

struct part {
    int v = 0;
};

int main() {
    throng::world w;
    int told = 0;
    w.on_remove<part>([&](throng::entity, part&) { ++told; });
    w.set_singleton(part{1});
    throng::subset s(w);
    const auto q = w.query<part>();
    const auto parent = w.create(part{1});
    const auto child = w.create(part{2});
    s.join(child);
    throng::family f(w);
    f.adopt(parent, child);
    const throng::snapshot then(w);
    throng::schedule systems(w);
    int runs = 0;
    systems.add("count", q, [&](throng::recorder& edits, throng::entity e, part&) {
        ++runs;
        edits.destroy(e);
    });
    throng::world v(std::move(w));
    v.singleton<part>()->v = 2;
    std::printf("query %zu, subset %zu, parent known %d\n", q.count(), s.size(), f.parent_of(child) == parent);
    v.destroy(parent);
    std::printf("told %d, left %zu\n", told, v.size());
    std::printf("rolled back %d", then.roll_back());
    std::printf(", left %zu, singleton %d\n", v.size(), v.singleton<part>()->v);
    systems.run(1);
    std::printf("runs %d, left %zu\n", runs, v.size());
    throng::world u;
    u = std::move(v);
    std::printf("rolled back %d", then.roll_back());
    std::printf(", left %zu, subset %zu\n", u.size(), s.size());
}
