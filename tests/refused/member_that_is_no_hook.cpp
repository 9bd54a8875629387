// refused: throng: a linked_list takes a list_hook: a member, or base_hook<Tag>
#include <throng/linked_list.hpp>

struct enemy {
    int life = 0;
    throng::list_hook<> hook;
};

void mistake() {
#if defined(MISTAKE)
    throng::linked_list<enemy, &enemy::life> all;
    enemy e;
    all.push_back(e);
#else
    throng::linked_list<enemy, &enemy::hook> all;
    enemy e;
    all.push_back(e);
#endif
}
