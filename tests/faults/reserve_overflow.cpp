// needs exceptions
// reserve() of more than there can be: a subtraction gone wrong, reserve(a - b) with b > a. As with std::vector it is
// std::length_error, at once.
#include <throng/throng.hpp>

#include <cstdio>
#include <limits>
#include <new>
#include <stdexcept>

struct hp {
    int value;
    void update(double) {}
};

template <class C> void play(const char* name, C& c) {
    const std::size_t before = c.capacity();
    const char* what = "no throw";
    try {
        c.reserve(std::numeric_limits<std::size_t>::max() - 4);
    } catch (const std::bad_alloc&) {
        what = "bad_alloc";
    } catch (const std::length_error&) {
        what = "length_error";
    }
    std::printf("%s: %s, %s taken\n", name, what, c.capacity() == before ? "nothing" : "memory");
}
template <class C> void play(const char* name) {
    C c;
    c.emplace(hp{1});
    play(name, c);
}

int main() {
    play<throng::list<hp>>("list");
    play<throng::bag<hp>>("bag");
    play<throng::buffered_list<hp>>("buffered_list");
    play<throng::pool<hp>>("pool");
    play<throng::entity_list<hp>>("entity_list");
    play<throng::tree<hp>>("tree");
    throng::ordered_set<int> set{1};
    play("ordered_set", set);
    throng::list<int> with_handles;
    (void)with_handles.add(1);
    play("list with handles", with_handles);
    throng::weak_list weak(with_handles);
    play("weak_list", weak);
    throng::world w;
    const std::size_t before = w.memory();
    try {
        w.reserve<hp>(std::numeric_limits<std::size_t>::max() - 4);
        std::puts("world: no throw");
    } catch (const std::length_error&) {
        std::printf("world: length_error, room %s\n", w.memory() <= before + 4096 ? "as before" : "taken");
    }
}
