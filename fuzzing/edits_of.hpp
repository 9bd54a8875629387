#pragma once

#include "contract/player.hpp"
#include "contract/subjects.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

/// What the bytes of the fuzzing target `edits` say. The first chooses the collection, by its number; the second, in
/// its low three bits, the kind of element, in the next one whether everything is looked at after each step, and in the
/// rest which allocation fails. After that, two bytes a step: what, and its argument.
namespace fuzz {

struct game {
    const contract::subjects* collection = nullptr;
    std::size_t element = 0;
    contract::player_options options;
    contract::script steps;
};

/// Longer scripts are not better ones: what they find, shorter ones find sooner.
inline constexpr std::size_t most_steps = 2000;

/// Nothing for bytes that name no collection, element or step: there is one way to say a thing, and a corpus keeps its
/// meaning when collections join.
[[nodiscard]] inline std::optional<game> game_of(std::span<const std::uint8_t> bytes) {
    const auto all = contract::all_subjects();
    if (bytes.size() < 2 || bytes.size() % 2 != 0 || bytes.size() > 2 + 2 * most_steps) return {};
    game g;
    if (bytes[0] >= all.size()) return {};
    g.collection = all[bytes[0]];
    g.element = bytes[1] & 7U;
    if (g.element >= contract::element_names.size()) return {};
    // (What a build does not play is played with the elements that all have: ./fuzz and ./test --all play all.)
    if (g.collection->make[g.element] == nullptr) g.element = 0;
    g.options.check_each_step = (bytes[1] & 8U) != 0;
    g.options.fail_allocation = bytes[1] >> 4U;
#if !defined(__cpp_exceptions)
    if (g.options.fail_allocation != 0) return {};
    constexpr std::size_t acts = contract::acts_without_exceptions;
#else
    constexpr std::size_t acts = contract::acts;
#endif
    g.steps.reserve(bytes.size() / 2);
    for (std::size_t i = 2; i < bytes.size(); i += 2) {
        if (bytes[i] >= acts) return {};
        g.steps.push_back({static_cast<contract::act>(bytes[i]), bytes[i + 1]});
    }
    return g;
}

} // namespace fuzz
