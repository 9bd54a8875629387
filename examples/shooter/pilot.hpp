#pragma once

#include "ship.hpp"

namespace shooter {

/// Plays without a player at the keys: keeps under the enemies, and away from bullets.
[[nodiscard]] controls pilot(game& world);

} // namespace shooter
