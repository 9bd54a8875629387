#include "cells.hpp"
#include "game.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

/// The game on a std::vector a kind: each is updated by a loop, and what is over is erased afterwards.
namespace bench {

namespace {

using namespace rules;
using rules::bullet; // not that of the other workloads
using rules::nth_bullet;

class by_vectors final : public contestant {
  public:
    explicit by_vectors(std::size_t n) : n_(n) {}

    void frame() override {
        fill();
        t_.begin();
        update_enemies();
        update_shots();
        update_bullets();
        for (fragment& f : fragments_) fall(f.at, f.speed, f.angle, f.spin);
        std::erase_if(fragments_, [](fragment& f) { return is_over(f.at, f.left); });
        for (spark& s : sparks_) drift(s.at, s.speed);
        std::erase_if(sparks_, [](spark& s) { return is_over(s.at, s.left); });
        draw();
    }
    void show(digest& d) const override {
        state s(t_, d);
        for (const enemy& e : enemies_) s.add(e.at, e.mind.middle, static_cast<float>(e.mind.health));
        for (const shot& x : shots_) s.add(x.at, x.speed, 0);
        for (const bullet& b : bullets_) s.add(b.at, b.speed, b.left);
        for (const fragment& f : fragments_) s.add_unordered(f.at, f.speed, f.left);
        for (const spark& x : sparks_) s.add_unordered(x.at, x.speed, x.left);
    }

  private:
    void fill() {
        while (shots_.size() < shots_of(n_)) shots_.push_back(nth_shot(t_.shots++));
        while (enemies_.size() < enemies_of(n_)) enemies_.push_back(nth_enemy(t_.enemies++));
        while (bullets_.size() < bullets_of(n_)) bullets_.push_back(nth_bullet(t_.bullets++));
    }
    void spray(vec at, int count, float fastest) {
        burst(t_, at, count, fastest, [this](const spark& s) { sparks_.push_back(s); });
    }
    void update_enemies() {
        for (enemy& e : enemies_) {
            if (e.mind.is_shot()) {
                t_.score += 100;
                spray(e.at, 20, 120);
                scatter(t_, e.at, 6, [this](const fragment& f) { fragments_.push_back(f); });
            } else if (e.mind.steer(e.at)) {
                bullets_.push_back(fired_by(e.at, t_));
            }
        }
        std::erase_if(enemies_, [](const enemy& e) { return e.mind.is_shot() || is_through(e.at); });
        near_.clear();
        for (std::uint32_t i = 0; i < enemies_.size(); ++i) near_.add(enemies_[i].at, i);
    }
    void update_shots() {
        std::erase_if(shots_, [this](shot& s) {
            s.at += s.speed * frame_time;
            bool spent = false;
            near_.each_near(s.at, enemy_reach, [&](std::uint32_t i) {
                enemies_[i].mind.hit();
                spent = true;
            });
            if (spent) spray(s.at, 4, 90);
            return spent || is_outside(s.at, 10);
        });
    }
    void update_bullets() {
        std::erase_if(bullets_, [this](bullet& b) {
            b.at += b.speed * frame_time;
            const bool hits = is_near(b.at, t_.ship, ship_reach);
            if (hits) {
                ++t_.hits;
                spray(b.at, 4, 90);
            }
            return is_over(b.at, b.left) || hits;
        });
    }
    void draw() {
        for (const enemy& e : enemies_)
            if (!e.mind.is_shot()) t_.screen.dot(e.at, e.mind.light());
        for (const shot& s : shots_) t_.screen.dot(s.at, 3);
        for (const bullet& b : bullets_) t_.screen.dot(b.at, b.light);
        for (const fragment& f : fragments_) t_.screen.dot(f.at, light_of(f.angle));
        for (const spark& s : sparks_) t_.screen.dot(s.at, s.light);
    }

    std::size_t n_;
    table t_;
    cells<std::uint32_t> near_;
    std::vector<enemy> enemies_;
    std::vector<shot> shots_;
    std::vector<bullet> bullets_;
    std::vector<fragment> fragments_;
    std::vector<spark> sparks_;
};

} // namespace

entry frame_by_vectors() {
    return {"std::vector and erase_if", kind::baseline, true,
            [](std::size_t n) { return std::make_unique<by_vectors>(n); }};
}

} // namespace bench
