#pragma once

#include "canvas.hpp"

#include <throng/entity/any_entity.hpp>

namespace shooter {

struct game;

/// The argument of every update: the game time, which layers may scale, and the game.
struct step {
    double seconds = 0;
    game* world = nullptr;

    [[nodiscard]] float time() const { return static_cast<float>(seconds); }
};

/// Anything that can stand in a layer.
using thing = throng::any_entity<canvas, step>;

/// Stands in a layer for a collection that is a member of the game.
template <class Collection> struct shown {
    Collection* what;

    void update(const step& s) { what->update(s); }
    void draw(canvas& c) { what->draw(c); }
};

/// The field: what is far outside of it expires.
inline constexpr float field_width = 640;
inline constexpr float field_height = 480;
[[nodiscard]] inline bool is_outside(vec at, float by) {
    return at.x < -by || at.y < -by || at.x > field_width + by || at.y > field_height + by;
}

} // namespace shooter
