// A save has data of a mod that is not installed: the data is there again when the mod is (RoR2-ProperSave#63,
// widelands#4861).
#include <throng/world/unknown_components.hpp>

#include <cstdio>
#include <string>
struct life {
    int left = 5;
};
struct curse {
    std::string of;
    throng::entity by;
};
template <> struct throng::component<life> {
    static constexpr const char* name = "life";
};
template <> struct throng::component<curse> {
    static constexpr const char* name = "curse";
};
int main() {
    throng::byte_writer<> with_mod, without_mod;
    throng::world modded;
    const auto witch = modded.create(life{9});
    const auto hero = modded.create(life{7}, curse{"sleep", witch});
    const auto frog = modded.create(life{1}, curse{"croaking", witch});
    throng::save(modded, with_mod, throng::components<life, curse>);

    // The game without the mod: it plays on, and saves.
    constexpr auto plain = throng::components<life>;
    throng::world world;
    throng::unknown_components unknown;
    const throng::restored first = throng::restore(world, with_mod.bytes(), plain, unknown);
    std::printf("%s; unknown: %s\n", first ? "restored" : first.error, std::string(unknown.name(0)).c_str());
    world.get<life>(hero).left = 3;
    world.destroy(frog);
    const auto born = world.create(life{4});
    throng::save(world, without_mod, plain, unknown);

    // The mod is back.
    const throng::restored second = throng::restore(modded, without_mod.bytes(), throng::components<life, curse>);
    std::printf("%s; the hero has %d lives and the curse of %s by %s\n", second ? "restored" : second.error,
                modded.get<life>(hero).left, modded.get<curse>(hero).of.c_str(),
                modded.get<curse>(hero).by == witch ? "the witch" : "another");
    std::printf("the frog: %s; the newborn: %s\n", modded.alive(frog) ? "alive" : "gone",
                modded.has<curse>(born) ? "cursed" : "not cursed");
    const throng::restored cut = throng::restore(world, with_mod.bytes().first(200), plain, unknown);
    std::printf("a damaged save: %s; kept: %s\n", cut ? "restored" : cut.error,
                unknown.has(hero, "curse") ? "yes" : "no");
}
