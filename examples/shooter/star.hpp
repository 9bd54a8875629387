#pragma once

#include "step.hpp"

namespace shooter {

/// A star in the background. The near ones are brighter, and pass faster.
struct star {
    vec at;
    float depth;

    void update(const step& s) {
        at.y += 90 * depth * s.time();
        if (at.y > field_height) at.y -= field_height;
    }
    void draw(canvas& c) const {
        const int size = depth > 0.7F ? 2 : 1;
        c.box(static_cast<int>(at.x), static_cast<int>(at.y), size, size, color{200, 210, 255}.dimmed(depth));
    }
};

} // namespace shooter
