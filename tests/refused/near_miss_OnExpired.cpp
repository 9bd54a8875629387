// refused: throng: the entity has OnExpired(); entities have on_expire()
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
    int life = 1;
#if defined(MISTAKE)
    void OnExpired() {}
#else
    void on_expire() {}
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    all.emplace_back();
    all.update(throng::time_step{1});
}
