// A new level begins: the old collection is assigned an empty one, and a handle that was kept from the old level, a
// missile's target or a camera, is asked. It is stale.
#include <throng/throng.hpp>

#include <cstdio>
#include <type_traits>

struct thing {
    int number;
    void update(double) {}
};

template <class C, class Empty> void comes_back(const char* name, Empty empty) {
    C c;
    const auto camera = c.add(thing{1});
    empty(c);
    (void)c.add(thing{2});
    if constexpr (requires { c.commit(); }) c.commit();
    std::printf("%-28s the old handle %s\n", name, c.contains(camera) ? "finds a thing of the new level" : "is stale");
}

int main() {
    const auto by_clear = [](auto& c) { c.clear(); };
    const auto by_move = [](auto& c) { c = std::remove_reference_t<decltype(c)>(); };
    const auto by_swap = [](auto& c) {
        std::remove_reference_t<decltype(c)> other;
        swap(c, other);
    };
    const auto by_braces = [](auto& c) { c = {}; };
    comes_back<throng::list<thing>>("list, clear()", by_clear);
    comes_back<throng::list<thing>>("list = list()", by_move);
    comes_back<throng::list<thing>>("list = {}", by_braces);
    comes_back<throng::list<thing>>("list, swap", by_swap);
    comes_back<throng::bag<thing>>("bag = bag()", by_move);
    comes_back<throng::bag<thing>>("bag = {}", by_braces);
    comes_back<throng::bag<thing>>("bag, swap", by_swap);
    comes_back<throng::pool<thing>>("pool, clear()", by_clear);
    comes_back<throng::pool<thing>>("pool = pool()", by_move);
    comes_back<throng::pool<thing>>("pool = {}", by_braces);
    comes_back<throng::pool<thing>>("pool, swap", by_swap);
    comes_back<throng::buffered_list<thing>>("buffered_list = ...()", by_move);
    comes_back<throng::buffered_list<thing>>("buffered_list, swap", by_swap);
    comes_back<throng::entity_list<thing>>("entity_list = ...()", by_move);
    comes_back<throng::entity_list<thing>>("entity_list = {}", by_braces);
    comes_back<throng::entity_list<thing>>("entity_list, swap", by_swap);
    comes_back<throng::tree<thing>>("tree = tree()", by_move);
    comes_back<throng::tree<thing>>("tree = {}", by_braces);
    throng::world w;
    const throng::entity camera = w.create(1);
    w = throng::world();
    (void)w.create(2);
    std::printf("%-28s the old handle %s\n", "world = world()",
                w.alive(camera) ? "finds an entity of the new level" : "is stale");
}
