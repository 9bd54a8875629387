#include "library.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>

int main() {
    throng::list<int> numbers;
    throng::pool<int> more;
    for (int i = 0; i < 100; ++i) {
        numbers.push_back(sounds_left_after(i % 10));
        more.add(i);
    }
    for (int& x : numbers)
        if (x != 100) numbers.remove(x);
    return numbers.size() == 10 && more.size() == 100 ? 0 : 1;
}
