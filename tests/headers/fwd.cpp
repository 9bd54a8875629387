// The names of the collections are enough to mention them, and are no others than those of their headers.
#include <throng/fwd.hpp>

struct thing;

struct mentions {
    throng::list<thing>* list;
    throng::bag<thing>* bag;
    throng::pool<thing>* pool;
    throng::pool<thing, 64>* fixed_pool;
    throng::buffered_list<thing>* buffered_list;
    throng::buffered_bag<thing>* buffered_bag;
    throng::ring<thing>* ring;
    throng::ordered_set<thing>* ordered_set;
    throng::weak_list<thing>* weak_list;
    throng::subset<throng::list<thing>>* subset;
    throng::any_entity<>* any_entity;
    throng::entity_list<thing>* entity_list;
    throng::tree<thing>* tree;
    throng::world* world;
    throng::handle<thing> (*handle)();
    throng::entity (*entity)();
};

#include <throng/throng.hpp>

struct thing {
    int id = 0;
};

static_assert(sizeof(throng::buffered_bag<thing>) == sizeof(throng::buffered_list<thing>));
static_assert(sizeof(throng::world) == sizeof(throng::basic_world<>));
