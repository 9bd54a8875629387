// Random elements: exact odds, found by playing every row of numbers that a generator can give; and weights, which pick
// as a plain sum would, after any edits.
#include "support/generators.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/dice.hpp>
#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pick.hpp>
#include <throng/pool.hpp>
#include <throng/ring.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>
#include <throng/weighted_by.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace {

using support::odds_of;

struct unit {
    int id;
    int weight;
};

TEST(random_below, has_equal_odds_whatever_the_generator_s_range) {
    for (std::uint64_t n = 1; n <= 9; ++n) {
        const auto by_bytes = odds_of<0, 3>(6, [&](auto& g) { return throng::random_below(g, n); });
        const auto by_odd = odds_of<5, 7>(8, [&](auto& g) { return throng::random_below(g, n); });
        for (const auto& odds : {by_bytes, by_odd}) {
            ASSERT_EQ(odds.size(), n);
            for (const auto& [number, count] : odds) {
                EXPECT_LT(number, n);
                EXPECT_EQ(count, odds.at(0));
            }
        }
    }
}
TEST(random_below, is_made_of_the_highest_bits_and_of_as_many_numbers_as_it_takes) {
    std::mt19937 wide(1); // NOLINT(cert-msc51-cpp): the same each time
    std::mt19937 same(1); // NOLINT(cert-msc51-cpp)
    EXPECT_EQ(throng::random_below(wide, 256), same() >> 24U);
    const std::uint64_t high = same();
    const std::uint64_t low = same();
    EXPECT_EQ(throng::random_below(wide, std::uint64_t{1} << 63U), high << 31U | low >> 1U);
    throng::dice d{7};
    EXPECT_EQ(throng::random_below(d, 0), 0U);
    EXPECT_EQ(throng::random_below(d, 1), 0U);
    EXPECT_EQ(d, throng::dice{7});
}
TEST(dice, are_the_same_everywhere) {
    throng::dice d{1234567};
    EXPECT_EQ(d(), 6457827717110365317U);
    EXPECT_EQ(d(), 3203168211198807973U);
    EXPECT_EQ(d(), 9817491932198370423U);
}

template <class C> class picking : public testing::Test {
  public:
    /// Seven, of which two are removed.
    picking() {
        for (int i = 0; i < 7; ++i) known.push_back(all.add({i, 1}));
        commit();
        all.remove(known[0]);
        all.remove(known[4]);
    }
    void commit() {
        if constexpr (requires { all.commit(); }) all.commit();
    }
    C all;
    std::vector<throng::handle<unit>> known;
};
using collections =
    testing::Types<throng::list<unit>, throng::bag<unit>, throng::pool<unit>, throng::buffered_list<unit>>;
TYPED_TEST_SUITE(picking, collections);

TYPED_TEST(picking, each_element_is_equally_likely_also_while_there_are_gaps) {
    const auto check = [&] {
        const auto odds = odds_of<0, 7>(4, [&](auto& g) { return throng::pick(this->all, g)->id; });
        EXPECT_EQ(odds.size(), 5U);
        for (const auto& its : odds) EXPECT_EQ(its.second, odds.begin()->second) << its.first;
    };
    check();
    for (auto w = this->all.walk(throng::residents); w.next() != nullptr;) {
        this->all.remove(this->known[2]);
        this->known[2] = this->all.add({2, 1}); // in a pool, a young one
        this->commit();
        check();
    }
    check();
    EXPECT_EQ(throng::pick(std::as_const(this->all), throng::dice{3}), throng::pick(this->all, throng::dice{3}));
    this->all.clear();
    EXPECT_EQ(throng::pick(this->all, throng::dice{}), nullptr);
}

