// refused: throng: on_expire() must be callable without arguments
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
#if defined(MISTAKE)
    void on_expire(int) {}
#else
    void on_expire() {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    canvas c;
    all.update(throng::time_step{1});
    all.draw(c);
}
