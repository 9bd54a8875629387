/// The game of world.cpp on EnTT.
#include <cstdio>
#include <entt/entt.hpp>
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
    entt::entity owner;
    float age = 0;
};
struct frozen {};
struct score {
    int hits = 0;
};

void move(entt::registry& w, float seconds) {
    w.view<position, const velocity>(entt::exclude<frozen>).each([=](position& p, const velocity& v) {
        p.x += v.x * seconds;
        p.y += v.y * seconds;
    });
}

void shoot(entt::registry& w, float seconds) {
    w.view<weapon, const position>().each([&](entt::entity e, weapon& gun, const position& p) {
        if ((gun.reload -= seconds) > 0) return;
        gun.reload = 0.5F;
        const entt::entity s = w.create();
        w.emplace<velocity>(s, 8.0F, 0.0F);
        w.emplace<shot>(s, e, 0.0F);
        w.emplace<position>(s, position(p));
    });
}

void hit(entt::registry& w, float seconds) {
    for (auto [e, s, p] : w.view<shot, const position>().each()) {
        if ((s.age += seconds) > 2) w.destroy(e);
    }
    w.view<const shot, const position>().each([&](entt::entity e, const shot& s, const position& p) {
        bool spent = false;
        w.view<health, const position>().each([&](entt::entity target, health& h, const position& at) {
            if (target == s.owner || (at.x - p.x) * (at.x - p.x) + (at.y - p.y) * (at.y - p.y) > 1) return;
            if (w.all_of<frozen>(target)) w.remove<frozen>(target);
            ++w.ctx().get<score>().hits;
            if (--h.points == 0) w.destroy(target);
            else if (h.points == 3) w.emplace<frozen>(target);
            spent = true;
        });
        if (spent) w.destroy(e);
    });
}

} // namespace

int main() {
    entt::registry w;
    w.ctx().emplace<score>();
    const auto make = [&w](position p, velocity v, health h) {
        const entt::entity e = w.create();
        w.emplace<position>(e, p);
        w.emplace<velocity>(e, v);
        w.emplace<health>(e, h);
        return e;
    };
    const entt::entity hero = make({0, 0}, {1, 0}, {});
    w.emplace<weapon>(hero);
    std::vector<entt::entity> enemies;
    for (int i = 0; i < 20; ++i) enemies.push_back(make({static_cast<float>(i), 0}, {}, {2}));
    if (auto* gun = w.try_get<weapon>(hero)) gun->reload = 0.25F;
    for (int frame = 0; frame < 300; ++frame) {
        move(w, 1.0F / 60);
        shoot(w, 1.0F / 60);
        hit(w, 1.0F / 60);
    }
    std::printf("%zu entities, %zu shots, %d hits, %d\n", w.storage<entt::entity>().free_list(), w.view<shot>().size(),
                w.ctx().get<score>().hits, static_cast<int>(w.valid(enemies.front())));
}
