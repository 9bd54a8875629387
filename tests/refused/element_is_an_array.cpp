// refused: throng: a collection holds objects: no references, arrays
#include <throng/pool.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::pool<int[3]> c;
#else
    throng::pool<int> c;
    c.push_back(1);
#endif
}