TYPED_TEST(picking, each_row_of_several_is_equally_likely) {
    for (std::size_t k = 0; k <= 3; ++k) {
        std::size_t rows = 1;
        for (std::size_t i = 0; i < k; ++i) rows *= 5 - i;
        const auto odds = odds_of<0, 7>(4, [&](auto& g) { return throng::pick_some(this->all, k, g); });
        ASSERT_EQ(odds.size(), rows);
        for (const auto& [row, count] : odds) {
            EXPECT_EQ(count, odds.begin()->second);
            ASSERT_EQ(row.size(), k);
            for (std::size_t i = 0; i < k; ++i) {
                EXPECT_TRUE(this->all.contains(row[i]));
                EXPECT_EQ(std::count(row.begin(), row.end(), row[i]), 1);
            }
        }
    }
    EXPECT_EQ(throng::pick_some(this->all, 100, throng::dice{}).size(), 5U);
}
TYPED_TEST(picking, so_is_each_of_a_few_of_many) {
    for (int i = 7; this->all.size() < 48; ++i) {
        this->known.push_back(this->all.add({i, 1}));
        this->commit();
    }
    const auto odds = odds_of<0, 63>(2, [&](auto& g) { return throng::pick_some(this->all, 2, g); });
    EXPECT_EQ(odds.size(), 48U * 47U);
    for (const auto& its : odds) ASSERT_EQ(its.second, 1U);
}
TYPED_TEST(picking, a_row_is_the_beginning_of_a_longer_one_however_it_is_found) {
    for (int i = 0; i < 1000; ++i) this->all.add({i, 1});
    this->commit();
    const auto everyone = throng::pick_some(this->all, 2000, throng::dice{5});
    ASSERT_EQ(everyone.size(), this->all.size());
    for (const std::size_t k : {1U, 20U, 61U, 62U, 63U, 200U}) {
        const auto some = throng::pick_some(this->all, k, throng::dice{5});
        EXPECT_TRUE(
            std::equal(some.begin(), some.end(), everyone.begin(), everyone.begin() + static_cast<std::ptrdiff_t>(k)));
    }
}
TYPED_TEST(picking, what_is_removed_before_its_turn_has_none) {
    int visited = 0;
    this->all.each(throng::pick_some(this->all, 4, throng::dice{2}), [&](unit& u) {
        ++visited;
        const int id = u.id;
        this->all.remove_if([&](const unit& x) { return x.id % 2 != id % 2 || x.id == id; });
        this->all.add({u.id + 2, 1});
    });
    EXPECT_LT(visited, 4);
    EXPECT_TRUE(this->all.validate());
}
TYPED_TEST(picking, a_generator_may_edit) {
    struct editing {
        TypeParam& all;
        int how;
        throng::dice dice{};
        static constexpr std::uint64_t min() { return throng::dice::min(); }
        static constexpr std::uint64_t max() { return throng::dice::max(); }
        std::uint64_t operator()() {
            if (how == 0) all.clear();
            if (how == 1) all.remove_if([](const unit& u) { return u.id % 2 == 0; });
            if (how == 2) all.add({100, 1});
            if constexpr (requires { all.commit(); }) all.commit();
            return dice();
        }
    };
    for (int how = 0; how < 3; ++how) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            throng::weighted_by chances(this->all, &unit::weight);
            const auto is_there = [&](const unit* u) { return u == nullptr || this->all.contains(*u); };
            EXPECT_TRUE(is_there(chances.pick(editing{this->all, how, {seed}})));
            EXPECT_TRUE(is_there(throng::pick(this->all, editing{this->all, how, {seed}})));
            for (const auto h : throng::pick_some(this->all, 3, editing{this->all, how, {seed}}))
                EXPECT_TRUE(this->all.contains(h));
            for (int i = 0; i < 5; ++i) this->all.add({i, 1});
            this->commit();
        }
    }
}

TEST(picking_from, every_kind_of_collection) {
    struct thing {
        int id = 0;
        throng::list_hook<> hook{};
    };
    const auto even = [](auto& all, auto id_of, std::size_t n) {
        const auto odds = odds_of<0, 7>(4, [&](auto& g) { return id_of(*throng::pick(all, g)); });
        EXPECT_EQ(odds.size(), n);
        for (const auto& its : odds) EXPECT_EQ(its.second, odds.begin()->second);
    };
    throng::ordered_set<int> set{3, 1, 4, 5};
    even(set, [](int x) { return x; }, 4);
    throng::ring<int> ring(3, {1, 2, 3, 4});
    even(ring, [](int x) { return x; }, 3);
    throng::tree<int> tree;
    auto& root = *tree.get(tree.add(1));
    tree.add_child(root, 2);
    tree.add_child(root, 3);
    even(tree, [](int x) { return x; }, 3);
    EXPECT_EQ(throng::pick_some(tree, 2, throng::dice{}).size(), 2U);
    std::vector<thing> things(6);
    throng::linked_list<thing, &thing::hook> linked;
    for (int i = 0; i < 6; ++i) {
        things[static_cast<std::size_t>(i)].id = i;
        linked.push_back(things[static_cast<std::size_t>(i)]);
    }
    even(linked, [](const thing& t) { return t.id; }, 6);
    throng::pool<int> master{1, 2, 3, 4, 5, 6};
    throng::subset<throng::pool<int>> chosen(master);
    throng::weak_list<int, throng::pool<int>> weak(master);
    for (int& x : master) {
        if (x % 2 == 0) chosen.join(x), weak.add(x);
    }
    even(chosen, [](int x) { return x; }, 3);
    even(weak, [](int x) { return x; }, 3);
    throng::list<int> in_order{1, 2, 3, 4, 5, 6};
    throng::subset<throng::list<int>> some(in_order);
    for (int& x : in_order) {
        if (x % 2 == 0) some.join(x);
    }
    even(some, [](int x) { return x; }, 3);
}

