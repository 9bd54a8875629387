#pragma once

#include "entity.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace throng::tool {

/// How far a collection can agree with the recorded game.
enum class agreement : std::uint8_t {
    /// Whoever lives and whoever was visited, in the game's order.
    game,
    /// Whoever lives, in any order: for collections that keep none, or whose newcomers wait for the next walk.
    live_set,
};

/// A collection put in the place of the game's list. `walk` calls `f(entity&, where)`, and `remove(where)` removes that
/// same entity from inside the call. Everything else may be called from inside it, too. After an `add` the reference
/// may be dead; `where` is not. `remove(id)` says whether it was there.
template <class S>
concept stage = std::constructible_from<S, const trace&> && requires(S s, const entity& e, std::uint32_t id) {
    { S::agrees } -> std::convertible_to<agreement>;
    s.add(e);
    { s.remove(id) } -> std::same_as<bool>;
    s.clear();
    { s.size() } -> std::convertible_to<std::size_t>;
    s.walk([](entity&, auto) {});
    s.each([](const entity&) {});
};

/// One that also knows where entities are: where they appeared, until they move. It is told so at the end of a pass.
template <class S>
concept moving_stage =
    stage<S> && requires(S s, std::uint32_t id, std::int32_t x, std::int32_t y) { s.move(id, x, y); };

} // namespace throng::tool
