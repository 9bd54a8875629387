// The rules of a game, in a shared library that is compiled and loaded anew while the game runs.
#include "game.hpp"

#include <string>

#ifndef BOOST
#define BOOST 1 // what is changed while the game runs
#endif

namespace rules {

/// The program does not know this component. It stays with its entities while the rules are loaded anew.
struct fuel {
    int left = 5;
};

} // namespace rules

namespace {

const char* load(throng::world& world, throng::schedule& systems, throng::shared_types& program) {
    static std::string error;
    error = throng::attach_types(world, program); // first of all
    if (!error.empty()) return error.c_str();
    world.add<rules::fuel>(world.query<game::speed>(throng::none_of<rules::fuel>));
    systems.add("move", world.query<game::position, const game::speed, rules::fuel>(),
                [](game::position& p, const game::speed& s, rules::fuel& f) {
                    if (f.left == 0) return;
                    --f.left;
                    p.x += s.x * BOOST;
                });
    return nullptr;
}
bool unload(throng::world& world, throng::schedule& systems) {
    if (auto* const move = systems.find("move")) systems.remove(*move);
    return throng::detach_types(world); // last of all
}

} // namespace

extern "C" __attribute__((visibility("default"))) const game::rules rules_of_game{&load, &unload};
