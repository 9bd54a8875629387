// An empty collection that has been trimmed holds no memory.
#include <throng/throng.hpp>

#include <cstdio>
#include <string>

struct thing {
    int number = 0;
    [[nodiscard]] bool expired() const { return number < 0; }
    void on_expire() {}
};

template <class C> void play(const char* name, void (*empties)(C& c)) {
    C c;
    for (int i = 0; i < 1000; ++i) c.emplace();
    if constexpr (requires { c.commit(); }) c.commit();
    empties(c);
    c.trim();
    std::printf("%s: %zu\n", name, c.capacity());
}

template <class C> void clear(C& c) { c.clear(); }
template <class C> void remove_each(C& c) {
    for (auto& x : c) c.remove(x);
}
template <class C> void remove_all(C& c) {
    c.remove_if([](const auto&) { return true; });
}

int main() {
    play<throng::list<int>>("list<int>, clear", clear);
    play<throng::list<int>>("list<int>, remove", remove_each);
    play<throng::list<int>>("list<int>, remove_if", remove_all);
    play<throng::list<std::string>>("list<string>, clear", clear);
    play<throng::bag<int>>("bag<int>, clear", clear);
    play<throng::bag<int>>("bag<int>, remove", remove_each);
    play<throng::buffered_list<int>>("buffered_list<int>, clear", clear);
    play<throng::buffered_list<int>>("buffered_list<int>, remove", remove_each);
    play<throng::entity_list<thing>>("entity_list, clear", clear);
    play<throng::entity_list<thing>>("entity_list, remove", remove_each);
    play<throng::pool<int>>("pool<int>, clear", clear);
    play<throng::pool<int>>("pool<int>, remove_if", remove_all);
    play<throng::tree<thing>>("tree, clear", clear);
    play<throng::tree<thing>>("tree, remove", remove_each);
    throng::ordered_set<int> set{1, 2, 3};
    for (const int x : set) set.remove(x);
    set.trim();
    std::printf("ordered_set<int>, remove: %zu\n", set.capacity());
    throng::list<int> master{1, 2, 3};
    throng::weak_list weak(master);
    for (int& x : master) weak.add(x);
    master.clear();
    weak.force_compact();
    weak.trim();
    std::printf("weak_list, all deleted: %zu\n", weak.capacity());
}
