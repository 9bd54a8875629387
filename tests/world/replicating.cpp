// What a client is told of a server's world; over bad lines, see random_replicating.cpp.

#include <throng/world/replica.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace {

using throng::entity;
using message = std::vector<std::byte>;

struct position {
    float x = 0;
    float y = 0;
};
struct angle {
    double degrees = 0;
};
struct label {
    std::string text;
};
struct target {
    entity leader;
};
struct burning {};
struct flooded {};
struct scores {
    std::vector<int> those;
};
/// Two versions of one component, of one step each.
struct lamp {
    double light = 0;
};
struct brighter_lamp {
    double light = 0;
};
struct wide {
    std::uint8_t parts[80] = {};
    std::int32_t many[3][2] = {};
};
/// So many fields that some share a bit.
struct row_of_eight {
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
};
/// An integer of each size.
struct integers {
    std::int8_t one = 0;
    std::int16_t two = 0;
    std::int32_t four = 0;
    std::int64_t eight = 0;
    std::uint8_t one_unsigned = 0;
    std::uint16_t two_unsigned = 0;
    std::uint32_t four_unsigned = 0;
    std::uint64_t eight_unsigned = 0;
    bool operator==(const integers&) const = default;
};
/// A field without description, which is sent as its bytes.
class secret {
  public:
    secret() = default;
    explicit secret(int n) : n_{n, -n} {}
    bool operator==(const secret&) const = default;

  private:
    int n_[2] = {};
};
struct box {
    int before = 0;
    secret inside;
    int behind = 0;
};
struct table {
    row_of_eight r0, r1, r2, r3, r4, r5, r6, r7, r8, r9;
};

} // namespace

template <> struct throng::component<position> {
    static constexpr const char* name = "position";
};
template <> struct throng::component<angle> {
    static constexpr const char* name = "angle";
    static constexpr auto fields = throng::fields(throng::field("degrees", &angle::degrees).range(0, 360).step(0.5));
};
template <> struct throng::component<scores> {
    static constexpr const char* name = "scores";
};
template <> struct throng::component<lamp> {
    static constexpr const char* name = "lamp";
    static constexpr auto fields = throng::fields(throng::field("light", &lamp::light).range(0, 1).step(1));
};
template <> struct throng::component<brighter_lamp> {
    static constexpr const char* name = "lamp";
    static constexpr auto fields = throng::fields(throng::field("light", &brighter_lamp::light).range(0, 9).step(9));
};
template <> struct throng::component<label> {
    static constexpr const char* name = "label";
};
template <> struct throng::component<target> {
    static constexpr const char* name = "target";
};
template <> struct throng::component<burning> {
    static constexpr const char* name = "burning";
};
template <> struct throng::component<flooded> {
    static constexpr const char* name = "flooded";
};
template <> struct throng::component<wide> {
    static constexpr const char* name = "wide";
};
template <> struct throng::component<integers> {
    static constexpr const char* name = "integers";
};
template <> struct throng::component<box> {
    static constexpr const char* name = "box";
};
template <> struct throng::component<table> {
    static constexpr const char* name = "table";
};

namespace {

constexpr auto shown = throng::components<position, angle, label, target, burning, wide, table, integers, box>;

/// A server and one client, with nothing between them.
struct pair_of_worlds {
    /// The messages of a frame; nothing is lost.
    template <class Visible> std::vector<message> frame(Visible visible, std::size_t most = 32) {
        std::vector<message> sent;
        cost = encoder.frame_if(
            visible, [&](std::span<const std::byte> m) { sent.emplace_back(m.begin(), m.end()); }, most);
        for (const message& m : sent) EXPECT_TRUE(decoder.receive(m));
        EXPECT_TRUE(sent.empty() || encoder.acknowledge(decoder.acknowledgement()));
        return sent;
    }
    std::vector<message> frame() {
        return frame([](entity) { return true; });
    }
    [[nodiscard]] entity of(entity e) const { return decoder.entity_of(encoder.number_of(e)); }

    throng::world server;
    throng::world client;
    throng::replica_encoder encoder{server, shown, 200};
    throng::replica_decoder decoder{client, shown};
    throng::replica_encoder::frame_cost cost;
};

std::size_t bytes_of(const std::vector<message>& those) {
    std::size_t n = 0;
    for (const message& m : those) n += m.size();
    return n;
}

} // namespace

