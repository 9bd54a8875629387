// refused: throng: elements are found by their address, and a temporary is none of them
#include <throng/buffered_list.hpp>

void mistake() {
    throng::buffered_list<long> numbers;
#if defined(MISTAKE)
    const int two = 2;
    (void)numbers.take_back(two); // converted
#else
    for (long& x : numbers.pending_elements()) (void)numbers.take_back(x);
#endif
}
