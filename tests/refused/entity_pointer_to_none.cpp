// refused: throng: an entity has at least one of update(step), draw(canvas), expired()
#include <throng/entity/entity_list.hpp>

#include <memory>

struct bullet {
    void update(throng::time_step) {}
};

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<std::unique_ptr<int>> all;
    all.update(throng::time_step{1});
#else
    throng::entity_list<std::unique_ptr<bullet>> all;
    all.update(throng::time_step{1});
#endif
}
