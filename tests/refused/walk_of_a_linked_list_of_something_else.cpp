// refused: throng: the function of a walk must take an element of the collection
#include <throng/linked_list.hpp>

struct enemy : throng::list_hook<> {};

void mistake() {
#if defined(MISTAKE)
    throng::linked_list<enemy> all;
    all.each([](const char*) {});
#else
    throng::linked_list<enemy> all;
    all.each([](enemy&) {});
#endif
}
