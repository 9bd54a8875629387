// refused: throng: elements are found by their address, and a temporary is none of them
#include <throng/list.hpp>
#include <throng/subset.hpp>

void mistake() {
    throng::list<int> numbers{1, 2, 3};
    throng::subset<throng::list<int>> some(numbers);
#if defined(MISTAKE)
    (void)some.join(2);
#else
    for (int& x : numbers) (void)some.join(x);
#endif
}
