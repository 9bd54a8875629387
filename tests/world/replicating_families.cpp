// A client shows the families, relations and names that its server shows, over lines that lose, double and reorder what
// they carry, and whatever its own hooks do meanwhile.

#include "world/bad_line.hpp"

#include <throng/world/family.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/replica.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using throng::entity;

struct place {
    int x = 0;
};
/// Each has one above it at most; those whose target dies die, too.
struct serves {};
struct knows {
    int how_well = 0;
};
struct allied_with {
    int since = 0;
};
struct married_to {};
struct drives {};
/// Of the client alone: what is tied dies with it.
struct tied_to {};

} // namespace

template <> struct throng::component<place> {
    static constexpr const char* name = "place";
};
template <> struct throng::component<serves> {
    static constexpr const char* name = "serves";
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<knows> {
    static constexpr const char* name = "knows";
};
template <> struct throng::component<allied_with> {
    static constexpr const char* name = "allied_with";
    static constexpr bool symmetric = true;
};
template <> struct throng::component<married_to> {
    static constexpr const char* name = "married_to";
    static constexpr bool symmetric = true;
    static constexpr bool exclusive = true;
};
template <> struct throng::component<drives> {
    static constexpr const char* name = "drives";
    static constexpr bool exclusive = true;
    static constexpr bool one_source = true;
};
template <> struct throng::component<tied_to> {
    static constexpr auto when_target_dies = throng::die_too;
};

namespace {

constexpr auto shown =
    throng::components<place, throng::kin, throng::related<serves>, throng::related<knows>, throng::entity_name,
                       throng::related<allied_with>, throng::related<married_to>, throng::related<drives>>;

struct game {
    throng::world world;
    throng::family family{world};
    throng::relation<serves> serving{world};
    throng::relation<knows> knowing{world};
    throng::relation<allied_with> allies{world};
    throng::relation<married_to> couples{world};
    throng::relation<drives> driving{world};
    throng::naming names{world};
};

/// A server and a client, and what is between them.
struct network {
    explicit network(std::uint64_t seed, std::uint32_t loss = 0, std::uint32_t delay = 1, std::size_t bytes = 90)
        : encoder(server.world, shown, bytes),
          decoder(client.world, shown),
          chance(seed),
          down(loss, delay, seed),
          up(loss, delay, seed + 1) {}

    void frame() {
        encoder.frame_if([this](entity e) { return is_visible(e); },
                         [this](std::span<const std::byte> m) { down.send(m); });
        down.deliver([this](const auto& m) {
#if defined(__cpp_exceptions)
            try {
                EXPECT_TRUE(decoder.receive(m));
            } catch (int) {
            }
#else
            EXPECT_TRUE(decoder.receive(m));
#endif
        });
        if (const auto a = decoder.acknowledgement(); !a.empty()) up.send(a);
        up.deliver([this](const auto& a) { EXPECT_TRUE(encoder.acknowledge(a)); });
    }
    [[nodiscard]] bool is_visible(entity e) const {
        return all_visible || (!none_visible && (e.index() + hidden) % 5 != 0);
    }
    [[nodiscard]] entity of(entity e) const { return decoder.entity_of(encoder.number_of(e)); }

    [[nodiscard]] entity original_of(entity e) const {
        for (const entity s : server.world) {
            if (of(s) == e) return s;
        }
        return {};
    }

    /// Some edits of the server's world.
    void play() {
        const auto any = [this] { return all[chance.below(static_cast<std::uint32_t>(all.size()))]; };
        if (all.size() < 30) all.push_back(server.world.create(place{static_cast<int>(all.size())}));
        for (int n = 0; n < 6; ++n) {
            // (Drawn in this order, whatever the compiler.)
            const entity b = any();
            const entity a = any();
            switch (chance.below(12)) {
            case 0:
                all.push_back(server.world.create(place{7}));
                break;
            case 1:
                if (all.size() > 10) server.world.destroy(a);
                break;
            case 2:
                (void)server.family.move_before(b, server.family.first_child_of(a));
                [[fallthrough]];
            case 3:
                (void)server.family.adopt(a, b);
                (void)server.family.move_after(all.front(), b);
                break;
            case 4:
                (void)server.family.leave(a);
                break;
            case 5:
                (void)server.serving.relate(a, b);
                break;
            case 6:
                (void)server.serving.unrelate_all(a);
                (void)server.knowing.unrelate_all(a);
                break;
            case 7:
                (void)server.knowing.relate(a, b, {static_cast<int>(chance.below(9))});
                break;
            case 8:
                (void)server.allies.relate(a, b, {static_cast<int>(chance.below(9))});
                (void)server.couples.relate(a, b);
                (void)server.driving.relate(a, b);
                // (Two swap.)
                if (const entity other = server.driving.source_of(all.front());
                    other != a && server.driving.target_of(a)) {
                    const entity its = server.driving.target_of(a);
                    (void)server.driving.relate(a, all.front());
                    (void)server.driving.relate(other, its);
                }
                break;
            case 9:
                (void)server.allies.unrelate_all(a);
                (void)server.couples.unrelate_all(a);
                break;
            default:
                (void)server.names.set(a, std::string(1, static_cast<char>('a' + chance.below(12))));
            }
        }
        std::erase_if(all, [this](entity e) { return !server.world.alive(e); });
        if (chance.percent(20)) hidden = chance.below(5);
    }
    /// That a client goes on as it is ends, whatever it has been told so far.
    void ask_client() const {
        for (const entity e : client.world) {
            std::size_t n = 0;
            client.family.each_below(e, [&n](entity) { ++n; });
            ASSERT_LT(n, client.world.size());
            for (entity above = e; above; above = client.family.parent_of(above))
                ASSERT_LT(n++, 2 * client.world.size());
            n = 0;
            client.serving.each_above(e, [&n](entity) { ++n; });
            ASSERT_LT(n, client.world.size());
            ASSERT_LE(client.serving.count_targets(e), 1U);
            ASSERT_LE(client.couples.count_targets(e), 1U);
            ASSERT_LE(client.driving.count_targets(e), 1U);
            ASSERT_LE(client.driving.count_sources(e), 1U);
        }
        ASSERT_TRUE(client.world.validate());
        // What the client shows follows from the targets alone.
        constexpr auto links = throng::components<throng::related<serves>, throng::related<knows>>;
        throng::byte_writer<> bytes;
        save(client.world, bytes, links);
        game twin;
        ASSERT_TRUE(restore(twin.world, bytes.bytes(), links));
        const auto expect_same = [](auto&& a, auto&& b) {
            for (entity e = a.next(); e; e = a.next()) ASSERT_EQ(b.next(), e);
            ASSERT_FALSE(b.next());
        };
        for (const entity e : client.world) {
            expect_same(client.serving.targets(e), twin.serving.targets(e));
            expect_same(client.serving.sources(e), twin.serving.sources(e));
            expect_same(client.knowing.targets(e), twin.knowing.targets(e));
            expect_same(client.knowing.sources(e), twin.knowing.sources(e));
        }
    }
    void compare(bool with_names = true) const {
        std::size_t n = 0;
        for (const entity e : server.world) {
            if (!is_visible(e)) continue;
            ++n;
            const entity its = of(e);
            ASSERT_TRUE(client.world.alive(its));
            EXPECT_EQ(client.world.get<place>(its).x, server.world.get<place>(e).x);
            EXPECT_EQ(client.family.parent_of(its), of(server.family.parent_of(e)));
            std::vector<entity> there;
            std::vector<entity> here;
            server.family.each_child(e, [&](entity c) {
                if (is_visible(c)) there.push_back(of(c));
            });
            client.family.each_child(its, [&](entity c) { here.push_back(c); });
            EXPECT_EQ(here, there);
            EXPECT_EQ(client.serving.target_of(its), of(server.serving.target_of(e)));
            const auto expect_same = [&](auto&& served, auto&& shown_there) {
                there.clear();
                here.clear();
                while (const entity t = served.next()) {
                    if (is_visible(t)) there.push_back(of(t));
                }
                while (const entity t = shown_there.next()) here.push_back(t);
                EXPECT_EQ(here, there);
            };
            expect_same(server.knowing.targets(e), client.knowing.targets(its));
            expect_same(server.knowing.sources(e), client.knowing.sources(its));
            expect_same(server.serving.sources(e), client.serving.sources(its));
            expect_same(server.driving.targets(e), client.driving.targets(its));
            expect_same(server.driving.sources(e), client.driving.sources(its));
            expect_same(server.allies.targets(e), client.allies.targets(its));
            expect_same(server.couples.targets(e), client.couples.targets(its));
            for (const auto [t, v] : client.knowing.targets(its))
                EXPECT_EQ(server.knowing.value(e, original_of(t))->how_well, v.how_well);
            for (const auto [t, v] : client.allies.targets(its))
                EXPECT_EQ(server.allies.value(e, original_of(t))->since, v.since);
            if (with_names) {
                EXPECT_EQ(client.names.of(its), server.names.of(e));
            }
        }
        std::size_t shown_here = 0;
        client.world.each([&](entity e) { shown_here += client.world.has<place>(e) ? 1U : 0U; });
        EXPECT_EQ(shown_here, n);
    }
    void come_to_rest() {
        for (int i = 0; i < 300; ++i) frame();
    }

    game server;
    game client;
    throng::replica_encoder encoder;
    throng::replica_decoder decoder;
    std::vector<entity> all;
    std::uint32_t hidden = 0;
    bool all_visible = false;
    bool none_visible = false;
    support::lots chance;
    support::bad_line down;
    support::bad_line up;
};

} // namespace

TEST(replica_of_families, siblings_are_in_the_order_of_the_server_also_where_some_are_out_of_sight) {
    network n(1);
    n.all_visible = true;
    const entity parent = n.server.world.create(place{});
    std::vector<entity> children;
    for (int i = 0; i < 20; ++i) {
        children.push_back(n.server.world.create(place{i}));
        ASSERT_TRUE(n.server.family.adopt(parent, children.back()));
    }
    n.come_to_rest();
    n.compare();
    n.all_visible = false; // every fifth is hidden
    n.come_to_rest();
    n.compare();
    ASSERT_TRUE(n.server.family.adopt(parent, children[3]));
    ASSERT_TRUE(n.server.family.adopt(children[4], children[8]));
    n.all_visible = true;
    n.come_to_rest();
    n.compare();
    ASSERT_TRUE(n.server.family.move_before(children[9], children[2]));
    ASSERT_TRUE(n.server.family.move_after(children[8], children[9]));
    n.come_to_rest();
    n.compare();
    n.all_visible = false;
    n.server.family.sort_children(parent, [](entity a, entity b) { return b.index() < a.index(); });
    n.come_to_rest();
    n.compare();
    n.all_visible = true;
    n.come_to_rest();
    n.compare();
}

TEST(replica_of_families, a_client_shows_what_the_server_shows_in_the_end_whatever_the_line) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        network n(seed, seed % 3 == 0 ? 0 : 30, 1 + static_cast<std::uint32_t>(seed % 5));
        for (int round = 0; round < 3; ++round) {
            for (int i = 0; i < 40; ++i) {
                n.play();
                n.frame();
                n.ask_client();
                ASSERT_FALSE(HasFatalFailure());
            }
            n.come_to_rest();
            n.compare(false); // (Two of one name may be in sight without their parents.)
            n.all_visible = true;
            n.come_to_rest();
            n.compare();
            n.all_visible = false;
            ASSERT_FALSE(HasFailure()) << seed << ' ' << round;
        }
    }
}

