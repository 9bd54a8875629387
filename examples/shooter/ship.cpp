#include "ship.hpp"

#include "game.hpp"

#include <algorithm>

namespace shooter {

void ship::update(const step& s) {
    game& world = *s.world;
    const float t = s.time();
    at += vec{std::clamp(wanted.x, -1.0F, 1.0F), std::clamp(wanted.y, -1.0F, 1.0F)} * (230 * t);
    at.x = std::clamp(at.x, 14.0F, field_width - 14);
    at.y = std::clamp(at.y, 60.0F, field_height - 20);
    safe = std::max(0.0F, safe - t);

    reload -= t;
    if (wanted.fire && reload <= 0) {
        reload = 0.11F;
        world.shots.push_back(shot{at + vec{-7, -8}, {-12, -520}});
        world.shots.push_back(shot{at + vec{7, -8}, {12, -520}});
    }
    missile_reload -= t;
    if (wanted.missiles && missile_reload <= 0 && !world.targets.empty()) {
        missile_reload = 0.9F;
        for (const float side : {-1.0F, 1.0F}) world.missiles.push_back(missile{at, {side * 160, -60}, 4, {}});
    }
    for (target& t_near : world.targets.in_circle(at.x, at.y, largest_target)) {
        if (is_near(at, t_near.at, t_near.radius + size) && hit(world)) t_near.hit(3);
    }
    world.sparks.push_back({at + vec{world.random.between(-3, 3), 12}, {0, 90}, 0.25F, 0.25F, color{60, 140, 255}});
}

bool ship::hit(game& world) {
    if (safe > 0) return false;
    safe = 2;
    burst(world.sparks, world.random, at, 60, 220, color{120, 200, 255});
    if (--shields > 0) return true;
    ++losses;
    shields = 5;
    at = {field_width / 2, field_height - 60};
    return true;
}

void ship::draw(canvas& c) const {
    if (safe > 0) c.glow(at, 26, color{30, 60, 140});
    c.glow(at + vec{0, 12}, 10, color{60, 140, 255});
    c.triangle(at + vec{0, -15}, at + vec{-12, 11}, at + vec{12, 11}, color{200, 210, 230});
    c.triangle(at + vec{0, -15}, at + vec{0, 11}, at + vec{12, 11}, color{140, 150, 180});
    c.triangle(at + vec{-12, 11}, at + vec{-15, 2}, at + vec{-7, 7}, color{90, 110, 200});
    c.triangle(at + vec{12, 11}, at + vec{15, 2}, at + vec{7, 7}, color{90, 110, 200});
    c.disc(at + vec{0, 1}, 3, color{80, 200, 255});
}

} // namespace shooter
