// refused: throng: each_pair takes collections whose walks can be doubled
#include <throng/each_pair.hpp>
#include <throng/spatial/grid.hpp>

struct enemy : throng::grid_hook<> {};

void mistake() {
#if defined(MISTAKE)
    throng::grid<enemy> near(1);
    throng::each_pair(near, [](enemy&, enemy&) {});
#else
    throng::grid<enemy> near(1);
    near.each_pair(1, [](enemy&, enemy&) {});
#endif
}
