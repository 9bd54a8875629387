/// Indices by value: in order, and by equality, against what a loop over the collection finds.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct unit {
    int id;
    int team;
    int came = 0;
};

template <class W> std::vector<int> ids(W&& walk) {
    std::vector<int> all;
    for (const unit& u : walk) all.push_back(u.id);
    return all;
}

template <class C> class indices : public testing::Test {
  public:
    C all;
    std::vector<throng::handle<unit>> known;

    void commit() {
        if constexpr (requires { all.commit(); }) all.commit();
    }
    [[nodiscard]] std::vector<int> of_team(int team) {
        std::vector<std::pair<unsigned, int>> those;
        for (const unit& u : all) {
            if (u.team == team) those.emplace_back(rank(u), u.id);
        }
        std::sort(those.begin(), those.end());
        std::vector<int> result;
        for (const auto& [rank, id] : those) result.push_back(id);
        return result;
    }
    [[nodiscard]] std::vector<int> by_team() {
        std::vector<std::tuple<int, unsigned, int>> those;
        for (const unit& u : all) those.emplace_back(u.team, rank(u), u.id);
        std::sort(those.begin(), those.end());
        std::vector<int> result;
        for (const auto& [team, rank, id] : those) result.push_back(id);
        return result;
    }
    /// Equal values are in the order of the collection (in which ids rise), or of the indices of handles.
    [[nodiscard]] unsigned rank(const unit& u) {
        return C::keeps_order ? static_cast<unsigned>(u.id) : all.handle_of(u).index();
    }
};
using collections =
    testing::Types<throng::list<unit>, throng::bag<unit>, throng::pool<unit>, throng::buffered_list<unit>>;
TYPED_TEST_SUITE(indices, collections);

TYPED_TEST(indices, follow_every_edit) {
    throng::ordered_by in_order(this->all, &unit::team);
    throng::index_by by_id(this->all, &unit::id, throng::unique);
    throng::index_by by_team(this->all, [](const unit& u) { return u.team; });
    std::mt19937 dice(3); // NOLINT(cert-msc51-cpp): the same each time
    int next = 0;
    for (int round = 0; round < 60; ++round) {
        for (int i = 0; i < 20; ++i) {
            const int team = static_cast<int>(dice() % 7);
            switch (dice() % 4) {
            case 0:
            case 1:
                this->known.push_back(this->all.add({next++, team}));
                break;
            case 2:
                if (!this->known.empty()) this->all.remove(this->known[dice() % this->known.size()]);
                break;
            default: {
                if (this->known.empty()) break;
                const auto h = this->known[dice() % this->known.size()];
                const bool there = this->all.contains(h);
                EXPECT_EQ(in_order.modify(h, [&](unit& u) { u.team = team; }), there);
                by_team.refresh(h);
            }
            }
        }
        this->commit();
        ASSERT_EQ(ids(in_order.walk(throng::residents)), this->by_team());
        std::vector<int> backward = this->by_team();
        std::reverse(backward.begin(), backward.end());
        ASSERT_EQ(ids(in_order.walk(throng::backward)), backward);
        for (int team = 0; team < 7; ++team) {
            const std::vector<int> those = ids(by_team.walk(team));
            ASSERT_EQ(those, this->of_team(team));
            if (!those.empty()) {
                ASSERT_EQ(by_team.find(team)->id, those.front());
            }
            ASSERT_EQ(by_team.count(team), those.size());
            ASSERT_EQ(ids(in_order.walk_between(team, team + 1)), this->of_team(team));
        }
        EXPECT_TRUE(ids(in_order.walk_between(5, 2)).empty());
        for (const unit& u : this->all) ASSERT_EQ(by_id.find(u.id), &u);
        if (this->all.empty()) continue;
        EXPECT_EQ(in_order.first()->id, this->by_team().front());
        EXPECT_EQ(in_order.last()->id, this->by_team().back());
        EXPECT_TRUE(this->all.validate());
    }
}

