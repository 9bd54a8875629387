// refused: throng: the function of a walk must take an element of the collection
#include <throng/spatial/grid.hpp>

struct enemy : throng::grid_hook<> {};

void mistake() {
#if defined(MISTAKE)
    throng::grid<enemy> near(1);
    near.each([](const char*) {});
#else
    throng::grid<enemy> near(1);
    near.each([](enemy&) {});
#endif
}
