// refused: throng: a hierarchy is a family, or a relation without cycles
#include <throng/throng.hpp>

struct likes {};
struct part_of {};
template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};
struct hit {
    int force = 0;
};

void f(throng::world& world) {
#ifdef MISTAKE
    const throng::relation<likes> relation(world);
#else
    const throng::relation<part_of> relation(world);
#endif
    throng::each_downwards(relation, world.query<hit>(), [](hit&) {});
}
