// refused: throng: elements are found by their address, and a temporary is none of them
#include <throng/pool.hpp>

void mistake() {
    throng::pool<int> numbers;
#if defined(MISTAKE)
    (void)numbers.handle_of(2);
#else
    for (int& x : numbers) (void)numbers.handle_of(x);
#endif
}
