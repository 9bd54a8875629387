#include "crowd.hpp"
#include "replication.hpp"

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace network {

namespace {

using clock = std::chrono::steady_clock;

/// A client's world beside what the server says is in it: in how many places they differ.
std::uint64_t compare(throng::world& world, const throng::replica_decoder& decoder, throng::byte_reader from) {
    std::uint64_t differences = 0;
    std::size_t n = 0;
    const auto is_near = [](float a, float b) { return std::abs(a - b) <= crowd_step * 0.51F; };
    for (; from.good() && from.rest() != 0; ++n) {
        const throng::entity e = decoder.entity_of(from.get<std::uint64_t>());
        const auto x = from.get<float>();
        const auto y = from.get<float>();
        const auto mood = from.get<std::int32_t>();
        const auto leader = from.get<std::uint64_t>();
        const auto text = from.get_text();
        const place* const p = world.try_get<place>(e);
        const being* const b = world.try_get<being>(e);
        if (p == nullptr || b == nullptr) {
            ++differences;
            continue;
        }
        differences += is_near(p->x, x) && is_near(p->y, y) ? 0 : 1;
        differences += b->mood == mood ? 0 : 1;
        differences += b->name == std::string_view(text.data(), text.size()) ? 0 : 1;
        const throng::entity expected = leader == 0 ? throng::entity() : decoder.entity_of(leader);
        differences += (leader == 0 ? !world.contains(b->follows) : b->follows == expected) ? 0 : 1;
    }
    if (!from.good()) throw broken_off("the server's list of what is shown cannot be read");
    return differences + (world.size() > n ? world.size() - n : 0);
}

} // namespace

outcome follow(endpoint& own, std::uint16_t to, unsigned rate, bool cheats) {
    throng::world world;
    throng::replica_decoder decoder(world, shown);
    ENetPeer* const server = own.connect(to);
    bool is_over = false;
    bool is_connected = false;
    std::vector<std::byte> check;
    clock::time_point heard = clock::now();
    clock::time_point asked = heard;
    const auto on_event = [&](const ENetEvent& e) {
        heard = clock::now();
        if (e.type == ENET_EVENT_TYPE_CONNECT) is_connected = true;
        if (e.type == ENET_EVENT_TYPE_DISCONNECT) is_over = true;
        if (e.type != ENET_EVENT_TYPE_RECEIVE) return;
        const auto bytes = endpoint::bytes_of(e);
        if (e.channelID == 0) {
            if (const throng::received r = decoder.receive(bytes); !r) throw broken_off(r.error);
            return;
        }
        check.assign(bytes.begin(), bytes.end());
        asked = heard;
    };
    const auto frame = std::chrono::nanoseconds(1'000'000'000 / rate);
    clock::time_point next = clock::now();
    std::uint32_t checks = 0;
    while (!is_over) {
        own.service(1, on_event);
        // (The server's farewell may be lost: then its silence is one.)
        if (checks != 0 && clock::now() - heard > patience) break;
        if (clock::now() - heard > 2 * patience) throw broken_off("nothing has been heard of the server for a while");
        if (clock::now() < next) continue;
        next = clock::now() + frame;
        if (!is_connected) continue;
        // (While nothing is sent, the acknowledgement says that this is still there.)
        own.send(server, decoder.acknowledgement());
        if (check.empty()) continue;
        if (cheats) world.query<being>().each([](being& b) { b.mood = -1; });
        throng::byte_reader from(check);
        const auto number = from.get<std::uint32_t>();
        const std::uint64_t differences = compare(world, decoder, from);
        if (differences != 0 && clock::now() - asked < patience / 2) continue;
        throng::byte_writer<> answer;
        answer.put(number);
        answer.put(differences);
        own.send(server, answer.bytes(), true);
        check.clear();
        ++checks;
    }
    if (checks == 0) throw broken_off("the server has gone");
    return {checks};
}

} // namespace network
