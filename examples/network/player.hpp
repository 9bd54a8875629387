#pragma once

#include "duel.hpp"
#include "endpoint.hpp"

#include <throng/world/rollback.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace network {

/// The message of each frame: all inputs that the other player is not known to have.
struct player_message {
    /// So many presses and hashes of the receiver have arrived.
    std::uint32_t presses_known = 0;
    std::uint32_t hashes_known = 0;
    /// The sender's, from these frames on.
    std::uint32_t first_press = 0;
    std::uint32_t first_hash = 0;
    std::vector<std::uint8_t> presses;
    std::vector<std::uint64_t> hashes;

    static constexpr std::size_t most_presses = 256;
    static constexpr std::size_t most_hashes = 64;
};
[[nodiscard]] std::vector<std::byte> write(const player_message& m);
/// Nothing if the bytes are no message.
[[nodiscard]] std::optional<player_message> read_player_message(std::span<const std::byte> bytes);

struct player_options {
    int number = 0;
    std::uint32_t frames = 1000;
    unsigned rate = 1000;
    std::uint64_t seed = 1;
    /// In this frame it changes its own world.
    std::optional<std::uint32_t> cheats;
};

struct player_result {
    std::uint64_t rolled_back = 0;
    std::uint64_t desyncs = 0;
    std::uint64_t state = 0;
};

/// Plays a duel with another process. A line's port leads to that; without one, it is waited for. Throws broken_off.
[[nodiscard]] player_result play(endpoint& own, std::optional<std::uint16_t> to, const player_options& wanted);

} // namespace network
