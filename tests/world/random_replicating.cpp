// A server's world of random edits is shown to clients that see different parts of it, over lines that lose, double and
// reorder what they carry, also what comes back; and bytes that were never sent are refused.

#include "world/bad_line.hpp"

#include <throng/world/replica.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace {

using support::bad_line;
using support::lots;
using throng::entity;
using message = std::vector<std::byte>;

struct place {
    float x = 0;
    double height = 0;
};
enum class mood : std::int8_t { calm, angry, lost = -3 };
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
    static constexpr auto fields = throng::fields(throng::field("x", &place::x).range(-100, 100).step(0.01),
                                                  throng::field("height", &place::height));
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

struct client {
    client(throng::world& server, std::size_t mtu, std::uint32_t loss, std::uint32_t delay, std::uint64_t seed)
        : encoder(server, shown, mtu), down(loss, delay, seed), up(loss, delay, seed + 1), most_bytes(mtu) {
        decoder.on_gone([this](entity e, bool died) {
            EXPECT_TRUE(world.alive(e));
            ++(died ? deaths : partings);
        });
    }
    template <class Visible> void frame(Visible visible) {
        const auto cost = encoder.frame_if(visible, [&](std::span<const std::byte> m) {
            EXPECT_LE(m.size(), most_bytes);
            down.send(m);
        });
        bytes += cost.bytes;
        EXPECT_EQ(cost.too_large, 0U);
        down.deliver([&](const message& m) {
            const throng::received r = decoder.receive(m);
            ASSERT_TRUE(r) << r.error << " at " << r.position;
        });
        if (const auto a = decoder.acknowledgement(); !a.empty()) up.send(a);
        up.deliver([&](const message& m) {
            const throng::received r = encoder.acknowledge(m);
            ASSERT_TRUE(r) << r.error;
        });
    }

    throng::world world;
    throng::replica_decoder decoder{world, shown};
    throng::replica_encoder encoder;
    bad_line down;
    bad_line up;
    std::size_t most_bytes;
    std::size_t bytes = 0;
    int deaths = 0;
    int partings = 0;
};

/// Whether the client has just what it may see.
template <class Visible>::testing::AssertionResult sees_the_same(throng::world& server, client& c, Visible visible) {
    const auto mapped = [&](entity e) { return c.decoder.entity_of(c.encoder.number_of(e)); };
    std::size_t n = 0;
    for (const entity e : server) {
        if (!visible(e)) continue;
        ++n;
        const entity its = mapped(e);
        const auto differs = [&](const char* what) {
            return ::testing::AssertionFailure() << "of entity " << e.index() << ": " << what;
        };
        if (!c.world.alive(its)) return differs("it is not there");
        if (server.has<burning>(e) != c.world.has<burning>(its)) return differs("burning");
        const place* const p = server.try_get<place>(e);
        const place* const other_p = c.world.try_get<place>(its);
        if ((p == nullptr) != (other_p == nullptr)) return differs("whether it has a place");
        if (p != nullptr && (std::abs(p->x - other_p->x) > 0.00501F || p->height != other_p->height))
            return differs("its place");
        const being* const b = server.try_get<being>(e);
        const being* const other_b = c.world.try_get<being>(its);
        if ((b == nullptr) != (other_b == nullptr)) return differs("whether it is a being");
        if (b != nullptr && (b->name != other_b->name || b->now != other_b->now || b->years != other_b->years ||
                             b->luck != other_b->luck || b->awake != other_b->awake))
            return differs("what being it is");
        const follows* const f = server.try_get<follows>(e);
        const follows* const other_f = c.world.try_get<follows>(its);
        if ((f == nullptr) != (other_f == nullptr)) return differs("whether it follows one");
        if (f == nullptr) continue;
        if (other_f->leader != mapped(f->leader)) return differs("what it follows");
        if (!std::equal(std::begin(f->how_far), std::end(f->how_far), std::begin(other_f->how_far)))
            return differs("how far");
        if (f->admirers.size() != other_f->admirers.size()) return differs("how many admirers");
        for (std::size_t i = 0; i < f->admirers.size(); ++i) {
            if (other_f->admirers[i] != mapped(f->admirers[i])) return differs("its admirers");
        }
    }
    if (c.world.size() != n)
        return ::testing::AssertionFailure() << c.world.size() << " entities, of which " << n << " are visible";
    return c.world.validate() ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << "not whole";
}

class server {
  public:
    explicit server(std::uint64_t seed) : chance(seed) {
        for (int i = 0; i < 60; ++i) make();
    }
    void play() {
        for (std::uint32_t n = chance.below(12); n != 0; --n) edit();
    }
    entity any_of_them() {
        std::size_t turn = world.empty() ? 0 : chance.below(static_cast<std::uint32_t>(world.size()));
        for (const entity e : world) {
            if (turn-- == 0) return e;
        }
        return {};
    }

    throng::world world;
    lots chance;

