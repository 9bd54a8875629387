#pragma once

#include <cstdint>
#include <string>

/// How lively a made-up game is.
struct game_plan {
    int tics = 60;
    int setup = 20;
    /// Of a hundred: visits that add, visits that mark an entity, tics that begin with a level load.
    int adding = 8;
    int marking = 8;
    int loading = 3;
};

/// The trace of a made-up game, written down by an engine of the plainest sort that knows nothing of the code under
/// test: every event of the format, removals of oneself and of others before and behind, level loads.
std::string random_game(std::uint32_t seed, const game_plan& plan = {});

/// A well-formed trace of 23 lines. In tic 0 entity 1 adds 3, removes itself and 0; 2 is removed after the pass. In tic
/// 1 entity 3 removes 4, which lies ahead of it.
extern const char* const small_game;
