#pragma once

#include "../../examples/shooter/dice.hpp"
#include "../bullet.hpp"
#include "../harness.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// The rules of a game of the shooter's kind, which each contestant plays with collections of its own. Nothing in them
/// depends on the order in which things of a kind have their turn: random numbers follow from what rolls them and the
/// frame, a shot hits all that it touches, and an enemy that has been shot is hit by others until its own next turn,
/// but not drawn any more. So all contestants come to the same state.
///
/// A frame: newcomers fill up shots, enemies and bullets; the ship moves; enemies, shots, bullets, fragments and sparks
/// have their turns in this order, what has come in the same frame included; all of them are drawn in that order.
namespace bench::rules {

using shooter::dice;
using shooter::direction;
using shooter::is_near;
using shooter::vec;

inline constexpr float frame_time = 1.0F / 60;
inline constexpr float field_width = 2560;
inline constexpr float field_height = 1920;
[[nodiscard]] inline bool is_outside(vec at, float by) {
    return at.x < -by || at.y < -by || at.x > field_width + by || at.y > field_height + by;
}

/// How many of each there are at the beginning of each frame, of `n` in all; and what is scattered comes on top.
[[nodiscard]] inline std::size_t enemies_of(std::size_t n) { return n / 50; }
[[nodiscard]] inline std::size_t shots_of(std::size_t n) { return n / 10; }
[[nodiscard]] inline std::size_t bullets_of(std::size_t n) { return n - shots_of(n); }

/// An enemy and a shot that touches it are at most so far apart; and a bullet and the ship.
inline constexpr float enemy_reach = 15;
inline constexpr float ship_reach = 12;

/// What is drawn on: how much light falls on each pixel.
class picture {
    static constexpr int scale = 16;
    static constexpr int width = static_cast<int>(field_width) / scale;
    static constexpr int height = static_cast<int>(field_height) / scale;

  public:
    void clear() { std::fill(pixels_.begin(), pixels_.end(), 0U); }
    void dot(vec at, std::uint32_t light) {
        const int x = static_cast<int>(at.x) / scale;
        const int y = static_cast<int>(at.y) / scale;
        if (x >= 0 && y >= 0 && x < width && y < height) pixels_[static_cast<std::size_t>(y * width + x)] += light;
    }
    [[nodiscard]] std::uint64_t hash() const {
        std::uint64_t h = 1;
        for (const std::uint32_t p : pixels_) h = mix(h ^ p);
        return h;
    }

  private:
    std::vector<std::uint32_t> pixels_ = std::vector<std::uint32_t>(std::size_t{width} * height);
};

/// What there is one of.
struct table {
    std::uint64_t frames = 0;
    std::uint64_t score = 0;
    std::uint64_t hits = 0;
    vec ship;
    picture screen;
    /// The serials of the newcomers.
    std::uint64_t shots = 0;
    std::uint64_t enemies = 0;
    std::uint64_t bullets = 0;

    void begin() {
        ++frames;
        const int turned = static_cast<int>(frames % (std::uint64_t{shooter::turn} * 4));
        ship = {field_width / 2 + direction(turned / 4).x * 900, field_height - 150 + direction(turned).y * 60};
        screen.clear();
    }
};

/// Numbers that follow from where something is, and when.
[[nodiscard]] inline dice dice_at(vec at, std::uint64_t frame) {
    return dice(mix(std::uint64_t{std::bit_cast<std::uint32_t>(at.x)} << 32U | std::bit_cast<std::uint32_t>(at.y)) ^
                frame);
}
[[nodiscard]] inline dice dice_of(std::uint64_t kind, std::uint64_t serial) { return dice(mix(serial * 4 + kind)); }

/// What the enemies fire.
struct bullet {
    vec at;
    vec speed;
    float left;
    std::uint32_t light;
};
[[nodiscard]] inline bullet nth_bullet(std::uint64_t serial) {
    dice d = dice_of(0, serial);
    bullet b{};
    b.at.x = d.between(0, field_width);
    b.at.y = d.between(0, field_height * 0.8F);
    b.speed = shooter::in_any_direction(d, 15, 45);
    b.left = d.between(2, 6);
    b.light = static_cast<std::uint32_t>(1 + d.below(3));
    return b;
}

/// What is fired at the enemies.
struct shot {
    vec at;
    vec speed;
};
[[nodiscard]] inline shot nth_shot(std::uint64_t serial) {
    dice d = dice_of(1, serial);
    shot s{};
    s.at = {d.between(0, field_width), field_height};
    s.speed = {d.between(-40, 40), d.between(-450, -350)};
    return s;
}

/// What an enemy has beside its place.
struct pilot {
    /// The middle of its curves.
    vec middle;
    std::int32_t phase;
    float reload;
    std::int32_t health;
    /// Time for which it is drawn brightly.
    float flash;

