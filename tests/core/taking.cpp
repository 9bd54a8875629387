/// Whole ranges and collections that are given away, places in the order, and whether something is open.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using owner = std::unique_ptr<int>;

template <class C> std::vector<int> values(C& c) {
    std::vector<int> all;
    c.each([&](auto& x) {
        if (x != nullptr) all.push_back(*x);
    });
    return all;
}

template <class C> class taking : public testing::Test {};
using takers =
    testing::Types<throng::list<owner>, throng::bag<owner>, throng::pool<owner>, throng::buffered_list<owner>>;
TYPED_TEST_SUITE(taking, takers);

template <class C> void commit(C& c) {
    if constexpr (requires { c.commit(); }) c.commit();
}

TYPED_TEST(taking, a_vector_that_is_given_away_is_moved_from) {
    TypeParam c;
    std::vector<owner> v;
    for (int i = 0; i < 1000; ++i) v.push_back(std::make_unique<int>(i));
    EXPECT_EQ(c.add_range(std::move(v)), 1000U);
    commit(c);
    const std::vector<int> all = values(c);
    ASSERT_EQ(all.size(), 1000U);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)], i);
}

TYPED_TEST(taking, another_one_is_empty_then_and_its_hooks_are_told) {
    TypeParam a;
    TypeParam b;
    for (int i = 0; i < 600; ++i) (i < 100 ? a : b).push_back(std::make_unique<int>(i));
    commit(a);
    commit(b);
    int added = 0;
    int removed = 0;
    a.on_add([&](owner&) { ++added; });
    b.on_remove([&](owner&) { ++removed; });
    EXPECT_EQ(a.take(b), 500U);
    commit(a);
    EXPECT_EQ(added, 500);
    EXPECT_EQ(removed, 500);
    EXPECT_TRUE(b.empty());
    EXPECT_EQ(values(a).size(), 600U);
    EXPECT_EQ(a.take(a), 0U) << "there is nothing to be moved";
    EXPECT_EQ(values(a).size(), 600U);
    EXPECT_TRUE(a.validate() && b.validate());
    b.on_remove(nullptr);
}

TYPED_TEST(taking, what_there_is_no_room_for_stays) {
    TypeParam a;
    TypeParam b;
    for (int i = 0; i < 10; ++i) b.push_back(std::make_unique<int>(i));
    commit(b);
    a.max_capacity(4);
    EXPECT_EQ(a.add_range(std::move(b)), 4U);
    commit(a);
    EXPECT_EQ(a.size(), 4U);
    EXPECT_EQ(b.size(), 6U);
    for (const int i : values(a)) EXPECT_LT(i, 4);
    for (const int i : values(b)) EXPECT_GE(i, 4);
}

TYPED_TEST(taking, in_the_midst_of_walks_of_both) {
    TypeParam a;
    TypeParam b;
    for (int i = 0; i < 10; ++i) (i < 5 ? a : b).push_back(std::make_unique<int>(i));
    commit(a);
    commit(b);
    std::vector<int> visited;
    for (owner& x : a.walk(throng::live)) {
        visited.push_back(*x);
        if (*x == 2) {
            for (owner& y : b) {
                EXPECT_EQ(*y, 5) << "the others have gone by then";
                a.take(b);
                commit(a);
                EXPECT_EQ(y, nullptr) << "it is stood on, and has been moved";
            }
        }
    }
    std::vector<int> wanted;
    for (int i = 0; i < 10; ++i) wanted.push_back(i);
    EXPECT_EQ(visited, wanted);
}

TEST(a_set, takes_what_it_does_not_have) {
    throng::ordered_set<std::shared_ptr<int>> a;
    throng::ordered_set<std::shared_ptr<int>> b;
    const auto both = std::make_shared<int>(0);
    a.add(both);
    for (int i = 1; i < 1000; ++i) b.add(i == 500 ? both : std::make_shared<int>(i));
    int told = 0;
    a.on_add([&](const std::shared_ptr<int>&) { ++told; });
    b.on_remove([&](const std::shared_ptr<int>& x) { told += *x != 0 ? 1 : 0; });
    std::vector<int> seen;
    for (const auto& x : a) {
        if (x == both) {
            EXPECT_EQ(a.take(b), 998U);
        }
        seen.push_back(*x);
    }
    EXPECT_EQ(seen.size(), 999U) << "those that came are newcomers";
    EXPECT_EQ(told, 2 * 998);
    EXPECT_EQ(b.size(), 1U) << "what both have stays";
    EXPECT_TRUE(b.contains(both));
    for (const auto& x : a) EXPECT_NE(a.find(x), nullptr);
    a.max_capacity(1000);
    for (int i = 0; i < 10; ++i) b.add(std::make_shared<int>(i));
    EXPECT_EQ(a.take(b), 1U) << "there is room for one";
    EXPECT_EQ(b.size(), 10U);
    throng::ordered_set<owner> c;
    std::vector<owner> v;
    v.push_back(std::make_unique<int>(7));
    EXPECT_EQ(c.add_range(std::move(v)), 1U);
}

