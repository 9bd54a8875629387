// Hot reload: the rules of a game are loaded anew, and the world goes on. The program is given the libraries, one after
// the other; a game would watch its file, and load a copy of it when it changes.
#include "game.hpp"

#include <cstdio>
#include <dlfcn.h>

namespace {

bool play(const char* path, throng::world& world, throng::schedule& systems) {
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    bool done = false;
    if (const auto* const its = static_cast<const game::rules*>(dlsym(library, "rules_of_game")); its == nullptr) {
        std::fprintf(stderr, "%s: no game::rules rules_of_game\n", path);
    } else if (const char* const why = its->load(world, systems, throng::shared_types::here())) {
        std::fprintf(stderr, "%s: %s\n", path, why);
    } else {
        for (int i = 0; i < 3; ++i) systems.run(1);
        world.query<const game::position>().each([](const game::position& p) { std::printf("at %d\n", p.x); });
        done = its->unload(world, systems);
    }
    dlclose(library);
    return done;
}

} // namespace

int main(int count, char** paths) {
    throng::world world;
    throng::schedule systems(world);
    world.create(game::position{0}, game::speed{1});
    world.create(game::position{100}, game::speed{2});
    for (int i = 1; i < count; ++i) {
        if (!play(paths[i], world, systems)) return 2;
    }
    // The program knows nothing of it, and keeps it.
    if (const auto fuel = world.find("rules::fuel"))
        std::printf("%zu have fuel\n", world.query<>(fuel.present()).count());
}