    void hit() {
        --health;
        flash = 0.1F;
    }
    [[nodiscard]] bool is_shot() const { return health <= 0; }
    /// A step. True if it fires now.
    [[nodiscard]] bool steer(vec& at) {
        middle.y += 25 * frame_time;
        phase += 2;
        at = middle + direction(phase) * 40;
        flash -= frame_time;
        reload -= frame_time;
        if (reload > 0) return false;
        reload = 0.9F;
        return true;
    }
    [[nodiscard]] std::uint32_t light() const { return flash > 0 ? 50 : 10; }
};
/// Flown by.
[[nodiscard]] inline bool is_through(vec at) { return at.y > field_height + 30; }

struct enemy {
    vec at;
    pilot mind;
};
[[nodiscard]] inline enemy nth_enemy(std::uint64_t serial) {
    dice d = dice_of(2, serial);
    enemy e{};
    e.mind.middle.x = d.between(0, field_width);
    e.mind.middle.y = d.between(-100, field_height * 0.5F);
    e.mind.phase = d.below(shooter::turn);
    e.mind.reload = d.between(0, 0.9F);
    e.mind.health = 10;
    e.at = e.mind.middle;
    return e;
}
[[nodiscard]] inline bullet fired_by(vec at, const table& t) { return {at, shooter::unit(t.ship - at) * 150, 6, 4}; }

struct spark {
    vec at;
    vec speed;
    float left;
    std::uint32_t light;
};
inline void drift(vec& at, vec& speed) {
    at += speed * frame_time;
    speed = speed * (1 - 1.5F * frame_time);
}
/// Calls add(spark) for `count` of them in all directions.
template <class F> void burst(const table& t, vec at, int count, float fastest, F add) {
    dice d = dice_at(at, t.frames);
    for (int i = 0; i < count; ++i) {
        const vec flies = shooter::in_any_direction(d, 0.2F * fastest, fastest);
        add(spark{at, flies, d.between(0.3F, 0.8F), 2});
    }
}

/// Turns as it falls.
struct fragment {
    vec at;
    vec speed;
    float angle;
    float spin;
    float left;
};
inline void fall(vec& at, vec& speed, float& angle, float spin) {
    at += speed * frame_time;
    speed.y += 60 * frame_time;
    angle += spin * frame_time;
}
template <class F> void scatter(const table& t, vec at, int count, F add) {
    dice d = dice_at(at, ~t.frames);
    for (int i = 0; i < count; ++i) {
        const vec flies = shooter::in_any_direction(d, 30, 130);
        const float angle = d.between(0, shooter::turn);
        const float spin = d.between(-300, 300);
        add(fragment{at, flies, angle, spin, d.between(0.8F, 2.0F)});
    }
}
[[nodiscard]] inline std::uint32_t light_of(float angle) { return static_cast<int>(angle) % 2 == 0 ? 6U : 5U; }

/// Time goes by for what lives for a while: true if this was the end of it.
[[nodiscard]] inline bool is_over(vec at, float& left) {
    left -= frame_time;
    return left <= 0 || is_outside(at, 10);
}

/// What is on the table, and everything of every kind, as a result that is compared.
class state {
  public:
    explicit state(const table& t, digest& d) : to_(d) {
        d.add(mix(t.frames) + mix(t.score) * 3 + mix(t.hits) * 5);
        d.add(t.screen.hash());
    }
    /// Things that keep an order, where the contestant keeps one.
    void add(vec at, vec more, float rest) { to_.add(hash(at, more, rest)); }
    /// Things that have none.
    void add_unordered(vec at, vec more, float rest) { sum_ += mix(hash(at, more, rest)); }
    ~state() { to_.add(sum_); }
    state(const state&) = delete;
    state& operator=(const state&) = delete;

  private:
    static std::uint64_t hash(vec a, vec b, float c) {
        std::uint64_t h = 1;
        for (const float f : {a.x, a.y, b.x, b.y, c}) h = mix(h ^ std::bit_cast<std::uint32_t>(f));
        return h;
    }
    digest& to_;
    std::uint64_t sum_ = 0;
};

} // namespace bench::rules

namespace bench {

entry frame_by_throng();
entry frame_by_vectors();
/// None where EnTT is missing.
std::vector<entry> frames_by_entt();

} // namespace bench
