// refused: throng: an entity has each component once
#include <throng/world/world.hpp>

void mistake() {
    throng::world w;
#if defined(MISTAKE)
    w.create_many(10, 1.0F, 2.0F);
#else
    w.create_many(10, 1.0F, 2);
#endif
}
