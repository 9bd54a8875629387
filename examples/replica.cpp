/// A server's world, and a client that sees the surroundings of its ship. There is no network here: messages are passed
/// from one world to the other, and every third one is lost.

#include <throng/world/replica.hpp>

#include <cstddef>
#include <cstdio>
#include <span>
#include <string>

struct position {
    float x = 0;
};
struct ship {
    std::string name;
    throng::entity chases;
};

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
    static constexpr auto fields =
        throng::fields(throng::field("x", &position::x).unit("m").range(-500, 500).step(0.25));
};
template <> struct throng::component<ship> {
    static constexpr const char* name = "ship";
};

namespace {

constexpr auto shown = throng::components<position, ship>;

void print(const char* when, throng::world& client) {
    std::printf("%s\n", when);
    for (const auto& [e, p, s] : client.query<const position, const ship>()) {
        const ship* const prey = client.try_get<ship>(s.chases);
        std::printf("  %s at %.2f", s.name.c_str(), static_cast<double>(p.x));
        std::printf(prey != nullptr ? ", after %s\n" : "\n", prey != nullptr ? prey->name.c_str() : "");
    }
}

} // namespace

int main() {
    throng::world server;
    const throng::entity own = server.create(position{0}, ship{"Ann", {}});
    const throng::entity pirate = server.create(position{40}, ship{"Revenge", own});
    server.create(position{60}, ship{"Gull", pirate});
    server.create(position{300}, ship{"Far away", {}});

    throng::world client;
    throng::replica_encoder encoder(server, shown, 1200);
    throng::replica_decoder decoder(client, shown);
    decoder.on_gone([&](throng::entity e, bool died) {
        std::printf("%s %s\n", client.get<ship>(e).name.c_str(), died ? "has sunk" : "is out of sight");
    });

    int carried = 0;
    const auto play_frames = [&](int n) {
        for (; n != 0; --n) {
            const auto near = [&](throng::entity e) {
                const float away = server.get<position>(e).x - server.get<position>(own).x;
                return away > -50 && away < 80;
            };
            encoder.frame_if(near, [&](std::span<const std::byte> message) {
                if (++carried % 3 == 0) return;
                if (const throng::received r = decoder.receive(message); !r) std::puts(r.error);
            });
            if (const auto bytes = decoder.acknowledgement(); !bytes.empty()) (void)encoder.acknowledge(bytes);
            server.get<position>(own).x -= 0.3F;
        }
    };
    play_frames(20);
    print("At first", client);
    server.get<position>(own).x = -10;
    server.get<position>(pirate).x = 30;
    play_frames(50);
    print("Later", client);
    server.destroy(pirate);
    play_frames(50);
    print("In the end", client);
}
