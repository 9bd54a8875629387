// needs exceptions
// Random numbers play with a world and its model.

#include "contract/dice.hpp"
#include "world/game.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

std::string played(const std::vector<std::uint32_t>& numbers, std::size_t* edits = nullptr) {
    world_game::game g{world_game::choices(numbers)};
    std::string failure = g.play();
    if (edits != nullptr) *edits += g.edits();
    return failure;
}

/// Leaves out whatever is not needed for the failure.
std::vector<std::uint32_t> smaller(std::vector<std::uint32_t> numbers) {
    int tries = 3000;
    for (std::size_t step = numbers.size() / 2; step != 0; step /= 2) {
        for (std::size_t at = 0; at + step <= numbers.size() && --tries > 0;) {
            auto fewer = numbers;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                        fewer.begin() + static_cast<std::ptrdiff_t>(at + step));
            if (!played(fewer).empty()) numbers = std::move(fewer);
            else at += step;
        }
    }
    return numbers;
}

void play_many(std::uint64_t first_seed, std::size_t least_edits, std::size_t length) {
    std::size_t edits = 0;
    for (std::uint64_t seed = first_seed; edits < least_edits; ++seed) {
        contract::dice d{seed};
        std::vector<std::uint32_t> numbers(length);
        for (auto& n : numbers) n = static_cast<std::uint32_t>(d.below(1U << 30U));
        const std::string failure = played(numbers, &edits);
        if (failure.empty()) continue;
        const auto least = smaller(numbers);
        std::string text;
        for (const auto n : least) text += std::to_string(n) + " ";
        FAIL() << "seed " << seed << ": " << failure << "\n" << played(least) << " with: " << text;
    }
}

} // namespace

// Rules 1, 2, 3, 4, 5, 7, 9 of world.
TEST(random_edits, small_worlds) { play_many(1, 300'000, 400); }
// Rules 1, 2, 3, 4, 5, 7, 9 of world.
TEST(random_edits, large_worlds) { play_many(1'000'000, 700'000, 6'000); }
