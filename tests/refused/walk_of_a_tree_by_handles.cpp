// refused: throng: layers and trees are not walked by handles
#include <throng/entity/tree.hpp>

#include <vector>

void mistake() {
    throng::tree<int> all;
    std::vector<throng::tree<int>::handle_type> handles;
#if defined(MISTAKE)
    for (auto& x : all.walk(handles)) (void)x;
#else
    for (const auto h : handles) (void)all.visit(h, [](int&) {});
#endif
}
