// Particles are updated on several threads; those that die go, and the others keep their places. (volo PR #358,
// ezEngine #462, Entitas #325) needs threads
#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/parallel_each.hpp>
#include <throng/pool.hpp>

#include <cstdio>
#include <thread>
#include <vector>

struct particle {
    int number;
    int life;
    int updates = 0;
};

/// Any pool of threads will do: for_each(n, f) calls f(0) to f(n - 1), and comes back when all have returned.
struct two_threads {
    template <class F> void for_each(std::size_t count, F f) const {
        std::thread other([&] {
            for (std::size_t i = 1; i < count; i += 2) f(i);
        });
        for (std::size_t i = 0; i < count; i += 2) f(i);
        other.join();
    }
};

template <class C> void play(const char* name) {
    C all;
    for (int i = 0; i < 20'000; ++i) all.push_back({i, 1 + i % 7});
    for (int frame = 0; frame < 6; ++frame) {
        throng::parallel_each(two_threads(), all, [](particle& p) {
            ++p.updates;
            return --p.life > 0;
        });
    }
    std::size_t right = 0;
    for (const particle& p : all) right += p.updates == 6 ? 1U : 0U;
    std::printf("%s: %zu left, %zu updated six times\n", name, all.size(), right);
}

int main() {
    play<throng::list<particle>>("list");
    play<throng::bag<particle>>("bag");
    play<throng::pool<particle>>("pool");
}
