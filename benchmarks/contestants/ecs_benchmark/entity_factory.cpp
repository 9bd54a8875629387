#include "entity_factory.hpp"

#include <span>

namespace contestant {

throng::entity entity_factory::createEmpty(throng::world& world) { return world.create(); }
void entity_factory::createEmptyBulk(throng::world& world, std::vector<Entity>& out) { world.create(std::span(out)); }

throng::entity entity_factory::createSingle(throng::world& world) { return world.create<PositionComponent>(); }
void entity_factory::createSingleBulk(throng::world& world, std::vector<Entity>& out) {
    world.create(std::span(out), PositionComponent{});
}

throng::entity entity_factory::createMinimal(throng::world& world) {
    return world.create<PositionComponent, VelocityComponent>();
}
void entity_factory::createMinimalBulk(throng::world& world, std::vector<Entity>& out) {
    world.create(std::span(out), PositionComponent{}, VelocityComponent{});
}

throng::entity entity_factory::create(throng::world& world) {
    return world.create<PositionComponent, VelocityComponent, DataComponent>();
}
void entity_factory::createBulk(throng::world& world, std::vector<Entity>& out) {
    world.create(std::span(out), PositionComponent{}, VelocityComponent{}, DataComponent{});
}

void entity_factory::destroy(throng::world& world, Entity e) { world.destroy(e); }
void entity_factory::destroyBulk(throng::world& world, std::vector<Entity>& those) { world.destroy(those); }

} // namespace contestant
