#pragma once

#include <throng/throng.hpp>
#include <throng/world/plugin.hpp>

/// What the program and its rules have in common.
namespace game {

struct position {
    int x = 0;
};
struct speed {
    int x = 0;
};

/// What the library with the rules offers, at the name `rules_of_game`.
struct rules {
    /// Null, or why they cannot be loaded.
    const char* (*load)(throng::world& world, throng::schedule& systems, throng::shared_types& program);
    bool (*unload)(throng::world& world, throng::schedule& systems);
};

} // namespace game
