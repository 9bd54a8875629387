#pragma once

#include "step.hpp"

namespace shooter {

/// The controls, of the player or of the pilot.
struct controls {
    /// -1 to 1.
    float x = 0;
    float y = 0;
    bool fire = false;
    bool missiles = false;
};

/// The player's ship. After a hit it cannot be hit for a while.
struct ship {
    static constexpr float size = 6;

    void update(const step& s);
    void draw(canvas& c) const;
    /// Whether it counts.
    bool hit(game& world);

    vec at{field_width / 2, field_height - 60};
    controls wanted;
    int shields = 5;
    int losses = 0;
    float safe = 2;
    float reload = 0;
    float missile_reload = 0;
};

} // namespace shooter
