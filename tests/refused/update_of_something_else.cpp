// refused: throng: the function of a walk must take an element of the collection
#include <throng/bag.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::bag<int> numbers;
    numbers.update([](const char*) { return true; });
#else
    throng::bag<int> numbers;
    numbers.update([](int& x) { return x > 0; });
#endif
}