TEST(replica, a_client_gets_what_is_there_and_then_what_changes) {
    pair_of_worlds p;
    const entity a = p.server.create(position{1, 2}, label{"first"});
    const entity b = p.server.create(position{3, 4}, burning{});
    const std::size_t all = bytes_of(p.frame());
    EXPECT_EQ(p.client.size(), 2U);
    EXPECT_EQ(p.client.get<label>(p.of(a)).text, "first");
    EXPECT_TRUE(p.client.has<burning>(p.of(b)));
    EXPECT_TRUE(p.frame().empty());
    p.server.get<position>(a).y = 9;
    const std::size_t one_field = bytes_of(p.frame());
    EXPECT_LT(one_field, all / 2);
    EXPECT_EQ(p.client.get<position>(p.of(a)).y, 9);
    EXPECT_EQ(p.client.get<position>(p.of(a)).x, 1);
    p.server.remove<burning>(b);
    p.server.remove<label>(a);
    p.server.add(b, label{"came"});
    (void)p.frame();
    EXPECT_FALSE(p.client.has<burning>(p.of(b)));
    EXPECT_FALSE(p.client.has<label>(p.of(a)));
    EXPECT_EQ(p.client.get<label>(p.of(b)).text, "came");
}

TEST(replica, one_acknowledgement_covers_all_messages_that_have_arrived) {
    pair_of_worlds p;
    for (int i = 0; i < 100; ++i) p.server.create(label{std::string(30, 'x')});
    const auto sent = p.frame();
    ASSERT_GT(sent.size(), 10U);
    EXPECT_EQ(p.cost.messages, sent.size());
    EXPECT_EQ(p.cost.bytes, bytes_of(sent));
    const entity moving = p.server.create(position{});
    // Nothing of it is taken for lost, however many messages follow.
    for (int i = 1; i < 200; ++i) {
        p.server.set(moving, position{static_cast<float>(i), 0});
        ASSERT_LT(bytes_of(p.frame()), 40U) << i;
    }
}

TEST(replica, an_entity_without_components_is_told_of) {
    pair_of_worlds p;
    const entity e = p.server.create();
    (void)p.frame();
    EXPECT_TRUE(p.client.alive(p.of(e)));
}

TEST(replica, leaving_sight_and_dying_are_told_apart) {
    pair_of_worlds p;
    std::vector<std::pair<int, bool>> gone;
    p.decoder.on_gone(
        [&](entity e, bool died) { gone.emplace_back(static_cast<int>(p.client.get<position>(e).x), died); });
    const entity a = p.server.create(position{1, 0});
    const entity b = p.server.create(position{2, 0});
    (void)p.frame();
    p.server.destroy(a);
    (void)p.frame([&](entity e) { return e != b; });
    EXPECT_EQ(gone, (std::vector<std::pair<int, bool>>{{1, true}, {2, false}}));
    EXPECT_TRUE(p.client.empty());
    (void)p.frame();
    EXPECT_EQ(p.client.size(), 1U);
    EXPECT_EQ(p.client.get<position>(p.of(b)).x, 2);
}

TEST(replica, handles_lead_to_the_clients_own_entities_and_to_none_that_it_does_not_see) {
    pair_of_worlds p;
    p.client.create(position{});
    const entity a = p.server.create(target{});
    const entity b = p.server.create(target{a});
    const entity c = p.server.create(label{"hidden"});
    p.server.get<target>(a).leader = b;
    bool hidden = true;
    const auto visible = [&](entity e) { return e != c || !hidden; };
    (void)p.frame(visible);
    EXPECT_EQ(p.client.get<target>(p.of(a)).leader, p.of(b));
    EXPECT_EQ(p.client.get<target>(p.of(b)).leader, p.of(a));
    p.server.get<target>(a).leader = c;
    (void)p.frame(visible);
    EXPECT_EQ(p.client.get<target>(p.of(a)).leader, entity());
    hidden = false;
    (void)p.frame(visible);
    EXPECT_EQ(p.client.get<target>(p.of(a)).leader, p.of(c));
    EXPECT_EQ(p.client.get<label>(p.of(c)).text, "hidden");
    p.server.destroy(c);
    (void)p.frame(visible);
    (void)p.frame(visible);
    EXPECT_EQ(p.client.get<target>(p.of(a)).leader, entity());
    EXPECT_EQ(p.client.size(), 3U);
}

