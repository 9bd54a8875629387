// refused: throng: the element can be neither moved nor copied from this one: make it in place
#include <throng/entity/tree.hpp>

struct fixed {
    explicit fixed(int) {}
    fixed(const fixed&) = delete;
    fixed& operator=(const fixed&) = delete;
};

void mistake() {
#if defined(MISTAKE)
    throng::tree<fixed> all;
    all.add(fixed(1));
#else
    throng::tree<fixed> all;
    all.emplace(1);
#endif
}