  private:
    [[nodiscard]] place some_place() {
        return {static_cast<float>(chance.below(20'000)) / 100 - 100, static_cast<double>(chance.below(1000)) / 7};
    }
    void make() {
        const entity e = world.create(some_place());
        if (chance.percent(60)) world.add(e, being{std::string(chance.below(30), 'x')});
        if (chance.percent(40)) world.add(e, follows{any_of_them(), {}, {1, 2, 3}});
    }
    void edit() {
        const entity e = any_of_them();
        switch (chance.below(14)) {
        case 0:
        case 1:
            make();
            break;
        case 2:
            if (world.size() > 40) world.destroy(e);
            break;
        case 3:
            world.set(e, some_place());
            break;
        case 4:
        case 5:
            if (place* const p = world.try_get<place>(e)) p->x = some_place().x;
            break;
        case 6:
            world.remove<being>(e);
            break;
        case 7:
            world.set(e, being{std::string(chance.below(30), 'y'), chance.percent(50) ? mood::angry : mood::lost,
                               static_cast<std::uint16_t>(chance.below(65536)),
                               static_cast<std::int64_t>(chance.below(1000)) * -1'000'000'000'000, chance.percent(50)});
            break;
        case 8:
            if (being* const b = world.try_get<being>(e)) b->luck -= chance.below(200);
            break;
        case 9:
            world.set(e, follows{any_of_them(), {any_of_them(), e, any_of_them()}, {-1, 70'000, 0}});
            break;
        case 10:
            world.remove<follows>(e);
            break;
        case 11:
            world.add<burning>(e);
            break;
        case 12:
            world.remove<burning>(e);
            break;
        default:
            if (follows* const f = world.try_get<follows>(e)) f->leader = any_of_them();
            break;
        }
    }
};

} // namespace

TEST(replica, every_client_has_what_it_may_see_in_the_end_whatever_the_line) {
    int deaths = 0;
    int partings = 0;
    for (const std::uint32_t loss : {0U, 10U, 50U}) {
        for (const std::uint32_t delay : {1U, 4U, 20U}) {
            server s(loss + delay);
            // The first sees all, the second a half that changes as things move; the third joins late.
            std::vector<std::unique_ptr<client>> clients;
            const auto add = [&](std::size_t mtu) {
                clients.push_back(std::make_unique<client>(s.world, mtu, loss, delay, clients.size() * 10 + loss));
            };
            const auto sees = [&](std::size_t n) {
                return [&, n](entity e) {
                    const place* const p = s.world.try_get<place>(e);
                    return n != 1 || p == nullptr || p->x > 0;
                };
            };
            add(1200);
            add(100);
            for (unsigned f = 0; f < 1000; ++f) {
                if (f == 500) add(300);
                // Now and then there is peace, until each client knows everything.
                if (f % 400 < 200) s.play();
                for (std::size_t n = 0; n < clients.size(); ++n) clients[n]->frame(sees(n));
                if (f % 400 != 399) continue;
                for (std::size_t n = 0; n < clients.size(); ++n) {
                    ASSERT_TRUE(sees_the_same(s.world, *clients[n], sees(n)))
                        << "client " << n << ", frame " << f << ", " << loss << " % lost, delay " << delay;
                    const std::size_t before = clients[n]->bytes;
                    clients[n]->frame(sees(n));
                    EXPECT_EQ(clients[n]->bytes, before) << "nothing has changed, and is sent";
                }
            }
            deaths += clients[1]->deaths;
            partings += clients[1]->partings;
        }
    }
    EXPECT_GT(deaths, 50);
    EXPECT_GT(partings, 50);
}

TEST(replica, what_is_left_of_a_message_or_changed_in_it_is_refused_or_harmless) {
    server s(3);
    client c(s.world, 600, 0, 1, 1);
    std::vector<message> messages;
    for (int f = 0; f < 20; ++f) {
        s.play();
        c.encoder.frame_if([](entity) { return true; },
                           [&](std::span<const std::byte> m) { messages.emplace_back(m.begin(), m.end()); });
    }
    lots chance(5);
    throng::world world;
    std::size_t refused = 0;
    auto decoder = std::make_unique<throng::replica_decoder>(world, shown, 500);
    for (int i = 0; i < 30'000; ++i) {
        if (i % 1000 == 0) {
            decoder.reset();
            world.clear();
            decoder = std::make_unique<throng::replica_decoder>(world, shown, 500);
        }
        message m = messages[chance.below(static_cast<std::uint32_t>(messages.size()))];
        for (std::uint32_t n = chance.below(4); n != 0; --n) {
            const std::size_t at = chance.below(static_cast<std::uint32_t>(m.size()));
            switch (chance.below(4)) {
            case 0:
                m[at] = static_cast<std::byte>(chance.below(256));
                break;
            case 1:
                m[at] ^= static_cast<std::byte>(1U << chance.below(8));
                break;
            case 2:
                m.resize(at + 1);
                break;
            default:
                m.insert(m.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::byte>(chance.below(256)));
                break;
            }
        }
        const std::uint64_t before = throng::hash(world, shown);
        const throng::received r = decoder->receive(m);
        if (!r) {
            ++refused;
            ASSERT_EQ(throng::hash(world, shown), before) << r.error;
            ASSERT_LE(r.position, m.size());
        }
        ASSERT_LE(world.size(), 500U);
        const auto acknowledged = decoder->acknowledgement();
        message a(acknowledged.begin(), acknowledged.end());
        if (!a.empty())
            a[chance.below(static_cast<std::uint32_t>(a.size()))] ^= static_cast<std::byte>(1U << chance.below(8));
        (void)c.encoder.acknowledge(a);
    }
    EXPECT_TRUE(world.validate());
    // (What the acknowledgements told it was not true. It goes on all the same.)
    c.frame([](entity) { return true; });
    EXPECT_GT(refused, 3'000U);
}
