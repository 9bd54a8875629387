// refused: throng: an entity has at least one of update(step), draw(canvas), expired()
#include <throng/entity/entity_list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<int> all{1, 2};
    all.prune();
#else
    throng::entity_list<int> all{1, 2};
    all.clear();
#endif
}
