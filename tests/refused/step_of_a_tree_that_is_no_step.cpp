// refused: throng: update takes a step, a floating-point number of seconds or an object of a class
#include <throng/entity/tree.hpp>

struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::tree<bullet> all;
    all.update(throng::live, "long");
#else
    throng::tree<bullet> all;
    all.update(throng::live, throng::time_step{1});
#endif
}
