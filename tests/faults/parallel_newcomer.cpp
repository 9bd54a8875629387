// parallel_each removes exactly the elements of which the function said so. A hook that is called for the first of them
// removes the second one and adds another, which may get the slot of the second one: that one stays.
#include <throng/bag.hpp>
#include <throng/parallel_each.hpp>
#include <throng/parts/in_sequence.hpp>
#include <throng/pool.hpp>

#include <cstdio>

struct thing {
    int id;
};

template <class C> void play(const char* name) {
    C c;
    c.add({1});
    const throng::handle<thing> partner = c.add({2});
    throng::handle<thing> debris{};
    c.on_remove([&](thing& t) {
        if (t.id != 1) return;
        c.remove(partner);
        debris = c.add({3});
    });
    throng::parallel_each(throng::in_sequence{}, c, [](thing& t) { return t.id > 2; });
    std::printf("%s: the debris is %s, of %zu\n", name, c.contains(debris) ? "there" : "gone", c.size());
}

int main() {
    play<throng::pool<thing>>("pool");
    play<throng::bag<thing>>("bag");
}
