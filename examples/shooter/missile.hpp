#pragma once

#include "boss.hpp"
#include "enemy.hpp"

#include <throng/entity/entity_list.hpp>

#include <cstdint>

namespace shooter {

/// A weak reference to a target: the handle is stale after its removal.
struct target_reference {
    throng::entity_list<enemy>::handle_type of_enemy;
    boss_tree::handle_type of_part;
};

/// Flies after its target, which it knows by a handle. When the target is killed, the handle is stale, whatever takes
/// its place in memory; the missile looks for another target then.
struct missile {
    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] bool expired() const { return left <= 0 || is_outside(at, 40); }

    vec at;
    vec speed;
    float left;
    target_reference aim;
    float smoke = 0;
    /// Its number in a recording.
    std::uint32_t recorded = 0;
};

} // namespace shooter
