// refused: throng: a grid takes a grid_hook: a member, or base_hook<Tag>
#include <throng/spatial/grid.hpp>

struct thing {
    int life = 0;
    throng::grid_hook<> place;
};

void mistake() {
#if defined(MISTAKE)
    thing t;
    throng::grid<thing, &thing::life> near(128);
    near.insert(t, 10, 10);
#else
    thing t;
    throng::grid<thing, &thing::place> near(128);
    near.insert(t, 10, 10);
#endif
}