TYPED_TEST(indices, a_walk_visits_what_was_there_once_whatever_is_done_meanwhile) {
    for (int i = 0; i < 100; ++i) this->known.push_back(this->all.add({i, i % 10}));
    this->commit();
    throng::ordered_by in_order(this->all, &unit::team);
    std::vector<int> visited;
    for (unit& u : in_order.walk(throng::residents)) {
        visited.push_back(u.id);
        if (u.id % 3 == 0) in_order.modify(u, [](unit& x) { x.team += 5; });            // to a place ahead
        if (u.id % 3 == 1) in_order.modify(this->known[99], [](unit& x) { --x.team; }); // or one that is passed
        this->all.add({1000, u.team});
        this->commit();
        if (u.id == 1) this->all.remove(this->known[55]);
        if (u.id == 2) {
            this->all.remove(u);
            EXPECT_EQ(u.id, 2); // it stays readable
        }
    }
    std::sort(visited.begin(), visited.end());
    std::vector<int> expected;
    for (int i = 0; i < 100; ++i) {
        if (i != 55) expected.push_back(i);
    }
    EXPECT_EQ(visited, expected);
}

TYPED_TEST(indices, what_has_the_value_of_another_is_refused_where_values_are_unique) {
    throng::index_by by_id(this->all, &unit::id, throng::unique);
    const auto first = this->all.add({1, 0});
    const auto second = this->all.add({2, 0});
    int told = 0;
    this->all.on_add([&](unit&) { ++told; });
    this->all.on_remove([&](unit&) { ++told; });
    EXPECT_FALSE(this->all.add({1, 7}));
    EXPECT_EQ(this->all.push_back({2, 7}), nullptr);
    EXPECT_EQ(told, 0);
    this->commit();
    EXPECT_EQ(this->all.size(), 2U);
    EXPECT_FALSE(by_id.modify(second, [](unit& u) { u.id = 1; }));
    EXPECT_EQ(this->all.get(second)->id, 2);
    EXPECT_TRUE(by_id.modify(second, [](unit& u) { u.id = 3; }));
    EXPECT_EQ(by_id.find(3), this->all.get(second));
    EXPECT_EQ(by_id.find(2), nullptr);
    EXPECT_TRUE(this->all.add({2, 7}));
    EXPECT_TRUE(by_id.modify(second, [&](unit& u) { this->all.remove(u); }));
    EXPECT_FALSE(by_id.modify(second, [](unit&) {}));
    EXPECT_EQ(by_id.find(3), nullptr);
    EXPECT_TRUE(by_id.modify(first, [](unit& u) { u.id = 3; }));
}

TYPED_TEST(indices, refuse_it_too_where_all_have_been_exchanged) {
    throng::index_by by_id(this->all, &unit::id, throng::unique);
    const auto one = this->all.add({1, 0});
    this->all.add({2, 0});
    this->commit();
    const throng::snapshot_of<TypeParam> before(this->all);
    ASSERT_TRUE(before.roll_back(this->all)); // all is entered anew at the next question
    EXPECT_FALSE(by_id.modify(one, [](unit& u) { u.id = 2; }));
    EXPECT_EQ(this->all.get(one)->id, 1);
}

TYPED_TEST(indices, know_what_came_all_at_once) {
    for (int i = 0; i < 10; ++i) this->all.add({i, i % 2});
    this->commit();
    throng::index_by by_id(this->all, &unit::id);
    throng::ordered_by in_order(this->all, &unit::id, std::greater<>());
    const throng::snapshot_of<TypeParam> before(this->all);
    this->all.clear();
    EXPECT_EQ(by_id.find(3), nullptr);
    EXPECT_EQ(in_order.first(), nullptr);
    ASSERT_TRUE(before.roll_back(this->all));
    EXPECT_EQ(by_id.find(3)->id, 3);
    EXPECT_EQ(in_order.first()->id, 9);
    EXPECT_EQ(in_order.size(), 10U);
    TypeParam other;
    other.add({77, 0});
    if constexpr (requires { other.commit(); }) other.commit();
    swap(this->all, other);
    EXPECT_EQ(by_id.find(3), nullptr);
    EXPECT_EQ(by_id.find(77)->id, 77);
    EXPECT_EQ(in_order.first()->id, 77);
    this->all = std::move(other);
    EXPECT_EQ(by_id.find(3)->id, 3);
    EXPECT_EQ(in_order.size(), 10U);
    this->all.trim();
    EXPECT_EQ(in_order.last()->id, 0);
}

