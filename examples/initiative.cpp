// Turns by initiative. Two hooks put each fighter into two lists: the order of turns, and its team. A fighter that is
// hit moves behind its attacker and loses its turn in this round. A fighter that dies is destroyed at once, in the
// middle of the walk, and leaves both lists.

#include <throng/linked_list.hpp>

#include <cstdio>
#include <memory>
#include <vector>

struct fighter : throng::list_hook<> {
    fighter(const char* called, int strength, int hits) : name(called), attack(strength), health(hits) {}
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
        // A fighter that is moved counts as a new element. A walk of residents does not visit it again in this round.
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
                std::printf(", which falls\n");
                std::erase_if(fighters, [&](const auto& one) { return one.get() == victim; });
            }
        }
    }
    std::printf("standing:");
    for (const fighter& f : order) std::printf(" %s", f.name);
    std::printf("\n");
}
