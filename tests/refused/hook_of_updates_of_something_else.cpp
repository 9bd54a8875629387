// refused: throng: on_updated takes f(E&), or f(E&, double seconds), or the step itself
#include <throng/entity/entity_list.hpp>

struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<bullet> all;
    all.on_updated([](double) {});
#else
    throng::entity_list<bullet> all;
    all.on_updated([](bullet&, double) {});
#endif
}
