// An element type with an operator& of its own, as COM pointers have one: the library does not call it.
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct smart {
    int v = 0;
    smart** operator&() { // NOLINT(google-runtime-operator)
        std::puts("operator& (non-const) was called by the library");
        return nullptr;
    }
    const smart* operator&() const { // NOLINT(google-runtime-operator)
        std::puts("operator& (const) was called by the library");
        return nullptr;
    }
};

} // namespace

int main() {
    throng::list<smart> l;
    l.add(smart{1});
    l.add(smart{2});
    for (smart& x : l) {
        if (x.v == 1) std::printf("remove answers %d\n", l.remove(x) ? 1 : 0);
    }
    std::printf("size %zu (should be 1)\n", l.size());
}
