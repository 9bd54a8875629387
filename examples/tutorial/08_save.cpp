// Chapter 8. The siege is saved to bytes and restored. A damaged save is refused and changes nothing.
#include <throng/world/relation.hpp>
#include <throng/world/save.hpp>

#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

struct position {
    float x = 0;
};
struct health {
    int left = 2;
};
struct follows {};

} // namespace

// The name of a component in saves. Its fields are found without a line of yours.
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<health> {
    static constexpr const char* name = "health";
};
template <> struct throng::component<follows> {
    static constexpr const char* name = "follows";
    static constexpr bool exclusive = true;
};

int main() {
    constexpr auto state = throng::components<position, health, throng::related<follows>>;

    throng::world world;
    throng::relation<follows> following(world);
    const throng::entity captain = world.create(position{20}, health{5});
    const throng::entity raider = world.create(position{22}, health{2});
    following.relate(raider, captain);

    throng::byte_writer<> to;
    throng::save(world, to, state);
    std::vector<std::byte> file(to.bytes().begin(), to.bytes().end());

    throng::world loaded;
    const throng::relation<follows> loaded_following(loaded);
    if (const throng::restored r = throng::restore(loaded, file, state); !r) return std::puts(r.error), 1;
    // Handles are part of the save: the same entity, in the other world.
    std::printf("the raider is at %g and follows %s\n", static_cast<double>(loaded.get<position>(raider).x),
                loaded_following.target_of(raider) == captain ? "the captain" : "nobody");

    file[file.size() / 2] ^= std::byte{1};
    const throng::restored r = throng::restore(loaded, file, state);
    std::printf("refused: %s\n", r.error);
    std::printf("%zu entities as before\n", loaded.size());
}
