// An enemy that dies leaves an explosion where it was: the hook is told of is_enemy going, and asks for position.
#include <throng/world/world.hpp>

#include <cstdio>

struct position {
    int x;
};
struct is_enemy {
    int kind;
};

int main() {
    throng::world w;
    w.on_remove<is_enemy>([&](throng::entity e, const is_enemy& k) {
        const position* const p = w.try_get<position>(e);
        std::printf("kind %d, alive %d, has position %d, position %d\n", k.kind, w.alive(e), w.has<position>(e),
                    p != nullptr ? p->x : -1);
    });
    const throng::entity e = w.create(position{7}, is_enemy{3});
    w.destroy(e);
    const throng::entity other = w.create(position{8}, is_enemy{4});
    w.remove<is_enemy>(other);
}
