#pragma once

#include "ship.hpp"

namespace shooter {

/// Plays when nobody is at the keys: keeps under the enemies, and away from bullets.
[[nodiscard]] controls pilot(game& world);

} // namespace shooter
