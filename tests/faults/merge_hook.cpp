// A hook of a copy destroys an entity that is still to be copied, and creates others in its place.
#include <throng/world/merge.hpp>

#include <cstdio>
#include <vector>

struct hp {
    int n = 0;
};
template <> struct throng::component<hp> {
    static constexpr const char* name = "hp";
};

int main() {
    throng::world world;
    const throng::entity a = world.create(hp{1});
    const throng::entity b = world.create(hp{2});
    bool done = false;
    world.on_add<hp>([&](throng::entity, const hp& h) {
        if (h.n != 1 || done) return;
        done = true;
        world.destroy(b);
        world.create_many(3, hp{99});
    });
    const std::vector<throng::entity> those{a, b};
    const auto map = throng::merge(world, world, throng::components<hp>, those);
    std::printf("copies: %zu; of a: %d, of b: %d\n", map.size(), world.get<hp>(map.find(a)).n,
                world.alive(map.find(b)));

    // The same of families: the hook of a copy's kin moves what is still to be related.
    throng::family family(world);
    const throng::entity top = world.create();
    for (int i = 0; i < 3; ++i) family.adopt(top, world.create(hp{i + 10}));
    world.on_add<throng::kin>([&](throng::entity, throng::kin&) {
        const throng::entity first = family.first_child_of(top);
        family.adopt(top, first);
    });
    const auto branch = throng::branch(world, top);
    const auto copies = throng::merge(world, world, throng::components<hp, throng::kin>, branch);
    family.each_child(copies.find(top), [&](throng::entity e) { std::printf("%d\n", world.get<hp>(e).n); });
}
