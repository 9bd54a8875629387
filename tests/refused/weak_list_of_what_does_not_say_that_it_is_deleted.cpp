// refused: throng: T needs deleted() const
#include <throng/weak_list.hpp>

struct target {
    bool deleted() const { return false; }
};

void mistake() {
#if defined(MISTAKE)
    throng::weak_list<int> all;
    int t = 0;
    all.add(t);
#else
    throng::weak_list<target> all;
    target t;
    all.add(t);
#endif
}
