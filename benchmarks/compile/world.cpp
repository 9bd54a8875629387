/// The row `world` of `./bench compile`: a small game of 70 lines on a world, without systems, hooks or extras.
#include <throng/world/world.hpp>

#include <cstdio>
#include <vector>

namespace {

struct position {
    float x = 0;
    float y = 0;
};
struct velocity {
    float x = 0;
    float y = 0;
};
struct health {
    int points = 10;
};
struct weapon {
    float reload = 0;
};
struct shot {
    throng::entity owner;
    float age = 0;
};
struct frozen {};
struct score {
    int hits = 0;
};

void move(throng::world& w, float seconds) {
    w.query<position, const velocity>(throng::none_of<frozen>).each([=](position& p, const velocity& v) {
        p.x += v.x * seconds;
        p.y += v.y * seconds;
    });
}

void shoot(throng::world& w, float seconds) {
    w.query<weapon, const position>().each([&](throng::entity e, weapon& gun, const position& p) {
        if ((gun.reload -= seconds) > 0) return;
        gun.reload = 0.5F;
        w.create(position(p), velocity{8, 0}, shot{e, 0});
    });
}

void hit(throng::world& w, float seconds) {
    for (auto [e, s, p] : w.query<shot, const position>()) {
        if ((s.age += seconds) > 2) w.destroy(e);
    }
    w.query<const shot, const position>().each([&](throng::entity e, const shot& s, const position& p) {
        w.query<health, const position>().each([&](throng::entity target, health& h, const position& at) {
            if (target == s.owner || (at.x - p.x) * (at.x - p.x) + (at.y - p.y) * (at.y - p.y) > 1) return;
            if (w.has<frozen>(target)) w.remove<frozen>(target);
            ++w.singleton<score>()->hits;
            if (--h.points == 0) w.destroy(target);
            else if (h.points == 3) w.add<frozen>(target);
            w.destroy(e);
        });
    });
}

} // namespace

int main() {
    throng::world w;
    w.set_singleton(score{});
    const throng::entity hero = w.create(position{0, 0}, velocity{1, 0}, health{}, weapon{});
    std::vector<throng::entity> enemies;
    for (int i = 0; i < 20; ++i) enemies.push_back(w.create(position{static_cast<float>(i), 0}, velocity{}, health{2}));
    if (auto* gun = w.try_get<weapon>(hero)) gun->reload = 0.25F;
    for (int frame = 0; frame < 300; ++frame) {
        move(w, 1.0F / 60);
        shoot(w, 1.0F / 60);
        hit(w, 1.0F / 60);
    }
    std::printf("%zu entities, %zu shots, %d hits, %d\n", w.size(), w.count<shot>(), w.singleton<score>()->hits,
                static_cast<int>(w.alive(enemies.front())));
}
