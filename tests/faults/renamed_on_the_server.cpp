// An entity gets another name on the server: the client finds it by that (after space-station-14, pull request 31654).
#include <throng/world/naming.hpp>
#include <throng/world/replica.hpp>
#include <throng/world/world.hpp>

#include <cassert>
#include <cstdio>
#include <string>
struct position {
    int x = 0;
};
template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
int main() {
    constexpr auto shown = throng::components<position, throng::entity_name>;
    throng::world server, client;
    throng::naming there(server), here(client);
    const auto a = server.create(position{1}), b = server.create(position{2});
    there.set(a, "x");
    there.set(b, "y");
    throng::replica_encoder encoder(server, shown, 1200);
    throng::replica_decoder decoder(client, shown);
    const auto frames = [&] {
        for (int i = 0; i < 100; ++i) {
            encoder.frame_if([](throng::entity) { return true; },
                             [&](std::span<const std::byte> m) {
                                 if (const auto r = decoder.receive(m); !r) std::puts(r.error);
                             });
            if (const auto k = decoder.acknowledgement(); !k.empty()) (void)encoder.acknowledge(k);
        }
        for (auto [e, p] : client.query<const position>())
            std::printf("%d is called '%s'; ", p.x, std::string(here.of(e)).c_str());
        std::printf("x is found: %s, y: %s\n", here.find("x") ? "yes" : "no", here.find("y") ? "yes" : "no");
    };
    frames();
    there.set(a, "z");
    frames();
    std::printf("z is found: %s\n", here.find("z") ? "yes" : "no");
    assert(here.find("z"));
}
