// refused: throng: the function of an update returns void or bool
#include <throng/entity/tree.hpp>

void mistake() {
    throng::tree<int> numbers;
#if defined(MISTAKE)
    numbers.update([](int& x) { return 1.0F * static_cast<float>(x); });
#else
    numbers.update([](int& x) { return x != 0; });
#endif
}
