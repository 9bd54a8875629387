// Enemies that are seen, and enemies that burn: subsets of one list. A removed enemy leaves its subsets.
#include <throng/list.hpp>
#include <throng/subset.hpp>

#include <cstdio>

namespace {

struct enemy {
    int number;
    int distance;
    int health;
};

} // namespace

int main() {
    throng::list<enemy> enemies;
    throng::subset<throng::list<enemy>> seen(enemies);
    throng::subset<throng::list<enemy>> burning(enemies);

    for (int i = 1; i <= 12; ++i) {
        const throng::handle<enemy> e = enemies.add({i, 7 * i % 13, 4});
        if (i % 2 == 0) seen.join(e);
        if (i % 3 == 0) burning.join(e);
    }

    // Fire spreads to neighbours, which burn in the same loop.
    for (enemy& e : burning) {
        e.health -= 2;
        if (e.health <= 0) enemies.remove(e);
        if (e.number == 6) {
            for (enemy& other : enemies)
                if (other.number == 5 || other.number == 8) burning.join(other);
        }
    }
    for (enemy& e : burning.walk(throng::residents)) {
        e.health -= 1;
        if (e.health <= 0) enemies.remove(e); // it leaves all subsets
    }
    enemies.sort([](const enemy& a, const enemy& b) { return a.distance < b.distance; });

    std::printf("%zu enemies, %zu seen, %zu burning\n", enemies.size(), seen.size(), burning.size());
    for (const enemy& e : seen) std::printf("seen: %d at %d, health %d\n", e.number, e.distance, e.health);
}
