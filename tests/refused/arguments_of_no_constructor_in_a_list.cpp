// refused: throng: the element has no constructor that takes these arguments
#include <throng/list.hpp>

struct enemy {
    explicit enemy(int n) : health(n) {}
    int health;
};

void mistake() {
#if defined(MISTAKE)
    throng::list<enemy> all;
    all.emplace("strong");
#else
    throng::list<enemy> all;
    all.emplace(5);
#endif
}
