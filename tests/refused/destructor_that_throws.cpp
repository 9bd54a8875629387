// refused: throng: the destructor of an element must not throw
#include <throng/list.hpp>

struct calm {
    ~calm() {}
};
struct wild {
    ~wild() noexcept(false) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::list<wild> c;
#else
    throng::list<calm> c;
#endif
}
