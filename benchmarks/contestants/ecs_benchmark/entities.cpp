// The suite of entities: they are created and destroyed, components are looked up, added and removed.

#include "EntityBenchmark.h"
#include "entity_factory.hpp"

namespace {

ecs::benchmarks::base::EntityBenchmark<"throng", contestant::entity_factory> suite;

void BM_CreateEmptyEntitiesInBulk(benchmark::State& state) { suite.BM_CreateEmptyEntitiesInBulk(state); }
void BM_CreateEntitiesInBulk(benchmark::State& state) { suite.BM_CreateEntitiesInBulk(state); }
void BM_DestroyEntitiesInBulk(benchmark::State& state) { suite.BM_DestroyEntitiesInBulk(state); }

} // namespace

ECS_ENTITY_BENCHMARKS(suite)
BENCHMARK(BM_CreateEmptyEntitiesInBulk)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_CreateEntitiesInBulk)->Apply(ecs::benchmarks::base::BEDefaultArguments);
BENCHMARK(BM_DestroyEntitiesInBulk)->Apply(ecs::benchmarks::base::BEDefaultArguments);
