// A singleton is state of the world, like a component: a snapshot takes it along.
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

struct random_state {
    unsigned value;
};

int main() {
    throng::world w;
    w.set_singleton(random_state{1});
    const throng::snapshot s(w);
    w.singleton<random_state>()->value = 2;
    if (!s.roll_back()) return 1;
    std::printf("after roll_back: %u\n", w.singleton<random_state>()->value);
}
