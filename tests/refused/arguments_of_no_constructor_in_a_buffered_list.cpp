// refused: throng: the element has no constructor that takes these arguments
#include <throng/buffered_list.hpp>

struct enemy {
    explicit enemy(int n) : health(n) {}
    int health;
};

void mistake() {
#if defined(MISTAKE)
    throng::buffered_list<enemy> all;
    all.emplace("strong");
#else
    throng::buffered_list<enemy> all;
    all.emplace(5);
#endif
}
