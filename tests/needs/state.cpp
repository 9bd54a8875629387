// GameState: a large object that entities are given, and change; hooks are given it, too, and the index.
#include <throng/entity/layers.hpp>

#include <cstdio>
#include <memory>

struct state {
    double seconds = 0.1;
    int score = 0;
    std::unique_ptr<int> input = std::make_unique<int>(5); // it can be moved only
};
struct ship {
    int number;
    void update(state& s) { s.score += *s.input; }
};
enum class on { ground, air, count };

int main() {
    throng::layers<on, ship> all;
    all[on::air].on_add([](ship& s, std::size_t i) { std::printf("ship %d is number %zu in the air\n", s.number, i); });
    all[on::air].on_updated([](ship& s, const state& now, std::size_t i) {
        std::printf("ship %d, the %zu. in the air, score %d\n", s.number, i, now.score);
    });
    all.add(on::ground, ship{1});
    all.add(on::air, ship{2});
    all.add(on::air, ship{3});
    state now;
    all.update(now);
    std::printf("score %d\n", now.score);
}
