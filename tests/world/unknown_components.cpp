// Components that a program does not know survive it: they are kept when a world is restored, and saved again.

#include "world/saved_game.hpp"

#include <throng/world/snapshot.hpp>
#include <throng/world/unknown_components.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace saved_game;
using throng::unknown_components;

using bytes_type = std::vector<std::byte>;

template <class... Cs> bytes_type saved(const world& w, throng::components_t<Cs...> those) {
    throng::byte_writer<> to;
    save(w, to, those);
    return {to.bytes().begin(), to.bytes().end()};
}
template <class... Cs>
bytes_type saved(const world& w, throng::components_t<Cs...> those, const unknown_components& unknown) {
    throng::byte_writer<> to;
    save(w, to, those, unknown);
    return {to.bytes().begin(), to.bytes().end()};
}
/// With the right check sum, whatever has been done to it.
void seal(bytes_type& bytes) {
    const std::size_t body = bytes.size() - sizeof(std::uint64_t);
    throng::byte_writer<> sum;
    sum.put(throng::core::mix(0, bytes.data(), body));
    std::copy(sum.bytes().begin(), sum.bytes().end(), bytes.begin() + static_cast<std::ptrdiff_t>(body));
}

} // namespace

TEST(unknown_components, survive_a_program_that_knows_none) {
    world first;
    std::vector<entity> known;
    numbers r(4);
    live_on(first, known, r, 6000);
    first.set_singleton(rare{77});
    first.set_singleton(story{true, mood::calm, "of the world", {{1, 2}}, {}, known[3]});
    const bytes_type bytes = saved(first, all);
    world between;
    unknown_components unknown;
    ASSERT_TRUE(restore(between, bytes, components<>, unknown));
    EXPECT_EQ(unknown.size(), 5U);
    EXPECT_GT(unknown.bytes(), 1000U);
    EXPECT_EQ(unknown.name(0), "story");
    for (const entity e : first) ASSERT_EQ(unknown.has(e, "rare"), first.has<rare>(e));
    // And once more.
    world second;
    unknown_components again;
    ASSERT_TRUE(restore(second, saved(between, components<>, unknown), components<position>, again));
    EXPECT_EQ(again.size(), 4U);
    world last;
    ASSERT_TRUE(restore(last, saved(second, components<position>, again), all));
    EXPECT_EQ(hash(last, all), hash(first, all));
    EXPECT_EQ(last.singleton<rare>()->n, 77U);
    EXPECT_EQ(last.singleton<story>()->of, known[3]);
    EXPECT_TRUE(last.validate());
    // Without the wish they are lost, as ever.
    ASSERT_TRUE(restore(second, bytes, components<position>));
    ASSERT_TRUE(restore(last, saved(second, components<position>), all));
    EXPECT_EQ(last.query<rare>().count(), 0U);
}

TEST(unknown_components, live_as_long_as_their_entities) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        world w;
        std::vector<entity> those;
        numbers r(seed);
        live_on(w, those, r, 3000);
        std::map<entity, std::string> names;
        std::map<entity, std::uint64_t> numbers_of;
        w.query<name>().each([&](entity e, name& n) { names[e] = n.text; });
        w.query<rare>().each([&](entity e, rare& n) { numbers_of[e] = n.n; });
        unknown_components unknown;
        bytes_type bytes = saved(w, all);
        constexpr auto some = components<position, mark>;
        for (int round = 0; round < 3; ++round) {
            ASSERT_TRUE(restore(w, bytes, some, unknown));
            std::vector<entity> born;
            for (int i = 0; i < 400; ++i) {
                if (r.below(2) == 0) born.push_back(w.create(position{}));
                w.destroy(those[r.below(those.size())]);
            }
            const auto many = unknown.bytes();
            if (round == 1) {
                unknown.drop_stale(w);
                EXPECT_LT(unknown.bytes(), many);
            }
            for (const entity e : born) ASSERT_FALSE(unknown.has(e, "name") || unknown.has(e, "rare"));
            those.insert(those.end(), born.begin(), born.end());
            bytes = saved(w, some, unknown);
        }
        world end;
        ASSERT_TRUE(restore(end, bytes, all));
        ASSERT_TRUE(end.validate());
        std::size_t n = 0;
        for (const entity e : end) {
            ASSERT_EQ(end.has<name>(e), names.contains(e));
            ASSERT_EQ(end.has<rare>(e), numbers_of.contains(e));
            n += end.has<name>(e) ? 1U : 0U;
            ASSERT_TRUE(!end.has<name>(e) || end.get<name>(e).text == names[e]);
            ASSERT_TRUE(!end.has<rare>(e) || end.get<rare>(e).n == numbers_of[e]);
        }
        EXPECT_GT(n, 10U);
        EXPECT_LT(n, names.size());
    }
}

