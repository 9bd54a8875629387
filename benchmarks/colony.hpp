#pragma once

#include "crowd_of_slots.hpp"

#include <plf_colony.h>

/// (plf_colony.h and plf_hive.h do not go into one file.)
namespace bench {

using colony_crowd = crowd_of_slots<plf::colony<bullet>>;
using waiting_colony = crowd_of_slots<plf::colony<bullet>, true>;

} // namespace bench
