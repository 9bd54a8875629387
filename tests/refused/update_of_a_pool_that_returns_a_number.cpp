// refused: throng: the function of an update returns void or bool
#include <throng/pool.hpp>

void mistake() {
    throng::pool<int> numbers;
#if defined(MISTAKE)
    numbers.update([](int& x) { return x += 1; });
#else
    numbers.update([](int& x) { x += 1; });
    numbers.update([](int& x) { return x != 2; });
    numbers.each([](int& x) { return x += 1; }); // what that returns means nothing
#endif
}
