// refused: throng: update() must be callable with the step of this update
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
#if defined(MISTAKE)
    void update(const char*) {}
#else
    void update(throng::time_step) {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    canvas c;
    all.update(throng::time_step{1});
    all.draw(c);
}
