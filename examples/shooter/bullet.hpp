#pragma once

#include "step.hpp"

#include <cstdint>

namespace shooter {

/// What the enemies fire. The smallest and most frequent of all things here.
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
    /// What a recording knows it by.
    std::uint32_t recorded = 0;
};

/// What the ship fires.
struct shot {
    void update(const step& s);
    void draw(canvas& c) const;
    [[nodiscard]] bool expired() const { return spent || is_outside(at, 10); }

    vec at;
    vec speed;
    bool spent = false;
    /// What a recording knows it by.
    std::uint32_t recorded = 0;
};

} // namespace shooter
