// refused: error:
#include <throng/list.hpp>

void mistake() {
#if defined(MISTAKE)
    throng::list<int> numbers;
    const auto& seen = numbers;
    seen.push_back(1);
#else
    throng::list<int> numbers;
    numbers.push_back(1);
#endif
}
