#pragma once

#include "base/components/DataComponent.h"
#include "base/components/EmptyComponent.h"
#include "base/components/PositionComponent.h"
#include "base/components/VelocityComponent.h"

#include <throng/world/world.hpp>

#include <cstddef>
#include <vector>

namespace contestant {

using namespace ecs::benchmarks::base::components;

/// What the benchmark asks of a library about single entities. Its names are the benchmark's. What creates and destroys
/// is in a file of its own, so that it costs a call, as it does the other contestants.
class entity_factory {
  public:
    using EntityManager = throng::world;
    using Entity = throng::entity;

    static Entity createEmpty(throng::world& world);
    static void createEmptyBulk(throng::world& world, std::vector<Entity>& out);
    static Entity createSingle(throng::world& world);
    static void createSingleBulk(throng::world& world, std::vector<Entity>& out);
    static Entity createMinimal(throng::world& world);
    static void createMinimalBulk(throng::world& world, std::vector<Entity>& out);
    static Entity create(throng::world& world);
    static void createBulk(throng::world& world, std::vector<Entity>& out);
    static void destroy(throng::world& world, Entity e);
    static void destroyBulk(throng::world& world, std::vector<Entity>& those);

    static std::size_t getEntitiesCount(const throng::world& world) { return world.size(); }

    static const PositionComponent& getComponentOneConst(const throng::world& world, Entity e) {
        return world.get<PositionComponent>(e);
    }
    static const VelocityComponent& getComponentTwoConst(const throng::world& world, Entity e) {
        return world.get<VelocityComponent>(e);
    }
    static PositionComponent& getComponentOne(throng::world& world, Entity e) {
        return world.get<PositionComponent>(e);
    }
    static VelocityComponent& getComponentTwo(throng::world& world, Entity e) {
        return world.get<VelocityComponent>(e);
    }
    static DataComponent* getOptionalComponentThree(throng::world& world, Entity e) {
        return world.try_get<DataComponent>(e);
    }

    static void removeComponentOne(throng::world& world, Entity e) { world.remove<PositionComponent>(e); }
    static void removeComponentTwo(throng::world& world, Entity e) { world.remove<VelocityComponent>(e); }
    static void removeComponentThree(throng::world& world, Entity e) { world.remove<DataComponent>(e); }

    static void addComponentOne(throng::world& world, Entity e) { world.add<PositionComponent>(e); }
    static void addComponentTwo(throng::world& world, Entity e) { world.add<VelocityComponent>(e); }
    static void addComponentThree(throng::world& world, Entity e) { world.add<DataComponent>(e); }

    static void addComponentEmpty(throng::world& world, Entity e) { world.add<EmptyComponent>(e); }
    static void clearComponentsEmpty(throng::world& world) { world.remove_all<EmptyComponent>(); }
};

} // namespace contestant
