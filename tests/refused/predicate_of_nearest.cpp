// refused: throng: what accepts an element is bool f(T&)
#include <throng/spatial/grid.hpp>

struct enemy : throng::grid_hook<> {};

void mistake() {
#if defined(MISTAKE)
    throng::grid<enemy> near(1);
    (void)near.nearest(0, 0, 1, [](int) { return true; });
#else
    throng::grid<enemy> near(1);
    (void)near.nearest(0, 0, 1, [](const enemy&) { return true; });
#endif
}
