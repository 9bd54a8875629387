#pragma once

#include <cstdint>
#include <string>

namespace models {

struct options {
    std::string model;
    std::uint64_t agents = 10000;
    std::uint64_t steps = 100;
    unsigned ranks = 1;
    unsigned threads = 1;
    std::uint64_t seed = 1;
    /// Where to save, and after how many steps each time; 0 for the end alone.
    std::string save;
    std::uint64_t save_every = 0;
    /// The save to begin with.
    std::string restore;
    /// A folder for pictures, and one of how many steps.
    std::string png;
    std::uint64_t every = 50;
    /// Pictures show which rank has what.
    bool borders = false;
    bool costs = false;
    /// No progress.
    bool quiet = false;
    /// Flocking in plain arrays, for comparison.
    bool by_hand = false;
};

/// Reads the arguments. Empty if all is well, else what is wrong.
[[nodiscard]] std::string read(int count, char** words, options& o);

extern const char* const help;

} // namespace models
