// refused: throng: the function of a walk must take an element of the collection
#include <throng/entity/layers.hpp>

enum class on { front, count };

void mistake() {
#if defined(MISTAKE)
    throng::layers<on, int> all;
    all.each([](const char*) {});
#else
    throng::layers<on, int> all;
    all.each([](int&) {});
#endif
}
