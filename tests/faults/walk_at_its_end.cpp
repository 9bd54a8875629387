// A live walk of a world that has come to its end is asked again after entities have gone: it looked at the page after
// the last one, where there is none.
#include <throng/world/world.hpp>

#include <cstdio>

namespace {

struct position {
    int x;
};

} // namespace

int main() {
    throng::world w;
    const throng::entity first = w.create(position{1});
    const throng::entity second = w.create(position{2});
    auto walk = w.query<position>().walk(throng::live);
    int visited = 0;
    while (walk.next()) ++visited;
    std::printf("visited %d\n", visited);

    w.remove<position>(second);
    w.destroy(first);
    std::printf("more after removals: %s\n", walk.next() ? "yes" : "no");

    const throng::entity third = w.create(position{3});
    std::printf("the new one: %s\n", walk.next() == third ? "yes" : "no");
    std::printf("more: %s\n", walk.next() ? "yes" : "no");
}
