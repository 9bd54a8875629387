// refused: throng: update takes a step that can be copied, a floating-point number or an object
#include <throng/entity/entity_list.hpp>

struct frame {
    double seconds = 0;
    frame() = default;
    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;
};
struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<bullet> all;
    all.update(frame{});
#else
    throng::entity_list<bullet> all;
    all.update(throng::time_step{frame{}.seconds});
#endif
}
