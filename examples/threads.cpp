// Sparks are moved on several threads. They burn out and throw up others, and the result is the same for any number of
// threads.
#include <throng/inbox.hpp>
#include <throng/list.hpp>
#include <throng/on_threads.hpp>
#include <throng/parallel_each.hpp>

#include <cstdio>

namespace {

struct spark {
    unsigned number;
    int height;
    int speed;
};

} // namespace

int main() {
    throng::list<spark> sparks;
    for (unsigned n = 0; n < 10'000; ++n) sparks.push_back({n, 0, 1 + static_cast<int>(n % 9)});

    // No thread edits the list. New sparks are put here, with a number for their order.
    throng::inbox<spark> thrown_up;
    const throng::on_threads threads;
    for (int frame = 1; frame <= 6; ++frame) {
        throng::parallel_each(threads, sparks, [&](spark& s) {
            s.height += s.speed--;
            if (s.height == 3 && s.speed < 0) thrown_up.put({s.number + 10'000, s.height, 2}, s.number);
            return s.height >= 0; // otherwise it is removed, after all have been visited
        });
        thrown_up.take_into(sparks);
        std::printf("frame %d: %zu sparks, the last is number %u\n", frame, sparks.size(), sparks.last()->number);
    }
}
