// What the first user of systems on several threads writes.
#include <throng/world/parallel.hpp>

#include <atomic>

struct health {
    int left;
};

int main() {
    throng::world world;
    for (int i = 0; i < 20'000; ++i) world.create(health{i});
    std::atomic<int> visits{0};
    throng::each_on(throng::on_threads(2), world, world.query<health>(),
                    [&](throng::recorder& edits, throng::entity e, health& h) {
                        ++visits;
                        if (h.left % 2 == 0) edits.destroy(e);
                    });
#if defined(EXPECTS_THREADS)
    static_assert(THRONG_HAS_TBB == 1);
#endif
    return visits == 20'000 && world.size() == 10'000 ? 0 : 1;
}
