// on_target_gone is called for sources that are alive: not for one that an earlier call has destroyed, nor for a target
// that was its own source.
#include <throng/world/relation.hpp>

#include <cstdio>

struct likes {};

int main() {
    throng::world world;
    throng::relation<likes> liking(world);
    const throng::entity a = world.create();
    const throng::entity b = world.create();
    const throng::entity c = world.create();
    for (const throng::entity e : {a, b, c}) liking.relate(e, c);
    liking.on_target_gone([&](throng::entity source, throng::entity) {
        std::printf("source %u: %s\n", source.index(), world.alive(source) ? "alive" : "dead");
        if (source == a) world.destroy(b);
    });
    world.destroy(c);
}
