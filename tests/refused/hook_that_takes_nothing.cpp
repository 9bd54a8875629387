// refused: throng: a hook must take the element it is called for
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> numbers;
    numbers.on_remove([] {});
#else
    throng::list<int> numbers;
    numbers.on_remove([](int&) {});
#endif
}
