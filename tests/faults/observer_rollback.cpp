// The first edit after a roll-back notifies observers.
#include <throng/world/observer.hpp>
#include <throng/world/rollback.hpp>

#include <cstdio>
struct pos {
    int x = 0;
};
int main() {
    throng::world w;
    int joined = 0, left = 0;
    throng::observer o(w.query<const pos>(), [&](throng::entity) { ++joined; }, [&](throng::entity) { ++left; });
    throng::rollback<int> rb(w, 4, [](int) {}, throng::components<>);
    (void)rb.save(0);
    (void)rb.load(0);
    const throng::entity a = w.create();
    w.add(a, pos{1});
    std::printf("joined %d, left %d\n", joined, left);
    w.remove<pos>(a);
    std::printf("joined %d, left %d\n", joined, left);
    w.add(a, pos{2});
    (void)rb.save(1);
    (void)rb.load(1);
    w.remove<pos>(a);
    std::printf("joined %d, left %d\n", joined, left);
}