#if defined(__cpp_exceptions)
TEST(a_set, that_is_told_of_a_throw_loses_that_one_alone) {
    throng::ordered_set<int> a;
    throng::ordered_set<int> b;
    for (int i = 0; i < 5; ++i) b.add(i);
    a.on_add([](const int& x) {
        if (x == 3) throw std::runtime_error("no");
    });
    EXPECT_THROW(a.take(b), std::runtime_error);
    EXPECT_EQ(a.size(), 3U);
    EXPECT_EQ(b.size(), 1U);
    EXPECT_FALSE(a.contains(3) || b.contains(3));
    EXPECT_TRUE(b.contains(4));
}

TEST(taking_throws, and_what_has_gone_over_is_there) {
    throng::list<owner> a;
    throng::list<owner> b;
    for (int i = 0; i < 5; ++i) b.push_back(std::make_unique<int>(i));
    a.on_add([](owner& x) {
        if (*x == 3) throw std::runtime_error("no");
    });
    EXPECT_THROW(a.take(b), std::runtime_error);
    EXPECT_EQ(a.size(), 3U);
    EXPECT_EQ(b.size(), 2U);
}
#endif

TEST(a_range, of_what_can_be_copied_is_copied) {
    std::vector<std::shared_ptr<int>> v{std::make_shared<int>(1)};
    throng::list<std::shared_ptr<int>> c;
    c.add_range(v);
    c.add_range(std::span(v));
    c.add_range(std::move(v));
    EXPECT_EQ(c.size(), 3U);
    EXPECT_NE(v[0], nullptr); // NOLINT(bugprone-use-after-move): that is the question
}

TEST(nth, counts_what_is_there) {
    throng::list<int> c;
    for (int i = 0; i < 2000; ++i) c.push_back(i);
    c.remove_if([](int i) { return i % 3 != 0; });
    for (std::size_t n = 0; n < c.size(); ++n) {
        ASSERT_NE(c.nth(n), nullptr);
        EXPECT_EQ(*c.nth(n), 3 * static_cast<int>(n));
    }
    EXPECT_EQ(std::as_const(c).nth(c.size()), nullptr);
    throng::buffered_list<int> waiting{1, 2};
    waiting.push_back(3);
    EXPECT_EQ(waiting.nth(2), nullptr) << "it waits";
    waiting.commit();
    EXPECT_EQ(*waiting.nth(2), 3);
    throng::ordered_set<int> set{5, 7};
    EXPECT_EQ(*set.nth(1), 7);
    throng::ring<int> newest(2, {1, 2, 3});
    EXPECT_EQ(*newest.nth(0), 2);
}

template <class C, class Of> void expect_places(C& c, const std::vector<Of*>& expected) {
    for (std::size_t n = 0; n < expected.size(); ++n) ASSERT_EQ(c.nth(n), expected[n]) << n;
    EXPECT_EQ(c.nth(expected.size()), nullptr);
    EXPECT_EQ(c.first(), expected.empty() ? nullptr : expected.front());
    EXPECT_EQ(c.last(), expected.empty() ? nullptr : expected.back());
    EXPECT_EQ(std::as_const(c).nth(0), c.first());
    EXPECT_EQ(std::as_const(c).first(), c.first());
    EXPECT_EQ(std::as_const(c).last(), c.last());
}
template <class C> void expect_places_of_a_walk(C& c) {
    std::vector<typename C::value_type*> there;
    for (auto& x : c.walk(throng::residents)) there.push_back(&x);
    expect_places(c, there);
}

TEST(places, of_a_subset_are_the_masters) {
    throng::list<int> all;
    throng::subset some(all);
    expect_places_of_a_walk(some);
    for (int i = 0; i < 3000; ++i) all.push_back(i * 7 % 3000);
    for (int& i : all) {
        if (i % 5 == 0) some.join(i);
    }
    expect_places_of_a_walk(some);
    EXPECT_EQ(some.size(), 600U);
    all.sort();
    EXPECT_EQ(*some.nth(17), 85);
    expect_places_of_a_walk(some);
    {
        auto w = some.walk(throng::residents);
        all.remove(*w.next()); // kept, and no member
        some.leave(*some.last());
        some.join(*all.first());
        some.join(*all.nth(2));
        EXPECT_EQ(*some.first(), 1);
        EXPECT_EQ(*some.nth(1), 3);
        EXPECT_EQ(*some.last(), 2990);
    }
    expect_places_of_a_walk(some);
    for (int i = 0; i < 40; ++i) some.leave(*some.first());
    expect_places_of_a_walk(some);
    some.clear();
    expect_places_of_a_walk(some);
}

