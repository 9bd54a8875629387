// refused: throng: the element has no constructor that takes these arguments
#include <throng/entity/tree.hpp>

struct enemy {
    explicit enemy(int n) : health(n) {}
    int health;
};

void mistake() {
#if defined(MISTAKE)
    throng::tree<enemy> all;
    all.emplace_child(all.emplace(1), "strong");
#else
    throng::tree<enemy> all;
    all.emplace_child(all.emplace(1), 2);
#endif
}
