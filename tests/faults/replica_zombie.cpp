// needs exceptions
// A function of on_gone that throws: it is called again with the next message, and the entity is destroyed then.
#include <throng/world/replica.hpp>

#include <cstdio>
struct pos {
    int x = 0;
};
template <> struct throng::component<pos> {
    static constexpr const char* name = "pos";
};
int main() {
    throng::world server, client;
    const auto e = server.create(pos{1});
    server.create(pos{2});
    throng::replica_encoder enc(server, throng::components<pos>, 1200);
    throng::replica_decoder dec(client, throng::components<pos>);
    bool bad = false;
    int told = 0;
    dec.on_gone([&](throng::entity, bool) {
        ++told;
        if (bad) {
            bad = false;
            throw 1;
        }
    });
    for (int f = 0; f < 300; ++f) {
        if (f == 20) {
            server.destroy(e);
            bad = true;
        }
        enc.frame_if([](throng::entity) { return true; },
                     [&](std::span<const std::byte> m) {
                         try {
                             (void)dec.receive(m);
                         } catch (int) {
                         }
                     });
        if (const auto a = dec.acknowledgement(); !a.empty()) (void)enc.acknowledge(a);
    }
    std::printf("server has %zu, client has %zu, told %d\n", server.size(), client.size(), told);
}
