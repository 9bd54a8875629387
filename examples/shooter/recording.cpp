#include "recording.hpp"

#include "game.hpp"

namespace shooter {

recording::recording(game& world) {
    follow(world.enemies, 0);
    follow(world.bullets, 1);
    follow(world.shots, 2);
    follow(world.missiles, 3);
}

template <class List> void recording::follow(List& all, unsigned char kind) {
    using entity = typename List::value_type;
    all.on_add([this, kind](entity& e) { e.recorded = recorder_.add(throng::trace_recorder::none, kind); });
    // A list removes each in its own visit.
    all.on_remove([this](entity& e) { recorder_.remove(e.recorded, e.recorded); });
}

} // namespace shooter
