// refused: throng: the entity has Draw(); entities have draw()
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
    int life = 1;
#if defined(MISTAKE)
    void Draw(canvas&) const {}
#else
    void draw(canvas&) const {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    all.emplace_back();
    all.update(throng::time_step{1});
}
