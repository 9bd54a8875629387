#include "actor.hpp"
#include "articles.hpp"

#include <throng/pool.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// BulletManager: a fixed number of bullets, which are used again. Half of them fly.
namespace bench {

namespace {

constexpr std::size_t room_for_each = 2;

/// All bullets are there from the beginning. Which are active, each says itself; the numbers of the others are on a
/// stack.
class bullet_manager {
  public:
    explicit bullet_manager(std::size_t n) : bullets_(n * room_for_each) {
        free_.reserve(bullets_.size());
        for (std::size_t i = 0; i < bullets_.size(); ++i) free_.push_back(static_cast<std::uint32_t>(i));
    }
    void add(std::uint64_t i) {
        if (free_.empty()) return;
        bullets_[free_.back()] = {actor(i), true};
        free_.pop_back();
    }
    [[nodiscard]] std::size_t size() const { return bullets_.size() - free_.size(); }
    void update() {
        for (std::size_t i = 0; i < bullets_.size(); ++i) {
            bullet& b = bullets_[i];
            if (!b.active) continue;
            b.is.update(frame_time);
            if (!b.is.expired()) continue;
            b.active = false;
            free_.push_back(static_cast<std::uint32_t>(i));
        }
    }
    void draw(screen& s) const {
        each([&s](const actor& t) { t.draw(s); });
    }
    template <class F> void each(F f) const {
        for (const bullet& b : bullets_)
            if (b.active) f(b.is);
    }

  private:
    struct bullet {
        actor is{0};
        bool active = false;
    };
    std::vector<bullet> bullets_;
    std::vector<std::uint32_t> free_;
};

class pool_of_bullets {
  public:
    explicit pool_of_bullets(std::size_t n) : all_(throng::fixed_capacity{n * room_for_each}) {}
    void add(std::uint64_t i) { all_.emplace(i); }
    [[nodiscard]] std::size_t size() const { return all_.size(); }
    template <class F> void each(F f) const { all_.each(f); }

  protected:
    throng::pool<actor> all_;
};

struct pool_by_range_for : pool_of_bullets {
    using pool_of_bullets::pool_of_bullets;
    void update() {
        for (actor& t : all_) {
            t.update(frame_time);
            if (t.expired()) all_.remove(t);
        }
    }
    void draw(screen& s) {
        for (const actor& t : all_) t.draw(s);
    }
};

struct pool_by_update : pool_of_bullets {
    using pool_of_bullets::pool_of_bullets;
    void update() {
        all_.update([](actor& t) {
            t.update(frame_time);
            return !t.expired();
        });
    }
    void draw(screen& s) {
        all_.each([&s](const actor& t) { t.draw(s); });
    }
};

} // namespace

workload article_bullets() {
    return {
        .name = "articles-bullets",
        .title = "half of a fixed number of bullets fly; one in forty expires, another is shot, and all are drawn",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<article_game<pool_by_range_for>>("throng::pool range-for", kind::ours, false),
                article_entry<article_game<pool_by_update>>("throng::pool update, each", kind::ours, false),
                article_entry<article_game<bullet_manager>>("BulletManager", kind::baseline, false),
            },
    };
}

} // namespace bench
