#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

THRONG_WORLD_INSTANCES(template)
THRONG_SCHEDULE_INSTANCES(template)
THRONG_SAVE_INSTANCES(template)
