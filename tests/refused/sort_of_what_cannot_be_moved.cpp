// refused: throng: to be sorted, T must be nothrow movable or copyable
#include <throng/list.hpp>

struct fixed {
    fixed() = default;
    fixed(const fixed&) = delete;
    fixed& operator=(const fixed&) = delete;
};

void mistake() {
#if defined(MISTAKE)
    throng::list<fixed> all;
    all.sort([](const fixed&, const fixed&) { return false; });
#else
    throng::list<int> numbers;
    numbers.sort();
#endif
}
