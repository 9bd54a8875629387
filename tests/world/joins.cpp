// Queries of two entities at a time and along a hierarchy: edited from within, and compared with a plain model.

#include <throng/world/family.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/relation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct ship {
    int number;
};
struct fuel {
    int left;
};
struct engine_of {};
struct part_of {};
struct hidden {};

} // namespace

template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};

TEST(each_related, gives_the_values_of_both) {
    world w;
    throng::relation<engine_of> engines(w);
    const entity a = w.create(ship{1});
    const entity b = w.create(ship{2});
    const entity empty = w.create(fuel{0});
    const entity full = w.create(fuel{9});
    const entity other = w.create(ship{3});
    engines.relate(a, empty);
    engines.relate(b, full);
    engines.relate(b, empty);
    engines.relate(b, other); // no fuel
    std::vector<std::pair<int, int>> seen;
    throng::each_related(engines, w.query<const ship>(), w.query<fuel>(), [&](const ship& s, fuel& f) {
        seen.emplace_back(s.number, f.left);
        ++f.left;
    });
    EXPECT_EQ(seen, (std::vector<std::pair<int, int>>{{1, 0}, {2, 9}, {2, 1}}));
    std::vector<std::pair<entity, entity>> pairs;
    throng::each_related(engines, w.query<const ship>(), w.query<const fuel>(throng::none_of<hidden>),
                         [&](entity s, const ship&, entity t, const fuel&) { pairs.emplace_back(s, t); });
    EXPECT_EQ(pairs, (std::vector<std::pair<entity, entity>>{{a, empty}, {b, full}, {b, empty}}));
}

TEST(each_related, any_edit_is_legal) {
    world w;
    throng::relation<engine_of> engines(w);
    std::vector<entity> ships;
    std::vector<entity> tanks;
    for (int i = 0; i < 4; ++i) {
        ships.push_back(w.create(ship{i}));
        tanks.push_back(w.create(fuel{i}));
    }
    for (const entity s : ships) {
        for (const entity t : tanks) engines.relate(s, t);
    }
    int visits = 0;
    throng::each_related(engines, w.query<ship>(), w.query<fuel>(), [&](entity s, ship& its, entity t, fuel& f) {
        ++visits;
        if (visits == 1) {
            engines.unrelate(s, tanks[1]); // not visited
            w.add<hidden>(tanks[2]);       // still matches
            w.destroy(ships[2]);           // none of its four
            w.remove<fuel>(tanks[3]);      // not with any
            engines.relate(s, w.create(fuel{7}));
        }
        if (s == ships[3]) {
            w.destroy(s);
            w.destroy(t);
            its.number += f.left; // both are stood on
        }
    });
    EXPECT_EQ(visits, 2 + 3 + 1) << "with 0 and 2; with 0 to 2; with 0, in which it dies";
}

TEST(each_source, is_a_query_of_one_group) {
    world w;
    throng::relation<part_of> parts(w);
    const entity flagship = w.create(ship{0});
    std::vector<entity> others;
    for (int i = 1; i < 6; ++i) {
        others.push_back(w.create(ship{i}));
        parts.relate(others.back(), flagship);
    }
    w.add<hidden>(others[1]);
    std::vector<int> seen;
    throng::each_source(parts, flagship, w.query<const ship>(throng::none_of<hidden>), [&](const ship& s) {
        seen.push_back(s.number);
        if (s.number == 1) w.destroy(others[2]), w.add<hidden>(others[4]);
    });
    EXPECT_EQ(seen, (std::vector<int>{1, 4}));
}

TEST(each_source, visits_what_is_related_still) {
    world w;
    throng::relation<part_of> parts(w);
    const entity flagship = w.create(ship{0});
    std::vector<entity> others;
    for (int i = 1; i < 4; ++i) {
        others.push_back(w.create(ship{i}));
        parts.relate(others.back(), flagship);
    }
    std::vector<int> seen;
    throng::each_source(parts, flagship, w.query<const ship>(), [&](const ship& s) {
        seen.push_back(s.number);
        parts.unrelate(others[1], flagship);
    });
    EXPECT_EQ(seen, (std::vector<int>{1, 3}));
}

