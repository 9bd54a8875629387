// refused: throng: an entity has at least one of update(step), draw(canvas), expired()
#include <throng/entity/entity_list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<int> all{1, 2};
    all.update(throng::time_step{1});
#else
    throng::entity_list<int> all{1, 2};
    all.update([](int& x) { return --x > 0; });
#endif
}
