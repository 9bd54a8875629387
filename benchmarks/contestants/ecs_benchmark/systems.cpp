// The suite of systems: two of them.

#include "ECSBenchmark.h"
#include "application.hpp"
#include "entity_factory.hpp"
#include "hero_monster_factory.hpp"

namespace {

ecs::benchmarks::base::ECSBenchmark<"throng", contestant::application, contestant::entity_factory,
                                    contestant::hero_monster_factory>
    suite;

} // namespace

ECS_UPDATE_SYSTEMS_BENCHMARKS(suite)
