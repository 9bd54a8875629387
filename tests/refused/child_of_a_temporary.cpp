// refused: throng: elements are found by their address, and a temporary is none of them
#include <throng/entity/tree.hpp>

void mistake() {
    throng::tree<int> numbers;
#if defined(MISTAKE)
    (void)numbers.add_child(1, 2);
#else
    for (int& x : numbers) (void)numbers.add_child(x, 2);
#endif
}
