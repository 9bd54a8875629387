// refused: throng: the entity has is_expired(); entities have expired()
#include <throng/entity/tree.hpp>

struct part {
    void update(throng::time_step) {}
#if defined(MISTAKE)
    bool is_expired() const { return false; }
#else
    bool expired() const { return false; }
#endif
};

void mistake() {
    throng::tree<part> all;
    all.update(throng::time_step{1});
}
