// An engine's allocator that gives null when its memory is used up: what adds answers null, an empty handle or false,
// and the collection is whole.
#include <throng/throng.hpp>

#include <cstddef>
#include <cstdio>
#include <new>

static std::size_t left = 0;

template <class T> struct engine_heap {
    using value_type = T;
    engine_heap() = default;
    template <class U> engine_heap(const engine_heap<U>&) {}
    T* allocate(std::size_t n) {
        if (n * sizeof(T) > left) return nullptr;
        left -= n * sizeof(T);
        return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(alignof(T))));
    }
    void deallocate(T* p, std::size_t n) {
        left += n * sizeof(T);
        ::operator delete(p, std::align_val_t(alignof(T)));
    }
    friend bool operator==(engine_heap, engine_heap) { return true; }
};

struct thing {
    int number = 0;
    void update(double) {}
};

template <class C> void play(const char* name) {
    left = 1U << 18U;
    C c;
    int n = 0;
    while (n < 10'000'000 && c.emplace(thing{n})) ++n;
    std::printf("%s: stopped in time %d, all are there %d, whole %d\n", name, n > 100 && n < 100'000,
                c.size() == static_cast<std::size_t>(n), c.validate());
    const bool more = c.reserve(1'000'000);
    c.clear();
    const std::size_t rest = c.size();
    const bool again{c.emplace(thing{})};
    std::printf("    room for a million: %d, cleared: %zu left, added again: %d\n", more, rest, again);
}

int main() {
    play<throng::list<thing, engine_heap<thing>>>("list");
    play<throng::bag<thing, engine_heap<thing>>>("bag");
    play<throng::pool<thing, 0, engine_heap<thing>>>("pool");
    play<throng::entity_list<thing, engine_heap<thing>>>("entity_list");
    play<throng::tree<thing, engine_heap<thing>>>("tree");
    left = 1U << 18U;
    throng::list<int, engine_heap<int>> plain;
    int n = 0;
    while (n < 10'000'000 && plain.push_back(n) != nullptr) ++n;
    std::printf("push_back: stopped in time %d, whole %d\n", n < 100'000, plain.validate());
    plain.max_capacity(1000);
    std::printf("max_capacity: %p\n", static_cast<void*>(plain.push_back(1)));
}
