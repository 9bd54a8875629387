#pragma once

#include "contract/player.hpp"

#include <cstdint>
#include <string>

namespace contract {

/// How many edits the volume tests make: fewer where each costs ten times as much. THRONG_CONTRACT_EDITS says another
/// number, for longer runs by hand.
[[nodiscard]] std::uint64_t edits_to_play();

/// Cuts away and simplifies steps as long as the script still fails.
[[nodiscard]] script shortened(script failing, make_subject make, player_options options);

/// Random scripts until so many edits have been made; with THRONG_CONTRACT_SEED, only the one of that seed. Empty if
/// all went well, else what failed in the shortest script that still fails.
[[nodiscard]] std::string play_random_scripts(make_subject make, std::uint64_t edits, player_options options = {});

} // namespace contract
