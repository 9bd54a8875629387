// refused: throng: the objects have no hook of this tag
#include <throng/linked_list.hpp>

struct thing : throng::list_hook<> {};
struct other {};

void mistake() {
#if defined(MISTAKE)
    other o;
    throng::linked_list<other> all;
    all.push_back(o);
#else
    thing t;
    throng::linked_list<thing> all;
    all.push_back(t);
#endif
}
