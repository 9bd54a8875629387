// A list and a pool of bullets go back to what they were, with their handles. (bitECS #70, bevy_ggrs #127)
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>

#include <cstdio>

struct bullet {
    int x;
};

template <class C> void play(const char* name) {
    C bullets;
    const auto first = bullets.add({1});
    const auto second = bullets.add({2});
    const throng::snapshot_of before(bullets);
    bullets.remove(first);
    bullets.get(second)->x = 20;
    const auto third = bullets.add({3});
    if (!before.roll_back(bullets)) std::puts("refused");
    std::printf("%s: %zu bullets, at %d and %d; the third is %s\n", name, bullets.size(), bullets.get(first)->x,
                bullets.get(second)->x, bullets.contains(third) ? "there" : "stale");
}

int main() {
    play<throng::list<bullet>>("list");
    play<throng::pool<bullet>>("pool");
}
