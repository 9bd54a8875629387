// refused: throng: the function of an update returns void or bool
#include <throng/buffered_list.hpp>

void mistake() {
    throng::buffered_list<int> numbers;
#if defined(MISTAKE)
    numbers.update([](int& x) { return x += 1; });
#else
    numbers.update([](int& x) { x += 1; });
    numbers.update([](int& x) { return x != 2; });
    numbers.each([](int& x) { return x += 1; }); // what that returns means nothing
#endif
}
