// The articles' classes, and the collections that take their place, which scripts/debug-builds compiles as debug builds
// do. The program prints lines as loops.cpp does: of each workload of benchmarks/articles/ a group, of each contestant
// a loop, which runs eight frames of the workload. The article's class is the first.

#include "../articles/articles.hpp"

#include "group.hpp"

#include <cstddef>
#include <memory>

namespace {

constexpr std::size_t count = 1'000;
constexpr int frames = 8;
/// After which as many expire as do later.
constexpr int warm_up = 70;

/// Of a loop's elements, in whatever order.
struct result {
    bench::digest held;
    friend bool operator==(const result& a, const result& b) { return a.held.same_set(b.held); }
};

void measure(debug::group<result>& g, const bench::entry& e) {
    const std::unique_ptr<bench::contestant> c = e.make(count);
    for (int i = 0; i < warm_up; ++i) c->frame();
    g.loop(
        e.name,
        [&] {
            for (int i = 0; i < frames; ++i) c->frame();
        },
        [&](result& r) { c->show(r.held); });
}

} // namespace

int main() {
    for (const bench::workload& w : bench::article_classes()) {
        debug::group<result> g(w.name, count * frames);
        for (const bool ours : {false, true})
            for (const bench::entry& e : w.entries)
                if ((e.kind == bench::kind::ours) == ours) measure(g, e);
    }
}
