// refused: throng: the function of a walk must take an element of the collection
#include <throng/ordered_set.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::ordered_set<int> all;
    all.each([](int& x) { ++x; });
#else
    throng::ordered_set<int> all;
    all.each([](const int&) {});
#endif
}
