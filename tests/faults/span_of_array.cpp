// create(std::span(handles), ...) fills a vector, an array, and an array of the language; the last without a span, too.
#include <throng/world/world.hpp>

#include <array>
#include <cstdio>
#include <span>
#include <vector>

int main() {
    throng::world w;
    std::vector<throng::entity> v(3);
    w.create(std::span(v), 1);
    std::array<throng::entity, 3> a;
    w.create(std::span(a), 1);
    throng::entity c[3];
    w.create(std::span(c), 1);
    throng::entity d[2];
    w.create(d, 1);
    std::printf("%zu, all alive %d\n", w.count<int>(),
                w.alive(v[2]) && w.alive(a[2]) && w.alive(c[2]) && w.alive(d[1]));
}
