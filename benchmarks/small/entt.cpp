#include "small.hpp"

#include <entt/entt.hpp>
#include <vector>

namespace bench {

namespace {

using namespace small;

class five {
  public:
    five() {
        for (std::size_t i = 0; i < entities; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, nth_position(i));
            registry_.emplace<velocity>(e, nth_velocity(i));
        }
    }

    void move_by_each() {
        registry_.view<position, const velocity>().each([](position& p, const velocity& v) { move(p, v); });
    }
    void move_by_range_for() {
        for (auto [e, p, v] : registry_.view<position, const velocity>().each()) move(p, v);
    }
    void move_by_kept_view() {
        kept_.each([](position& p, const velocity& v) { move(p, v); });
    }
    void doze_by_each() {
        registry_.view<asleep, const position>().each([](asleep& a, const position&) { doze(a); });
    }
    void doze_by_range_for() {
        for (auto [e, a, p] : registry_.view<asleep, const position>().each()) doze(a);
    }

    void show(digest& d) const {
        for (const auto [e, p] : registry_.view<const position>().each()) d.add(bench::hash_of(p));
    }

  protected:
    entt::registry registry_;
    /// (So that the component is known to the registry.)
    [[maybe_unused]] const std::size_t sleepers_ = registry_.storage<asleep>().size();
    entt::view<entt::get_t<position, const velocity>> kept_ = registry_.view<position, const velocity>();
};

/// The systems of an organizer, run in the order of its graph.
class organized {
  public:
    template <auto System> void add() { organizer_.emplace<System>(); }
    void add(entt::organizer::function_type* f, const void* payload) { organizer_.emplace(f, payload); }
    void prepare(entt::registry& r) {
        graph_ = organizer_.graph();
        for (auto& v : graph_) v.prepare(r);
    }
    void run(entt::registry& r) const {
        for (const auto& v : graph_) v.callback()(v.data(), r);
    }

  private:
    entt::organizer organizer_;
    std::vector<entt::organizer::vertex> graph_;
};

class systems_without_view : public five {
  public:
    systems_without_view() {
        for (std::size_t i = 0; i < systems; ++i)
            all_.add([](const void* runs, entt::registry&) { ++**static_cast<std::uint64_t* const*>(runs); },
                     &counted_);
        all_.prepare(registry_);
    }
    systems_without_view(const systems_without_view&) = delete;
    systems_without_view& operator=(const systems_without_view&) = delete;
    void run() { all_.run(registry_); }
    void show(digest& d) const { d.add(runs_); }

  private:
    organized all_;
    std::uint64_t runs_ = 0;
    std::uint64_t* counted_ = &runs_;
};

void move_all(entt::view<entt::get_t<position, const velocity>> all) {
    all.each([](position& p, const velocity& v) { move(p, v); });
}

class systems_over_five : public five {
  public:
    systems_over_five() {
        for (std::size_t i = 0; i < systems; ++i) all_.add<&move_all>();
        all_.prepare(registry_);
    }
    void run() { all_.run(registry_); }

  private:
    organized all_;
};

void fire(entt::registry& r, const position& from, ship& s) {
    for (; r.storage<fuse>().size() < shots; ++s.fired) {
        const position at = from; // (an addition may move the component)
        const entt::entity e = r.create();
        r.emplace<position>(e, at);
        r.emplace<velocity>(e, speed_of_shot(s.fired));
        r.emplace<fuse>(e, nth_fuse(s.fired));
    }
}

class game {
  public:
    game() {
        const entt::entity own = registry_.create();
        registry_.emplace<position>(own, ship_place);
        registry_.emplace<velocity>(own, ship_speed);
        registry_.emplace<ship>(own, 0U);
        for (std::uint32_t i = 0; i < rocks; ++i) {
            const entt::entity e = registry_.create();
            registry_.emplace<position>(e, place_of(nth_rock(i)));
            registry_.emplace<velocity>(e, speed_of_rock(i));
            registry_.emplace<rock>(e, nth_rock(i));
        }
        registry_.storage<fuse>();
        registry_.storage<asleep>();
    }
    void show(digest& d) const {
        for (const auto [e, p, r] : registry_.view<const position, const rock>().each()) d.add(small::hash_of(p, r));
        for (const auto [e, p, f] : registry_.view<const position, const fuse>().each()) d.add(small::hash_of(p, f));
        d.add(screen().light);
    }

