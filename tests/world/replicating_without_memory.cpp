// needs exceptions
// needs POSIX
// Where there is no memory for a message, on either side, it is sent again: in the end the client shows what the server
// shows.

#include "world/bad_line.hpp"

#include <throng/world/family.hpp>
#include <throng/world/replica.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The n-th allocation from now on fails; 0 is none.
std::size_t fails_in = 0;
std::size_t failures = 0;

void* take(std::size_t bytes, std::size_t alignment) {
    if (fails_in != 0 && --fails_in == 0) {
        ++failures;
        throw std::bad_alloc();
    }
    const std::size_t lines = (bytes + alignment) / alignment * alignment;
    if (void* const p =
            alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, lines) : std::malloc(bytes + 1))
        return p;
    throw std::bad_alloc();
}

} // namespace

void* operator new(std::size_t n) { return take(n, 1); }
void* operator new(std::size_t n, std::align_val_t a) { return take(n, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace {

using throng::entity;

struct note {
    int number = 0;
    std::string text;
    int last = 0;
};
struct sees {
    std::vector<entity> those;
};

} // namespace

template <> struct throng::component<note> {
    static constexpr const char* name = "note";
};
template <> struct throng::component<sees> {
    static constexpr const char* name = "sees";
};

namespace {

constexpr auto shown = throng::components<note, sees, throng::kin>;

} // namespace

TEST(replica_without_memory, a_client_shows_what_the_server_shows_in_the_end) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        support::lots chance(seed);
        throng::world server;
        throng::world client;
        throng::family there(server);
        throng::family here(client);
        throng::replica_encoder encoder(server, shown, 300);
        throng::replica_decoder decoder(client, shown);
        std::vector<entity> all;
        const auto any = [&] { return all[chance.below(static_cast<std::uint32_t>(all.size()))]; };
        std::vector<std::vector<std::byte>> carried;
        const auto frame = [&](bool fails) {
            carried.clear();
            carried.reserve(64);
            fails_in = fails ? 1 + chance.below(12) : 0;
            try {
                encoder.frame_if([](entity) { return true; },
                                 [&](std::span<const std::byte> m) { carried.emplace_back(m.begin(), m.end()); });
            } catch (const std::bad_alloc&) {
            }
            for (const auto& m : carried) {
                fails_in = fails ? 1 + chance.below(12) : 0;
                try {
                    EXPECT_TRUE(decoder.receive(m));
                } catch (const std::bad_alloc&) {
                }
            }
            fails_in = 0;
            if (const auto a = decoder.acknowledgement(); !a.empty()) {
                EXPECT_TRUE(encoder.acknowledge(a));
            }
        };
        for (int i = 0; i < 60; ++i) {
            all.push_back(server.create(note{i, std::string(chance.below(60), 'a'), i}));
            server.set(any(), note{i, std::string(chance.below(200), 'b'), i});
            server.set(any(), sees{std::vector<entity>(chance.below(9), any())});
            (void)there.adopt(any(), any());
            if (chance.percent(30)) server.destroy(any());
            std::erase_if(all, [&](entity e) { return !server.alive(e); });
            frame(true);
            ASSERT_TRUE(client.validate());
        }
        for (int i = 0; i < 200; ++i) frame(false);
        const auto of = [&](entity e) { return decoder.entity_of(encoder.number_of(e)); };
        for (const entity e : all) {
            const note* const its = client.try_get<note>(of(e));
            ASSERT_NE(its, nullptr);
            EXPECT_EQ(its->number, server.get<note>(e).number);
            EXPECT_EQ(its->text, server.get<note>(e).text);
            EXPECT_EQ(its->last, server.get<note>(e).last);
            EXPECT_EQ(here.parent_of(of(e)), of(there.parent_of(e)));
            ASSERT_EQ(server.has<sees>(e), client.has<sees>(of(e)));
            if (server.has<sees>(e)) {
                EXPECT_EQ(server.get<sees>(e).those.size(), client.get<sees>(of(e)).those.size());
            }
        }
        EXPECT_EQ(client.size(), server.size());
        ASSERT_FALSE(HasFailure()) << seed;
    }
    EXPECT_GT(failures, 100U);
}

TEST(replica_without_memory, of_a_change_for_which_there_is_memory_in_part_nothing_is_lost) {
    for (std::size_t n = 1, before = 0; failures != before || n == 1; ++n) {
        before = failures;
        throng::world server;
        throng::world client;
        throng::replica_encoder encoder(server, shown, 20'000);
        throng::replica_decoder decoder(client, shown);
        const entity e = server.create(note{1, "short", 1});
        const auto frame = [&](std::size_t fails) {
            fails_in = fails;
            try {
                encoder.frame_if([](entity) { return true; },
                                 [&](std::span<const std::byte> m) {
                                     const std::size_t rest = std::exchange(fails_in, 0U);
                                     EXPECT_TRUE(decoder.receive(m));
                                     fails_in = rest;
                                 });
            } catch (const std::bad_alloc&) {
            }
            fails_in = 0;
            EXPECT_TRUE(encoder.acknowledge(decoder.acknowledgement()));
        };
        frame(0);
        server.set(e, note{2, std::string(9'000, 'a'), 3});
        frame(n);
        for (int i = 0; i < 100; ++i) frame(0);
        const note& its = client.get<note>(decoder.entity_of(encoder.number_of(e)));
        EXPECT_EQ(its.number, 2);
        EXPECT_EQ(its.text.size(), 9'000U);
        EXPECT_EQ(its.last, 3);
    }
}
