#include "boss.hpp"

#include "game.hpp"

namespace shooter {

namespace {

float radius_of(boss_part::role r) {
    return r == boss_part::role::core ? 30.0F : r == boss_part::role::arm ? 14.0F : 11.0F;
}
int strength_of(boss_part::role r) { return r == boss_part::role::core ? 130 : r == boss_part::role::arm ? 26 : 14; }

} // namespace

boss_part::boss_part(role r, vec where, vec from_parent, int angle_from_parent)
    : target(kind::boss_part, where, radius_of(r), strength_of(r)),
      plays(r),
      offset(from_parent),
      bent(angle_from_parent),
      reload(2.5F),
      joint(where) {}

void boss_part::update(const step& s) {
    game& world = *s.world;
    const float t = s.time();
    clock += 40 * t;
    if (clock >= turn) clock -= turn;
    const float swing = direction(static_cast<int>(clock)).y;
    if (const boss_part* const parent = world.boss.parent_of(*this); parent != nullptr) {
        // Parents are updated first.
        angle = parent->angle + static_cast<float>(bent) + 10 * swing;
        joint = parent->at;
        at = parent->at + turned(offset, static_cast<int>(angle));
    } else {
        at = {field_width / 2 + 130 * direction(static_cast<int>(clock)).x, at.y < 105 ? at.y + 40 * t : at.y};
        angle = 6 * swing;
    }
    flash = flash > t ? flash - t : 0;
    world.targets.move(*this, at.x, at.y);

    reload -= t;
    if (reload > 0) return;
    if (plays == role::gun) {
        reload = 0.9F;
        world.bullets.push_back(bullet{at, unit(world.ship.at - at) * 170, 6, bullet::green});
    } else if (plays == role::core) {
        reload = 1.7F;
        for (int i = 0; i < turn; i += 8)
            world.bullets.push_back(bullet{at, direction(i + static_cast<int>(clock)) * 105, 8, bullet::violet});
    } else {
        reload = 5;
    }
}

void boss_part::draw(canvas& c) const {
    const color body = flash > 0             ? color{255, 255, 255}
                       : plays == role::core ? color{150, 60, 90}
                       : plays == role::arm  ? color{120, 110, 150}
                                             : color{190, 160, 70};
    for (int i = -2; i <= 2; ++i) {
        const vec beside{static_cast<float>(i), 0};
        if (plays != role::core) c.line(joint + beside, at + beside, color{90, 90, 110});
    }
    if (plays == role::core) c.glow(at, 60, color{90, 20, 50});
    c.disc(at, radius, body);
    c.disc(at + vec{-radius * 0.15F, -radius * 0.2F}, radius * 0.7F, body.dimmed(0.75F));
    c.disc(at, radius * 0.35F, plays == role::core ? color{255, 90, 90} : color{30, 20, 40});
}

void build_boss(game& world) {
    using role = boss_part::role;
    const auto into_grid = [&world](boss_tree::handle_type h) {
        boss_part& part = *world.boss.get(h);
        world.targets.insert(part, part.at.x, part.at.y);
        return h;
    };
    const vec begin{field_width / 2, -60};
    const auto core = into_grid(world.boss.add(boss_part(role::core, begin, {}, 0)));
    for (const int angle : {8, 40, 88, 120}) {
        const vec length = angle < 30 || angle > 100 ? vec{88, 0} : vec{62, 0};
        const auto arm = into_grid(world.boss.add_child(core, boss_part(role::arm, begin, length, angle)));
        into_grid(world.boss.add_child(arm, boss_part(role::gun, begin, {36, 0}, angle < 64 ? 24 : -24)));
        into_grid(world.boss.add_child(arm, boss_part(role::gun, begin, {36, 0}, angle < 64 ? -20 : 20)));
    }
}

} // namespace shooter
