// refused: throng: the element has no constructor that takes these arguments
#include <throng/ordered_set.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::ordered_set<int> all;
    all.emplace("strong");
#else
    throng::ordered_set<int> all;
    all.emplace(5);
#endif
}
