// A world looks up its first component types sooner than those that come after many: both do the same.

#include <throng/world/snapshot.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;

constexpr std::size_t many = 100;

/// Plain numbers, tags, and values that must be destroyed, in turn.
template <std::size_t I> struct nth {
    std::int64_t n = 0;
};
template <std::size_t I>
    requires(I % 3 == 1)
struct nth<I> {};
template <std::size_t I>
    requires(I % 3 == 2)
struct nth<I> {
    std::unique_ptr<std::int64_t> n;
};
template <std::size_t I> nth<I> made(std::int64_t n) {
    if constexpr (I % 3 == 0) return {n};
    else if constexpr (I % 3 == 1) return {};
    else return {std::make_unique<std::int64_t>(n)};
}
template <std::size_t I> std::int64_t value_of(const nth<I>& x) {
    if constexpr (I % 3 == 0) return x.n;
    else if constexpr (I % 3 == 1) return 1;
    else return *x.n;
}

/// What may be done with one component, for a test that takes any.
struct component {
    bool (*add)(world&, entity, std::int64_t);
    bool (*remove)(world&, entity);
    bool (*has)(const world&, entity);
    const void* (*look)(const world&, entity);
    std::int64_t (*get)(const world&, entity);
    std::size_t (*count)(const world&);
    void (*hook)(world&, std::size_t& told);
};
template <std::size_t I> constexpr component operations() {
    return {[](world& w, entity e, std::int64_t n) { return w.add<nth<I>>(e, made<I>(n)) != nullptr; },
            [](world& w, entity e) { return w.remove<nth<I>>(e); },
            [](const world& w, entity e) { return w.has<nth<I>>(e); },
            [](const world& w, entity e) -> const void* { return w.try_get<nth<I>>(e); },
            [](const world& w, entity e) { return value_of<I>(w.get<nth<I>>(e)); },
            [](const world& w) { return w.count<nth<I>>(); },
            [](world& w, std::size_t& told) { w.on_remove<nth<I>>([&](entity, nth<I>&) { ++told; }); }};
}
template <std::size_t... I> constexpr auto all_operations(std::index_sequence<I...>) {
    return std::array{operations<I>()...};
}
constexpr auto components = all_operations(std::make_index_sequence<many>{});

/// Plain numbers: one that is looked up sooner, one that is not.
using first = nth<0>;
using last = nth<many - 1>;
static_assert(std::is_same_v<decltype(last::n), std::int64_t>);

/// An entity, and what it should have.
struct known {
    entity e;
    std::map<std::size_t, std::int64_t> its;
};

void expect_same(const world& w, const known& k) {
    for (std::size_t c = 0; c < many; ++c) {
        const auto its = k.its.find(c);
        ASSERT_EQ(components[c].has(w, k.e), its != k.its.end()) << c;
        ASSERT_EQ(components[c].look(w, k.e) != nullptr, its != k.its.end()) << c;
        if (its == k.its.end()) continue;
        ASSERT_EQ(components[c].get(w, k.e), c % 3 == 1 ? 1 : its->second) << c;
    }
}

TEST(world_of_many_types, does_the_same_with_each_of_them) {
    std::mt19937 random(1);
    world w;
    std::vector<known> all;
    std::vector<entity> dead;
    for (int step = 0; step < 60'000; ++step) {
        const std::size_t c = random() % many;
        if (all.size() < 8 || random() % 8 == 0) all.push_back({w.create(), {}});
        known& k = all[random() % all.size()];
        switch (random() % 4) {
        case 0:
        case 1:
            ASSERT_TRUE(components[c].add(w, k.e, step));
            k.its.emplace(c, step); // (One that it has stays as it is.)
            break;
        case 2:
            ASSERT_EQ(components[c].remove(w, k.e), k.its.erase(c) != 0);
            break;
        default:
            if (random() % 16 != 0) break;
            ASSERT_TRUE(w.destroy(k.e));
            dead.push_back(k.e);
            k = all.back();
            all.pop_back();
        }
        if (dead.empty()) continue;
        const entity stale = dead[random() % dead.size()];
        ASSERT_FALSE(components[c].has(w, stale) || components[c].remove(w, stale) || components[c].add(w, stale, 1));
        ASSERT_EQ(components[c].look(w, stale), nullptr);
    }
    EXPECT_GT(all.size(), 4096U);
    EXPECT_TRUE(w.validate());
    for (const known& k : all) expect_same(w, k);
    for (std::size_t c = 0; c < many; ++c) {
        std::size_t n = 0;
        for (const known& k : all) n += k.its.count(c);
        EXPECT_EQ(components[c].count(w), n);
    }
}

TEST(world_of_many_types, knows_nothing_of_those_that_it_has_not_needed) {
    world w;
    const entity e = w.create();
    for (const component& c : components) {
        EXPECT_FALSE(c.has(w, e) || c.remove(w, e));
        EXPECT_EQ(c.look(w, e), nullptr);
        EXPECT_EQ(c.count(w), 0U);
    }
    ASSERT_TRUE(components[many - 1].add(w, e, 5));
    for (std::size_t c = 0; c + 1 < many; ++c) EXPECT_FALSE(components[c].has(w, e));
    EXPECT_TRUE(components[many - 1].has(w, e));
    EXPECT_TRUE(w.validate());
}

TEST(world_of_many_types, tells_hooks_of_each) {
    world w;
    std::size_t told = 0;
    for (const component& c : components) c.hook(w, told);
    const entity e = w.create();
    for (const component& c : components) ASSERT_TRUE(c.add(w, e, 1));
    for (std::size_t i = 0; i < many; i += 2) ASSERT_TRUE(components[i].remove(w, e));
    EXPECT_EQ(told, many / 2);
    w.destroy(e);
    EXPECT_EQ(told, many);
    EXPECT_TRUE(w.validate());
}

TEST(world_of_many_types, finds_values_where_they_are_after_it_was_rolled_back) {
    for (const bool grows_first : {false, true}) {
        world w;
        std::vector<entity> all;
        const auto more = [&](int n) {
            for (; n != 0; --n) all.push_back(w.create(first{n}, last{n + 1}));
        };
        more(grows_first ? 5000 : 100);
        const throng::snapshot then(w);
        const std::size_t many_then = all.size();
        more(5000);
        for (const entity e : all) {
            w.get<first>(e).n = -1;
            w.remove<last>(e);
        }
        ASSERT_TRUE(then.roll_back());
        EXPECT_TRUE(w.validate());
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool is_there = i < many_then;
            ASSERT_EQ(w.has<first>(all[i]), is_there);
            ASSERT_EQ((w.has<first, last>(all[i])), is_there);
            ASSERT_EQ(w.try_get<first>(all[i]) != nullptr, is_there);
            ASSERT_EQ(w.try_get<last>(all[i]) != nullptr, is_there);
            if (is_there) {
                ASSERT_EQ(w.get<first>(all[i]).n + 1, w.get<last>(all[i]).n);
            }
            ASSERT_EQ(w.remove<first>(all[i]), is_there);
            ASSERT_EQ(w.remove<last>(all[i]), is_there);
        }
    }
}

} // namespace
