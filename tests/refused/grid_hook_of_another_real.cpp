// refused: throng: the grid and its hook are of different Reals
#include <throng/spatial/grid.hpp>

struct thing {
    throng::grid_hook<> place;
};

void mistake() {
#if defined(MISTAKE)
    thing t;
    throng::grid<thing, &thing::place, double> near(128);
    near.insert(t, 10, 10);
#else
    thing t;
    throng::grid<thing, &thing::place> near(128);
    near.insert(t, 10, 10);
#endif
}