TEST(places, of_a_subset_whose_members_joined_from_the_last_to_the_first) {
    throng::list<int> all;
    for (int i = 0; i < 3000; ++i) all.push_back(i);
    for (const bool is_walked : {false, true}) {
        throng::subset some(all);
        auto w = std::make_optional(some.walk(throng::live));
        if (!is_walked) w.reset();
        for (std::size_t i = 3000; i-- > 0;) some.join(*all.nth(i));
        EXPECT_EQ(some.first(), all.first());
        EXPECT_EQ(some.nth(1234), all.nth(1234));
        EXPECT_EQ(some.last(), all.last());
    }
}

TEST(places, of_references_are_those_of_what_is_not_deleted) {
    throng::list<int> all{1, 2, 3, 4, 5};
    throng::weak_list some(all);
    expect_places<decltype(some), int>(some, {});
    for (int& i : all) some.add(i);
    const std::vector<int*> middle{all.nth(1), all.nth(2), all.nth(3)};
    auto w = all.walk(throng::residents); // nothing moves
    all.remove(*all.first());
    all.remove(*all.last());
    expect_places(some, middle);
}

struct linked_object : throng::list_hook<> {};

TEST(places, of_links) {
    std::vector<linked_object> objects(4);
    throng::linked_list<linked_object> all;
    expect_places<decltype(all), linked_object>(all, {});
    for (auto& x : objects) all.push_front(x);
    expect_places<decltype(all), linked_object>(all, {&objects[3], &objects[2], &objects[1], &objects[0]});
    all.remove(objects[2]);
    expect_places<decltype(all), linked_object>(all, {&objects[3], &objects[1], &objects[0]});
}

TEST(places, of_layers_are_those_of_an_update) {
    enum class on { back, middle, front, count };
    throng::layers<on, int> all;
    expect_places_of_a_walk(all);
    for (int i = 0; i < 3; ++i) {
        all.push_back(on::front, 20 + i);
        all.push_back(on::back, i);
    }
    expect_places_of_a_walk(all);
    EXPECT_TRUE(all.update_order({on::front, on::middle, on::back}));
    EXPECT_EQ(*all.first(), 20);
    EXPECT_EQ(*all.last(), 2);
    expect_places_of_a_walk(all);
    all[on::back].clear();
    expect_places_of_a_walk(all);
}

TEST(is_walked, while_something_is_open) {
    throng::bag<int> c{1, 2};
    EXPECT_FALSE(c.is_walked());
    for (const int& x : c) {
        (void)x;
        EXPECT_TRUE(c.is_walked());
    }
    EXPECT_FALSE(c.is_walked());
    {
        const auto view = c.freeze();
        EXPECT_TRUE(c.is_walked());
    }
    EXPECT_FALSE(c.is_walked());
}

TEST(is_walked, is_asked_of_all) {
    struct thing {
        int n = 0;
        throng::list_hook<> link{};
        throng::grid_hook<> place{};
        void update(double) {}
    };
    enum class on { ground, count };
    const auto check = [](auto& c) {
        EXPECT_FALSE(c.is_walked());
        int visits = 0;
        for (auto& x : c) {
            (void)x;
            ++visits;
            EXPECT_TRUE(c.is_walked());
        }
        EXPECT_EQ(visits, 1);
        EXPECT_FALSE(c.is_walked());
    };
    std::pmr::monotonic_buffer_resource memory;
    thing one;
    throng::linked_list<thing, &thing::link> linked;
    linked.push_back(one);
    check(linked);
    {
        auto w = linked.walk(throng::live);
        w.next();
        const auto moved = std::move(w);
        EXPECT_TRUE(linked.is_walked());
        throng::linked_list<thing, &thing::link> other;
        other.swap(linked);
        EXPECT_TRUE(other.is_walked()) << "the walk has gone with its object";
        EXPECT_FALSE(linked.is_walked());
        other.swap(linked);
    }
    EXPECT_FALSE(linked.is_walked());
    throng::pmr::list<int> numbers(&memory);
    numbers.push_back(1);
    throng::weak_list weak(numbers);
    weak.add(numbers.handle_of(*numbers.first()));
    check(weak);
    throng::subset<throng::pmr::list<int>> some(numbers);
    some.join(*numbers.first());
    check(some);
    throng::pmr::grid<thing, &thing::place> grid(1.0F, &memory);
    grid.insert(one, 0, 0);
    EXPECT_FALSE(grid.is_walked());
    for (const thing& x : grid.in_circle(0, 0, 1)) EXPECT_TRUE(grid.is_walked()) << x.n;
    EXPECT_FALSE(grid.is_walked());
    throng::pmr::layers<on, int> layers(&memory);
    layers.add(on::ground, 3);
    check(layers);
    throng::pmr::tree<int> tree(&memory);
    tree.add(3);
    check(tree);
    throng::pmr::entity_list<thing> entities(&memory);
    entities.emplace_back(1);
    check(entities);
    throng::world world;
    world.create(3);
    EXPECT_FALSE(world.is_walked());
    world.query<const int>().each([&](const int&) { EXPECT_TRUE(world.is_walked()); });
    EXPECT_FALSE(world.is_walked());
}

} // namespace
