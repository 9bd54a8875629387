#include "enemy.hpp"

#include "game.hpp"

namespace shooter {

enemy::enemy(style s, vec where, int begins)
    : target(kind::enemy, where, 11, s == style::diver ? 5 : 8),
      flies(s),
      middle(where),
      phase(static_cast<float>(begins)),
      reload(1 + static_cast<float>(begins % 64) / 64) {}

void enemy::update(const step& s) {
    game& world = *s.world;
    const float t = s.time();
    phase += 64 * t;
    if (phase >= turn) phase -= turn;
    const vec swing = direction(static_cast<int>(phase));
    switch (flies) {
    case style::swinger:
        middle.y += 42 * t;
        at = middle + vec{swing.x * 70, swing.y * 12};
        break;
    case style::diver:
        middle += unit(world.ship.at - middle) * (60 * t) + vec{0, 55 * t};
        at = middle;
        break;
    case style::circler:
        middle.y += 30 * t;
        at = middle + swing * 55;
        break;
    }
    flash = flash > t ? flash - t : 0;
    // Cheap as long as it stays in its cell.
    world.targets.move(*this, at.x, at.y);

    reload -= t;
    if (reload > 0 || at.y < 0 || at.y > field_height * 0.7F) return;
    reload = flies == style::circler ? 0.9F : 1.6F;
    world.bullets.push_back(bullet{at, unit(world.ship.at - at) * 150, 6, bullet::orange});
}

void enemy::draw(canvas& c) const {
    const color body = flash > 0                 ? color{255, 255, 255}
                       : flies == style::diver   ? color{230, 90, 70}
                       : flies == style::swinger ? color{110, 200, 90}
                                                 : color{190, 110, 230};
    c.glow(at, 24, body.dimmed(0.35F));
    c.triangle(at + vec{-13, -8}, at + vec{13, -8}, at + vec{0, 13}, body);
    c.triangle(at + vec{-13, -8}, at + vec{-5, -8}, at + vec{-15, 7}, body.dimmed(0.7F));
    c.triangle(at + vec{13, -8}, at + vec{5, -8}, at + vec{15, 7}, body.dimmed(0.7F));
    c.disc(at + vec{0, -1}, 4, color{20, 20, 40});
    c.disc(at + vec{0, -1}, 2, color{255, 240, 160});
}

} // namespace shooter
