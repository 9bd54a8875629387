// refused: throng: a predicate is bool f(const T&)
#include <throng/entity/entity_list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<int> all;
    all.remove_if([](int& x) { return ++x > 0; });
#else
    throng::entity_list<int> all;
    all.remove_if([](const int& x) { return x > 0; });
#endif
}
