#pragma once

#include "step.hpp"

#include <throng/spatial/grid.hpp>

namespace shooter {

/// Anything the player can hit: it is in the game's grid of targets as long as it lives. When the collection that it
/// is in moves it in memory, its hook takes the place in the grid along.
struct target {
    enum class kind { enemy, boss_part };

    target(kind k, vec where, float size, int strength) : is(k), at(where), radius(size), health(strength) {}

    [[nodiscard]] bool expired() const { return health <= 0; }
    void hit(int damage) {
        health -= damage;
        flash = 0.1F;
        if (health <= 0) place.unlink();
    }

    kind is;
    vec at;
    float radius;
    int health;
    /// Time for which it is drawn white.
    float flash = 0;
    throng::grid_hook<> place;
};

using target_grid = throng::grid<target, &target::place>;

} // namespace shooter
