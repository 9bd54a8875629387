#pragma once

#include "boss.hpp"
#include "bullet.hpp"
#include "dice.hpp"
#include "effects.hpp"
#include "enemy.hpp"
#include "hud.hpp"
#include "missile.hpp"
#include "ship.hpp"
#include "star.hpp"
#include "waves.hpp"

#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>

#include <cstddef>
#include <cstdint>

namespace shooter {

enum class on { background, enemies, ship, bullets, effects, hud, count };

/// No target is larger.
inline constexpr float largest_target = 34;

/// All there is. What is of one kind is in a collection of its own kind; the layers hold the collections, and say in
/// which order and how fast time goes by for them.
struct game {
    /// `stress` bullets are kept flying all the time.
    explicit game(std::uint64_t seed, std::size_t stress = 0);
    game(const game&) = delete;
    game& operator=(const game&) = delete;
    ~game() = default;

    void update(double seconds, const controls& wanted);
    void draw(canvas& c);

    void paused(bool p);
    /// Slow motion, for the bullets only.
    void bullet_time(bool slow) { layers[on::bullets].time_scale(slow ? 0.35 : 1); }

    /// Null if the target is gone.
    [[nodiscard]] target* find(const target_reference& to);
    [[nodiscard]] target_reference reference_to(const target& t);
    /// Of all that plays a part, in the order of the walks: two games that were played alike have the same.
    [[nodiscard]] std::uint64_t hash() const;

    dice random;
    std::uint64_t frames = 0;
    std::uint64_t score = 0;
    std::size_t stress;

    // What the targets' hooks are in outlives the targets; and what their ends scatter things into outlives them, too.
    target_grid targets{64};
    particles sparks;
    debris pieces;

    shooter::ship ship;
    throng::entity_list<star> stars;
    throng::entity_list<enemy> enemies;
    boss_tree boss;
    throng::entity_list<bullet> bullets;
    throng::entity_list<shot> shots;
    throng::entity_list<missile> missiles;
    waves coming;
    hud display;
    throng::layers<on, thing> layers;

  private:
    void blow_up(const target& t, int worth, color body);
};

} // namespace shooter
