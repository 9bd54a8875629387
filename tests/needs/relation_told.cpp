// Who is called when entities are related, and no more: by another target, by unrelate, by the death of either.
#include <throng/world/relation.hpp>

#include <cstdio>
struct docked {};
template <> struct throng::component<docked> {
    static constexpr bool exclusive = true;
};
int main() {
    throng::world world;
    throng::relation<docked> dock(world);
    int came = 0, left = 0;
    dock.on_related([&](throng::entity, throng::entity) { ++came; });
    dock.on_unrelated([&](throng::entity, throng::entity) { ++left; });
    const auto a = world.create(), b = world.create(), ship = world.create();
    dock.relate(ship, a);
    dock.relate(ship, b);
    dock.unrelate(ship, b);
    dock.relate(ship, a);
    world.destroy(a);
    dock.relate(ship, b);
    world.destroy(ship);
    std::printf("docked %d times, left %d times\n", came, left);
}