TEST(replica_of_families, what_a_client_has_tied_to_a_servers_entity_goes_with_it_and_what_the_server_shows_does_not) {
    network n(1);
    n.all_visible = true;
    const entity tank = n.server.world.create(place{1});
    const entity turret = n.server.world.create(place{2});
    ASSERT_TRUE(n.server.family.adopt(tank, turret));
    n.come_to_rest();
    throng::world& client = n.client.world;
    throng::relation<tied_to> ties(client);
    // A label of the client's own hangs at the tank, and the turret at that; another one is tied to the tank, and so is
    // the turret.
    const entity label = client.create();
    const entity smoke = client.create();
    ASSERT_TRUE(n.client.family.adopt(n.of(tank), label));
    ASSERT_TRUE(n.client.family.adopt(label, n.of(turret)));
    ASSERT_TRUE(ties.relate(smoke, n.of(tank)));
    ASSERT_TRUE(ties.relate(n.of(turret), n.of(tank)));
    ASSERT_TRUE(n.server.family.leave(turret));
    n.server.world.destroy(tank);
    n.come_to_rest();
    EXPECT_FALSE(client.alive(label));
    EXPECT_FALSE(client.alive(smoke));
    ASSERT_TRUE(client.alive(n.of(turret)));
    EXPECT_FALSE(n.client.family.parent_of(n.of(turret)));
    EXPECT_EQ(client.size(), 1U);
    // What the client does itself is the client's business.
    const entity other = client.create();
    ASSERT_TRUE(ties.relate(n.of(turret), other));
    client.destroy(other);
    EXPECT_EQ(client.size(), 0U);
}

