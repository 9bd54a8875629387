#pragma once

#include <throng/world/description.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

#include <cstdio>
#include <string>

/// The game of the rows `systems`, `json` and `inspector` of `./bench compile`: world.cpp with systems and hooks.
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
struct label {
    std::string text;
};

struct game {
    throng::world w;
    throng::schedule systems{w};
    int hits = 0;
    int dead = 0;
    int shots = 0;

    game() {
        w.on_remove<health>([this](throng::entity, health& h) { dead += static_cast<int>(h.points <= 0); });
        w.on_add<shot>([this](throng::entity, shot&) { ++shots; });
        w.on_set<health>(
            [this](throng::entity, health& now, const health& before) { hits += before.points - now.points; });
        systems.add("moving", w.query<position, const velocity>(throng::none_of<frozen>),
                    [](throng::system_step t, position& p, const velocity& v) {
                        p.x += v.x * static_cast<float>(t.seconds);
                        p.y += v.y * static_cast<float>(t.seconds);
                    });
        systems.add("shooting", w.query<weapon, const position>(),
                    [this](throng::system_step t, throng::entity e, weapon& gun, const position& p) {
                        if ((gun.reload -= static_cast<float>(t.seconds)) > 0) return;
                        gun.reload = 0.5F;
                        w.create(position(p), velocity{8, 0}, shot{e, 0});
                    });
        systems.add("ageing", w.query<shot>(), [this](throng::system_step t, throng::entity e, shot& s) {
            if ((s.age += static_cast<float>(t.seconds)) > 2) w.destroy(e);
        });
        systems.add("hitting", w.query<const shot, const position>(),
                    [this](throng::entity e, const shot& s, const position& p) { hit(e, s.owner, p); });
        systems.add("thawing", [this] { w.remove_all<frozen>(); }).interval(1);
        for (int i = 0; i < 20; ++i)
            w.create(position{static_cast<float>(i), 0}, velocity{}, health{2}, label{"enemy " + std::to_string(i)});
        w.create(position{0, 0}, velocity{1, 0}, health{}, weapon{}, label{"hero"});
    }
    void hit(throng::entity e, throng::entity owner, position p) {
        w.query<const health, const position>().each([&](throng::entity target, const health& h, const position& at) {
            if (target == owner || (at.x - p.x) * (at.x - p.x) + (at.y - p.y) * (at.y - p.y) > 1) return;
            w.add<frozen>(target);
            w.set(target, health{h.points - 1});
            if (const health* left = w.try_get<health>(target); left != nullptr && left->points <= 0) w.destroy(target);
            w.destroy(e);
        });
    }
    void run(int frames) {
        for (int i = 0; i < frames; ++i) systems.run(1.0 / 60);
    }
    void report() const { std::printf("%zu entities, %d shots, %d hits, %d dead\n", w.size(), shots, hits, dead); }
};

} // namespace
