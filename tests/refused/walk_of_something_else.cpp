// refused: throng: the function of a walk must take an element of the collection
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> numbers;
    numbers.each([](const char*) {});
#else
    throng::list<int> numbers;
    numbers.each([](int&) {});
#endif
}