TEST(replica_of_families, a_name_goes_from_one_entity_to_another) {
    network n(1);
    n.all_visible = true;
    const entity a = n.server.world.create(place{1});
    const entity b = n.server.world.create(place{2});
    (void)n.server.names.set(a, "first");
    (void)n.server.names.set(b, "second");
    n.come_to_rest();
    (void)n.server.names.set(b, "third");
    (void)n.server.names.set(a, "second");
    (void)n.server.names.set(b, "first");
    n.come_to_rest();
    n.compare();
    EXPECT_EQ(n.client.names.find("first"), n.of(b));
    EXPECT_EQ(n.client.names.find("second"), n.of(a));
    EXPECT_FALSE(n.client.names.find("third"));
}

TEST(replica_of_families, children_of_one_name_take_each_others_place) {
    network n(1);
    n.all_visible = true;
    throng::family& family = n.server.family;
    throng::naming& names = n.server.names;
    const entity p = n.server.world.create(place{1});
    const entity q = n.server.world.create(place{2});
    const entity a = n.server.world.create(place{3});
    const entity b = n.server.world.create(place{4});
    const entity top = n.server.world.create(place{5});
    ASSERT_TRUE(family.adopt(p, a) && family.adopt(q, b));
    ASSERT_TRUE(names.set(a, "gun") && names.set(b, "gun") && names.set(top, "gun"));
    n.come_to_rest();
    n.compare();
    ASSERT_TRUE(names.set(a, "other") && family.adopt(q, a) && family.adopt(p, b) && names.set(a, "gun"));
    n.come_to_rest();
    n.compare();
    EXPECT_EQ(n.client.names.find(n.of(p), "gun"), n.of(b));
    EXPECT_EQ(n.client.names.find(n.of(q), "gun"), n.of(a));
    // Siblings of one name, which `patch` can make.
    (void)n.server.world.patch<throng::entity_name>(top, [](throng::entity_name& its) { its.text = "other"; });
    ASSERT_TRUE(family.leave(a));
    (void)n.server.world.patch<throng::entity_name>(top, [](throng::entity_name& its) { its.text = "gun"; });
    n.come_to_rest();
    n.compare();
}

