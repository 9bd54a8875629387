// refused: throng: elements are found by their address, and a temporary is none of them
#include <throng/list.hpp>

void mistake() {
    throng::list<int> numbers{1, 2, 3};
#if defined(MISTAKE)
    (void)numbers.remove(2);
#else
    (void)numbers.remove_if([](int x) { return x == 2; });
#endif
}
