// After a roll-back, a handle of the undone future names the entity that is created in its place: equal futures have
// equal handles. This is the one exception to "a stale handle stays stale".
#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

struct hp {
    int value;
};

int main() {
    throng::world w;
    const throng::entity a = w.create(hp{1});
    const throng::snapshot s(w);
    const throng::entity enemy = w.create(hp{2});
    const bool is_back = s.roll_back();
    std::printf("roll back: %d, the enemy is alive: %d\n", is_back, w.alive(enemy));
    const throng::entity friendly = w.create(hp{3});
    std::printf("after the next creation: alive %d, the same handle %d, hp %d\n", w.alive(enemy), enemy == friendly,
                w.get<hp>(enemy).value);
    // What was stale when the snapshot was made stays so.
    w.destroy(a);
    const throng::snapshot later(w);
    (void)w.create(hp{4});
    const bool is_back_again = later.roll_back();
    std::printf("roll back: %d, what was stale before is alive: %d\n", is_back_again, w.alive(a));
    (void)w.create(hp{5});
    (void)w.create(hp{6});
    std::printf("after two creations: %d\n", w.alive(a));
}
