// A hook gives the decoder the message that it is just reading: that is refused.
#include <throng/world/replica.hpp>

#include <cstdio>
#include <vector>
struct pos {
    int x = 0;
};
template <> struct throng::component<pos> {
    static constexpr const char* name = "pos";
};
int main() {
    throng::world server, client;
    server.create(pos{1});
    throng::replica_encoder enc(server, throng::components<pos>, 1200);
    throng::replica_decoder dec(client, throng::components<pos>);
    std::vector<std::byte> last;
    int depth = 0;
    client.on_add<pos>([&](throng::entity, pos&) {
        if (depth++ == 0) (void)dec.receive(last);
    });
    enc.frame_if([](throng::entity) { return true; },
                 [&](std::span<const std::byte> m) {
                     last.assign(m.begin(), m.end());
                     (void)dec.receive(last);
                 });
    std::printf("%zu\n", client.size());
}
