#include "entt.hpp"

/// The game on EnTT with all that a thing has in one component: nothing is joined, and a walk goes along one array.
namespace bench {

namespace {

using namespace rules;
using rules::bullet; // not that of the other workloads
using rules::nth_bullet;

class by_kinds final : public contestant {
  public:
    explicit by_kinds(std::size_t n) : n_(n) {}

    void frame() override {
        fill();
        t_.begin();
        update_enemies();
        update_shots();
        update_bullets();
        for (const auto [e, f] : all_.view<fragment>().each()) {
            fall(f.at, f.speed, f.angle, f.spin);
            if (is_over(f.at, f.left)) all_.destroy(e);
        }
        for (const auto [e, s] : all_.view<spark>().each()) {
            drift(s.at, s.speed);
            if (is_over(s.at, s.left)) all_.destroy(e);
        }
        draw();
    }
    void show(digest& d) const override {
        state s(t_, d);
        for (const auto [e, x] : all_.view<const enemy>().each())
            s.add(x.at, x.mind.middle, static_cast<float>(x.mind.health));
        for (const auto [e, x] : all_.view<const shot>().each()) s.add(x.at, x.speed, 0);
        for (const auto [e, b] : all_.view<const bullet>().each()) s.add(b.at, b.speed, b.left);
        for (const auto [e, f] : all_.view<const fragment>().each()) s.add_unordered(f.at, f.speed, f.left);
        for (const auto [e, x] : all_.view<const spark>().each()) s.add_unordered(x.at, x.speed, x.left);
    }

  private:
    template <class T> void add(const T& x) { all_.emplace<T>(all_.create(), x); }
    template <class T> std::size_t count() { return all_.storage<T>().size(); }
    void fill() {
        while (count<shot>() < shots_of(n_)) add(nth_shot(t_.shots++));
        while (count<enemy>() < enemies_of(n_)) add(nth_enemy(t_.enemies++));
        while (count<bullet>() < bullets_of(n_)) add(nth_bullet(t_.bullets++));
    }
    void spray(vec at, int n, float fastest) {
        burst(t_, at, n, fastest, [this](const spark& s) { add(s); });
    }

    // (A walk may create entities, and destroy the one that it stands on.)
    void update_enemies() {
        near_.clear();
        for (const auto [e, x] : all_.view<enemy>().each()) {
            if (x.mind.is_shot()) {
                const vec at = x.at;
                all_.destroy(e);
                t_.score += 100;
                spray(at, 20, 120);
                scatter(t_, at, 6, [this](const fragment& f) { add(f); });
                continue;
            }
            if (x.mind.steer(x.at)) add(fired_by(x.at, t_));
            if (is_through(x.at)) all_.destroy(e);
            else near_.add(x.at, e);
        }
    }
    void update_shots() {
        auto& enemies = all_.storage<enemy>();
        for (const auto [e, s] : all_.view<shot>().each()) {
            s.at += s.speed * frame_time;
            bool spent = false;
            near_.each_near(s.at, enemy_reach, [&](entt::entity target) {
                enemies.get(target).mind.hit();
                spent = true;
            });
            if (spent) spray(s.at, 4, 90);
            if (spent || is_outside(s.at, 10)) all_.destroy(e);
        }
    }
    void update_bullets() {
        for (const auto [e, b] : all_.view<bullet>().each()) {
            b.at += b.speed * frame_time;
            const bool hits = is_near(b.at, t_.ship, ship_reach);
            if (hits) {
                ++t_.hits;
                spray(b.at, 4, 90);
            }
            if (is_over(b.at, b.left) || hits) all_.destroy(e);
        }
    }
    void draw() {
        for (const auto [e, x] : all_.view<const enemy>().each())
            if (!x.mind.is_shot()) t_.screen.dot(x.at, x.mind.light());
        for (const auto [e, s] : all_.view<const shot>().each()) t_.screen.dot(s.at, 3);
        for (const auto [e, b] : all_.view<const bullet>().each()) t_.screen.dot(b.at, b.light);
        for (const auto [e, f] : all_.view<const fragment>().each()) t_.screen.dot(f.at, light_of(f.angle));
        for (const auto [e, s] : all_.view<const spark>().each()) t_.screen.dot(s.at, s.light);
    }

    std::size_t n_;
    table t_;
    cells<entt::entity> near_;
    entt::registry all_;
};

} // namespace

entry frame_by_kinds() {
    return {"EnTT, one component a kind", kind::peer, false,
            [](std::size_t n) { return std::make_unique<by_kinds>(n); }};
}

} // namespace bench
