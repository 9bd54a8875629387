// refused: throng: the function of a walk must take an element of the collection: f(T&), or f(const T&) where the
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> numbers;
    const auto& seen = numbers;
    seen.each([](int& x) { ++x; });
#else
    throng::list<int> numbers;
    const auto& seen = numbers;
    seen.each([](const int&) {});
#endif
}
