// refused: throng: layers and trees are not walked by handles
#include <throng/entity/layers.hpp>

#include <vector>

void mistake() {
    enum class on { front, count };
    throng::layers<on, int> all;
    std::vector<throng::handle<int>> handles;
#if defined(MISTAKE)
    for (auto& x : all.walk(handles)) (void)x;
#else
    for (const auto h : handles) (void)all.visit(h, [](int&) {});
#endif
}
