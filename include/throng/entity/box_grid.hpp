#pragma once

// Its new place.
#include <throng/spatial/box_grid.hpp>