TEST(unknown_components, a_known_one_takes_the_place) {
    world w;
    const entity e = w.create(name{"old"}, rare{1}), f = w.create(name{"old, too"});
    world other;
    unknown_components unknown;
    ASSERT_TRUE(restore(other, saved(w, all), components<rare>, unknown));
    other.add(e, name{"new"});
    const bytes_type bytes = saved(other, components<rare, name>, unknown);
    world last;
    ASSERT_TRUE(restore(last, bytes, all));
    EXPECT_EQ(last.get<name>(e).text, "new");
    EXPECT_FALSE(last.has<name>(f));
    unknown_components none;
    ASSERT_TRUE(restore(last, bytes, all, none));
    EXPECT_TRUE(none.empty());
}

TEST(unknown_components, after_a_roll_back) {
    world w;
    const entity e = w.create(name{"e"}, rare{1});
    unknown_components unknown;
    ASSERT_TRUE(restore(w, saved(w, all), components<rare>, unknown));
    const throng::snapshot before(w);
    w.destroy(e);
    world last;
    ASSERT_TRUE(restore(last, saved(w, components<rare>, unknown), all));
    EXPECT_TRUE(last.empty());
    ASSERT_TRUE(before.roll_back());
    ASSERT_TRUE(restore(last, saved(w, components<rare>, unknown), all));
    EXPECT_EQ(last.get<name>(e).text, "e");
    unknown.clear();
    EXPECT_EQ(unknown.bytes(), 0U);
    ASSERT_TRUE(restore(last, saved(w, components<rare>, unknown), all));
    EXPECT_FALSE(last.has<name>(e));
}

TEST(unknown_components, take_no_more_memory_than_they_may) {
    world w;
    for (int i = 0; i < 100; ++i) (void)w.create(name{std::string(100, 'a')}, position{});
    const bytes_type bytes = saved(w, all);
    world to;
    const entity there = to.create(position{3, 3});
    unknown_components small(10'000);
    const auto result = restore(to, bytes, components<position>, small);
    ASSERT_FALSE(result);
    EXPECT_STREQ(result.error, "its unknown components take more memory than they may");
    EXPECT_EQ(to.get<position>(there).x, 3);
    EXPECT_TRUE(small.empty());
    small.max_bytes(20'000);
    EXPECT_TRUE(restore(to, bytes, components<position>, small));
    EXPECT_LE(small.bytes(), 20'000U);
    to.each([&](entity) { EXPECT_FALSE(restore(to, bytes, components<position>, small)) << "a walk is open"; });
    EXPECT_EQ(small.size(), 4U);
}

TEST(unknown_components, damaged_bytes_are_refused) {
    world w;
    std::vector<entity> known;
    numbers r(9);
    live_on(w, known, r, 60);
    w.set_singleton(name{"single"});
    const bytes_type bytes = saved(w, all);
    world to;
    unknown_components unknown;
    ASSERT_TRUE(restore(to, bytes, components<position>, unknown));
    const auto before = unknown.bytes();
    const auto state = hash(to, components<position>);
    for (std::size_t n = 0; n < bytes.size(); n += 7) {
        const auto result = restore(to, std::span(bytes).first(n), components<position>, unknown);
        ASSERT_FALSE(result);
        ASSERT_EQ(unknown.bytes(), before);
        ASSERT_EQ(hash(to, components<position>), state);
    }
    std::size_t refused = 0;
    for (int i = 0; i < 800; ++i) {
        bytes_type damaged = bytes;
        damaged[r.below(damaged.size() - 8)] ^= std::byte{1} << r.below(8);
        seal(damaged);
        world other;
        unknown_components its;
        const auto result = restore(other, damaged, components<position>, its);
        if (!result) {
            ++refused;
            ASSERT_TRUE(its.empty() && other.empty());
            continue;
        }
        // Whatever has been read can be saved and read again.
        ASSERT_TRUE(other.validate());
        unknown_components again;
        ASSERT_TRUE(restore(other, saved(other, components<position>, its), components<position>, again));
        ASSERT_EQ(again.size(), its.size());
    }
    EXPECT_GT(refused, 50U);
    // An error in what is not known says where.
    bytes_type damaged = bytes;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t at = text.rfind("single");
    ASSERT_NE(at, text.npos);
    damaged[at - 16] = std::byte{0xff}; // how long it is
    seal(damaged);
    const auto result = restore(to, damaged, components<position>, unknown);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.component, "name");
    EXPECT_GT(result.position, bytes.size() / 2);
    EXPECT_EQ(unknown.bytes(), before);
}
