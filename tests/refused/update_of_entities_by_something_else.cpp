// refused: throng: update takes a step, a floating-point number of seconds or an object of a class
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
