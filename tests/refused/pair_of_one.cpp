// refused: throng: the function of each_pair must take two elements: f(T&, T&)
#include <throng/each_pair.hpp>
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> all;
    throng::each_pair(all, [](int&) {});
#else
    throng::list<int> all;
    throng::each_pair(all, [](int&, int&) {});
#endif
}
