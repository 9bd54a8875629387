// Objects that C makes by calloc or memset: a hook of zero bytes is an unlinked hook.
#include <throng/linked_list.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

struct thing {
    throng::list_hook<> hook;
    int health;
};

} // namespace

int main() {
    auto* const things = static_cast<thing*>(std::calloc(3, sizeof(thing)));
    throng::linked_list<thing, &thing::hook> all;
    std::printf("linked before: %s\n", things[0].hook.is_linked() ? "yes" : "no");
    things[0].hook.unlink();
    for (int i = 0; i < 3; ++i) all.push_back(things[i]);
    for (thing& t : all)
        if (&t == &things[1]) all.remove(t);
    std::printf("%zu left, the second is linked: %s\n", all.size(), things[1].hook.is_linked() ? "yes" : "no");
    all.clear();
    std::free(things);
}
