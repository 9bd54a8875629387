#include "application.hpp"

#include "base/components/DataComponent.h"
#include "base/components/HeroMonsterComponents.h"
#include "base/components/PositionComponent.h"
#include "base/components/SpriteComponent.h"
#include "base/components/VelocityComponent.h"
#include "base/systems/DamageSystem.h"
#include "base/systems/DataSystem.h"
#include "base/systems/HealthSystem.h"
#include "base/systems/MoreComplexSystem.h"
#include "base/systems/MovementSystem.h"
#include "base/systems/RenderSystem.h"
#include "base/systems/SpriteSystem.h"

namespace contestant {

using namespace ecs::benchmarks::base::components;

namespace {

// What a system does to one entity is the benchmark's own, the same for all libraries.
namespace work = ecs::benchmarks::base::systems;
using movement = work::MovementSystem<throng::world, float>;
using data = work::DataSystem<throng::world, float>;
using complexity = work::MoreComplexSystem<throng::world, float>;
using health = work::HealthSystem<throng::world, float>;
using damage = work::DamageSystem<throng::world, float>;
using sprite = work::SpriteSystem<throng::world, float>;
using render = work::RenderSystem<throng::world, float>;

constexpr std::uint32_t width = 320;
constexpr std::uint32_t height = 240;

} // namespace

application::application(ecs::benchmarks::base::add_more_complex_system_t which)
    : is_complex_(which == ecs::benchmarks::base::add_more_complex_system_t::UseMoreComplexSystems),
      frame_buffer_(width, height) {}

void application::init() {
    add_basic_systems();
    if (is_complex_) add_complex_systems();
}

void application::add_basic_systems() {
    systems_.add("movement", world_.query<PositionComponent, const VelocityComponent>(),
                 [](throng::system_step t, PositionComponent& p, const VelocityComponent& v) {
                     movement::updatePosition(p, v, static_cast<float>(t.seconds));
                 });
    systems_.add("data", world_.query<DataComponent>(),
                 [](throng::system_step t, DataComponent& d) { data::updateData(d, static_cast<float>(t.seconds)); });
}

void application::add_complex_systems() {
    systems_.add("complexity", world_.query<const PositionComponent, VelocityComponent, DataComponent>(),
                 [](const PositionComponent& p, VelocityComponent& v, DataComponent& d) {
                     complexity::updateComponents(p, v, d);
                 });
    systems_.add("health", world_.query<HealthComponent>(), [](HealthComponent& h) { health::updateHealth(h); });
    systems_.add("damage", world_.query<HealthComponent, const DamageComponent>(),
                 [](HealthComponent& h, const DamageComponent& d) { damage::updateDamage(h, d); });
    systems_.add(
        "sprite", world_.query<SpriteComponent, const PlayerComponent, const HealthComponent>(),
        [](SpriteComponent& s, const PlayerComponent& p, const HealthComponent& h) { sprite::updateSprite(s, p, h); });
    systems_.add(
        "render", world_.query<const PositionComponent, const SpriteComponent>(),
        [this](const PositionComponent& p, const SpriteComponent& s) { render::renderSprite(frame_buffer_, p, s); });
}

} // namespace contestant
