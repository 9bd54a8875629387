#include "game.hpp"

#include <throng/bag.hpp>
#include <throng/entity/any_entity.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>

#include <cstddef>
#include <memory>

/// The game as examples/shooter has it: a collection a kind, whose elements update and draw themselves, in layers; and
/// what can be hit is in a grid.
namespace bench {

namespace {

class by_throng;

struct step {
    double seconds = 0;
    by_throng* world = nullptr;
};

struct bullet : rules::bullet {
    inline void update(const step& s);
    void draw(rules::picture& p) const { p.dot(at, light); }
    [[nodiscard]] bool expired() const { return left <= 0; }
};

struct shot : rules::shot {
    bool spent = false;

    inline void update(const step& s);
    void draw(rules::picture& p) const { p.dot(at, 3); }
    [[nodiscard]] bool expired() const { return spent || rules::is_outside(at, 10); }
};

struct enemy : rules::enemy {
    throng::grid_hook<> place;

    inline void update(const step& s);
    void draw(rules::picture& p) const { p.dot(at, mind.light()); }
    [[nodiscard]] bool expired() const { return mind.is_shot() || rules::is_through(at); }
};

struct fragment : rules::fragment {
    void update(const step&) {
        rules::fall(at, speed, angle, spin);
        if (rules::is_over(at, left)) left = 0;
    }
    void draw(rules::picture& p) const { p.dot(at, rules::light_of(angle)); }
    [[nodiscard]] bool expired() const { return left <= 0; }
};

struct spark : rules::spark {
    void update(const step&) {
        rules::drift(at, speed);
        if (rules::is_over(at, left)) left = 0;
    }
    void draw(rules::picture& p) const { p.dot(at, light); }
    [[nodiscard]] bool expired() const { return left <= 0; }
};

/// Stands in a layer for a collection that is a member of the game.
template <class Collection> struct shown {
    Collection* what;

    void update(const step& s) { what->update(s); }
    void draw(rules::picture& p) { what->draw(p); }
};

enum class on { enemies, bullets, effects, count };

class by_throng final : public contestant {
  public:
    explicit by_throng(std::size_t n) : n_(n) {
        layers_.add(on::enemies, shown{&enemies_});
        layers_.add(on::bullets, shown{&shots_});
        layers_.add(on::bullets, shown{&bullets_});
        layers_.add(on::effects, shown{&fragments_});
        layers_.add(on::effects, shown{&sparks_});
        enemies_.on_expired([this](const enemy& e) {
            if (!e.mind.is_shot()) return;
            t.score += 100;
            spray(e.at, 20, 120);
            rules::scatter(t, e.at, 6, [this](const rules::fragment& f) { fragments_.push_back({f}); });
        });
    }

    void frame() override {
        while (shots_.size() < rules::shots_of(n_)) shots_.push_back({rules::nth_shot(t.shots++)});
        while (enemies_.size() < rules::enemies_of(n_)) {
            enemy* const e = enemies_.push_back({rules::nth_enemy(t.enemies++), {}});
            targets.insert(*e, e->at.x, e->at.y);
        }
        while (bullets_.size() < rules::bullets_of(n_)) bullets_.push_back({rules::nth_bullet(t.bullets++)});
        t.begin();
        layers_.update(step{1.0 / 60, this});
        layers_.draw(t.screen);
    }
    void show(digest& d) const override {
        rules::state s(t, d);
        for (const enemy& e : enemies_) s.add(e.at, e.mind.middle, static_cast<float>(e.mind.health));
        for (const shot& x : shots_) s.add(x.at, x.speed, 0);
        for (const bullet& b : bullets_) s.add(b.at, b.speed, b.left);
        for (const fragment& f : fragments_) s.add_unordered(f.at, f.speed, f.left);
        for (const spark& x : sparks_) s.add_unordered(x.at, x.speed, x.left);
    }

    void spray(rules::vec at, int count, float fastest) {
        rules::burst(t, at, count, fastest, [this](const rules::spark& s) { sparks_.push_back({s}); });
    }
    void fire(rules::vec at) { bullets_.push_back({rules::fired_by(at, t)}); }

    rules::table t;
    throng::grid<enemy, &enemy::place> targets{32};

  private:
    std::size_t n_;
    throng::entity_pool<spark> sparks_;
    throng::entity_bag<fragment> fragments_;
    throng::entity_list<enemy> enemies_;
    throng::entity_list<bullet> bullets_;
    throng::entity_list<shot> shots_;
    throng::layers<on, throng::any_entity<rules::picture, step>> layers_;
};

inline void bullet::update(const step& s) {
    at += speed * rules::frame_time;
    if (rules::is_over(at, left)) left = 0;
    if (!rules::is_near(at, s.world->t.ship, rules::ship_reach)) return;
    ++s.world->t.hits;
    s.world->spray(at, 4, 90);
    left = 0;
}

inline void shot::update(const step& s) {
    at += speed * rules::frame_time;
    for (enemy& e : s.world->targets.in_circle(at.x, at.y, rules::enemy_reach)) {
        e.mind.hit();
        spent = true;
    }
    if (spent) s.world->spray(at, 4, 90);
}

inline void enemy::update(const step& s) {
    if (mind.steer(at)) s.world->fire(at);
    s.world->targets.move(*this, at.x, at.y);
}

} // namespace

entry frame_by_throng() {
    return {"throng::layers, entity lists, grid", kind::ours, true,
            [](std::size_t n) { return std::make_unique<by_throng>(n); }};
}

} // namespace bench
