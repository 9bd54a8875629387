// refused: throng: the class that pointers to entities point to must be complete here
#include <throng/entity/entity_list.hpp>

struct bullet;
struct shell {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<bullet*> all;
    all.update(throng::time_step{1});
#else
    throng::entity_list<shell*> all;
    all.update(throng::time_step{1});
#endif
}
