// refused: throng: an any_entity is updated by the step that it names
#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>

struct frame {
    double seconds;
};

void mistake() {
#if defined(MISTAKE)
    throng::entity_list<throng::any_entity<>> all;
    all.update(frame{1});
#else
    throng::entity_list<throng::any_entity<void, frame>> all;
    all.update(frame{1});
#endif
}
