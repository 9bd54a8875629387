#include "shared.hpp"

namespace {

int remove_odd(throng::list<enemy>& enemies) {
    int removed = 0;
    for (enemy& e : enemies) {
        if (e.health % 2 == 0) continue;
        enemies.remove(e);
        ++removed;
    }
    return removed;
}

} // namespace

int main() {
    throng::list<enemy> enemies;
    fill(enemies);
    level l;
    fill(l);
    const bool is_right = remove_odd(enemies) == 500 && remove_odd(l.enemies) == 500 && enemies.size() == 500;
    return is_right ? 0 : 1;
}
