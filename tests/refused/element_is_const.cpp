// refused: throng: a collection's elements are not const
#include <throng/bag.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::bag<const int> c;
#else
    throng::bag<int> c;
    c.push_back(1);
#endif
}
