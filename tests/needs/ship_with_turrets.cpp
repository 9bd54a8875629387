// A ship is destroyed, and its turrets and their guns with it, in the middle of a walk and by one of its own parts; a
// gun that was taken off before stays. (bevy #352, #5584, #17883)
#include <throng/world/family.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <vector>

int main() {
    throng::world w;
    throng::family parts(w);
    const auto ship = w.create(1);
    const auto other = w.create(2);
    std::vector<throng::entity> turrets;
    std::vector<throng::entity> guns;
    for (int i = 0; i < 5; ++i) {
        turrets.push_back(w.create(10 + i));
        parts.adopt(ship, turrets.back());
        for (int k = 0; k < 3; ++k) {
            guns.push_back(w.create(100 + i * 3 + k));
            parts.adopt(turrets.back(), guns.back());
        }
    }
    parts.adopt(other, guns[0]); // taken off, and put on another ship
    parts.leave(guns[1]);        // floats free
    w.destroy(guns[2]);
    std::printf("%zu things; the first turret has %zu guns\n", w.size(), parts.count_children(turrets[0]));
    w.query<const int>().each([&](throng::entity e, const int&) {
        if (e == turrets[1]) w.destroy(ship);
    });
    std::printf("the ship is %s, the guns taken off are %s; %zu things\n", w.alive(ship) ? "there" : "gone",
                w.alive(guns[0]) && w.alive(guns[1]) ? "there" : "gone", w.size());
    w.destroy(other);
    std::printf("with the other ship goes its gun: %zu thing, %s\n", w.size(), w.validate() ? "whole" : "broken");
}
