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
#include <throng/snapshot_of.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shooter {

enum class on { background, enemies, ship, bullets, effects, hud, count };

/// No target is larger.
inline constexpr float largest_target = 34;

struct game;

/// The state of a game at one moment.
struct game_state {
    explicit game_state(game& g);
    [[nodiscard]] std::size_t memory() const;

    /// A target's place in the grid, which hooks that are copied do not know.
    struct place {
        target_reference of;
        vec at;
    };

    // (The first of all: a snapshot knows the handles that have been given before it is taken.)
    std::vector<place> places;
    dice random;
    std::uint64_t frames;
    std::uint64_t score;
    shooter::ship ship;
    waves coming;
    double bullets_time_scale;
    throng::snapshot_of<throng::entity_list<star>> stars;
    throng::snapshot_of<throng::entity_list<enemy>> enemies;
    throng::snapshot_of<boss_tree> boss;
    throng::snapshot_of<throng::entity_list<bullet>> bullets;
    throng::snapshot_of<throng::entity_list<shot>> shots;
    throng::snapshot_of<throng::entity_list<missile>> missiles;
    throng::snapshot_of<particles> sparks;
    throng::snapshot_of<debris> pieces;
};

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

    /// Null if the target has been removed.
    [[nodiscard]] target* find(const target_reference& to);
    [[nodiscard]] target_reference reference_to(const target& t);
    /// Of all that plays a part, in the order of the walks: two games that were played alike have the same.
    [[nodiscard]] std::uint64_t hash() const;
    /// The present state, and going back to a state: the game continues in the same way.
    [[nodiscard]] game_state save() { return game_state(*this); }
    bool load(const game_state& then);

    dice random;
    std::uint64_t frames = 0;
    std::uint64_t score = 0;
    std::size_t stress;

    // The grid and the fragments outlive the targets, whose destructors use them.
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
