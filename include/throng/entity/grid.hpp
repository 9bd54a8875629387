#pragma once

// Its new place.
#include <throng/spatial/grid.hpp>