namespace {

/// A forest in which each knows its parent by its number.
template <class Hierarchy> void join(Hierarchy& h, entity child, entity parent) {
    if constexpr (requires { h.adopt(parent, child); }) h.adopt(parent, child);
    else h.relate(child, parent);
}

template <class Hierarchy> class downwards : public testing::Test {};
using hierarchies = testing::Types<throng::family, throng::relation<part_of>>;
TYPED_TEST_SUITE(downwards, hierarchies);

} // namespace

TYPED_TEST(downwards, what_stands_above_comes_first) {
    std::mt19937 dice(3);
    world w;
    TypeParam h(w);
    constexpr std::size_t n = 600;
    std::vector<entity> all;
    std::vector<std::size_t> parent(n, n);
    for (std::size_t i = 0; i < n; ++i) all.push_back(w.create(ship{static_cast<int>(i)}));
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), dice);
    for (std::size_t i = 1; i < n; ++i) {
        if (dice() % 8 == 0) continue; // one more root
        parent[order[i]] = order[dice() % i];
        join(h, all[order[i]], all[parent[order[i]]]);
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (dice() % 3 == 0) w.add(all[i], fuel{static_cast<int>(i)});
    }
    std::vector<bool> seen(n);
    std::size_t visits = 0;
    throng::each_downwards(h, w.query<const ship>(), [&](const ship& s) {
        const auto i = static_cast<std::size_t>(s.number);
        EXPECT_FALSE(seen[i]);
        EXPECT_TRUE(parent[i] == n || seen[parent[i]]) << "its parent has been";
        seen[i] = true;
        ++visits;
    });
    EXPECT_EQ(visits, n);
    // The nearest above that has fuel.
    visits = 0;
    throng::each_downwards(h, w.query<const ship>(), w.query<const fuel>(), [&](const ship& s, const fuel& f) {
        std::size_t up = parent[static_cast<std::size_t>(s.number)];
        while (up != n && !w.has<fuel>(all[up])) up = parent[up];
        EXPECT_EQ(static_cast<std::size_t>(f.left), up);
        EXPECT_EQ(throng::find_above(h, all[static_cast<std::size_t>(s.number)], w.query<const fuel>()), all[up]);
        ++visits;
    });
    std::size_t expected = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t up = parent[i];
        while (up != n && !w.has<fuel>(all[up])) up = parent[up];
        expected += up != n ? 1U : 0U;
    }
    EXPECT_EQ(visits, expected);
}

TYPED_TEST(downwards, values_are_handed_down_in_one_walk) {
    world w;
    TypeParam h(w);
    const entity bottom = w.create(ship{1});
    const entity middle = w.create(ship{10});
    const entity top = w.create(ship{100});
    join(h, bottom, middle);
    join(h, middle, top);
    throng::each_downwards(h, w.query<ship>(), w.query<const ship>(),
                           [](ship& s, const ship& above) { s.number += above.number; });
    EXPECT_EQ(w.get<ship>(bottom).number, 111);
    EXPECT_EQ(w.get<ship>(middle).number, 110);
}

TYPED_TEST(downwards, any_edit_is_legal) {
    world w;
    TypeParam h(w);
    std::vector<entity> all;
    for (int i = 0; i < 6; ++i) {
        all.push_back(w.create(ship{i}));
        if (i != 0) join(h, all.back(), all[static_cast<std::size_t>(i - 1)]);
    }
    std::vector<int> seen;
    throng::each_downwards(h, w.query<ship>(), [&](entity e, ship& s) {
        seen.push_back(s.number);
        if (s.number == 1) {
            w.remove<ship>(all[2]);
            w.create(ship{9});
        }
        if (s.number == 3) w.destroy(e); // a family's branch goes with it
        s.number = -s.number;
    });
    const bool is_family = std::is_same_v<TypeParam, throng::family>;
    EXPECT_EQ(seen, is_family ? (std::vector<int>{0, 1, 3}) : (std::vector<int>{0, 1, 3, 4, 5}));
}

TEST(joins, end_with_their_world) {
    auto w = std::make_unique<world>();
    throng::relation<part_of> parts(*w);
    const entity top = w->create(ship{0});
    for (int i = 1; i < 5; ++i) parts.relate(w->create(ship{i}), top);
    int visits = 0;
    throng::each_downwards(parts, w->query<const ship>(), [&](const ship&) {
        if (++visits == 2) w.reset();
    });
    EXPECT_EQ(visits, 2);
}
