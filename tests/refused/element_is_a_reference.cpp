// refused: throng: a collection holds objects: no references
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int&> c;
#else
    throng::list<int> c;
    c.push_back(1);
#endif
}
