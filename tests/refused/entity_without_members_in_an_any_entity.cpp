// refused: throng: an entity has at least one of update(step), draw(canvas), expired()
#include <throng/entity/any_entity.hpp>

struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    const throng::any_entity<> a = 5;
#else
    const throng::any_entity<> a = bullet{};
#endif
}
