// refused: throng: a handle is no component
#include <throng/world/world.hpp>

void mistake(throng::world& w) {
#if defined(MISTAKE)
    w.query<throng::entity, float>().each([](throng::entity, throng::entity&, float&) {});
#else
    w.query<float>().each([](throng::entity, float&) {});
#endif
}
