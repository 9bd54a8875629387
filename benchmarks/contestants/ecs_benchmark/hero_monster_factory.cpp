#include "hero_monster_factory.hpp"

#include <memory>

namespace contestant {

throng::entity hero_monster_factory::createRandom(throng::world& world) {
    const throng::entity e = world.create();
    addComponents(world, e);
    initComponents(world, e);
    return e;
}
throng::entity hero_monster_factory::createHero(throng::world& world) {
    const throng::entity e = world.create();
    addComponents(world, e);
    initComponents(world, e, PlayerType::Hero);
    return e;
}
throng::entity hero_monster_factory::createMonster(throng::world& world) {
    const throng::entity e = world.create();
    addComponents(world, e);
    initComponents(world, e, PlayerType::Monster);
    return e;
}

void hero_monster_factory::addComponents(throng::world& world, Entity e) {
    PlayerComponent* const player = world.set(e, PlayerComponent{});
    // A generator takes its seed from its own address. A value that is copied into the world was made on the stack,
    // always at the same place: all would be heroes, or all monsters, which spares the processor wrong guesses. Made
    // again where it stays, each has a seed of its own.
    std::construct_at(&player->rng);
    world.set(e, HealthComponent{});
    world.set(e, DamageComponent{});
    world.set(e, PositionComponent{});
    world.set(e, SpriteComponent{});
}

} // namespace contestant
