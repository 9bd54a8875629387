// What all collections have in common: throng::collection.

#include <throng/collection.hpp>
#include <throng/throng.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <list>
#include <memory>
#include <memory_resource>
#include <set>
#include <string>
#include <vector>

namespace {

using throng::collection;

struct thing : throng::list_hook<>, throng::grid_hook<> {
    int id = 0;

    explicit thing(int n) : id(n) {}
    void update(throng::time_step) {}
    [[nodiscard]] static bool deleted() { return false; }
};
enum class on { ground, air, count };

static_assert(collection<throng::list<thing>> && collection<throng::list<int>>);
static_assert(collection<throng::bag<thing>> && collection<throng::bag<double>>);
static_assert(collection<throng::buffered_list<thing>> && collection<throng::buffered_bag<thing>>);
static_assert(collection<throng::ring<thing>> && collection<throng::ring<int>>);
static_assert(collection<throng::ordered_set<int>> && collection<throng::ordered_set<std::string>>);
static_assert(collection<throng::weak_list<thing>> && collection<throng::weak_list<thing, throng::list<thing>>>);
static_assert(collection<throng::linked_list<thing>>);
static_assert(collection<throng::pool<thing>> && collection<throng::pool<thing, 64>>);
static_assert(collection<throng::subset<throng::list<thing>>> && collection<throng::subset<throng::pool<thing>>>);
static_assert(collection<throng::subset<throng::world>>);
static_assert(collection<throng::tree<thing>>);
static_assert(collection<throng::grid<thing>>);
static_assert(collection<throng::entity_list<thing>> && collection<throng::entity_list<throng::any_entity<>>>);
static_assert(collection<throng::layer<thing>> && collection<throng::layers<on, thing>>);
static_assert(collection<throng::layers<on>>);
static_assert(collection<throng::world>);
static_assert(collection<throng::pmr::list<thing>> && collection<throng::pmr::world>);

// What is none of throng's, and what is no collection of it.
static_assert(!collection<std::vector<int>> && !collection<std::list<int>> && !collection<std::set<int>>);
static_assert(!collection<int> && !collection<const throng::list<int>> && !collection<throng::handle<int>>);

// Those of entities are entities themselves, and so can be in one another.
static_assert(throng::entity_for<throng::entity_list<thing>> && throng::entity_for<throng::tree<thing>>);
static_assert(throng::entity_for<throng::layer<thing>> && throng::entity_for<throng::layers<on, thing>>);

/// Looks at one as the concept says; how many there were.
std::size_t cleared(collection auto& all) {
    std::size_t n = 0;
    for (auto&& x : all) n += all.contains(x) ? 1U : 0U;
    all.each([&](auto&&) { ++n; });
    EXPECT_EQ(n, 2 * all.size());
    all.clear();
    EXPECT_TRUE(all.empty());
    return n / 2;
}

} // namespace

TEST(collection, is_walked_asked_and_cleared_alike) {
    std::vector<thing> owned;
    for (int i = 0; i < 3; ++i) owned.emplace_back(i);

    const auto filled = [&](auto&& all, auto add) {
        for (thing& x : owned) add(all, x);
        return cleared(all);
    };
    const auto push = [](auto& all, thing& x) { all.emplace_back(x.id); };
    EXPECT_EQ(filled(throng::list<thing>(), push), 3U);
    EXPECT_EQ(filled(throng::ring<thing>(9), push), 3U);
    EXPECT_EQ(filled(throng::bag<thing>(), push), 3U);
    EXPECT_EQ(filled(throng::pool<thing>(), push), 3U);
    // (On the heap: g++ for 32-bit Windows has no such alignment on the stack.)
    EXPECT_EQ(filled(*std::make_unique<throng::pool<thing, 64>>(), push), 3U);
    EXPECT_EQ(filled(throng::entity_list<thing>(), push), 3U);
    EXPECT_EQ(filled(throng::ordered_set<int>(), [](auto& all, thing& x) { all.add(x.id); }), 3U);
    EXPECT_EQ(filled(throng::linked_list<thing>(), [](auto& all, thing& x) { all.push_back(x); }), 3U);
    EXPECT_EQ(filled(throng::weak_list<thing>(), [](auto& all, thing& x) { all.add(x); }), 3U);
    EXPECT_EQ(filled(throng::grid<thing>(1), [](auto& all, thing& x) { all.insert(x, 0, 0); }), 3U);
    EXPECT_EQ(filled(throng::tree<thing>(), [](auto& all, thing& x) { all.emplace(x.id); }), 3U);
    EXPECT_EQ(filled(throng::layers<on, thing>(), [](auto& all, thing& x) { all.emplace(on::air, x.id); }), 3U);
    EXPECT_EQ(filled(throng::buffered_list<thing>(),
                     [](auto& all, thing& x) {
                         all.emplace_back(x.id);
                         all.commit();
                     }),
              3U);

    throng::list<thing> master;
    throng::subset<throng::list<thing>> some(master);
    for (int i = 0; i < 5; ++i) master.emplace_back(i);
    some.join(*master.first());
    EXPECT_EQ(cleared(some), 1U);
    EXPECT_EQ(master.size(), 5U);

    throng::world world;
    throng::subset<throng::world> seen(world);
    for (const thing& x : owned) seen.join(world.create(x.id));
    EXPECT_EQ(cleared(seen), 3U);
    EXPECT_EQ(cleared(world), 3U);
}
