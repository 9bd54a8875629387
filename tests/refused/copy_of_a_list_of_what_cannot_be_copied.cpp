// refused: throng: the element can be neither moved nor copied from this one: make it in place
#include <throng/list.hpp>

struct fixed {
    explicit fixed(int) {}
    fixed(const fixed&) = delete;
    fixed& operator=(const fixed&) = delete;
};

void mistake() {
#if defined(MISTAKE)
    throng::list<fixed> all;
    const throng::list<fixed> copy(all);
#else
    throng::list<fixed> all;
    const throng::list<fixed> moved(std::move(all));
#endif
}
