// refused: throng: a layer scales the time of its step: a const one must be copyable
#include <throng/entity/layers.hpp>

enum class on { front, count };
struct frame {
    double seconds = 0;
    frame() = default;
    frame(const frame&) = delete;
    frame& operator=(const frame&) = delete;
};
struct bullet {
    void update(const frame&) {}
};

void mistake() {
    throng::layers<on, bullet> all;
    frame f;
#if defined(MISTAKE)
    const frame& step = f;
#else
    frame& step = f;
#endif
    all.update(step);
}
