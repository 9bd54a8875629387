// refused: throng: the elements of a bag or a pool have no order
#include <throng/bag.hpp>

void mistake() {
    throng::bag<int> numbers;
#if defined(MISTAKE)
    (void)numbers.first();
#else
    (void)numbers.walk(throng::residents).next();
#endif
}