TEST(index_by, is_empty_when_its_collection_is_gone) {
    auto all = std::make_unique<throng::list<unit>>();
    all->add({1, 2});
    throng::index_by by_id(*all, &unit::id);
    throng::ordered_by in_order(*all, &unit::id);
    EXPECT_TRUE(by_id.contains(1));
    all.reset();
    EXPECT_FALSE(by_id.contains(1));
    EXPECT_EQ(in_order.first(), nullptr);
    EXPECT_FALSE(by_id.modify(throng::handle<unit>(), [](unit&) {}));
    EXPECT_EQ(by_id.size(), 0U);
    int visited = 0;
    in_order.each([&](unit&) { ++visited; });
    by_id.each(1, [&](unit&) { ++visited; });
    EXPECT_EQ(visited, 0);
}

TEST(index_by, may_be_gone_while_its_collection_is_walked) {
    throng::pool<unit> all;
    all.add({1, 2});
    auto by_id = std::make_unique<throng::index_by<throng::pool<unit>, int unit::*>>(all, &unit::id);
    throng::index_by by_team(all, &unit::team);
    for (unit& u : all) {
        by_id.reset();
        if (u.id < 5) all.add({u.id + 1, 2});
    }
    EXPECT_EQ(by_team.count(2), 5U);
}

TEST(index_by, a_hook_finds_what_has_come) {
    throng::list<unit> all;
    throng::index_by by_id(all, &unit::id);
    bool found = false;
    all.on_add([&](unit& u) { found = by_id.find(u.id) == &u; });
    all.add({4, 0});
    EXPECT_TRUE(found);
    all.on_remove([&](unit& u) { found = by_id.contains(u.id); });
    all.clear();
    EXPECT_FALSE(found);
}

// The contract: on_add receives an element that is already in the collection.
TEST(index_by, on_add_is_not_called_for_what_the_function_of_an_index_has_removed) {
    throng::list<unit> all;
    std::vector<int> heard;
    all.on_add([&](unit& u) { heard.push_back(u.id); });
    all.on_remove([&](unit& u) { heard.push_back(-u.id); });
    bool removes = false;
    throng::index_by by_id(all, [&](const unit& u) {
        const int id = u.id;
        if (removes) all.remove(u);
        return id;
    });
    all.add({1, 0});
    removes = true;
    EXPECT_FALSE(all.contains(all.add({2, 0})));
    removes = false;
    EXPECT_EQ(heard, (std::vector<int>{1, -2}));
    EXPECT_EQ(all.size(), 1U);
    EXPECT_FALSE(by_id.contains(2));
    EXPECT_TRUE(all.validate());
}
TEST(index_by, texts_are_values_too) {
    throng::list<std::string> names{"b", "a", "c"};
    throng::ordered_by in_order(names, [](const std::string& s) { return s; });
    throng::index_by by_size(names, &std::string::size);
    std::string all;
    in_order.each([&](std::string& s) { all += s; });
    EXPECT_EQ(all, "abc");
    EXPECT_TRUE(by_size.modify(*in_order.first(), [](std::string& s) { s = "dd"; }));
    EXPECT_EQ(*by_size.find(2), "dd");
}

#if defined(__cpp_exceptions)
TEST(index_by, what_throws_leaves_it_right) {
    throng::list<unit> all;
    throng::index_by by_id(all, &unit::id);
    throng::ordered_by in_order(all, &unit::id);
    const auto h = all.add({1, 0});
    all.on_add([](unit& u) {
        if (u.id == 2) throw 1;
    });
    EXPECT_THROW(all.add({2, 0}), int);
    EXPECT_FALSE(by_id.contains(2));
    EXPECT_EQ(in_order.size(), 1U);
    EXPECT_THROW(by_id.modify(h, [](unit& u) { throw u.id = 9; }), int);
    EXPECT_FALSE(by_id.contains(1));
    EXPECT_TRUE(by_id.contains(9));
    in_order.refresh(h);
    EXPECT_EQ(in_order.first()->id, 9);

    // A value that cannot be had for once.
    bool throws = false;
    throng::index_by by_luck(all, [&](const unit& u) { return throws ? throw 1 : u.id; });
    throws = true;
    EXPECT_THROW(all.add({5, 0}), int);
    EXPECT_EQ(all.size(), 1U);
    throws = false;
    EXPECT_FALSE(by_id.contains(5));
    EXPECT_FALSE(by_luck.contains(5));
    EXPECT_TRUE(all.add({5, 0}));
    EXPECT_TRUE(by_luck.contains(5));
    EXPECT_TRUE(all.validate());
}
#endif

} // namespace
