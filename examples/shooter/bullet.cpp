#include "bullet.hpp"

#include "game.hpp"

namespace shooter {

namespace {

canvas light_of(color c) {
    constexpr vec middle{8, 8};
    canvas light(16, 16);
    light.glow(middle, 7, c);
    light.disc(middle, 2, color{255, 250, 230});
    return light;
}

} // namespace

void bullet::update(const step& s) {
    const float t = s.time();
    at += speed * t;
    left -= t;
    if (is_outside(at, 10)) left = 0;
    if (is_near(at, s.world->ship.at, ship::size) && s.world->ship.hit(*s.world)) left = 0;
}

void bullet::draw(canvas& c) const {
    static const canvas lights[] = {light_of({255, 150, 40}), light_of({200, 70, 255}), light_of({90, 255, 120})};
    c.add(lights[looks], at);
}

void shot::update(const step& s) {
    game& world = *s.world;
    at += speed * s.time();
    for (target& t : world.targets.in_circle(at.x, at.y, largest_target)) {
        if (!is_near(at, t.at, t.radius + 3)) continue;
        spent = true;
        burst(world.sparks, world.random, at, 4, 90, color{120, 220, 255});
        t.hit(1);
        break;
    }
}

void shot::draw(canvas& c) const {
    c.glow(at, 6, color{40, 120, 255});
    c.box(static_cast<int>(at.x) - 1, static_cast<int>(at.y) - 5, 2, 9, color{210, 240, 255});
}

} // namespace shooter
