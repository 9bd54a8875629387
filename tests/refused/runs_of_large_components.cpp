// refused: throng: runs need values that are neighbours: not sparse ones, as those of more than 4096 bytes are
#include <throng/world/world.hpp>

struct terrain {
    char heights[5000];
};

#if !defined(MISTAKE)
template <> struct throng::component<terrain> {
    static constexpr bool sparse = false;
};
#endif

void mistake() {
    throng::world w;
    for (const auto& [those, terrains] : w.query<terrain>().runs()) terrains[0].heights[0] = 1;
}
