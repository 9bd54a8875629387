// refused: throng: a hook takes the entity and the component
#include <throng/world/world.hpp>

void mistake(throng::world& w) {
#if defined(MISTAKE)
    w.on_add<float>([](float&) {});
#else
    w.on_add<float>([](throng::entity, float&) {});
#endif
}
