// needs exceptions
// A roll-back of an ordered_set calls no hook, and changes nothing where a copy throws.
#include <throng/ordered_set.hpp>
#include <throng/snapshot_of.hpp>

#include <cstddef>
#include <cstdio>
#include <functional>

struct word {
    int n = 0;
    static inline int fuse = -1;
    explicit word(int k) : n(k) {}
    word(const word& o) : n(o.n) {
        if (fuse >= 0 && fuse-- == 0) throw 1;
    }
    word(word&& o) noexcept : n(o.n) {}
    word& operator=(const word&) = default;
    bool operator==(const word& o) const { return n == o.n; }
};
template <> struct std::hash<word> {
    std::size_t operator()(const word& w) const { return static_cast<std::size_t>(w.n); }
};

int main() {
    throng::ordered_set<word> s;
    for (int i = 0; i < 10; ++i) s.add(word(i));
    const throng::snapshot_of before(s);
    int calls = 0;
    s.on_add([&](auto&&...) { ++calls; });
    s.on_remove([&](auto&&...) { ++calls; });
    s.add(word(77));
    calls = 0;
    const bool done = before.roll_back(s);
    std::printf("rolled back: %d, %zu words, hooks called %d times\n", done, s.size(), calls);
    s.add(word(88));
    word::fuse = 5;
    try {
        (void)before.roll_back(s);
    } catch (int) {
    }
    std::printf("after a copy has thrown: %zu words, 88 is %s\n", s.size(), s.contains(word(88)) ? "there" : "gone");
}
