// refused: space_grid_hook<Tag, Real> for a space_grid
#include <throng/spatial/space_grid.hpp>

struct thing {
#if defined(MISTAKE)
    throng::grid_hook<> place;
#else
    throng::space_grid_hook<> place;
#endif
};

void mistake(thing& t) {
    throng::space_grid<thing, &thing::place> near(128);
    near.insert(t, 1, 2, 3);
}
