// refused: throng: expire() must be callable without arguments
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
#if defined(MISTAKE)
    void expire(int) {}
#else
    void expire() {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    canvas c;
    all.update(throng::time_step{1});
    all.draw(c);
}
