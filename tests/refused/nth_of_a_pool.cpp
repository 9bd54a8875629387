// refused: throng: the elements of a bag or a pool have no order
#include <throng/pool.hpp>

void mistake() {
    const throng::pool<int> numbers;
#if defined(MISTAKE)
    (void)numbers.nth(3);
#else
    (void)numbers.walk(throng::residents).next();
#endif
}
