// refused: throng: layers need an enumeration
#include <throng/entity/layers.hpp>

enum class on { ground, air, count };

void mistake() {
#if defined(MISTAKE)
    throng::layers<int> layers;
#else
    throng::layers<on> layers;
#endif
    layers.clear();
}
