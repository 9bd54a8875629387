#pragma once

#include "step.hpp"

#include <cstdint>

namespace shooter {

/// A bullet of the enemies: the smallest and most frequent object of the game.
struct bullet {
    enum color_of : std::uint32_t { orange, violet, green };

    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] bool expired() const { return left <= 0; }

    vec at;
    vec speed;
    /// Time to live; none when it has hit, or is outside.
    float left;
    color_of looks;
    /// Its number in a recording.
    std::uint32_t recorded = 0;
};

/// A shot of the ship.
struct shot {
    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] bool expired() const { return spent || is_outside(at, 10); }

    vec at;
    vec speed;
    bool spent = false;
    /// Its number in a recording.
    std::uint32_t recorded = 0;
};

} // namespace shooter
