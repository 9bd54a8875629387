// refused: throng: update takes a step, a floating-point number of seconds or an object of a class
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
