// refused: throng: an any_entity is drawn on the canvas that it names
#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>

struct paper {};
struct screen {};

void mistake() {
#if defined(MISTAKE)
    screen on;
    throng::entity_list<throng::any_entity<paper>> all;
    all.draw(on);
#else
    paper on;
    throng::entity_list<throng::any_entity<paper>> all;
    all.draw(on);
#endif
}
