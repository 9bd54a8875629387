// The extended suite: seven systems, and walks of one to three components.

#include "ExtendedECSBenchmark.h"
#include "application.hpp"
#include "entity_factory.hpp"
#include "hero_monster_factory.hpp"

namespace {

using namespace ecs::benchmarks::base::components;

using extended =
    ecs::benchmarks::base::ExtendedECSBenchmark<"throng", contestant::application, contestant::entity_factory,
                                                contestant::hero_monster_factory>;

class throng_suite final : public extended {
  public:
    throng_suite()
        : extended({.add_more_complex_system = ecs::benchmarks::base::add_more_complex_system_t::UseMoreComplexSystems,
                    .version = {}}) {}

    void BM_IterateSingleComponent(benchmark::State& state) {
        BM_IterateSingleComponentWithPreCreatedView(
            state, [](throng::world& world) { return world.query<PositionComponent>(); },
            [](PositionComponent& p) { dummy_each(p); });
    }
    void BM_IterateTwoComponents(benchmark::State& state) {
        BM_IterateTwoComponentsWithPreCreatedView(
            state, [](throng::world& world) { return world.query<PositionComponent, VelocityComponent>(); },
            [](PositionComponent& p, VelocityComponent& v) { dummy_each(p, v); });
    }
    void BM_IterateThreeComponentsWithMixedEntities(benchmark::State& state) {
        BM_IterateThreeComponentsWithMixedEntitiesAndPreCreatedView(
            state,
            [](throng::world& world) { return world.query<PositionComponent, VelocityComponent, DataComponent>(); },
            [](PositionComponent& p, VelocityComponent& v, DataComponent& d) { dummy_each(p, v, d); });
    }
};

throng_suite suite;

} // namespace

ECS_COMPLEX_UPDATE_SYSTEMS_BENCHMARKS(suite)
ECS_ITERATE_COMPONENTS_BENCHMARKS(suite)
