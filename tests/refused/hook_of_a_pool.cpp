// refused: throng: a hook must take the element it is called for: f(T&)
#include <throng/pool.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::pool<int> all;
    all.on_remove([](const char*) {});
#else
    throng::pool<int> all;
    all.on_remove([](int&) {});
#endif
}
