#pragma once

#include "../trace/trace.hpp"

#include <cstdint>

namespace throng::tool {

/// What every collection holds in a replay: as large as a small game entity, one cache line.
struct entity {
    std::uint32_t id = none;
    /// The pass in which it acts next, and its turn in it.
    std::uint32_t next_pass = none;
    std::uint32_t next_turn = none;
    std::uint32_t age = 0;
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t momentum_x = 0;
    std::int32_t momentum_y = 0;
    std::uint64_t state[3]{};
    std::uint16_t what = 0;
    /// For hand-written loops, which need a mark in the entity.
    bool removed = false;
};
static_assert(sizeof(entity) == 64);

inline entity make_entity(const trace& t, std::uint32_t id) {
    const spawn& from = t.spawns[id];
    entity e;
    e.id = id;
    e.next_turn = from.first_turn;
    e.next_pass = from.first_turn == none ? none : t.turns[from.first_turn].pass;
    e.x = from.x;
    e.y = from.y;
    e.momentum_x = static_cast<std::int32_t>(id % 7);
    e.momentum_y = static_cast<std::int32_t>(id % 5);
    e.what = from.what.code;
    return e;
}

} // namespace throng::tool
