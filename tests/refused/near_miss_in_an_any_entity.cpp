// refused: throng: the entity has onExpire(); entities have on_expire()
#include <throng/entity/any_entity.hpp>

struct bullet final {
    void update(throng::time_step) {}
#if defined(MISTAKE)
    void onExpire() {}
#else
    void on_expire() {}
#endif
};

void mistake() { throng::any_entity<> a = bullet{}; }
