#include "game.hpp"

#include <bit>

namespace shooter {

game::game(std::uint64_t seed, std::size_t stressed) : random(seed), stress(stressed) {
    sparks.max_capacity(most_particles);
    sparks.reserve(most_particles); // nothing is allocated in the midst of a fight
    for (int i = 0; i < 220; ++i) {
        stars.push_back(
            star{{random.between(0, field_width), random.between(0, field_height)}, random.between(0.15F, 1)});
    }
    layers.add(on::background, shown{&stars});
    layers.add(on::enemies, shown{&coming});
    layers.add(on::enemies, shown{&enemies});
    layers.add(on::enemies, shown{&boss});
    layers.add(on::ship, shown{&ship});
    layers.add(on::bullets, shown{&shots});
    layers.add(on::bullets, shown{&missiles});
    layers.add(on::bullets, shown{&bullets});
    layers.add(on::effects, shown{&pieces});
    layers.add(on::effects, shown{&sparks});
    layers.add(on::hud, shown{&display});

    // Called exactly once for each enemy that is shot. Enemies that have flown by end quietly.
    enemies.on_expired([this](enemy& e) {
        if (e.health <= 0) blow_up(e, 100, color{120, 150, 110});
    });
    boss.on_remove([this](boss_part& part) {
        blow_up(part, part.plays == boss_part::role::core ? 5000 : 300, color{130, 110, 150});
    });
}

void game::update(double seconds, const controls& wanted) {
    ++frames;
    ship.wanted = wanted;
    while (bullets.size() < stress) {
        const vec flies = in_any_direction(random, 15, 45);
        bullets.push_back(bullet{{random.between(0, field_width), random.between(0, field_height)},
                                 flies,
                                 random.between(2, 6),
                                 static_cast<bullet::color_of>(random.below(3))});
    }
    layers.update(step{seconds, this});
}

void game::draw(canvas& c) {
    c.fill({8, 8, 24}, {20, 12, 40});
    display.world = this;
    layers.draw(c);
}

void game::paused(bool p) {
    layers.enabled(!p);
    layers[on::hud].enabled(true);
}

void game::blow_up(const target& t, int worth, color body) {
    score += static_cast<std::uint64_t>(worth);
    const int large = static_cast<int>(t.radius);
    burst(sparks, random, t.at, 2 * large, 60 + 4 * t.radius, color{255, 190, 90});
    scatter(pieces, random, t.at, large / 2, body);
}

target* game::find(const target_reference& to) {
    if (enemy* const e = enemies.get(to.of_enemy); e != nullptr && !e->expired()) return e;
    if (boss_part* const p = boss.get(to.of_part); p != nullptr && !p->expired()) return p;
    return nullptr;
}

target_reference game::reference_to(const target& t) {
    if (t.is == target::kind::enemy) return {enemies.handle_of(static_cast<const enemy&>(t)), {}};
    return {{}, boss.handle_of(static_cast<const boss_part&>(t))};
}

namespace {

std::vector<game_state::place> places_in(game& g) {
    std::vector<game_state::place> all;
    for (const target& t : g.targets) {
        const auto at = g.targets.position(t);
        all.push_back({g.reference_to(t), {at.x, at.y}});
    }
    return all;
}

} // namespace

game_state::game_state(game& g)
    : places(places_in(g)),
      random(g.random),
      frames(g.frames),
      score(g.score),
      ship(g.ship),
      coming(g.coming),
      bullets_time_scale(g.layers[on::bullets].time_scale()),
      stars(g.stars),
      enemies(g.enemies),
      boss(g.boss),
      bullets(g.bullets),
      shots(g.shots),
      missiles(g.missiles),
      sparks(g.sparks),
      pieces(g.pieces) {}

std::size_t game_state::memory() const {
    return sizeof *this + stars.memory() + enemies.memory() + boss.memory() + bullets.memory() + shots.memory() +
           missiles.memory() + sparks.memory() + pieces.memory() + places.capacity() * sizeof(place);
}

bool game::load(const game_state& then) {
    if (stars.is_walked() || enemies.is_walked() || boss.is_walked() || bullets.is_walked() || shots.is_walked() ||
        missiles.is_walked() || sparks.is_walked() || pieces.is_walked())
        return false;
    random = then.random;
    frames = then.frames;
    score = then.score;
    ship = then.ship;
    coming = then.coming;
    layers[on::bullets].time_scale(then.bullets_time_scale);
    then.stars.roll_back(stars);
    then.enemies.roll_back(enemies);
    then.boss.roll_back(boss);
    then.bullets.roll_back(bullets);
    then.shots.roll_back(shots);
    then.missiles.roll_back(missiles);
    then.sparks.roll_back(sparks);
    then.pieces.roll_back(pieces);
    for (const game_state::place& p : then.places) {
        if (target* const t = find(p.of)) targets.insert(*t, p.at.x, p.at.y);
    }
    return true;
}

namespace {

class fnv {
  public:
    void add(std::uint64_t v) {
        for (unsigned i = 0; i < 8; ++i) state_ = (state_ ^ (v >> 8 * i & 255U)) * 0x100000001b3U;
    }
    void add(float f) { add(std::uint64_t{std::bit_cast<std::uint32_t>(f)}); }
    void add(vec v) {
        add(v.x);
        add(v.y);
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0xcbf29ce484222325U;
};

} // namespace

std::uint64_t game::hash() const {
    fnv h;
    h.add(frames);
    h.add(score);
    h.add(random.state());
    h.add(ship.at);
    h.add(static_cast<std::uint64_t>(ship.shields + 256 * ship.losses));
    for (const enemy& e : enemies) h.add(e.at), h.add(e.reload), h.add(static_cast<std::uint64_t>(e.health));
    for (const boss_part& p : boss) h.add(p.at), h.add(p.reload), h.add(static_cast<std::uint64_t>(p.health));
    for (const bullet& b : bullets) h.add(b.at), h.add(b.left);
    for (const shot& s : shots) h.add(s.at);
    for (const missile& m : missiles) h.add(m.at), h.add(m.speed);
    for (const fragment& f : pieces) h.add(f.at), h.add(f.angle);
    for (const particle& p : sparks) h.add(p.at), h.add(p.left);
    for (const star& s : stars) h.add(s.at);
    return h.value();
}

} // namespace shooter
