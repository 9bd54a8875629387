// refused: throng: a comparison is bool f(const T&, const T&); without one, elements need an operator<
#include <throng/list.hpp>

struct enemy {
    int health;
};

void mistake() {
#if defined(MISTAKE)
    throng::list<enemy> all;
    all.sort();
#else
    throng::list<enemy> all;
    all.sort([](const enemy& a, const enemy& b) { return a.health < b.health; });
#endif
}
