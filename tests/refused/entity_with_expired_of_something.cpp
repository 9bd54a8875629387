// refused: throng: expired() must be callable without arguments, as a bool
#include <throng/entity/entity_list.hpp>

struct canvas {};
struct bullet {
#if defined(MISTAKE)
    bool expired(int) const { return false; }
#else
    bool expired() const { return false; }
#endif
};

void mistake() {
    throng::entity_list<bullet> all;
    canvas c;
    all.update(throng::time_step{1});
    all.draw(c);
}