TEST(replica_of_families, a_link_that_would_close_a_cycle_comes_when_it_does_no_more) {
    network n(1);
    n.all_visible = true;
    const entity a = n.server.world.create(place{1});
    const entity b = n.server.world.create(place{2});
    ASSERT_TRUE(n.server.serving.relate(a, b));
    n.come_to_rest();
    ASSERT_TRUE(n.server.serving.unrelate(a, b));
    n.come_to_rest();
    ASSERT_TRUE(n.client.serving.relate(n.of(b), n.of(a))); // of the client's own making
    ASSERT_TRUE(n.server.serving.relate(a, b));
    n.server.world.get<place>(a).x = 5;
    n.come_to_rest();
    n.ask_client();
    EXPECT_FALSE(n.client.serving.target_of(n.of(a)));
    EXPECT_EQ(n.client.world.get<place>(n.of(a)).x, 5);
    ASSERT_TRUE(n.client.serving.unrelate(n.of(b), n.of(a)));
    n.come_to_rest();
    EXPECT_EQ(n.client.serving.target_of(n.of(a)), n.of(b));
    n.compare();
}

TEST(replica_of_families, a_source_that_has_another_target_leaves_nothing_at_the_former) {
    network n(1);
    n.all_visible = true;
    entity e[3];
    for (entity& one : e) one = n.server.world.create(place{1});
    for (std::size_t i = 0; i < 40; ++i) {
        ASSERT_TRUE(n.server.serving.relate(e[0], e[1 + i % 2]));
        for (int frame = 0; frame < 5; ++frame) n.frame();
        EXPECT_EQ(n.client.serving.target_of(n.of(e[0])), n.of(e[1 + i % 2]));
    }
    for (const entity one : e) {
        const auto& its = n.client.world.get<throng::related<serves>>(n.of(one));
        EXPECT_LE(its.sources.size(), 1U);
        EXPECT_LE(its.targets.size(), 1U);
    }
}

