// refused: throng: in a symmetric relation each source is a target
#include <throng/throng.hpp>

struct married_to {};
template <> struct throng::component<married_to> {
    static constexpr bool symmetric = true;
#ifdef MISTAKE
    static constexpr bool one_source = true;
#else
    static constexpr bool exclusive = true;
#endif
};

void f(throng::world& world) {
    throng::relation<married_to> couples(world);
    couples.relate(world.create(), world.create());
}
