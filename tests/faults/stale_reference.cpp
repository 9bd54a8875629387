// "Removing what is gone is a defined no-op that answers false", also by a reference, and also when its page has been
// given back. (The reference is good until its place is used again: in a bag that may be at once, by the element that
// fills the gap, so that only its first three cases, in which all go, are defined.)
#include <throng/throng.hpp>

#include <cstdio>

namespace {

struct unit {
    int value = 0;
    explicit unit(int x = 0) : value(x) {}
};

template <class C> void play(const char* name, int how) {
    C c;
    for (int i = 0; i < 1000; ++i) (void)c.emplace(i);
    const unit* first = nullptr;
    for (const unit& u : c.walk(throng::residents)) {
        first = &u;
        break;
    }
    switch (how) {
    case 0: // one by one in a walk
        for (unit& u : c.walk(throng::residents)) c.remove(u);
        break;
    case 1: // each in a walk of its own
        while (!c.empty()) {
            for (unit& u : c.walk(throng::residents)) {
                c.remove(u);
                break;
            }
        }
        break;
    case 2:
        c.clear();
        break;
    case 3: // its memory is gone
        c.clear();
        if constexpr (requires { c.trim(); }) c.trim();
        break;
    case 4: // packs, since more than half is gone
        c.remove_if([](const unit& u) { return u.value < 600; });
        break;
    case 5:
        c.remove(*first);
        for (unit& u : c.walk(throng::residents)) {
            if (u.value < 900) c.remove(u);
        }
        break;
    default:
        c.remove(*first);
        break;
    }
    std::printf("%s %d: contains %d, handle %d, ", name, how, c.contains(*first) ? 1 : 0, c.handle_of(*first) ? 1 : 0);
    std::printf("removed again %d, size %zu, whole %d\n", c.remove(*first) ? 1 : 0, c.size(), c.validate() ? 1 : 0);
}

} // namespace

int main() {
    for (int how = 0; how <= 6; ++how) play<throng::list<unit>>("list", how);
    for (int how = 0; how <= 3; ++how) play<throng::bag<unit>>("bag", how);
    for (int how = 0; how <= 6; ++how) play<throng::pool<unit>>("pool", how);
    for (int how = 0; how <= 6; ++how) play<throng::tree<unit>>("tree", how);
}
