// refused: throng: a handle is no component, and no hint
#include <throng/world/world.hpp>

void mistake() {
    throng::world w;
#if defined(MISTAKE)
    (void)w.create(throng::entity::of_number(7));
#else
    (void)w.create();
#endif
}
