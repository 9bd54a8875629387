// The & forgotten in the README's own loop: what is removed is a copy, which is refused.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct enemy {
    int health;
    int x;
};

} // namespace

int main() {
    throng::list<enemy> enemies{{30, 0}, {10, 1}, {20, 2}};
    for (auto e : enemies) {
        e.health -= 15;
        if (e.health <= 0) std::printf("removed: %d\n", enemies.remove(e) ? 1 : 0);
    }
    std::printf("size %zu, whole %d, there:", enemies.size(), enemies.validate() ? 1 : 0);
    for (const enemy& e : enemies) std::printf(" %d", e.health);
    std::puts("");
}
