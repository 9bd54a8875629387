// refused: throng: the function of a walk must take an element of the collection
#include <throng/entity/tree.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::tree<int> all;
    all.each([](const char*) {});
#else
    throng::tree<int> all;
    all.each([](int&) {});
#endif
}
