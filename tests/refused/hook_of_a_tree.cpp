// refused: throng: a hook must take the element it is called for: f(T&)
#include <throng/entity/tree.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::tree<int> all;
    all.on_remove([](const char*) {});
#else
    throng::tree<int> all;
    all.on_remove([](int&) {});
#endif
}
