/// The game of game.hpp on EnTT: systems in an organizer's place are a vector of functions, hooks are signals.
#include <cstdio>
#include <entt/entt.hpp>
#include <functional>
#include <string>
#include <utility>
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
struct label {
    std::string text;
};

struct game {
    entt::registry w;
    std::vector<std::pair<const char*, std::function<void(float)>>> systems;
    int hits = 0;
    int dead = 0;
    int shots = 0;
    float thaw = 0;

    void removed(entt::registry& r, entt::entity e) { dead += static_cast<int>(r.get<health>(e).points <= 0); }
    void added(entt::registry&, entt::entity) { ++shots; }
    void set(entt::registry&, entt::entity) { ++hits; }

    game() {
        w.on_destroy<health>().connect<&game::removed>(*this);
        w.on_construct<shot>().connect<&game::added>(*this);
        w.on_update<health>().connect<&game::set>(*this);
        systems.emplace_back("moving", [this](float t) {
            w.view<position, const velocity>(entt::exclude<frozen>).each([t](position& p, const velocity& v) {
                p.x += v.x * t;
                p.y += v.y * t;
            });
        });
        systems.emplace_back("shooting", [this](float t) {
            w.view<weapon, const position>().each([this, t](entt::entity e, weapon& gun, const position& p) {
                if ((gun.reload -= t) > 0) return;
                gun.reload = 0.5F;
                const entt::entity s = w.create();
                w.emplace<velocity>(s, 8.0F, 0.0F);
                w.emplace<shot>(s, e, 0.0F);
                w.emplace<position>(s, position(p));
            });
        });
        systems.emplace_back("ageing", [this](float t) {
            w.view<shot>().each([this, t](entt::entity e, shot& s) {
                if ((s.age += t) > 2) w.destroy(e);
            });
        });
        systems.emplace_back("hitting", [this](float) {
            w.view<const shot, const position>().each(
                [this](entt::entity e, const shot& s, const position& p) { hit(e, s.owner, p); });
        });
        systems.emplace_back("thawing", [this](float t) {
            if ((thaw += t) < 1) return;
            thaw = 0;
            w.view<frozen>().each([this](entt::entity e) { w.remove<frozen>(e); });
        });
        for (int i = 0; i < 20; ++i) make({static_cast<float>(i), 0}, {2}, "enemy " + std::to_string(i));
        w.emplace<weapon>(make({0, 0}, {}, "hero"));
    }
    entt::entity make(position p, health h, std::string name) {
        const entt::entity e = w.create();
        w.emplace<position>(e, p);
        w.emplace<velocity>(e);
        w.emplace<health>(e, h);
        w.emplace<label>(e, std::move(name));
        return e;
    }
    void hit(entt::entity e, entt::entity owner, position p) {
        bool spent = false;
        w.view<const health, const position>().each([&](entt::entity target, const health& h, const position& at) {
            if (target == owner || (at.x - p.x) * (at.x - p.x) + (at.y - p.y) * (at.y - p.y) > 1) return;
            w.emplace_or_replace<frozen>(target);
            w.replace<health>(target, h.points - 1);
            if (const health* left = w.try_get<health>(target); left != nullptr && left->points <= 0) w.destroy(target);
            spent = true;
        });
        if (spent) w.destroy(e);
    }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) {
            for (const auto& [name, f] : systems) f(1.0F / 60);
        }
    }
    void report() {
        std::printf("%zu entities, %d shots, %d hits, %d dead\n", w.storage<entt::entity>().free_list(), shots, hits,
                    dead);
    }
};

} // namespace

int main() {
    game g;
    g.run(300);
    g.report();
}
