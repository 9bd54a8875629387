// A world's entities found by position, without a second copy of it that games keep up to date by hand: after edits, in
// hooks, after a snapshot. (Bevy, EnTT and flecs users' spatial hashes)
#include <throng/world/snapshot.hpp>
#include <throng/world/world_grid.hpp>

#include <cstdio>

struct place {
    float x = 0;
    float y = 0;
};
struct speed {
    float x = 0;
};

int main() {
    throng::world game;
    throng::world_grid<place, &place::x, &place::y> near(game, 4, {40, 40}); // a world without edges
    game.on_remove<place>([&](throng::entity, const place& p) {
        int left = 0;
        for ([[maybe_unused]] const throng::entity e : near.in_circle({p.x, p.y}, 3)) ++left;
        std::printf("%d others near %.0f\n", left, static_cast<double>(p.x));
    });
    for (int i = 0; i < 5; ++i) game.create(place{static_cast<float>(2 * i), 0}, speed{1});
    const throng::snapshot before(game);

    // Each takes its neighbours along, from inside of the query.
    for (const throng::entity e : near.in_circle({39, 0}, 4)) game.destroy(e);
    std::printf("%zu are left\n", near.size());

    // A system moves all; what has written to all enters all.
    game.query<place, const speed>().each([](place& p, const speed& v) { p.x -= 5 * v.x; });
    near.refresh();
    near.each_nearest({0, 0}, 2,
                      [](throng::entity, float far) { std::printf("%.0f away\n", static_cast<double>(far)); });

    before.roll_back();
    int pairs = 0;
    near.each_pair(2, [&](throng::entity, throng::entity) { ++pairs; });
    std::printf("%zu again, %d pairs\n", near.size(), pairs);
}
