// refused: throng: a predicate is bool f(const T&)
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> numbers;
    numbers.remove_if([](const char*) { return true; });
#else
    throng::list<int> numbers;
    numbers.remove_if([](int x) { return x > 0; });
#endif
}
