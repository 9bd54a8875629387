#pragma once

#include "target.hpp"

#include <throng/entity/tree.hpp>

namespace shooter {

/// A part of the boss, which is a tree of them: a core, arms on the core, on each arm a gun. A part is where its parent
/// has it, and when one is shot, all that hangs on it goes, too.
struct boss_part : target {
    enum class role { core, arm, gun };

    boss_part(role r, vec where, vec from_parent, int angle_from_parent);

    void update(const step& s);
    void draw(canvas& c) const;

    role plays;
    vec offset;
    /// In steps of a turn: against the parent's, and in the world.
    int bent;
    float angle = 0;
    float clock = 0;
    float reload;
    /// Where the parent was when this was updated: the arms are drawn from there.
    vec joint;
};

using boss_tree = throng::tree<boss_part>;

/// Hangs all the parts together, and puts them into the grid.
void build_boss(game& world);

} // namespace shooter
