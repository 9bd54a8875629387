// refused: throng: the function of a walk must take an element of the collection
#include <throng/weak_list.hpp>

struct target {
    bool deleted() const { return false; }
};

void mistake() {
#if defined(MISTAKE)
    throng::weak_list<target> all;
    all.each([](const char*) {});
#else
    throng::weak_list<target> all;
    all.each([](target&) {});
#endif
}
