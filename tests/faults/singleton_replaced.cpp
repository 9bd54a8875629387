// A singleton that is set again stays where it is: references to it are good.
#include <throng/world/world.hpp>

#include <cstdio>
#include <string>
#include <utility>

struct level {
    std::string name;
};
/// Its assignment edits the world.
struct meddler {
    throng::world* world = nullptr;
    int n = 0;
    meddler(throng::world* w, int number) : world(w), n(number) {}
    meddler(const meddler&) = default;
    meddler& operator=(const meddler& other) {
        std::printf("removed: %d\n", world->remove_singleton<meddler>());
        if (other.n < 4) world->set_singleton(meddler{world, other.n + 1});
        n = other.n;
        return *this;
    }
};
struct seed {
    const int n;
};

int main() {
    throng::world world;
    world.set_singleton(level{"a name that is too long for a string's own place"});
    const level& now = *world.singleton<level>();
    world.set_singleton(level{"another name that is too long for a string's own place"});
    std::printf("%s\n", now.name.c_str());

    meddler& its = world.set_singleton(meddler{&world, 1});
    std::printf("%d\n", world.set_singleton(meddler{&world, 3}).n);
    std::printf("%d, the same: %d\n", its.n, &its == world.singleton<meddler>());

    world.set_singleton(seed{1});
    std::printf("%d\n", world.set_singleton(seed{2}).n);

    // Of a component of run time whose bytes may be copied, too.
    const auto mana = world.define({.name = "mana", .size = sizeof(int), .alignment = alignof(int)});
    const int one = 1;
    const int two = 2;
    const auto* const first = static_cast<const int*>(world.set_singleton(mana, &one));
    world.set_singleton(mana, &two);
    std::printf("%d\n", *first);
}
