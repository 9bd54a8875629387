#pragma once

#include "children.hpp"
#include "endpoint.hpp"

#include <cstddef>
#include <cstdint>

namespace network {

struct crowd_options {
    std::size_t clients = 2;
    std::size_t entities = 1000;
    std::uint32_t frames = 1000;
    unsigned rate = 500;
    std::uint64_t seed = 1;
};

/// Plays the crowd, and tells each client what is near. Four times the crowd stands still until the clients have told
/// in how many places they differ. The outcome: differences, bytes, frames times clients. Throws broken_off.
[[nodiscard]] outcome serve(endpoint& own, const crowd_options& wanted);
/// Has what the server shows, and compares it when asked. One that cheats changes what it has. Throws broken_off.
[[nodiscard]] outcome follow(endpoint& own, std::uint16_t to, unsigned rate, bool cheats);

} // namespace network
