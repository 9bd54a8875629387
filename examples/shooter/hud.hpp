#pragma once

#include "step.hpp"

namespace shooter {

/// Score and shields; and, if it is wanted, which collection holds how many.
struct hud {
    void update(const step&) {}
    void draw(canvas& c) const;

    const game* world = nullptr;
    bool debug = false;
    bool is_paused = false;
    /// Measured by what runs the game; 0 if it does not.
    double update_ms = 0;
    double frame_ms = 0;
};

} // namespace shooter
