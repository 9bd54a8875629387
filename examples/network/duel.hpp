#pragma once

#include <throng/world/world.hpp>

#include <array>
#include <cstdint>

namespace network {

/// Lengths are whole numbers, so that all machines come to the same game.
struct body {
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t speed_x = 0;
    std::int32_t speed_y = 0;
};
struct ship {
    std::int32_t player = 0;
    std::int32_t score = 0;
    std::int32_t reload = 0;
    std::int32_t safe = 0;
    std::int32_t nose_x = 1;
    std::int32_t nose_y = 0;
};
struct bullet {
    throng::entity shooter;
    std::int32_t left = 0;
};
struct rock {
    std::int32_t size = 0;
};
/// Chance is a part of the state.
struct dice {
    std::uint64_t state = 1;

    std::int32_t roll(std::int32_t below) noexcept {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::int32_t>((state >> 33U) % static_cast<std::uint64_t>(below));
    }
};

/// The input of one player in a frame.
enum button : std::uint8_t { left = 1, right = 2, up = 4, down = 8, fire = 16 };
using presses = std::array<std::uint8_t, 2>;
inline constexpr std::uint8_t all_buttons = 31;

/// Two ships among rocks, which shoot at each other.
class duel {
  public:
    explicit duel(std::uint64_t seed);
    void step(const presses& pressed);
    /// Cheating: its score goes up.
    void cheat(int player);

    throng::world world;

  private:
    void steer(const presses& pressed);
    void move();
    void hit();
    void add_rocks();
};

/// The input of a player, as if it had been recorded: it does not depend on when something arrives.
class recorded_player {
  public:
    recorded_player(std::uint64_t seed, int player) noexcept : dice_{seed * 2 + static_cast<std::uint64_t>(player)} {}
    /// In the next frame.
    [[nodiscard]] std::uint8_t press() noexcept {
        if (held_-- == 0) {
            held_ = 2 + dice_.roll(20);
            now_ = static_cast<std::uint8_t>(dice_.roll(all_buttons + 1));
        }
        return now_;
    }

  private:
    dice dice_;
    std::int32_t held_ = 0;
    std::uint8_t now_ = 0;
};

} // namespace network

template <> struct throng::component<network::body> {
    static constexpr const char* name = "body";
};
template <> struct throng::component<network::ship> {
    static constexpr const char* name = "ship";
};
template <> struct throng::component<network::bullet> {
    static constexpr const char* name = "bullet";
};
template <> struct throng::component<network::rock> {
    static constexpr const char* name = "rock";
};
template <> struct throng::component<network::dice> {
    static constexpr const char* name = "dice";
};

namespace network {
inline constexpr auto duel_state = throng::components<body, ship, bullet, rock, dice>;
}
