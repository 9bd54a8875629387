// refused: throng: the function of each_pair must take two elements: f(T&, T&)
#include <throng/spatial/grid.hpp>

struct enemy : throng::grid_hook<> {};

void mistake() {
#if defined(MISTAKE)
    throng::grid<enemy> near(1);
    near.each_pair(1, [](enemy&) {});
#else
    throng::grid<enemy> near(1);
    near.each_pair(1, [](enemy&, enemy&) {});
#endif
}
