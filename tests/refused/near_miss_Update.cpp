// refused: throng: the entity has Update(); entities have update()
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
    int life = 1;
#if defined(MISTAKE)
    void Update(throng::time_step) {}
#else
    void update(throng::time_step) {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    all.emplace_back();
    all.update(throng::time_step{1});
}
