// refused: throng: a grid's Real, the type of its coordinates, is float or double
#include <throng/spatial/grid.hpp>

struct thing : throng::grid_hook<> {};

void mistake() {
#if defined(MISTAKE)
    throng::grid<thing, throng::base_hook<>, int> near(128);
#else
    throng::grid<thing> near(128);
#endif
}
