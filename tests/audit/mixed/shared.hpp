// What two files of one program share: a list as it is, and one inside of something else.
#pragma once

#include <throng/list.hpp>

struct enemy {
    int health;
};
struct level {
    throng::list<enemy> enemies;
};

void fill(throng::list<enemy>& enemies);
void fill(level& l);