TEST(replica, real_numbers_are_sent_in_steps_where_their_field_says_so) {
    pair_of_worlds p;
    const entity e = p.server.create(angle{90.2});
    (void)p.frame();
    EXPECT_EQ(p.client.get<angle>(p.of(e)).degrees, 90);
    p.server.get<angle>(e).degrees = 90.1;
    EXPECT_TRUE(p.frame().empty());
    for (const auto& [sent, arrived] : {std::pair{-3.0, 0.0}, {1e30, 360.0}, {359.9, 360.0}, {0.25, 0.5}}) {
        p.server.get<angle>(e).degrees = sent;
        (void)p.frame();
        EXPECT_EQ(p.client.get<angle>(p.of(e)).degrees, arrived);
    }
}

TEST(replica, integers_of_each_size_arrive_at_their_limits) {
    pair_of_worlds p;
    const auto lowest_of = []<class T>(T) { return std::numeric_limits<T>::min(); };
    const auto highest_of = []<class T>(T) { return std::numeric_limits<T>::max(); };
    integers lowest;
    integers highest;
    const auto fill = [](integers& all, auto f) {
        all.one = f(all.one), all.two = f(all.two), all.four = f(all.four), all.eight = f(all.eight);
        all.one_unsigned = f(all.one_unsigned), all.two_unsigned = f(all.two_unsigned);
        all.four_unsigned = f(all.four_unsigned), all.eight_unsigned = f(all.eight_unsigned);
    };
    fill(lowest, lowest_of);
    fill(highest, highest_of);
    const integers small{-1, -1, -1, -1, 1, 1, 1, 1};
    const entity e = p.server.create(lowest);
    for (const integers& now : {lowest, small, highest, integers{}, lowest}) {
        p.server.set(e, now);
        p.frame();
        EXPECT_EQ(p.client.get<integers>(p.of(e)), now);
    }
}

TEST(replica, fields_without_description_are_sent_as_bytes) {
    pair_of_worlds p;
    const entity e = p.server.create(box{1, secret(2), 3});
    p.frame();
    p.server.set(e, box{1, secret(4), 5});
    p.frame();
    const box& its = p.client.get<box>(p.of(e));
    EXPECT_EQ(its.before, 1);
    EXPECT_EQ(its.inside, secret(4));
    EXPECT_EQ(its.behind, 5);
}

