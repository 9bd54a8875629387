// refused: throng: the function of an update returns void or bool
#include <throng/linked_list.hpp>

void mistake() {
    struct object : throng::list_hook<> {};
    throng::linked_list<object> all;
#if defined(MISTAKE)
    all.update([](object&) { return 1; });
#else
    all.update([](object&) { return true; });
#endif
}
