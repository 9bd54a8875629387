// A timer without time that adds itself again is called once by each step.
#include <throng/world/timers.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

throng::timers timers;
int called = 0;

void poll() {
    if (++called == 1'000'000) std::abort();
    timers.after(0, poll);
}

} // namespace

int main() {
    timers.after(0, poll);
    for (int step = 1; step <= 3; ++step) {
        timers.advance(1 / 60.0);
        std::printf("called %d times in %d steps\n", called, step);
    }
    // One that is nested counts as a step of its own, and what has time is called within the step that it is due in.
    timers.clear();
    timers.after(1, [] {
        timers.after(0, [] { std::puts("without time"); });
        timers.after(1, [] { std::puts("after 2"); });
        timers.advance(0.25);
    });
    timers.advance(10);
    std::printf("%zu left\n", timers.size());
    // A period that is no time is none.
    timers.every(1e-300, [] { std::puts("once"); });
    timers.advance(1);
    std::printf("%zu left\n", timers.size());
}
