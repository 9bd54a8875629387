// refused: throng: the entity has Expire(); entities have expire()
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
    int life = 1;
#if defined(MISTAKE)
    void Expire() { life = 0; }
#else
    void expire() { life = 0; }
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    all.emplace_back();
    all.update(throng::time_step{1});
}
