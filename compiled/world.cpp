#include <throng/core/audit.hpp>
#include <throng/world/save.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#if defined(THRONG_AUDIT_INSTANCES)
THRONG_AUDIT_INSTANCES(template)
#endif
THRONG_WORLD_INSTANCES(template)
THRONG_SCHEDULE_INSTANCES(template)
THRONG_SAVE_INSTANCES(template)