TEST(weighted_by, has_exact_odds_of_integers) {
    throng::list<unit> all{{0, 1}, {1, 0}, {2, 3}, {3, -7}, {4, 2}};
    throng::weighted_by chances(all, &unit::weight);
    EXPECT_EQ(chances.total(), 6U);
    const auto odds = odds_of<0, 7>(3, [&](auto& g) { return chances.pick(g)->id; });
    ASSERT_EQ(odds.size(), 3U);
    const std::uint64_t one = odds.at(0);
    EXPECT_EQ(odds.at(2), 3 * one);
    EXPECT_EQ(odds.at(4), 2 * one);
    // The same of a part.
    throng::subset<throng::list<unit>> few(all);
    for (unit& u : all) {
        if (u.id > 2) few.join(u);
    }
    const auto of_few = odds_of<0, 7>(3, [&](auto& g) { return chances.pick(few, g)->id; });
    ASSERT_EQ(of_few.size(), 1U);
    few.clear();
    EXPECT_EQ(chances.pick(few, throng::dice{}), nullptr);
}
TEST(weighted_by, has_odds_of_floating_point_within_rounding) {
    struct chance {
        int id;
        double weight;
    };
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    throng::pool<chance> all{{0, 0.5}, {1, not_a_number}, {2, 1.5},
                             {3, 2},   {4, -1},           {5, std::numeric_limits<double>::infinity()}};
    throng::weighted_by chances(all, &chance::weight);
    EXPECT_EQ(chances.total(), 4.0);
    // Each eighth of the numbers is as likely.
    std::vector<int> picked;
    for (std::uint64_t n = 0; n < 8; ++n) {
        const std::vector<std::uint64_t> numbers{n << 61U | 1U};
        support::written_numbers<0, ~std::uint64_t{0}> g(numbers);
        picked.push_back(chances.pick(g)->id);
    }
    EXPECT_EQ(picked, (std::vector<int>{0, 2, 2, 2, 3, 3, 3, 3}));
    for (chance& c : all) chances.modify(c, [](chance& x) { x.weight = std::numeric_limits<double>::max(); });
    EXPECT_EQ(chances.total(), std::numeric_limits<double>::max());
    EXPECT_NE(chances.pick(throng::dice{}), nullptr);
    throng::list<std::uint64_t> large{~std::uint64_t{0}, ~std::uint64_t{0}};
    throng::weighted_by of_large(large, [](std::uint64_t n) { return n; });
    EXPECT_EQ(of_large.total(), ~std::uint64_t{0});
    EXPECT_NE(of_large.pick(throng::dice{}), nullptr);
}
TEST(weighted_by, does_not_depend_on_the_past_of_floating_point) {
    throng::list<double> all;
    throng::weighted_by chances(all, [](double x) { return x; });
    std::vector<throng::handle<double>> known;
    for (int i = 0; i < 50; ++i) known.push_back(all.add(0.1 * i));
    const double before = chances.total();
    for (const auto h : known) {
        for (const double x : {1e17, 1e-17, 0.3}) chances.modify(h, [&](double& y) { y = x; });
    }
    for (int i = 0; i < 50; ++i) chances.modify(known[static_cast<std::size_t>(i)], [&](double& x) { x = 0.1 * i; });
    EXPECT_EQ(chances.total(), before);
    const auto far = std::vector<double>(1000, 0.0);
    all.add_range(far); // more room
    EXPECT_EQ(chances.total(), before);
}

template <class C> class weights : public picking<C> {};
TYPED_TEST_SUITE(weights, collections);

