// refused: throng: a system without a query is f(step) or f()
#include <throng/world/schedule.hpp>

void mistake(throng::world& w, throng::schedule& systems) {
#if defined(MISTAKE)
    systems.add("move", [](float&) {});
#else
    systems.add("move", w.query<float>(), [](float&) {});
#endif
}
