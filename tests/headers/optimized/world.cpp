#include "loops.hpp"

#include <throng/world/world.hpp>

namespace loops {
struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 0;
    float y = 0;
};
struct hit {};

[[gnu::flatten]] void each(throng::world& w) {
    w.query<position, const velocity>().each([](position& p, const velocity& v) {
        p.x += v.x;
        p.y += v.y;
    });
}
[[gnu::flatten]] void each_with_edits(throng::world& w) {
    w.query<position>(throng::all_of<hit>).each([&](throng::entity e, position&) {
        w.remove<hit>(e);
        if (dice() == 10) w.destroy(e);
        else w.create(position{}, velocity{});
    });
}
[[gnu::flatten]] void range_for(throng::world& w) {
    for (const auto& [e, p] : w.query<position>(throng::none_of<velocity>)) {
        p.x += 1;
        if (dice() == 10) w.add(e, velocity{});
    }
}
[[gnu::flatten]] float read(throng::world& w, throng::entity e) {
    const position* const p = w.try_get<position>(e);
    return p == nullptr ? 0 : p->x;
}
[[gnu::flatten]] void in_bulk(throng::world& w) {
    w.add<hit>(w.query<position>());
    w.destroy(w.query<velocity>());
}

} // namespace loops
