// The same situations in a plane of space.

#define GRID_IN_SPACE
#include "entity/grid/situations.cpp" // NOLINT(bugprone-suspicious-include)
