// Turns by initiative. Each fighter stands in the order of turns and in its team, by two hooks. Whoever is hit falls
// behind the one who struck, and has lost his turn of the round; whoever dies is destroyed at once, in the middle of
// the walk, and leaves both lists.

#include <throng/linked_list.hpp>

#include <cstdio>
#include <memory>
#include <vector>

struct fighter : throng::list_hook<> {
    fighter(const char* who, int strength, int hits) : name(who), attack(strength), health(hits) {}
    const char* name;
    int attack;
    int health;
    throng::list_hook<> in_team;
};
using team = throng::linked_list<fighter, &fighter::in_team>;

int main() {
    throng::linked_list<fighter> order;
    team heroes;
    team trolls;
    std::vector<std::unique_ptr<fighter>> fighters;
    const auto join = [&](team& side, const char* name, int attack, int health) {
        fighter& f = *fighters.emplace_back(std::make_unique<fighter>(name, attack, health));
        order.push_back(f);
        side.push_back(f);
    };
    join(heroes, "Ada", 4, 9);
    join(trolls, "Urk", 5, 6);
    join(heroes, "Bo", 2, 5);
    join(trolls, "Grum", 3, 8);

    for (int round = 1; !heroes.empty() && !trolls.empty(); ++round) {
        std::printf("round %d\n", round);
        // Who is moved is a newcomer, and not to act in this round (again): a walk of residents.
        for (fighter& f : order.walk(throng::residents)) {
            team& enemies = heroes.contains(f) ? trolls : heroes;
            fighter* const victim = enemies.first();
            if (victim == nullptr) break;
            victim->health -= f.attack;
            std::printf("  %s strikes %s", f.name, victim->name);
            if (victim->health > 0) {
                std::printf(", %d left\n", victim->health);
                order.insert_after(f, *victim);
            } else {
                std::printf(", who falls\n");
                std::erase_if(fighters, [&](const auto& one) { return one.get() == victim; });
            }
        }
    }
    std::printf("standing:");
    for (const fighter& f : order) std::printf(" %s", f.name);
    std::printf("\n");
}
