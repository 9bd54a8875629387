/// A branch is deleted, and comes back under its handles: what refers to it does so again.

#include <throng/world/merge.hpp>
#include <throng/world/relation.hpp>

#include <cstdio>

namespace {

struct door {
    int width = 1;
};
/// Of a guard.
struct post {
    throng::entity at;
};
struct opens {};

} // namespace

template <> struct throng::component<door> {
    static constexpr const char* name = "door";
};
template <> struct throng::component<post> {
    static constexpr const char* name = "post";
};
template <> struct throng::component<opens> {
    static constexpr const char* name = "opens";
};

int main() {
    constexpr auto all = throng::components<door, post, throng::kin, throng::entity_name, throng::related<opens>>;
    throng::world world;
    throng::family family(world);
    throng::naming names(world);
    throng::relation<opens> opening(world);
    const throng::entity house = world.create();
    const throng::entity gate = world.create(door{2});
    const throng::entity guard = world.create(post{gate});
    const throng::entity key = world.create();
    family.adopt(house, gate);
    names.set(house, "house");
    names.set(gate, "gate");
    opening.relate(key, gate);

    throng::byte_writer<> bytes;
    throng::save_part(world, bytes, all, throng::branch(world, house), throng::link_policy::all);
    world.destroy(house);
    std::printf("the guard's gate is %s\n", world.alive(world.get<post>(guard).at) ? "there" : "gone");

    throng::entity_map map;
    throng::merge_saved(world, bytes.bytes(), all, &map, throng::handle_policy::former);
    std::printf("it came back %s: %s, %d wide\n", map.find(gate) == gate ? "under its handle" : "as another entity",
                names.path_of(world.get<post>(guard).at).c_str(), world.get<door>(gate).width);
    std::printf("the key opens %s\n", opening.target_of(key) == gate ? "it" : "nothing");

    // Another entity takes its slot: then it has a new handle, and the old one stays stale.
    world.destroy(house);
    world.create_many(3, door{9});
    throng::merge_saved(world, bytes.bytes(), all, &map, throng::handle_policy::former);
    std::printf("once more: %s\n", map.find(gate) == gate ? "under its handle" : "as another entity");
    std::printf("the guard's gate is %s\n", world.alive(world.get<post>(guard).at) ? "there" : "gone");
}
