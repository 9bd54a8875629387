// refused: throng: a hook must take the element it is called for: f(T&)
#include <throng/bag.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::bag<int> all;
    all.on_add([](int&, double) {});
#else
    throng::bag<int> all;
    all.on_add([](int&) {});
#endif
}
