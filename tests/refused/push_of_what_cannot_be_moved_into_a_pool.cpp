// refused: throng: the element can be neither moved nor copied from this one: make it in place
#include <throng/pool.hpp>

struct fixed {
    explicit fixed(int) {}
    fixed(const fixed&) = delete;
    fixed& operator=(const fixed&) = delete;
};

void mistake() {
#if defined(MISTAKE)
    throng::pool<fixed> all;
    all.push_back(fixed(1));
#else
    throng::pool<fixed> all;
    all.emplace_back(1);
#endif
}
