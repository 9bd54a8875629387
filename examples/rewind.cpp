// A missile follows a target by its handle. The player undoes the last moves, and both exist again, under their
// handles.
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>

#include <cstdio>

namespace {

struct target {
    int x;
};
struct missile {
    int x;
    throng::handle<target> aim;
};

struct range {
    throng::pool<target> targets;
    throng::list<missile> missiles;

    void step() {
        for (missile& m : missiles) {
            target* const t = targets.get(m.aim);
            if (t == nullptr) {
                missiles.remove(m);
                continue;
            }
            m.x += 4;
            if (m.x < t->x) continue;
            targets.remove(*t);
            missiles.remove(m);
        }
    }
    void print(const char* when) const {
        std::printf("%s:", when);
        for (const target& t : targets) std::printf(" target at %d", t.x);
        for (const missile& m : missiles)
            std::printf(" missile at %d, %s", m.x, targets.contains(m.aim) ? "on its way" : "lost");
        std::puts("");
    }
};

} // namespace

int main() {
    range r;
    const auto near = r.targets.add({5});
    const auto far = r.targets.add({20});
    r.missiles.add({0, near});
    r.missiles.add({0, far});
    r.print("before");

    const throng::snapshot_of targets_then(r.targets);
    const throng::snapshot_of missiles_then(r.missiles);
    r.step();
    r.step();
    r.print("two steps later");
    const auto third = r.targets.add({9});

    targets_then.roll_back(r.targets);
    missiles_then.roll_back(r.missiles);
    r.print("taken back");
    std::printf("the one that came meanwhile is %s\n", r.targets.contains(third) ? "there" : "removed");
    // Played again, the next addition gets the same handle as before.
    r.step();
    r.step();
    std::printf("played again: %s\n", r.targets.add({9}) == third ? "the same handle" : "another handle");
}
