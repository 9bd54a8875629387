#include "waves.hpp"

#include "game.hpp"

namespace shooter {

void waves::update(const step& s) {
    game& world = *s.world;
    if (!world.boss.empty()) return;
    wait_ -= s.time();
    if (wait_ > 0) return;
    if (left_ == 0) {
        ++number_;
        if (number_ % 4 == 0) {
            build_boss(world);
            wait_ = 4;
            return;
        }
        left_ = 12 + 4 * number_;
    }
    const auto style = static_cast<enemy::style>(number_ % 3);
    const float x = style == enemy::style::diver ? world.random.between(60, field_width - 60)
                    : left_ % 2 == 0             ? 170
                                                 : field_width - 170;
    enemy* const e = world.enemies.push_back(enemy(style, {x, -25}, world.random.below(turn)));
    world.targets.insert(*e, e->at.x, e->at.y);
    wait_ = --left_ == 0 ? 4.0F : 0.27F;
}

} // namespace shooter
