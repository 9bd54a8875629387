// refused: throng: a subset is not walked by handles
#include <throng/list.hpp>
#include <throng/subset.hpp>

#include <vector>

void mistake() {
    throng::list<int> master;
    throng::subset all(master);
    std::vector<throng::handle<int>> handles;
#if defined(MISTAKE)
    for (auto& x : all.walk(handles)) (void)x;
#else
    for (int& x : master.walk(handles)) (void)all.contains(x);
#endif
}
