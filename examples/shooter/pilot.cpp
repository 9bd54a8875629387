#include "pilot.hpp"

#include "game.hpp"

namespace shooter {

controls pilot(game& world) {
    constexpr int looked_at = 500;
    const vec here = world.ship.at;
    vec away{};
    int near = 0;
    int looked = 0;
    for (const bullet& b : world.bullets) {
        if (++looked > looked_at) break;
        // Where it will be in a third of a second.
        const vec from = here - (b.at + b.speed * 0.33F);
        const float d = square(from);
        if (d > 90 * 90 || d == 0) continue;
        away += from * (900 / d);
        ++near;
    }
    controls wanted;
    wanted.fire = true;
    wanted.missiles = world.targets.size() >= 3;
    const target* const next = world.targets.nearest(here.x, 100);
    const float goal = next != nullptr ? next->at.x : field_width / 2;
    wanted.x = (goal - here.x) * 0.02F + away.x * 0.12F;
    wanted.y = (field_height - 70 - here.y) * 0.02F + away.y * 0.12F;
    // It has a button for hard times.
    world.bullet_time(near >= 5);
    return wanted;
}

} // namespace shooter
