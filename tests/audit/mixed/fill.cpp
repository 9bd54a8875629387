#include "shared.hpp"

void fill(throng::list<enemy>& enemies) {
    for (int i = 0; i < 1000; ++i) enemies.push_back({i});
}
void fill(level& l) { fill(l.enemies); }
