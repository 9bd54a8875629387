/// Edits of a world, with walks and frozen views nested in them, against its model (tests/world/game.hpp). Every two
/// bytes are the number that decides next.

#include "world/game.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size % 2 != 0) return -1;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = 0; i < size; i += 2)
        numbers.push_back(data[i] | static_cast<std::uint32_t>(data[i + 1]) << 8U);
    world_game::game g{world_game::choices(std::move(numbers))};
    const std::string failure = g.play();
    if (failure.empty()) return 0;
    std::fprintf(stderr, "%s\n", failure.c_str());
    std::abort();
}
