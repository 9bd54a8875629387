#pragma once

#include "entity.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace throng::tool {

/// In which order a walk visits.
enum class visiting_order : std::uint8_t {
    /// That of adding.
    of_adding,
    /// Any, in rounds: what was there when it began, then what was added since, and so on.
    in_rounds,
    any,
};

/// In what a collection agrees with the recorded game, by its design. The game's list keeps the order of adding, visits
/// newcomers in the pass in which they come, and nothing that has been removed.
struct agreement {
    visiting_order order = visiting_order::of_adding;
    /// Otherwise newcomers wait for the next walk.
    bool newcomers = true;
    /// Otherwise what was there when the walk began is visited, even if removed since.
    bool removals = true;

    friend bool operator==(const agreement&, const agreement&) = default;
};
inline constexpr agreement in_all{};

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