TEST(replica_of_families, who_swap_their_targets_have_them_whichever_message_comes_first) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        network n(seed, 40, 6, 24);
        n.all_visible = true;
        std::vector<entity> drivers;
        std::vector<entity> cars;
        for (int i = 0; i < 6; ++i) {
            drivers.push_back(n.server.world.create(place{i}));
            cars.push_back(n.server.world.create(place{10 + i}));
            ASSERT_TRUE(n.server.driving.relate(drivers.back(), cars.back()));
        }
        n.come_to_rest();
        n.compare();
        for (int i = 0; i < 60; ++i) {
            const entity one = drivers[n.chance.below(6)];
            const entity car = cars[n.chance.below(6)];
            const entity other = n.server.driving.source_of(car);
            const entity its = n.server.driving.target_of(one);
            n.server.driving.relate(one, car);
            if (its && other != one) n.server.driving.relate(other, its);
            n.frame();
            n.ask_client();
        }
        n.come_to_rest();
        n.compare();
        ASSERT_FALSE(HasFailure()) << seed;
    }
}

TEST(replica_of_families, an_older_message_takes_no_target_from_a_source_of_which_a_newer_one_tells) {
    network n(1, 0, 1, 24);
    n.all_visible = true;
    const entity car = n.server.world.create(place{});
    const entity former = n.server.world.create(place{});
    const entity present = n.server.world.create(place{});
    for (const entity e : {former, present}) n.server.driving.relate(e, e);
    n.come_to_rest();
    using messages = std::vector<std::vector<std::byte>>;
    const auto sent = [&n] {
        messages those;
        n.encoder.frame_if([](entity) { return true; },
                           [&those](std::span<const std::byte> m) { those.emplace_back(m.begin(), m.end()); });
        return those;
    };
    ASSERT_TRUE(n.server.driving.relate(former, car));
    const messages older = sent();
    ASSERT_TRUE(n.server.driving.relate(present, car));
    // (Each has a message of its own, and that of the former source is lost.)
    n.server.names.set(former, std::string(14, 'f'));
    n.server.names.set(present, std::string(14, 'p'));
    const messages newer = sent();
    std::size_t which = 0;
    for (; which < newer.size(); ++which) {
        game twin;
        throng::replica_decoder alone(twin.world, shown);
        (void)alone.receive(newer[which]);
        if (alone.entity_of(n.encoder.number_of(present)) && !alone.entity_of(n.encoder.number_of(former))) break;
    }
    ASSERT_LT(which, newer.size());
    ASSERT_TRUE(n.decoder.receive(newer[which]));
    ASSERT_EQ(n.client.driving.source_of(n.of(car)), n.of(present));
    for (const auto& m : older) ASSERT_TRUE(n.decoder.receive(m));
    EXPECT_EQ(n.client.driving.source_of(n.of(car)), n.of(present));
    n.ask_client();
    n.come_to_rest();
    n.compare();
}