TEST(replica, takes_arrays_and_more_fields_than_a_mask_has_bits) {
    pair_of_worlds p;
    wide w;
    w.parts[79] = 200;
    w.many[2][1] = -70'000;
    const entity e = p.server.create(w);
    table t;
    t.r9.h = 7;
    t.r0.a = -1;
    p.server.add(e, t);
    (void)p.frame();
    EXPECT_EQ(p.client.get<wide>(p.of(e)).parts[79], 200);
    EXPECT_EQ(p.client.get<wide>(p.of(e)).many[2][1], -70'000);
    EXPECT_EQ(p.client.get<table>(p.of(e)).r9.h, 7);
    p.server.get<table>(e).r9.g = 6;
    p.server.get<wide>(e).many[0][1] = 5;
    (void)p.frame();
    EXPECT_EQ(p.client.get<table>(p.of(e)).r9.g, 6);
    EXPECT_EQ(p.client.get<table>(p.of(e)).r9.h, 7);
    EXPECT_EQ(p.client.get<table>(p.of(e)).r0.a, -1);
    EXPECT_EQ(p.client.get<wide>(p.of(e)).many[0][1], 5);
}

TEST(replica, what_does_not_fit_into_a_message_is_told_and_the_rest_arrives) {
    pair_of_worlds p;
    const entity e = p.server.create(label{std::string(500, 'x')}, position{1, 2});
    (void)p.frame();
    EXPECT_EQ(p.cost.too_large, 1U);
    EXPECT_EQ(p.client.get<position>(p.of(e)).y, 2);
    EXPECT_FALSE(p.client.has<label>(p.of(e)));
    p.server.get<label>(e).text = "short";
    (void)p.frame();
    EXPECT_EQ(p.client.get<label>(p.of(e)).text, "short");
}

TEST(replica, what_there_is_no_room_for_comes_next_time_and_nothing_waits_for_ever) {
    pair_of_worlds p;
    std::vector<entity> all;
    for (int i = 0; i < 200; ++i) all.push_back(p.server.create(position{static_cast<float>(i), 0}));
    for (int f = 0; f < 40; ++f) {
        EXPECT_LE(p.frame([](entity) { return true; }, 1).size(), 1U);
        // The first ones always have something to say.
        for (std::size_t i = 0; i < 20; ++i) p.server.get<position>(all[i]).y += 1;
    }
    for (const entity e : all) EXPECT_TRUE(p.client.has<position>(p.of(e)));
}

TEST(replica, what_only_a_handle_has_told_of_goes_again) {
    pair_of_worlds p;
    const entity a = p.server.create(label{std::string(140, 'x')}, target{});
    const entity b = p.server.create(label{std::string(140, 'y')});
    p.server.get<target>(a).leader = b;
    (void)p.frame([](entity) { return true; }, 1);
    ASSERT_EQ(p.client.size(), 2U);
    EXPECT_TRUE(p.client.alive(p.client.get<target>(p.of(a)).leader));
    p.server.destroy(b);
    (void)p.frame();
    EXPECT_EQ(p.client.size(), 1U);
    EXPECT_EQ(p.client.get<target>(p.of(a)).leader, entity());
}

TEST(replica, a_handle_that_leads_to_another_with_the_same_number_is_told_anew) {
    pair_of_worlds p;
    const entity a = p.server.create(target{});
    const entity b = p.server.create(position{1, 0});
    p.server.get<target>(a).leader = b;
    (void)p.frame();
    const std::uint64_t number = p.encoder.number_of(b);
    p.server.destroy(b);
    (void)p.frame();
    const entity c = p.server.create(position{2, 0});
    p.server.get<target>(a).leader = c;
    (void)p.frame();
    ASSERT_EQ(p.encoder.number_of(c), number);
    EXPECT_EQ(p.client.get<target>(p.of(a)).leader, p.of(c));
}

TEST(replica, hooks_of_the_client_are_told) {
    pair_of_worlds p;
    std::string told;
    p.client.on_add<label>([&](entity, label& l) { told += "+" + l.text; });
    p.client.on_set<label>([&](entity, label& l) { told += "=" + l.text; });
    p.client.on_remove<label>([&](entity, label& l) { told += "-" + l.text; });
    const entity e = p.server.create(label{"a"});
    (void)p.frame();
    p.server.get<label>(e).text = "b";
    (void)p.frame();
    p.server.destroy(e);
    (void)p.frame();
    EXPECT_EQ(told, "+a=b-b");
}

TEST(replica, what_the_client_has_destroyed_stays_away) {
    pair_of_worlds p;
    const entity e = p.server.create(position{1, 1});
    (void)p.frame();
    p.client.destroy(p.of(e));
    p.server.get<position>(e).x = 2;
    (void)p.frame();
    EXPECT_TRUE(p.client.empty());
    p.server.destroy(e);
    (void)p.frame();
    EXPECT_TRUE(p.client.empty());
}

TEST(replica, a_message_that_comes_twice_or_too_late_changes_nothing) {
    pair_of_worlds p;
    const entity e = p.server.create(position{1, 1});
    const auto first = p.frame();
    p.server.get<position>(e).x = 2;
    (void)p.frame();
    p.client.get<position>(p.of(e)).x = 5;
    for (const message& m : first) EXPECT_TRUE(p.decoder.receive(m));
    EXPECT_EQ(p.client.get<position>(p.of(e)).x, 5);
    EXPECT_EQ(p.decoder.frame(), 2U);
}

TEST(replica, bytes_of_others_are_refused_with_a_reason) {
    pair_of_worlds p;
    p.server.create(position{1, 1});
    message good;
    (void)p.encoder.frame_if([](entity) { return true; },
                             [&](std::span<const std::byte> m) { good.assign(m.begin(), m.end()); });
    throng::replica_decoder other(p.client, throng::components<position, angle>);
    EXPECT_STREQ(other.receive(good).error, "the server has other components");
    // Of the same fields under another name.
    throng::replica_encoder flames(p.server, throng::components<burning>, 200);
    message of_flames;
    (void)flames.frame_if([](entity) { return true; },
                          [&](std::span<const std::byte> m) { of_flames.assign(m.begin(), m.end()); });
    throng::world wet;
    throng::replica_decoder floods(wet, throng::components<flooded>);
    EXPECT_STREQ(floods.receive(of_flames).error, "the server has other components");
    EXPECT_STREQ(p.decoder.receive({}).error, "this is no message");
    message cut = good;
    cut.pop_back();
    EXPECT_STREQ(p.decoder.receive(cut).error, "too short for its values");
    message ahead = good;
    ahead[4] = std::byte{0xff};
    ahead.insert(ahead.begin() + 5, {std::byte{0xff}, std::byte{0xff}, std::byte{0xff}, std::byte{0x7f}});
    EXPECT_STREQ(p.decoder.receive(ahead).error, "a message is missing its place");
    throng::replica_decoder small(p.client, shown, 0);
    EXPECT_STREQ(small.receive(good).error, "an entity has an impossible number");
    EXPECT_TRUE(p.client.empty());

    EXPECT_STREQ(p.encoder.acknowledge({}).error, "this is no acknowledgement");
    EXPECT_TRUE(p.decoder.acknowledgement().empty());
    ASSERT_TRUE(p.decoder.receive(good));
    const auto a = p.decoder.acknowledgement();
    message early(a.begin(), a.end());
    early[4] = std::byte{7};
    EXPECT_STREQ(p.encoder.acknowledge(early).error, "what has not been sent is acknowledged");
    early = message(a.begin(), a.end());
    early[0] ^= std::byte{1};
    EXPECT_STREQ(p.encoder.acknowledge(early).error, "the client has other components");
    EXPECT_TRUE(p.encoder.acknowledge(a));
}

TEST(replica, a_list_may_be_the_last_of_a_message) {
    throng::world server;
    throng::world client;
    throng::replica_encoder encoder(server, throng::components<scores>, 200);
    throng::replica_decoder decoder(client, throng::components<scores>);
    server.create(scores{{1, 2, 3}});
    int messages = 0;
    (void)encoder.frame_if([](entity) { return true; },
                           [&](std::span<const std::byte> m) {
                               ++messages;
                               EXPECT_TRUE(decoder.receive(m));
                               EXPECT_EQ(m.back(), std::byte{6}) << "the last score, folded, is the last byte";
                           });
    EXPECT_EQ(messages, 1);
    EXPECT_EQ(client.count<scores>(), 1U);
}

TEST(replica, steps_that_mean_something_else_are_refused) {
    throng::world server;
    throng::world client;
    throng::replica_encoder encoder(server, throng::components<lamp>, 200);
    throng::replica_decoder decoder(client, throng::components<brighter_lamp>);
    server.create(lamp{1});
    (void)encoder.frame_if([](entity) { return true; },
                           [&](std::span<const std::byte> m) {
                               EXPECT_STREQ(decoder.receive(m).error, "the server has other components");
                           });
}

TEST(replica, a_world_that_is_gone_says_nothing) {
    auto server = std::make_unique<throng::world>();
    auto client = std::make_unique<throng::world>();
    server->create(position{});
    throng::replica_encoder encoder(*server, shown, 200);
    throng::replica_decoder decoder(*client, shown);
    message m;
    (void)encoder.frame_if([](entity) { return true; },
                           [&](std::span<const std::byte> b) { m.assign(b.begin(), b.end()); });
    server.reset();
    client.reset();
    const throng::received result = decoder.receive(m);
    EXPECT_FALSE(result);
    EXPECT_STREQ(result.error, "the world is destroyed");
    EXPECT_EQ(result.position, 0U);
    EXPECT_EQ(encoder.frame_if([](entity) { return true; }, [](std::span<const std::byte>) {}).messages, 0U);
}

TEST(replica, a_client_that_never_answers_costs_no_more_and_more_memory) {
    pair_of_worlds p;
    const entity e = p.server.create(position{});
    std::size_t sent = 0;
    for (int f = 0; f < 20'000; ++f) {
        p.server.get<position>(e).x += 1;
        sent += p.encoder.frame_if([](entity) { return true; }, [](std::span<const std::byte>) {}).messages;
    }
    EXPECT_EQ(sent, 20'000U);
    EXPECT_LT(p.encoder.memory(), 500'000U);
}
