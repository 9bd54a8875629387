#pragma once

#include "contract/dice.hpp"
#include "world/game.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Random numbers play with a world and its model, a game of `Game`.
namespace world_game {

template <class Game> std::string played(const std::vector<std::uint32_t>& numbers, std::size_t* edits = nullptr) {
    Game g{choices(numbers)};
    std::string failure = g.play();
    if (edits != nullptr) *edits += g.edits();
    return failure;
}

/// Leaves out whatever is not needed for the failure.
template <class Game> std::vector<std::uint32_t> smaller(std::vector<std::uint32_t> numbers) {
    int tries = 3000;
    for (std::size_t step = numbers.size() / 2; step != 0; step /= 2) {
        for (std::size_t at = 0; at + step <= numbers.size() && --tries > 0;) {
            auto fewer = numbers;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                        fewer.begin() + static_cast<std::ptrdiff_t>(at + step));
            if (!played<Game>(fewer).empty()) numbers = std::move(fewer);
            else at += step;
        }
    }
    return numbers;
}

template <class Game> void play_many(std::uint64_t first_seed, std::size_t least_edits, std::size_t length) {
    std::size_t edits = 0;
    for (std::uint64_t seed = first_seed; edits < least_edits; ++seed) {
        contract::dice d{seed};
        std::vector<std::uint32_t> numbers(length);
        for (auto& n : numbers) n = static_cast<std::uint32_t>(d.below(1U << 30U));
        const std::string failure = played<Game>(numbers, &edits);
        if (failure.empty()) continue;
        const auto least = smaller<Game>(numbers);
        std::string text;
        for (const auto n : least) text += std::to_string(n) + " ";
        FAIL() << "seed " << seed << ": " << failure << "\n" << played<Game>(least) << " with: " << text;
    }
}

} // namespace world_game