TEST(replica_of_families, a_source_of_the_clients_own_leaves_the_target_to_that_of_the_server) {
    network n(1);
    n.all_visible = true;
    const entity driver = n.server.world.create(place{});
    const entity car = n.server.world.create(place{});
    n.come_to_rest();
    const entity own = n.client.world.create();
    ASSERT_TRUE(n.client.driving.relate(own, n.of(car)));
    ASSERT_TRUE(n.server.driving.relate(driver, car));
    n.come_to_rest();
    n.compare();
    EXPECT_FALSE(n.client.driving.target_of(own));
}

TEST(replica_of_families, a_target_may_have_more_sources_than_fit_into_a_message) {
    network n(1);
    n.all_visible = true;
    const entity hub = n.server.world.create(place{1});
    std::vector<entity> sources;
    for (int i = 0; i < 60; ++i) sources.push_back(n.server.world.create(place{i}));
    for (std::size_t i = sources.size(); i-- != 0;) ASSERT_TRUE(n.server.knowing.relate(sources[i], hub, {1}));
    n.come_to_rest();
    EXPECT_EQ(n.client.knowing.count_sources(n.of(hub)), sources.size());
    n.compare();
}

/// Hooks that do what hooks had better not do.
TEST(replica_of_families, whatever_hooks_of_the_client_do_it_comes_to_what_the_server_shows_anew) {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        network n(seed, 20, 3);
        support::lots chance(seed + 100);
        throng::world& client = n.client.world;
        bool meddles = false;
        int depth = 0;
        std::vector<std::byte> last;
        const auto meddle = [&](entity e) {
            if (!meddles || depth > 3 || !chance.percent(30)) return;
            ++depth;
            struct end {
                int& d;
                ~end() { --d; }
            } const here{depth};
            const auto any = [&] {
                std::vector<entity> those;
                for (const entity x : client) those.push_back(x);
                return those.empty() ? entity() : those[chance.below(static_cast<std::uint32_t>(those.size()))];
            };
            switch (chance.below(12)) {
            case 0:
                client.destroy(e);
                break;
            case 1:
                client.destroy(any());
                break;
            case 2:
                client.clear();
                break;
            case 3:
                EXPECT_FALSE(n.decoder.receive(last));
                EXPECT_FALSE(n.decoder.receive({}));
                break;
            case 4:
                (void)n.client.family.adopt(any(), any());
                break;
            case 5:
                (void)n.client.family.adopt(e, client.create());
                break;
            case 6:
                (void)n.client.serving.relate(any(), any());
                (void)n.client.knowing.unrelate_all(e);
                break;
            case 7:
                client.remove<place>(e);
                client.remove<throng::kin>(any());
                break;
            case 8:
                (void)n.client.names.set(e, "mine");
                break;
            case 9:
                (void)n.decoder.acknowledgement();
                client.remove<throng::related<knows>>(e);
                break;
#if defined(__cpp_exceptions)
            case 10:
                throw 1;
#endif
            default:
                (void)client.create(place{-1});
            }
        };
        client.on_create(meddle);
        client.on_destroy([&](entity) { meddle({}); });
        client.on_add<place>([&](entity e, place&) { meddle(e); });
        client.on_set<place>([&](entity e, place&) { meddle(e); });
        client.on_remove<place>([&](entity e, place&) { meddle(e); });
        client.on_add<throng::kin>([&](entity e, throng::kin&) { meddle(e); });
        client.on_remove<throng::kin>([&](entity e, throng::kin&) { meddle(e); });
        client.on_add<throng::related<serves>>([&](entity e, auto&) { meddle(e); });
        client.on_set<throng::related<knows>>([&](entity e, auto&) { meddle(e); });
        n.decoder.on_gone([&](entity e, bool) { meddle(e); });
        meddles = true;
        for (int i = 0; i < 60; ++i) {
            n.play();
            n.frame();
            n.ask_client();
            ASSERT_FALSE(HasFatalFailure()) << seed;
        }
        meddles = false;
        n.none_visible = true;
        n.come_to_rest();
        client.clear(); // what was the client's own
        n.none_visible = false;
        n.all_visible = true;
        n.come_to_rest();
        n.compare();
        ASSERT_FALSE(HasFailure()) << seed;
    }
}
