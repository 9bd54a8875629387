// Colliding asteroids: the function may remove either of the two, or both.
#include <throng/each_pair.hpp>
#include <throng/list.hpp>

#include <cstdio>

namespace {

struct asteroid {
    int number;
    int x;
    int size;
};

} // namespace

int main() {
    throng::list<asteroid> field{{1, 0, 4}, {2, 3, 4}, {3, 20, 1}, {4, 21, 1}, {5, 22, 8}, {6, 40, 2}};

    throng::each_pair(field, [&](asteroid& a, asteroid& b) {
        const int distance = a.x < b.x ? b.x - a.x : a.x - b.x;
        if (distance > (a.size + b.size) / 2) return;
        if (a.size == b.size) {
            std::printf("%d and %d break each other\n", a.number, b.number);
            field.remove(a);
            field.remove(b);
            field.push_back({a.number * 10 + b.number, (a.x + b.x) / 2, a.size / 2});
        } else {
            asteroid& smaller = a.size < b.size ? a : b;
            std::printf("%d is swallowed\n", smaller.number);
            field.remove(smaller);
        }
    });

    for (const asteroid& a : field) std::printf("left: %d\n", a.number);
}
