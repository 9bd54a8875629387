#include <throng/list.hpp>

#include <cstdio>

struct enemy {
    int health;
    int x;
};

int main() {
    throng::list<enemy> enemies{{30, 0}, {10, 1}, {20, 2}};
    const auto boss = enemies.add({90, 3});

    for (enemy& e : enemies) {
        e.health -= 15;
        if (e.health > 0) continue;
        // Remove the current element: `e` stays readable to the end of the loop's body.
        enemies.remove(e);
        // Add elements, which this same loop visits, and remove any other element.
        if (e.x < 5) enemies.push_back({40, e.x + 5});
        if (enemies.remove(boss)) std::puts("the boss flees");
    }
    for (const enemy& e : enemies) std::printf("%d health at %d\n", e.health, e.x);
    std::printf("%zu left, the boss is %s\n", enemies.size(), enemies.contains(boss) ? "here" : "removed");
}
