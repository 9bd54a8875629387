// The actor with the earliest time acts next. Dead actors do not act, hasty ones act more often, and actors with equal
// times act in insertion order. An index finds actors by their letter.
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>

#include <cstdio>

namespace {

struct actor {
    char name;
    int pause;
    int time;
};

} // namespace

int main() {
    throng::list<actor> actors;
    throng::ordered_by turns(actors, &actor::time);
    throng::index_by by_name(actors, &actor::name, throng::unique);
    actors.add({'r', 5, 5});
    actors.add({'h', 10, 10});
    actors.add({'g', 10, 10});
    if (!actors.add({'g', 1, 1})) std::puts("there is a g already");

    while (actor* const a = turns.first()) {
        const int now = a->time;
        if (now > 40) break;
        std::printf("%c", a->name);
        if (a->name == 'h' && now == 20) actors.remove(*by_name.find('r'));
        if (a->name == 'h' && now == 30) actors.add({'s', 3, now + 3});
        turns.modify(*a, [](actor& x) { x.time += x.pause; });
    }
    std::puts("");
    for (const actor& a : turns.walk(throng::residents)) std::printf("%c next acts at %d\n", a.name, a.time);
}
