#pragma once

#include "target.hpp"

namespace shooter {

/// One of a wave: comes down in curves, and fires at the ship.
struct enemy : target {
    enum class style { swinger, diver, circler };

    enemy(style s, vec where, int phase);

    void update(const step& s);
    void draw(canvas& c) const;
    /// Killed, or through.
    [[nodiscard]] bool expired() const { return target::expired() || at.y > field_height + 30; }

    style flies;
    /// The middle of its curves.
    vec middle;
    /// In parts of a turn.
    float phase;
    /// Until it fires again.
    float reload;
    /// Its number in a recording.
    std::uint32_t recorded = 0;
};

} // namespace shooter
