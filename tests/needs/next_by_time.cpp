// The actor whose time comes first acts next; the dead do not act, the hasty act more often, those with equal times act
// in a fixed order. (poke #21, shattered-pixel-dungeon #336)
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>

#include <cstdio>

struct actor {
    char name;
    int cost;
    int time;
};

int main() {
    throng::list<actor> actors;
    throng::ordered_by turns(actors, &actor::time);
    const auto rat = actors.add({'r', 5, 5});
    actors.add({'h', 10, 10});
    actors.add({'g', 10, 10});
    while (turns.first()->time <= 40) {
        actor& a = *turns.first();
        std::putchar(a.name);
        if (a.name == 'h' && a.time == 20) actors.remove(rat);
        if (a.name == 'h' && a.time == 30) actors.add({'s', 3, a.time + 3});
        turns.modify(a, [](actor& x) { x.time += x.cost; });
    }
    std::puts("");
}
