// Where is it? An object of a collection is asked for in each list, by one function; an entity of a world in all
// components at once. In the end it is destroyed, and the one place is found that still has its handle.
#include <throng/list.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/references.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <string>

namespace {

struct ship {
    const char* name;
};
struct title {
    std::string text;
};
struct turret {
    throng::entity target;
};
struct docked_to {};

} // namespace

template <> struct throng::component<title> {
    static constexpr const char* name = "title";
};
template <> struct throng::component<turret> {
    static constexpr const char* name = "turret";
};
template <> struct throng::component<docked_to> {
    static constexpr const char* name = "docked_to";
};

int main() {
    throng::list<ship> ships{{"Argo"}, {"Dart"}};
    throng::subset<throng::list<ship>> visible(ships);
    throng::weak_list<ship, throng::list<ship>> followed(ships);
    const auto argo = ships.handle_of(*ships.first());
    visible.join(argo);
    followed.add(argo);
    const auto say_where = [&](const char* when) {
        std::printf("%s: ships %d, visible %d, followed %d\n", when, ships.contains(argo), visible.contains(argo),
                    followed.contains(argo));
    };
    say_where("there");
    ships.remove(argo); // from all of them
    say_where("removed");

    // The components that are also saved.
    constexpr auto state = throng::components<title, turret, throng::kin, throng::related<docked_to>>;
    throng::world world;
    throng::relation<docked_to> docking(world);
    throng::family family(world);
    const auto create = [&](const char* name) { return world.create(title{name}); };
    const throng::entity station = create("station");
    const throng::entity hall = create("hall");
    const throng::entity ferry = create("ferry");
    const throng::entity gun = create("gun");
    family.adopt(station, hall);
    docking.relate(ferry, station);
    world.add<turret>(gun, turret{station});
    const auto name = [&](throng::entity e) { return world.alive(e) ? world.get<title>(e).text.c_str() : "(gone)"; };
    for (const throng::reference& r : throng::references_to(world, station, state))
        std::printf("the station is in %s of the %s\n", std::string(r.component).c_str(), name(r.other));
    for (const throng::reference& r : throng::references_of(world, ferry, state))
        std::printf("the ferry has the %s in %s\n", name(r.other), std::string(r.component).c_str());

    world.destroy(station); // its hall goes along, the ferry is docked no more
    for (const throng::reference& r : throng::stale_references(world, state))
        std::printf("a stale handle in %s of the %s\n", std::string(r.component).c_str(), name(r.other));
}
