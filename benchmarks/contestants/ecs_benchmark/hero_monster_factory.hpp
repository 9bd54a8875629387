#pragma once

#include "base/components/HeroMonsterComponents.h"
#include "base/components/PositionComponent.h"
#include "base/components/SpriteComponent.h"
#include "base/entities/HeroMonsterEntityFactory.h"

#include <throng/world/world.hpp>

namespace contestant {

using namespace ecs::benchmarks::base::components;

/// Makes heroes, monsters and others of entities; which, and with which values, the benchmark decides.
class hero_monster_factory final
    : public ecs::benchmarks::base::entities::HeroMonsterEntityFactory<throng::world, throng::entity, PositionComponent,
                                                                       PlayerComponent, HealthComponent,
                                                                       DamageComponent, SpriteComponent> {
  public:
    Entity createRandom(throng::world& world) override;
    Entity createHero(throng::world& world) override;
    Entity createMonster(throng::world& world) override;

    void addComponents(throng::world& world, Entity e) override;

    PositionComponent& getPositionComponent(throng::world& world, Entity e) override {
        return world.get<PositionComponent>(e);
    }
    PlayerComponent& getPlayerComponent(throng::world& world, Entity e) override {
        return world.get<PlayerComponent>(e);
    }
    HealthComponent& getHealthComponent(throng::world& world, Entity e) override {
        return world.get<HealthComponent>(e);
    }
    DamageComponent& getDamageComponent(throng::world& world, Entity e) override {
        return world.get<DamageComponent>(e);
    }
    SpriteComponent& getSpriteComponent(throng::world& world, Entity e) override {
        return world.get<SpriteComponent>(e);
    }
    const PlayerComponent& getPlayerComponentConst(throng::world& world, Entity e) override {
        return world.get<PlayerComponent>(e);
    }
};

} // namespace contestant
