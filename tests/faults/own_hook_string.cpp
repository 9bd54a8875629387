// A hook of on_add takes the component away again: add() has no address to give.
#include <throng/world/world.hpp>

#include <cstdio>
#include <string>

struct name {
    std::string text;
};

int main() {
    throng::world w;
    w.on_add<name>([&](throng::entity e, name&) { w.remove<name>(e); });
    const throng::entity e = w.create();
    const name* const n = w.add(e, name{"a name longer than what fits into the string itself"});
    std::printf("add: %s\n", n != nullptr ? n->text.c_str() : "null");
    w.on_add<name>([&](throng::entity x, name&) { w.destroy(x); });
    const name* const other = w.set(e, name{"a name longer than what fits into the string itself"});
    std::printf("set: %s\n", other != nullptr ? other->text.c_str() : "null");
}
