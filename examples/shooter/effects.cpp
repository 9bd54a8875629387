#include "effects.hpp"

namespace shooter {

void particles::burst(dice& random, vec at, int count, float speed, color light) {
    for (int i = 0; i < count; ++i) {
        const vec flies = in_any_direction(random, 0.2F * speed, speed);
        const float life = random.between(0.3F, 0.8F);
        add({at, flies, life, life, light});
    }
}

void particles::update(const step& s) {
    const float t = s.time();
    for (particle& p : all_) {
        p.at += p.speed * t;
        p.speed = p.speed * (1 - 1.5F * t);
        p.left -= t;
        if (p.left <= 0 || is_outside(p.at, 10)) all_.remove(p);
    }
}

void particles::draw(canvas& c) const {
    for (const particle& p : all_) c.glow(p.at, 2 + 3 * p.left / p.life, p.light.dimmed(p.left / p.life));
}

void debris::scatter(dice& random, vec at, int count, color body) {
    for (int i = 0; i < count; ++i) {
        fragment f{};
        f.at = at;
        f.speed = in_any_direction(random, 30, 130);
        f.angle = random.between(0, turn);
        f.spin = random.between(-300, 300);
        f.size = random.between(3, 8);
        f.left = random.between(0.8F, 2.0F);
        f.body = body;
        all_.push_back(f);
    }
}

void debris::update(const step& s) {
    const float t = s.time();
    // The body says whether the fragment lives on.
    all_.update([t](fragment& f) {
        f.at += f.speed * t;
        f.speed.y += 60 * t;
        f.angle += f.spin * t;
        f.left -= t;
        return f.left > 0 && !is_outside(f.at, 20);
    });
}

void debris::draw(canvas& c) const {
    for (const fragment& f : all_) {
        const int angle = static_cast<int>(f.angle);
        const vec a = direction(angle) * f.size;
        const vec b = direction(angle + 90) * f.size;
        const vec d = direction(angle + 170) * (f.size * 0.7F);
        c.triangle(f.at + a, f.at + b, f.at + d, f.body.dimmed(f.left > 1 ? 1 : f.left));
    }
}

} // namespace shooter
