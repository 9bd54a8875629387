// refused: throng: an entity has at least one of update(step), draw(canvas), expired()
#include <throng/entity/layers.hpp>

enum class on { front, count };
struct canvas {};

void mistake() {
#if defined(MISTAKE)
    canvas c;
    throng::layers<on, int> all;
    all.draw(c);
#else
    throng::layers<on, int> all;
    all.emplace(on::front, 1);
#endif
}
