// Homing missiles keep the drones they have seen in a weak_list. Nobody notifies the missiles when a drone is shot
// down: the drone reports it by `deleted()`, and the next walk drops it.

#include <throng/weak_list.hpp>

#include <cstdio>
#include <list>

struct drone {
    char name;
    int shield;
    [[nodiscard]] bool deleted() const { return shield <= 0; }
};

struct missile {
    throng::weak_list<drone> seen{};

    void fire() {
        for (drone& target : seen) {
            --target.shield;
            std::printf("  hits %c%s\n", target.name, target.deleted() ? ", which explodes" : "");
            if (!target.deleted()) return; // a drone that survives the hit stops the missile
        }
        std::printf("  flies on\n");
    }
};

int main() {
    std::list<drone> drones{{'a', 1}, {'b', 2}, {'c', 1}, {'d', 3}};
    missile fast;
    missile slow;
    for (drone& d : drones) {
        fast.seen.add(d);
        if (d.name != 'a') slow.seen.add(d);
    }
    for (int round = 1; round <= 2; ++round) {
        std::printf("round %d, fast missile\n", round);
        fast.fire();
        std::printf("round %d, slow missile\n", round);
        slow.fire();
    }
    std::printf("left: %zu seen by the fast one, %zu by the slow one\n", fast.seen.size(), slow.seen.size());
}
