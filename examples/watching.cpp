// A server sends entities that have moved, a renderer draws by depth, and a radar keeps what it sees: each processes
// only the changes since its last turn.
#include <throng/world/changes.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

namespace {

struct place {
    int x;
    int depth;
};
struct ship {
    char name;
};
struct cloaked {};

} // namespace

int main() {
    throng::world world;
    int created = 0;
    world.on_create([&](throng::entity) { ++created; });

    // Called at once when an entity begins or ceases to match several terms.
    throng::observer radar(
        world.query<const ship>(throng::none_of<cloaked>),
        [&](throng::entity e) { std::printf("radar sees %c\n", world.get<ship>(e).name); },
        [&](throng::entity e) { std::printf("radar loses %c\n", world.get<ship>(e).name); });
    throng::changes<place> moved(world);
    throng::value_order by_depth(world, &place::depth);

    const auto a = world.create(ship{'a'}, place{1, 30});
    const auto b = world.create(ship{'b'}, place{2, 10});
    const auto c = world.create(ship{'c'}, place{3, 20}, cloaked{});
    world.remove<cloaked>(c);
    world.add<cloaked>(b);

    const auto send = [&] {
        std::printf("sent:");
        for (auto [e, p, s] : world.query<const place, const ship>(moved.present()))
            std::printf(" %c at %d", s.name, p.x);
        std::puts("");
        moved.clear();
    };
    send();
    world.patch<place>(a, [](place& p) { p.x = 5; });
    world.set(b, place{9, 40});
    send();

    // In the order of a value. Entities destroyed meanwhile are not drawn; new entities wait.
    std::printf("drawn:");
    by_depth.each(world.query<const place, const ship>(), [&](throng::entity e, const place& p, const ship& s) {
        std::printf(" %c(%d)", s.name, p.depth);
        if (e == c) world.destroy(b);
    });
    std::printf("; of %d, %zu are left\n", created, world.size());
}
