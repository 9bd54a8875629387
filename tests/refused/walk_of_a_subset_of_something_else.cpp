// refused: throng: the function of a walk must take an element of the collection
#include <throng/list.hpp>
#include <throng/subset.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> all;
    throng::subset<throng::list<int>> some(all);
    some.each([](const char*) {});
#else
    throng::list<int> all;
    throng::subset<throng::list<int>> some(all);
    some.each([](int&) {});
#endif
}
