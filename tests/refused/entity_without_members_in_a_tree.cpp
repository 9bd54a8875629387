// refused: throng: an entity has at least one of update(step), draw(canvas), expired()
#include <throng/entity/tree.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::tree<int> all;
    all.prune();
#else
    throng::tree<int> all;
    all.clear();
#endif
}
