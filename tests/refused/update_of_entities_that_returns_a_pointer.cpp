// refused: throng: the function of an update returns void or bool
#include <throng/entity/entity_list.hpp>

void mistake() {
    struct entity {
        bool expired() const { return false; }
    };
    throng::entity_list<entity> all;
#if defined(MISTAKE)
    all.update([](entity& e) { return &e; });
#else
    all.update([](entity& e) { return !e.expired(); });
#endif
}
