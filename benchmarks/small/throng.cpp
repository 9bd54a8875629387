#include "small.hpp"

#include <throng/world/schedule.hpp>
#include <throng/world/world.hpp>

namespace bench {

namespace {

using namespace small;

class five {
  public:
    five() {
        for (std::size_t i = 0; i < entities; ++i) {
            const throng::entity e = world_.create(nth_position(i), nth_velocity(i));
            // (So that the component is known to the world.)
            world_.add<asleep>(e);
            world_.remove<asleep>(e);
        }
    }

    void move_by_each() {
        world_.query<position, const velocity>().each([](position& p, const velocity& v) { move(p, v); });
    }
    void move_by_range_for() {
        for (auto [e, p, v] : world_.query<position, const velocity>()) move(p, v);
    }
    void move_by_kept_query() {
        kept_.each([](position& p, const velocity& v) { move(p, v); });
    }
    void doze_by_each() {
        world_.query<asleep, const position>().each([](asleep& a, const position&) { doze(a); });
    }
    void doze_by_range_for() {
        for (auto [e, a, p] : world_.query<asleep, const position>()) doze(a);
    }

    void show(digest& d) const {
        world_.query<position>().each([&d](const position& p) { d.add(bench::hash_of(p)); });
    }

  protected:
    throng::world world_;
    decltype(world_.query<position, const velocity>()) kept_ = world_.query<position, const velocity>();
};

class systems_without_query : public five {
  public:
    systems_without_query() {
        for (std::size_t i = 0; i < systems; ++i) schedule_.add("count", [this] { ++runs_; });
    }
    void run() { schedule_.run(step_seconds); }
    void show(digest& d) const { d.add(runs_); }

  private:
    throng::schedule schedule_{world_};
    std::uint64_t runs_ = 0;
};

class systems_over_five : public five {
  public:
    systems_over_five() {
        for (std::size_t i = 0; i < systems; ++i)
            schedule_.add("move", kept_, [](position& p, const velocity& v) { move(p, v); });
    }
    void run() { schedule_.run(step_seconds); }

  private:
    throng::schedule schedule_{world_};
};

/// The game's entities, and what the three ways to play it have in common.
class game {
  public:
    game() {
        world_.create(ship_place, ship_speed, ship{0});
        for (std::uint32_t i = 0; i < rocks; ++i) world_.create(place_of(nth_rock(i)), speed_of_rock(i), nth_rock(i));
    }
    void show(digest& d) const {
        world_.query<position, rock>().each([&d](const position& p, const rock& r) { d.add(small::hash_of(p, r)); });
        world_.query<position, fuse>().each([&d](const position& p, const fuse& f) { d.add(small::hash_of(p, f)); });
        d.add(screen_.light);
    }

  protected:
    void fire(const position& from, ship& s) {
        for (; world_.count<fuse>() < shots; ++s.fired)
            world_.create(position(from), speed_of_shot(s.fired), nth_fuse(s.fired));
    }

    throng::world world_;
    picture screen_;
};

struct game_by_each : game {
    void frame() {
        world_.query<fuse>().each([this](throng::entity e, fuse& f) {
            if (burn(f)) world_.destroy(e);
        });
        world_.query<const position, ship>().each([this](const position& p, ship& s) { fire(p, s); });
        world_.query<position, const velocity>().each([](position& p, const velocity& v) { fly(p, v); });
        world_.query<const position, fuse>().each([this](const position& at, fuse& f) {
            world_.query<const position, rock>().each([&](const position& p, rock& r) { hit(at, f, p, r); });
        });
        world_.query<position, rock>().each([](position& p, rock& r) { mend(p, r); });
        world_.query<asleep>().each([](asleep& a) { doze(a); });
        world_.query<const position>().each([this](const position& p) { screen_.dot(p); });
    }
};

struct game_by_range_for : game {
    void frame() {
        for (auto [e, f] : world_.query<fuse>())
            if (burn(f)) world_.destroy(e);
        for (auto [e, p, s] : world_.query<const position, ship>()) fire(p, s);
        for (auto [e, p, v] : world_.query<position, const velocity>()) fly(p, v);
        for (auto [e, at, f] : world_.query<const position, fuse>())
            for (auto [t, p, r] : world_.query<const position, rock>()) hit(at, f, p, r);
        for (auto [e, p, r] : world_.query<position, rock>()) mend(p, r);
        for (auto [e, a] : world_.query<asleep>()) doze(a);
        for (auto [e, p] : world_.query<const position>()) screen_.dot(p);
    }
};

class game_by_schedule : public game {
  public:
    game_by_schedule() {
        schedule_.add("burn", world_.query<fuse>(), [this](throng::entity e, fuse& f) {
            if (burn(f)) world_.destroy(e);
        });
        schedule_.add("fire", world_.query<const position, ship>(), [this](const position& p, ship& s) { fire(p, s); });
        schedule_.add("fly", world_.query<position, const velocity>(),
                      [](position& p, const velocity& v) { fly(p, v); });
        schedule_.add("hit", world_.query<const position, fuse>(),
                      [those = world_.query<const position, rock>()](const position& at, fuse& f) {
                          those.each([&](const position& p, rock& r) { hit(at, f, p, r); });
                      });
        schedule_.add("mend", world_.query<position, rock>(), [](position& p, rock& r) { mend(p, r); });
        schedule_.add("doze", world_.query<asleep>(), [](asleep& a) { doze(a); });
        schedule_.add("draw", world_.query<const position>(), [this](const position& p) { screen_.dot(p); });
    }
    void frame() { schedule_.run(step_seconds); }

  private:
    throng::schedule schedule_{world_};
};

} // namespace

entrants small_by_throng() {
    return {
        repeats<five, &five::move_by_each>("small-five", "throng::world each", kind::ours),
        repeats<five, &five::move_by_range_for>("small-five", "throng::world range-for", kind::ours),
        repeats<five, &five::move_by_kept_query>("small-five", "throng::world each, query kept", kind::ours),
        repeats<five, &five::doze_by_each>("small-none", "throng::world each", kind::ours),
        repeats<five, &five::doze_by_range_for>("small-none", "throng::world range-for", kind::ours),
        repeats<systems_without_query, &systems_without_query::run>("small-system", "throng::schedule", kind::ours),
        repeats<systems_over_five, &systems_over_five::run>("small-system-five", "throng::schedule", kind::ours),
        repeats<game_by_each, &game_by_each::frame>("small-frame", "throng::world each", kind::ours),
        repeats<game_by_range_for, &game_by_range_for::frame>("small-frame", "throng::world range-for", kind::ours),
        repeats<game_by_schedule, &game_by_schedule::frame>("small-frame", "throng::schedule", kind::ours),
    };
}

} // namespace bench
