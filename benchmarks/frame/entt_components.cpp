#include "entt.hpp"

/// The game as EnTT's documents build one: entities of small components, and a system for each thing that happens.
namespace bench {

namespace {

using namespace rules;
using rules::bullet; // not that of the other workloads
using rules::nth_bullet;

struct position {
    vec at;
};
struct velocity {
    vec speed;
};
struct life {
    float left;
};
struct glow {
    std::uint32_t light;
};
struct tumble {
    float angle;
    float spin;
};
// What an entity is.
struct is_shot {};
struct is_bullet {};
struct is_fragment {};
struct is_spark {};

class by_components final : public contestant {
  public:
    explicit by_components(std::size_t n) : n_(n) {}

    void frame() override {
        fill();
        t_.begin();
        update_enemies();
        update_shots();
        update_bullets();
        update_effects();
        draw();
    }
    void show(digest& d) const override {
        state s(t_, d);
        for (const auto [e, p, m] : all_.view<const position, const pilot>().each())
            s.add(p.at, m.middle, static_cast<float>(m.health));
        for (const auto [e, p, v] : all_.view<const position, const velocity, const is_shot>().each())
            s.add(p.at, v.speed, 0);
        for (const auto [e, p, v, l] : all_.view<const position, const velocity, const life, const is_bullet>().each())
            s.add(p.at, v.speed, l.left);
        for (const auto [e, p, v, l] :
             all_.view<const position, const velocity, const life>(entt::exclude<is_bullet>).each())
            s.add_unordered(p.at, v.speed, l.left);
    }

  private:
    template <class What> entt::entity flying(vec at, vec speed) {
        const entt::entity e = all_.create();
        all_.emplace<position>(e, at);
        all_.emplace<velocity>(e, speed);
        all_.emplace<What>(e);
        return e;
    }
    void add(const bullet& b) {
        const entt::entity e = flying<is_bullet>(b.at, b.speed);
        all_.emplace<life>(e, b.left);
        all_.emplace<glow>(e, b.light);
    }
    void add(const spark& s) {
        const entt::entity e = flying<is_spark>(s.at, s.speed);
        all_.emplace<life>(e, s.left);
        all_.emplace<glow>(e, s.light);
    }
    void add(const fragment& f) {
        const entt::entity e = flying<is_fragment>(f.at, f.speed);
        all_.emplace<life>(e, f.left);
        all_.emplace<tumble>(e, f.angle, f.spin);
    }
    template <class T> std::size_t count() { return all_.storage<T>().size(); }
    void fill() {
        while (count<is_shot>() < shots_of(n_)) {
            const shot s = nth_shot(t_.shots++);
            flying<is_shot>(s.at, s.speed);
        }
        while (count<pilot>() < enemies_of(n_)) {
            const enemy x = nth_enemy(t_.enemies++);
            const entt::entity e = all_.create();
            all_.emplace<position>(e, x.at);
            all_.emplace<pilot>(e, x.mind);
        }
        while (count<is_bullet>() < bullets_of(n_)) add(nth_bullet(t_.bullets++));
    }
    void spray(vec at, int n, float fastest) {
        burst(t_, at, n, fastest, [this](const spark& s) { add(s); });
    }

    // (A walk may create entities, and destroy the one that it stands on.)
    void update_enemies() {
        near_.clear();
        for (const auto [e, p, m] : all_.view<position, pilot>().each()) {
            if (m.is_shot()) {
                const vec at = p.at;
                all_.destroy(e);
                t_.score += 100;
                spray(at, 20, 120);
                scatter(t_, at, 6, [this](const fragment& f) { add(f); });
                continue;
            }
            if (m.steer(p.at)) add(fired_by(p.at, t_));
            if (is_through(p.at)) all_.destroy(e);
            else near_.add(p.at, e);
        }
    }
    void update_shots() {
        auto& pilots = all_.storage<pilot>();
        for (const auto [e, p, v] : all_.view<position, const velocity, const is_shot>().each()) {
            p.at += v.speed * frame_time;
            bool spent = false;
            near_.each_near(p.at, enemy_reach, [&](entt::entity target) {
                pilots.get(target).hit();
                spent = true;
            });
            if (spent) spray(p.at, 4, 90);
            if (spent || is_outside(p.at, 10)) all_.destroy(e);
        }
    }
    void update_bullets() {
        for (const auto [e, p, v, l] : all_.view<position, const velocity, life, const is_bullet>().each()) {
            p.at += v.speed * frame_time;
            const bool hits = is_near(p.at, t_.ship, ship_reach);
            if (hits) {
                ++t_.hits;
                spray(p.at, 4, 90);
            }
            if (is_over(p.at, l.left) || hits) all_.destroy(e);
        }
    }
    void update_effects() {
        for (const auto [e, p, v, l, f] : all_.view<position, velocity, life, tumble>().each()) {
            fall(p.at, v.speed, f.angle, f.spin);
            if (is_over(p.at, l.left)) all_.destroy(e);
        }
        for (const auto [e, p, v, l] : all_.view<position, velocity, life, const is_spark>().each()) {
            drift(p.at, v.speed);
            if (is_over(p.at, l.left)) all_.destroy(e);
        }
    }
    void draw() {
        for (const auto [e, p, m] : all_.view<const position, const pilot>().each())
            if (!m.is_shot()) t_.screen.dot(p.at, m.light());
        for (const auto [e, p] : all_.view<const position, const is_shot>().each()) t_.screen.dot(p.at, 3);
        for (const auto [e, p, g] : all_.view<const position, const glow, const is_bullet>().each())
            t_.screen.dot(p.at, g.light);
        for (const auto [e, p, f] : all_.view<const position, const tumble>().each())
            t_.screen.dot(p.at, light_of(f.angle));
        for (const auto [e, p, g] : all_.view<const position, const glow, const is_spark>().each())
            t_.screen.dot(p.at, g.light);
    }

    std::size_t n_;
    table t_;
    cells<entt::entity> near_;
    entt::registry all_;
};

} // namespace

entry frame_by_components() {
    return {"EnTT, small components", kind::peer, false,
            [](std::size_t n) { return std::make_unique<by_components>(n); }};
}

std::vector<entry> frames_by_entt() { return {frame_by_components(), frame_by_kinds()}; }

} // namespace bench
