// refused: throng: the function of a walk must take an element of the collection
#include <throng/buffered_list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::buffered_list<int> all;
    all.each([](const char*) {});
#else
    throng::buffered_list<int> all;
    all.each([](int&) {});
#endif
}
