// refused: throng: a component<T>::with leads back to T
#include <throng/world/world.hpp>

struct hull {};
struct ship {};
struct fleet {};

template <> struct throng::component<ship> {
    static constexpr auto with = throng::components<hull>;
};
template <> struct throng::component<fleet> {
    static constexpr auto with = throng::components<ship>;
};
#ifdef MISTAKE
template <> struct throng::component<hull> {
    static constexpr auto with = throng::components<fleet>;
};
#endif

int main() {
    throng::world world;
    world.create(ship{});
}