/// What a plain sum picks: in the order of the handles' indices.
template <class C> [[nodiscard]] throng::handle<unit> plainly_picked(C& all, throng::dice d) {
    std::vector<std::pair<throng::handle<unit>, int>> those; // (in the order of their indices)
    std::uint64_t total = 0;
    for (unit& u : all) {
        if (u.weight <= 0) continue;
        those.emplace_back(all.handle_of(u), u.weight);
        total += static_cast<std::uint64_t>(u.weight);
    }
    std::sort(those.begin(), those.end());
    if (total == 0) return {};
    std::uint64_t at = throng::random_below(d, total);
    for (const auto& its : those) {
        const auto weight = static_cast<std::uint64_t>(its.second);
        if (at < weight) return its.first;
        at -= weight;
    }
    return {};
}
TYPED_TEST(weights, pick_as_a_plain_sum_after_any_edits) {
    auto& those = this->all;
    throng::weighted_by chances(those, &unit::weight);
    std::mt19937 chance(11); // NOLINT(cert-msc51-cpp): the same each time
    std::unique_ptr<throng::snapshot_of<TypeParam>> before;
    int next = 10;
    std::uint64_t seed = 0;
    const auto check = [&] {
        this->commit();
        for (int i = 0; i < 3; ++i) {
            const throng::handle<unit> expected = plainly_picked(those, throng::dice{seed});
            const unit* const picked = chances.pick(throng::dice{seed});
            ASSERT_EQ(picked == nullptr ? throng::handle<unit>{} : those.handle_of(*picked), expected);
            ++seed;
        }
        ASSERT_EQ(chances.size(), those.size());
    };
    those.on_add([&](unit& u) {
        if (u.weight == 9) those.remove(u);
    });
    for (int round = 0; round < 2000; ++round) {
        const int weight = static_cast<int>(chance() % 12) - 2;
        const auto one = this->known[chance() % this->known.size()];
        switch (chance() % 16) {
        default:
            this->known.push_back(those.add({next++, weight}));
            break;
        case 4:
        case 5:
        case 6:
            those.remove(one);
            break;
        case 7:
        case 8:
            chances.modify(one, [&](unit& u) { u.weight = weight; });
            break;
        case 9:
            if (unit* const u = those.get(one)) u->weight = weight;
            chances.refresh(one);
            break;
        case 10:
            if constexpr (requires { those.sort([](const unit&, const unit&) { return true; }); })
                those.sort([&](const unit& a, const unit& b) { return (a.id ^ weight) < (b.id ^ weight); });
            break;
        case 11:
            if (before == nullptr) before = std::make_unique<throng::snapshot_of<TypeParam>>(those);
            else before->roll_back(those), before.reset();
            break;
        case 12:
            for (auto w = those.walk(throng::residents); const unit* const u = w.next();) {
                if (u->id % 5 == weight) those.remove(*u), this->known.push_back(those.add({next++, weight}));
                if (u->id % 7 == 0) {
                    ASSERT_NO_FATAL_FAILURE(check());
                }
            }
            break;
        case 13:
            if (round % 10 == 0) {
                TypeParam other{{1, 4}, {2, weight}};
                those.swap(other);
            }
            break;
        }
        ASSERT_NO_FATAL_FAILURE(check()) << "round " << round;
    }
    EXPECT_TRUE(those.validate());
}
TYPED_TEST(weights, elements_that_no_longer_match_are_picked_by_a_plain_sum_of_the_others) {
    throng::weighted_by chances(this->all, &unit::weight);
    chances.modify(this->known[1], [](unit& u) { u.weight = 1'000'000'000; });
    struct others {
        TypeParam& all;
        [[nodiscard]] bool contains(throng::handle<unit> h) const { return all.get(h)->id >= 3; }
    };
    std::vector<int> counts(7);
    throng::dice d{1};
    for (int i = 0; i < 400; ++i) ++counts[static_cast<std::size_t>(chances.pick(others{this->all}, d)->id)];
    EXPECT_EQ(counts[1] + counts[2], 0);
    for (const int i : {3, 5, 6}) EXPECT_GT(counts[static_cast<std::size_t>(i)], 100);
}
TEST(weights_of_what_waits, are_not_picked) {
    throng::buffered_list<unit> all;
    throng::weighted_by chances(all, &unit::weight);
    all.add({0, 1'000'000});
    EXPECT_EQ(chances.pick(throng::dice{}), nullptr);
    all.commit();
    all.add({1, 1'000'000'000});
    for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(chances.pick(throng::dice{seed})->id, 0);
}
TEST(weights_of_nothing, when_the_collection_ends_first) {
    auto all = std::make_unique<throng::list<unit>>();
    throng::weighted_by chances(*all, &unit::weight);
    all->add({0, 1});
    all.reset();
    EXPECT_EQ(chances.pick(throng::dice{}), nullptr);
    EXPECT_EQ(chances.total(), 0U);
}

} // namespace
