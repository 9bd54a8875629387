// A level is saved and loaded: missiles still follow their targets by handle.
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/world/save_collection.hpp>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace {

struct target {
    std::string name;
    int x = 0;
};
struct missile {
    int x = 0;
    throng::handle<target> aim;
};

struct level {
    throng::pool<target> targets;
    throng::list<missile> missiles;

    void print(const char* when) const {
        std::printf("%s:", when);
        for (const missile& m : missiles) {
            const target* const t = targets.get(m.aim);
            std::printf(" missile at %d, after %s", m.x, t == nullptr ? "nothing" : t->name.c_str());
        }
        std::puts("");
    }
};

template <class Collection> std::vector<std::byte> saved(const Collection& c) {
    throng::byte_writer<> to;
    throng::save(c, to);
    return {to.bytes().begin(), to.bytes().end()};
}

} // namespace

int main() {
    level first;
    const auto gone = first.targets.add({"a balloon", 5});
    first.missiles.add({0, first.targets.add({"a kite", 20})});
    first.missiles.add({3, gone});
    first.targets.remove(gone);
    first.print("saved");
    const auto targets = saved(first.targets);
    auto missiles = saved(first.missiles);

    level second;
    second.targets.add({"something else", 0});
    if (const throng::restored r = throng::restore(second.targets, targets); !r) return std::puts(r.error), 1;
    if (const throng::restored r = throng::restore(second.missiles, missiles); !r) return std::puts(r.error), 1;
    second.print("loaded");
    // The next addition gets the same handle in both.
    const bool same = second.targets.add({"a drone", 9}) == first.targets.add({"a drone", 9});
    std::printf("the next target has %s handle\n", same ? "the same" : "another");

    missiles[40] ^= std::byte{1};
    const throng::restored r = throng::restore(second.missiles, missiles);
    std::printf("a damaged file: %s; there are still %zu missiles\n", r.error, second.missiles.size());
}
