// refused: throng: update takes a step that can be copied, a floating-point number or an object
#include <throng/entity/entity_list.hpp>

struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<bullet> all;
    all.update([](const char*) { return true; });
#else
    throng::entity_list<bullet> all;
    all.update([](bullet&) { return true; });
#endif
}
