// refused: throng: the elements of a bag or a pool have no order
#include <throng/pool.hpp>
#include <throng/subset.hpp>

void mistake() {
    throng::pool<int> numbers;
    throng::subset some(numbers);
#if defined(MISTAKE)
    (void)some.last();
#else
    (void)some.walk(throng::residents).next();
#endif
}
