// refused: throng: the entity has has_expired(); entities have expired()
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
    int life = 1;
#if defined(MISTAKE)
    bool has_expired() const { return life <= 0; }
#else
    bool expired() const { return life <= 0; }
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    all.emplace_back();
    all.update(throng::time_step{1});
}
