// refused: throng: the objects have no hook of this tag (and, for a grid, this Real) as a base class
#include <throng/spatial/grid.hpp>

struct thing : throng::grid_hook<> {};

void mistake() {
#if defined(MISTAKE)
    thing t;
    throng::grid<thing, throng::base_hook<>, double> near(128);
    near.insert(t, 10, 10);
#else
    thing t;
    throng::grid<thing> near(128);
    near.insert(t, 10, 10);
#endif
}
