// 150,000 elements are made, and all but the last are destroyed: what is left of the memory after trim()? (DefaultEcs
// #110, ByroRedux #2148)
#include <throng/throng.hpp>

#include <cstdio>
#include <memory>
#include <vector>

static std::size_t held = 0;
template <class T> struct counted {
    using value_type = T;
    counted() = default;
    template <class U> counted(const counted<U>&) {} // NOLINT(google-explicit-constructor): rebinding
    T* allocate(std::size_t n) { return held += n * sizeof(T), std::allocator<T>().allocate(n); }
    void deallocate(T* p, std::size_t n) { held -= n * sizeof(T), std::allocator<T>().deallocate(p, n); }
    friend bool operator==(counted, counted) { return true; }
};
struct thing {
    int number = 0;
    int pad[7]{};
    friend bool operator==(const thing& a, const thing& b) { return a.number == b.number; }
};
struct thing_hash {
    std::size_t operator()(const thing& t) const { return static_cast<std::size_t>(t.number); }
};

template <class C> void play(const char* name, int left) {
    C c;
    for (int i = 0; i < 150'000; ++i) c.push_back(thing{i});
    const std::size_t full = held;
    c.remove_if([left](const thing& t) { return t.number != left; });
    c.trim();
    // (The block in which it lies stays; a block is up to an eighth of all.)
    std::printf("%s: one of 150,000 holds %s", name, held < full / 5 ? "less than a fifth" : "too much");
    c.clear();
    c.trim();
    std::printf(", none %zu bytes\n", held);
}

int main() {
    play<throng::list<thing, counted<thing>>>("list", 149'999);
    play<throng::bag<thing, counted<thing>>>("bag", 149'999);
    // What never moves keeps the slots before it.
    play<throng::pool<thing, 0, counted<thing>>>("pool", 999);
    play<throng::ordered_set<thing, thing_hash, throng::core::equal<thing>, counted<thing>>>("ordered_set", 149'999);
    throng::basic_world<counted<std::byte>> w;
    std::vector<throng::entity> all(150'000);
    w.create(std::span(all), thing{});
    const std::size_t full = held;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) w.destroy(all[i]);
    w.trim();
    std::printf("world: one of 150,000 holds %s\n", held < full / 5 ? "less than a fifth" : "too much");
}
