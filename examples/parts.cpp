/// Parts of worlds: a family is copied, saved separately, and merged into another world.

#include <throng/world/create_at.hpp>
#include <throng/world/merge.hpp>

#include <cstdio>

namespace {

struct crew {
    int members = 0;
    throng::entity captain;
};
struct captain {
    int rank = 1;
};

} // namespace

template <> struct throng::component<crew> {
    static constexpr const char* name = "crew";
};
template <> struct throng::component<captain> {
    static constexpr const char* name = "captain";
};

int main() {
    constexpr auto all = throng::components<crew, captain, throng::kin, throng::entity_name>;
    throng::world world;
    throng::family family(world);
    throng::naming names(world);
    const throng::entity ship = world.create();
    const throng::entity chief = world.create(captain{3});
    world.add(ship, crew{12, chief});
    family.adopt(ship, chief);
    names.set(ship, "Argo");
    names.set(chief, "captain");

    // A copy of the ship and its family. References within the family refer to the copies.
    const throng::entity_map copies = throng::merge(world, world, all, throng::branch(world, ship));
    const throng::entity twin = copies.find(ship);
    names.set(twin, "Argo II");
    std::printf("the twin's captain is %s\n", names.path_of(world.get<crew>(twin).captain).c_str());

    // Only the ship is saved, and merged into a world that has other entities.
    throng::byte_writer<> bytes;
    throng::save_part(world, bytes, all, throng::branch(world, ship));
    throng::world harbour;
    harbour.create_many(1000, crew{1, {}});
    throng::entity_map moored;
    const throng::restored result = throng::merge_saved(harbour, bytes.bytes(), all, &moored);
    const throng::entity argo = throng::naming(harbour).find("Argo");
    std::printf("%s, %zu entities came, %zu are there\n", result ? "merged" : result.error, moored.size(),
                harbour.size());
    std::printf("a crew of %d, a captain of rank %d\n", harbour.get<crew>(argo).members,
                harbour.get<captain>(harbour.get<crew>(argo).captain).rank);

    // Entities can also keep their handles, such as those a server has given: no handle is used twice, and stale
    // handles stay stale.
    throng::world mirror;
    for (const throng::entity e : world) throng::create_at(mirror, e);
    std::printf("the mirror has the ship: %s\n", mirror.alive(ship) ? "yes" : "no");
    mirror.destroy(ship);
    std::printf("it comes back: %s\n", throng::create_at(mirror, ship) ? "yes" : "no");
}
