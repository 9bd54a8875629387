// refused: throng: a set gives no handles
#include <throng/ordered_set.hpp>

#include <vector>

void mistake() {
    throng::ordered_set<int> all;
    std::vector<throng::handle<int>> handles;
#if defined(MISTAKE)
    for (auto& x : all.walk(handles)) (void)x;
#else
    for (const int& x : all.walk(throng::residents)) (void)x;
    (void)handles;
#endif
}
