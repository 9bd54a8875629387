// The names of components by which a tool knows them: their own, or else that of the type as the compiler writes it.
// Such a name is for show: a component of run time may have it, too, and is then the one that is found.
#include <throng/world/description.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

namespace game {

struct velocity {
    float x = 0;
};
template <class T> struct most {
    T value{};
};

} // namespace game

namespace {

struct position {
    float x = 0;
};
struct bullet {};
struct owns {};
struct docked_to {};

} // namespace

template <> struct throng::component<docked_to> {
    static constexpr const char* name = "docked_to";
};

int main() {
    throng::world world;
    throng::relation<owns> owner(world);
    throng::relation<docked_to> dock(world);
    const auto ship = world.create(position{});
    const auto shot = world.create(position{}, bullet{}, game::velocity{}, game::most<game::velocity>{});
    owner.relate(shot, ship);
    dock.relate(shot, ship);
    const auto list = [&] {
        world.each_component([&](throng::world::component_type c) {
            std::printf("[%s]%s ", c.name(), world.find(c.name()) == c ? "" : " is not found");
        });
        std::puts("");
    };
    list();
    throng::describe(world, throng::components<position>);
    throng::describe(world, throng::components<bullet>);
    list();

    const auto own = world.define({.name = "bullet"});
    std::printf("of run time: %s, %d\n", own.name(), world.find("bullet") == own);
}
