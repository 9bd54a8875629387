/// Messages of a server to a client, and acknowledgements of a client to a server. What is refused has changed nothing,
/// and what is taken leaves a whole world. The bytes are parcels: two bytes of length and what it is (0x8000: an
/// acknowledgement; 0x4000: the right mark of the components is put over its beginning), and so many bytes.

#include <throng/world/replica.hpp>
#include <throng/world/save.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace {

using throng::entity;

struct place {
    float x = 0;
    double y = 0;
};
enum class mood : std::int8_t { calm, angry };
struct being {
    std::string name = "nobody";
    mood now = mood::calm;
    std::uint16_t years = 0;
    std::int64_t luck = 0;
    bool awake = true;
};
struct follows {
    entity leader;
    std::vector<entity> admirers;
    int how_far[3] = {};
};
struct burning {};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
    static constexpr auto fields =
        throng::fields(throng::field("x", &place::x).range(-100, 100).step(0.01), throng::field("y", &place::y));
};
template <> struct throng::component<being> {
    static constexpr const char* name = "being";
};
template <> struct throng::component<follows> {
    static constexpr const char* name = "follows";
};
template <> struct throng::component<burning> {
    static constexpr const char* name = "burning";
};

namespace {

constexpr auto shown = throng::components<place, being, follows, burning>;
constexpr std::uint32_t most = 300;

void insist(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

struct game {
    game() {
        for (int i = 0; i < 5; ++i) server.create(place{static_cast<float>(i), 1}, being{}, follows{});
        tell();
        std::memcpy(mark, last.data(), sizeof(mark));
    }
    /// The server plays a frame; its messages are lost.
    void tell() {
        const auto cost = encoder.frame_if([](entity) { return true; },
                                           [&](std::span<const std::byte> m) { last.assign(m.begin(), m.end()); });
        insist(cost.too_large == 0 && last.size() <= 200, "a message is too long");
    }

    throng::world server;
    throng::world client;
    throng::replica_encoder encoder{server, shown, 200};
    throng::replica_decoder decoder{client, shown, most};
    std::vector<std::byte> last;
    std::byte mark[4] = {};
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    game g;
    while (size > 2) {
        const unsigned head = data[0] | static_cast<unsigned>(data[1]) << 8U;
        data += 2;
        size -= 2;
        const std::size_t n = (head & 0x3ffU) < size ? head & 0x3ffU : size;
        std::vector<std::byte> bytes(n);
        if (n != 0) std::memcpy(bytes.data(), data, n);
        data += n;
        size -= n;
        if ((head & 0x4000U) != 0 && n >= sizeof(g.mark)) std::memcpy(bytes.data(), g.mark, sizeof(g.mark));
        if ((head & 0x8000U) != 0) {
            (void)g.encoder.acknowledge(bytes);
            g.server.query<place>().each([](place& p) { p.y += 1; });
            g.tell();
            continue;
        }
        const std::uint64_t before = throng::hash(g.client, shown);
        const throng::received r = g.decoder.receive(bytes);
        if (!r) {
            insist(r.error[0] != '\0' && r.position <= n, "refused without a reason or a place");
            insist(throng::hash(g.client, shown) == before, "refused, and the world has changed");
        }
        insist(g.client.size() <= most, "there are more entities than are allowed");
    }
    insist(g.client.validate(), "the client's world is not whole");
    // Whatever it has been told: an honest server goes on, and a client reads it.
    throng::world fresh;
    throng::replica_decoder decoder(fresh, shown);
    throng::replica_encoder encoder(g.server, shown, 200);
    (void)encoder.frame_if([](entity) { return true; },
                           [&](std::span<const std::byte> m) {
                               insist(static_cast<bool>(decoder.receive(m)), "an honest message is refused");
                           });
    insist(fresh.size() == g.server.size(), "an honest server is not understood");
    return 0;
}
