// Objects in memory that malloc gave and nothing has cleared: the audit build sees a hook that no list has written.
// define: THRONG_AUDIT=1
// status: 4
#include <throng/linked_list.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct thing {
    throng::list_hook<> hook;
    int health;
};

void refuse(const throng::violation& v) {
    std::printf("%s\n", v.what);
    std::fflush(stdout);
    std::_Exit(4);
}

} // namespace

int main() {
    throng::on_violation(refuse);
    alignas(thing) unsigned char memory[sizeof(thing)];
    std::memset(memory, 0x5a, sizeof(memory));
    throng::linked_list<thing, &thing::hook> all;
    all.push_back(*reinterpret_cast<thing*>(memory));
}
