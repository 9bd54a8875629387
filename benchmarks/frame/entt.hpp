#pragma once

#include "cells.hpp"
#include "game.hpp"

#include <cstddef>
#include <cstdint>
#include <entt/entt.hpp>
#include <memory>
#include <vector>

namespace bench {

entry frame_by_components();
entry frame_by_kinds();

} // namespace bench
