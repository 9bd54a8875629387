// A schedule takes its times from a clock that every platform has, and that is never put back.
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <cstdio>

struct position {
    float x;
};

int main() {
    throng::world w;
    (void)w.create(position{1});
    throng::schedule systems(w);
    const auto& moves = systems.add("move", w.query<position>(), [](position& p) { p.x += 1; });
    systems.measure();
    systems.run(1);
    std::printf("%d run, took time %d\n", static_cast<int>(moves.statistics().runs),
                moves.statistics().total_seconds > 0);
}
