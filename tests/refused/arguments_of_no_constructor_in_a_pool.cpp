// refused: throng: the element has no constructor that takes these arguments
#include <throng/pool.hpp>

struct enemy {
    explicit enemy(int n) : health(n) {}
    int health;
};

void mistake() {
#if defined(MISTAKE)
    throng::pool<enemy> all;
    all.emplace("strong");
#else
    throng::pool<enemy> all;
    all.emplace(5);
#endif
}
