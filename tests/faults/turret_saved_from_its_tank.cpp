// On the server a turret leaves its tank, and the tank is destroyed, in the same frame: the turret lives on the client,
// too (after lightyear#627).
#include <throng/world/family.hpp>
#include <throng/world/replica.hpp>
#include <throng/world/world.hpp>

#include <cassert>
#include <cstdio>
struct position {
    int x = 0;
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
int main() {
    constexpr auto shown = throng::components<position, throng::kin>;
    throng::world server, client;
    throng::family there(server), here(client);
    const auto tank = server.create(position{1}), turret = server.create(position{2});
    there.adopt(tank, turret);
    throng::replica_encoder encoder(server, shown, 1200);
    throng::replica_decoder decoder(client, shown);
    const auto frames = [&] {
        for (int i = 0; i < 100; ++i) {
            encoder.frame_if([](throng::entity) { return true; },
                             [&](std::span<const std::byte> m) {
                                 if (const auto r = decoder.receive(m); !r) std::puts(r.error);
                             });
            if (const auto a = decoder.acknowledgement(); !a.empty()) (void)encoder.acknowledge(a);
        }
        std::printf("%zu on the server, %zu on the client\n", server.size(), client.size());
    };
    frames();
    there.leave(turret);
    server.destroy(tank);
    frames();
    assert(client.size() == server.size());
}
