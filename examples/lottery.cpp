// A chest gives treasure, the rare seldom; three villagers are drawn for the watch. The dice are part of the game's
// state: from the same state, the same is drawn on every machine.
#include <throng/dice.hpp>
#include <throng/list.hpp>
#include <throng/pick.hpp>
#include <throng/weighted_by.hpp>

#include <cstdio>

namespace {

struct treasure {
    const char* name;
    int chance;
};
struct villager {
    const char* name;
    int nights = 0;
};

} // namespace

int main() {
    throng::dice dice{2026};

    throng::list<treasure> chest{{"copper", 70}, {"silver", 25}, {"a crown", 5}};
    throng::weighted_by chances(chest, &treasure::chance);
    for (int i = 0; i < 12; ++i) {
        treasure* const t = chances.pick(dice);
        std::printf("%s%s", i == 0 ? "" : ", ", t->name);
        if (t->chance == 5) chest.remove(*t); // there is one
        else chances.modify(*t, [](treasure& x) { --x.chance; });
    }
    std::printf("\n%d of 100 are left\n", static_cast<int>(chances.total()));

    throng::list<villager> village{{"Ada"}, {"Bo"}, {"Cy"}, {"Di"}, {"Eve"}, {"Flo"}};
    for (int night = 1; night <= 3; ++night) {
        std::printf("night %d:", night);
        village.each(throng::pick_some(village, 3, dice), [&](villager& v) {
            std::printf(" %s", v.name);
            if (++v.nights == 3) village.remove(v); // has done enough
        });
        std::puts("");
    }
    if (const villager* const v = throng::pick(village, dice)) std::printf("%s wakes them\n", v->name);
    std::printf("a die shows %d\n", 1 + static_cast<int>(throng::random_below(dice, 6)));
}
