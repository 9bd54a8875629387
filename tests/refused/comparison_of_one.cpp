// refused: throng: a comparison is bool f(const T&, const T&)
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> numbers;
    numbers.sort([](int) { return true; });
#else
    throng::list<int> numbers;
    numbers.sort([](int a, int b) { return a > b; });
#endif
}
