// Two machines, one of which is rolled back and inserts its units in the grid again: both find pairs in the same order.
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/spatial/grid.hpp>

#include <cassert>
#include <cstdio>
#include <string>

struct unit {
    int n;
    float x;
    int hits = 0;
    throng::grid_hook<> hook{};
};
struct game {
    throng::pool<unit> units;
    throng::grid<unit, &unit::hook> near{4.0F};
    game() {
        for (int i = 0; i < 6; ++i) {
            unit& u = *units.emplace_back(i, static_cast<float>(5 - i) * 5);
            near.insert(u, u.x, 0);
        }
    }
    std::string step() {
        std::string log;
        for (unit& u : units) {
            u.x = u.x * 0.5F;
            near.move(u, u.x, 0);
        }
        near.each_pair(3, [&](unit& a, unit& b) {
            log += std::to_string(a.n) + std::to_string(b.n) + ' ';
            ++a.hits;
        });
        return log;
    }
};
int main() {
    game first, second;
    first.step();
    second.step();
    const throng::snapshot_of then(second.units);
    second.step();
    assert(then.roll_back(second.units));
    for (unit& u : second.units) second.near.insert(u, u.x, 0);
    for (int i = 0; i < 3; ++i) {
        const auto a = first.step(), b = second.step();
        std::printf("%s\n%s\n%s\n", a.c_str(), b.c_str(), a == b ? "the same" : "another order");
        assert(a == b);
    }
}
