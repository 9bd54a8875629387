// refused: throng: the function of an update returns void or bool
#include <throng/list.hpp>

void mistake() {
    throng::list<int> numbers{1, 2, 3};
#if defined(MISTAKE)
    numbers.update([](int& x) { return x += 1; });
#else
    numbers.update([](int& x) { x += 1; });
    numbers.update([](int& x) { return x != 2; });
    numbers.each([](int& x) { return x += 1; }); // what that returns means nothing
#endif
}
