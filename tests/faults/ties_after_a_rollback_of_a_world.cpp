// Entities of equal values have the same order on a machine that was rolled back and on one that was not.
#include <throng/world/rollback.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
struct turn {
    int time = 0;
    int name = 0;
};
template <> struct throng::component<turn> {
    static constexpr const char* name = "turn";
};
struct game {
    throng::world world;
    throng::value_order<turn, int turn::*> order{world, &turn::time};
    std::string log;
    throng::rollback<int> frames{world, 8, [this](int) { step(); }, throng::components<turn>};
    game() {
        const auto a = world.create(turn{5, 0});
        world.create(turn{5, 1});
        world.create(turn{5, 2});
        world.destroy(a);
        world.create(turn{5, 3});
        (void)frames.save(0);
    }
    void step() {
        const auto e = order.first();
        log += static_cast<char>('a' + world.get<turn>(e).name);
        world.patch<turn>(e, [](turn& t) { t.time += 5; });
    }
};
int main() {
    game first, second;
    const auto play = [](game& g, unsigned f) {
        g.frames.advance(0);
        (void)g.frames.save(f + 1);
    };
    play(second, 0);
    if (!second.frames.load(0)) return 1;
    second.log.clear();
    for (unsigned f = 0; f < 5; ++f) play(first, f), play(second, f);
    std::printf("%s\n%s\n%s\n", first.log.c_str(), second.log.c_str(),
                first.frames.hash(5) == second.frames.hash(5) ? "the same world" : "two worlds");
}
