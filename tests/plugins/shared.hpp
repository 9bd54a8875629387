#pragma once

#include <throng/throng.hpp>
#include <throng/world/plugin.hpp>
#include <throng/world/relation.hpp>

#include <string>

/// What the program and its libraries have in common.
namespace game {

struct place {
    int x = 0;
};
struct title {
    std::string text;
};
struct score {
    int points = 0;
};
struct near_to {};

/// What a library offers, at the name "functions".
struct functions {
    const char* (*attach)(throng::world&, throng::shared_types&);
    bool (*detach)(throng::world&);
    /// Adds to the components of all places that the library has of its own.
    void (*play)(throng::world&);
    /// The sum of what is in its own components.
    int (*sum)(throng::world&);
};

} // namespace game
