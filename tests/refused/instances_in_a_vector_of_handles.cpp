// refused: throng: a range of handles is no component
#include <throng/world/prefabs.hpp>

#include <span>
#include <vector>

void mistake(throng::prefabs& patterns, throng::entity stone) {
    std::vector<throng::entity> handles(10);
#if defined(MISTAKE)
    patterns.instantiate(stone, handles);
#else
    patterns.instantiate(stone, std::span(handles));
#endif
}
