// refused: throng: a range of handles is no component
#include <throng/world/world.hpp>

#include <span>
#include <vector>

void mistake() {
    throng::world w;
    std::vector<throng::entity> handles(10);
#if defined(MISTAKE)
    w.create(handles, 1.0F);
#else
    w.create(std::span(handles), 1.0F);
#endif
}
