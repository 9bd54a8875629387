#include "effects.hpp"

namespace shooter {

void particle::update(const step& s) {
    const float t = s.time();
    at += speed * t;
    speed = speed * (1 - 1.5F * t);
    left -= t;
    if (is_outside(at, 10)) left = 0;
}

void particle::draw(canvas& c) const { c.glow(at, 2 + 3 * left / life, light.dimmed(left / life)); }

void burst(particles& those, dice& random, vec at, int count, float speed, color light) {
    for (int i = 0; i < count; ++i) {
        const vec flies = in_any_direction(random, 0.2F * speed, speed);
        const float life = random.between(0.3F, 0.8F);
        those.push_back({at, flies, life, life, light});
    }
}

void fragment::update(const step& s) {
    const float t = s.time();
    at += speed * t;
    speed.y += 60 * t;
    angle += spin * t;
    left -= t;
    if (is_outside(at, 20)) left = 0;
}

void fragment::draw(canvas& c) const {
    const int turned = static_cast<int>(angle);
    const vec a = direction(turned) * size;
    const vec b = direction(turned + 90) * size;
    const vec d = direction(turned + 170) * (size * 0.7F);
    c.triangle(at + a, at + b, at + d, body.dimmed(left > 1 ? 1 : left));
}

void scatter(debris& those, dice& random, vec at, int count, color body) {
    for (int i = 0; i < count; ++i) {
        fragment f{};
        f.at = at;
        f.speed = in_any_direction(random, 30, 130);
        f.angle = random.between(0, turn);
        f.spin = random.between(-300, 300);
        f.size = random.between(3, 8);
        f.left = random.between(0.8F, 2.0F);
        f.body = body;
        those.push_back(f);
    }
}

} // namespace shooter
