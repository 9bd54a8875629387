// refused: throng: elements are found by their address, and a temporary is none of them
#include <throng/bag.hpp>

void mistake() {
    throng::bag<int> numbers{1, 2, 3};
#if defined(MISTAKE)
    (void)numbers.contains(2);
#else
    for (int& x : numbers) (void)numbers.contains(x);
#endif
}
