// refused: throng: update takes a step that can be copied, a floating-point number or an object
#include <throng/entity/layers.hpp>

enum class on { front, count };
struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::layers<on, bullet> all;
    all.update(throng::residents, 1);
#else
    throng::layers<on, bullet> all;
    all.update(throng::residents, throng::time_step{1});
#endif
}
