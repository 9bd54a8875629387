#include "missile.hpp"

#include "game.hpp"

namespace shooter {

void missile::update(const step& s) {
    game& world = *s.world;
    const float t = s.time();
    left -= t;
    target* hunted = world.find(aim);
    if (hunted == nullptr) {
        hunted = world.targets.nearest(at.x, at.y, 400);
        if (hunted != nullptr) aim = world.reference_to(*hunted);
    }
    if (hunted != nullptr) {
        const vec wanted = unit(hunted->at - at) * 330;
        speed += (wanted - speed) * (5 * t);
        if (is_near(at, hunted->at, hunted->radius + 6)) {
            left = 0;
            burst(world.sparks, world.random, at, 24, 160, color{255, 200, 90});
            // Targets nearby are also hit, and may be removed while the query is open.
            for (target& hit : world.targets.in_circle(at.x, at.y, 50)) hit.hit(5);
        }
    }
    at += speed * t;
    smoke -= t;
    if (smoke > 0) return;
    smoke = 0.03F;
    world.sparks.push_back({at, speed * -0.1F, 0.5F, 0.5F, color{160, 110, 70}});
}

void missile::draw(canvas& c) const {
    const vec ahead = unit(speed);
    const vec side{-ahead.y, ahead.x};
    c.glow(at + ahead * -7, 8, color{255, 140, 40});
    c.triangle(at + ahead * 8, at + ahead * -5 + side * 4, at + ahead * -5 + side * -4, color{230, 230, 240});
}

} // namespace shooter
