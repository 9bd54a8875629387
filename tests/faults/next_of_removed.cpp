// A C loop moved word by word: th = th->next becomes th = list.next_of(*th), of a thing that has just been removed. The
// audit build names it.
// define: THRONG_AUDIT=1
// status: 4
#include <throng/linked_list.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

struct thing : throng::list_hook<> {};

void refuse(const throng::violation& v) {
    std::printf("%s: %s\n", v.collection, v.what);
    std::fflush(stdout);
    std::_Exit(4);
}

} // namespace

int main() {
    throng::on_violation(refuse);
    thing things[8];
    throng::linked_list<thing> all;
    all.name("thinkers");
    for (thing& t : things) all.push_back(t);
    for (thing* t = all.first(); t != nullptr; t = all.next_of(*t)) all.remove(*t);
}
