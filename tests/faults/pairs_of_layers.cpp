// The ways to look at entities in twos and in part, over a list and over layers: each_pair took no layers.
#include <throng/each_pair.hpp>
#include <throng/entity/layers.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>

#include <cstdio>

struct ent {
    int number;
    int life;
    [[nodiscard]] bool expired() const { return life <= 0; }
    void update(double) { --life; }
};
enum class on { ground, air, count };

int main() {
    throng::entity_list<ent> all;
    const auto first = all.add({1, 1});
    const auto second = all.add({2, 5});
    all.add({3, 5});
    throng::subset<throng::entity_list<ent>> seen(all);
    throng::weak_list targets(all);
    for (const auto h : {first, second}) {
        seen.join(h);
        targets.add(h);
    }
    all.update(0.1);
    std::printf("list: subset %zu, weak_list %zu\n", seen.size(), targets.size());

    throng::layers<on, ent> world;
    world.add(on::ground, ent{1, 5});
    world.add(on::air, ent{2, 5});
    world.add(on::air, ent{3, 5});
    throng::each_pair(world, [](const ent& a, const ent& b) { std::printf("%d and %d\n", a.number, b.number); });
    throng::each_pair(world[on::ground], world[on::air],
                      [](const ent& a, const ent& b) { std::printf("across: %d and %d\n", a.number, b.number); });
}
