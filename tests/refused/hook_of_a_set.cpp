// refused: throng: a hook must take the element it is called for: f(T&)
#include <throng/ordered_set.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::ordered_set<int> all;
    all.on_add([](int&) {});
#else
    throng::ordered_set<int> all;
    all.on_add([](const int&) {});
#endif
}
