// fwd.hpp is enough to mention the collections and the classes of a world, and to hold handles; its names are those of
// the headers.
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
    throng::snapshot_of<throng::list<thing>>* snapshot_of;
    throng::any_entity<>* any_entity;
    throng::entity_list<thing>* entity_list;
    throng::tree<thing>* tree;
    throng::world* world;
    throng::entity_ref* entity_ref;
    throng::family* family;
    throng::naming* naming;
    throng::relation<thing>* relation;
    throng::prefabs* prefabs;
    throng::linked_prefabs* linked_prefabs;
    throng::observer* observer;
    throng::events<thing>* events;
    throng::schedule* schedule;
    throng::recorder* recorder;
    throng::snapshot* snapshot;
    throng::rollback<thing>* rollback;
    throng::edit_history* edit_history;
    throng::timers* timers;
    throng::world_timers* world_timers;
};

struct holds {
    throng::handle<thing> target;
    throng::entity entity;
    throng::timer_handle timer;
};
static_assert(sizeof(holds) == 24 && !holds{}.target && !holds{}.entity && !holds{}.timer);

#include <throng/throng.hpp>

struct thing {
    int id = 0;
};

static_assert(sizeof(throng::buffered_bag<thing>) == sizeof(throng::buffered_list<thing>));
static_assert(sizeof(throng::world) == sizeof(throng::basic_world<>));
static_assert(sizeof(throng::observer) == sizeof(throng::basic_observer<throng::world::allocator_type>));
static_assert(sizeof(throng::relation<thing>) != 0 && sizeof(throng::rollback<thing>) != 0);
static_assert(sizeof(throng::edit_history) != 0);
static_assert(sizeof(throng::linked_prefabs) != 0);
static_assert(std::is_same_v<throng::timer_handle, throng::timers::handle_type>);
static_assert(std::is_same_v<throng::timer_handle, throng::world_timers::handle_type>);