  protected:
    [[nodiscard]] picture& screen() { return screen_; }
    [[nodiscard]] const picture& screen() const { return screen_; }

    entt::registry registry_;
    picture& screen_ = registry_.ctx().emplace<picture>();
};

struct game_by_each : game {
    void frame() {
        registry_.view<fuse>().each([this](entt::entity e, fuse& f) {
            if (burn(f)) registry_.destroy(e);
        });
        registry_.view<const position, ship>().each([this](const position& p, ship& s) { fire(registry_, p, s); });
        registry_.view<position, const velocity>().each([](position& p, const velocity& v) { fly(p, v); });
        registry_.view<const position, fuse>().each([this](const position& at, fuse& f) {
            registry_.view<const position, rock>().each([&](const position& p, rock& r) { hit(at, f, p, r); });
        });
        registry_.view<position, rock>().each([](position& p, rock& r) { mend(p, r); });
        registry_.view<asleep>().each([](asleep& a) { doze(a); });
        registry_.view<const position>().each([this](const position& p) { screen_.dot(p); });
    }
};

struct game_by_range_for : game {
    void frame() {
        for (auto [e, f] : registry_.view<fuse>().each())
            if (burn(f)) registry_.destroy(e);
        for (auto [e, p, s] : registry_.view<const position, ship>().each()) fire(registry_, p, s);
        for (auto [e, p, v] : registry_.view<position, const velocity>().each()) fly(p, v);
        for (auto [e, at, f] : registry_.view<const position, fuse>().each())
            for (auto [t, p, r] : registry_.view<const position, rock>().each()) hit(at, f, p, r);
        for (auto [e, p, r] : registry_.view<position, rock>().each()) mend(p, r);
        for (auto [e, a] : registry_.view<asleep>().each()) doze(a);
        for (auto [e, p] : registry_.view<const position>().each()) screen_.dot(p);
    }
};

template <class... Ts> using view = entt::view<entt::get_t<Ts...>>;

void burn_all(view<fuse> all, entt::registry& r) {
    all.each([&r](entt::entity e, fuse& f) {
        if (burn(f)) r.destroy(e);
    });
}
void fire_all(view<const position, ship> all, entt::registry& r) {
    all.each([&r](const position& p, ship& s) { fire(r, p, s); });
}
void fly_all(view<position, const velocity> all) {
    all.each([](position& p, const velocity& v) { fly(p, v); });
}
void hit_all(view<const position, fuse> all, view<const position, rock> those) {
    all.each(
        [&those](const position& at, fuse& f) { those.each([&](const position& p, rock& r) { hit(at, f, p, r); }); });
}
void mend_all(view<position, rock> all) {
    all.each([](position& p, rock& r) { mend(p, r); });
}
void doze_all(view<asleep> all) {
    all.each([](asleep& a) { doze(a); });
}
void draw_all(view<const position> all, picture& screen) {
    all.each([&screen](const position& p) { screen.dot(p); });
}

class game_by_organizer : public game {
  public:
    game_by_organizer() {
        all_.add<&burn_all>();
        all_.add<&fire_all>();
        all_.add<&fly_all>();
        all_.add<&hit_all>();
        all_.add<&mend_all>();
        all_.add<&doze_all>();
        all_.add<&draw_all>();
        all_.prepare(registry_);
    }
    void frame() { all_.run(registry_); }

  private:
    organized all_;
};

} // namespace

entrants small_by_entt() {
    return {
        repeats<five, &five::move_by_each>("small-five", "EnTT each", kind::peer),
        repeats<five, &five::move_by_range_for>("small-five", "EnTT range-for", kind::peer),
        repeats<five, &five::move_by_kept_view>("small-five", "EnTT each, view kept", kind::peer),
        repeats<five, &five::doze_by_each>("small-none", "EnTT each", kind::peer),
        repeats<five, &five::doze_by_range_for>("small-none", "EnTT range-for", kind::peer),
        repeats<systems_without_view, &systems_without_view::run>("small-system", "EnTT organizer", kind::peer),
        repeats<systems_over_five, &systems_over_five::run>("small-system-five", "EnTT organizer", kind::peer),
        repeats<game_by_each, &game_by_each::frame>("small-frame", "EnTT each", kind::peer),
        repeats<game_by_range_for, &game_by_range_for::frame>("small-frame", "EnTT range-for", kind::peer),
        repeats<game_by_organizer, &game_by_organizer::frame>("small-frame", "EnTT organizer", kind::peer),
    };
}

} // namespace bench
