#pragma once

// Its new place.
#include <throng/spatial/space_grid.hpp>
