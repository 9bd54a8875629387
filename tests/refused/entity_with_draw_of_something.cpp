// refused: throng: draw() must be callable with this canvas
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
#if defined(MISTAKE)
    void draw(int&) const {}
#else
    void draw(canvas&) const {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    canvas c;
    all.update(throng::time_step{1});
    all.draw(c);
}
