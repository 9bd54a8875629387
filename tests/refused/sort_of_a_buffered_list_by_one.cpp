// refused: throng: a comparison is bool f(const T&, const T&)
#include <throng/buffered_list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::buffered_list<int> all;
    all.sort([](int) { return true; });
#else
    throng::buffered_list<int> all;
    all.sort();
#endif
}
