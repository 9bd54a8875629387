// needs exceptions
// Functions that an index calls, the key, the hash, the comparison, edit the collection at each call in turn, ask the
// index, or throw: afterwards it is as one that is made anew.
#include <throng/dice.hpp>
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>
#include <throng/pool.hpp>
#include <throng/weighted_by.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace {

struct unit {
    int id;
    int team;
};
/// Called by each function.
struct meddling {
    std::function<void()> what;
    int countdown = -1;
    void call() {
        if (countdown < 0 || countdown-- != 0) return;
        const auto now = what;
        now();
    }
} meddler;

struct key {
    int operator()(const unit& u) const {
        const int team = u.team;
        meddler.call();
        return team;
    }
};
struct hash {
    std::size_t operator()(int n) const { return meddler.call(), static_cast<std::size_t>(n % 3); }
};
struct same {
    bool operator()(int a, int b) const { return meddler.call(), a == b; }
};
struct before {
    bool operator()(int a, int b) const { return meddler.call(), a < b; }
};

template <class C> class meddlers : public testing::Test {};
using collections = testing::Types<throng::list<unit>, throng::pool<unit>>;
TYPED_TEST_SUITE(meddlers, collections);

template <class C> struct game {
    C all;
    C ids;
    std::vector<throng::handle<unit>> known;
    throng::index_by<C, key, false, hash, same> by_team{all, key{}};
    throng::index_by<C, key, true, hash, same> by_id{ids, key{}, hash{}, same{}};
    throng::ordered_by<C, key, before> turns{all, key{}};
    throng::weighted_by<C, key> chances{all, key{}};
    game() {
        for (int i = 0; i < 12; ++i) known.push_back(all.add({i, i % 4}));
        for (int i = 0; i < 12; ++i) ids.add({i, i});
    }
    void ask() {
        for (int t = 0; t < 4; ++t) {
            (void)by_team.find(t);
            (void)by_team.count(t);
            by_team.each(t, [](unit&) {});
        }
        (void)by_id.contains(3);
        (void)turns.first();
        (void)chances.pick(throng::dice{2});
        turns.each([](unit&) {});
        for (unit& u : turns.walk_between(1, 3)) (void)u;
    }
    void check() {
        meddler.countdown = -1;
        // (An edit that has thrown may not have got so far.)
        for (const auto h : known) by_team.refresh(h), turns.refresh(h), chances.refresh(h);
        for (int round = 0; round < 2; ++round) {
            std::size_t n = 0;
            for (int t = -1; t < 20; ++t) {
                std::vector<int> expected;
                for (const unit& u : all) {
                    if (u.team == t) expected.push_back(u.id);
                }
                std::vector<int> found;
                for (const unit& u : by_team.walk(t)) found.push_back(u.id);
                ASSERT_EQ(found.size(), expected.size());
                ASSERT_EQ(by_team.count(t), expected.size());
                n += found.size();
            }
            ASSERT_EQ(n, all.size());
            ASSERT_EQ(by_team.size(), all.size());
            ASSERT_EQ(turns.size(), all.size());
            std::vector<int> teams;
            for (const unit& u : turns.walk(throng::residents)) teams.push_back(u.team);
            ASSERT_EQ(teams.size(), all.size());
            for (std::size_t i = 1; i < teams.size(); ++i) ASSERT_LE(teams[i - 1], teams[i]);
            std::uint64_t total = 0;
            for (const unit& u : all) total += static_cast<std::uint64_t>(u.team);
            ASSERT_EQ(chances.total(), total);
            ASSERT_EQ(chances.size(), all.size());
            for (const unit& u : ids) ASSERT_NE(by_id.find(u.team), nullptr);
            ASSERT_TRUE(all.validate() && ids.validate());
        }
    }
};

template <class C, class Edit, class Meddle> void at_each_call(Edit edit, Meddle meddle) {
    for (int moment = 0; moment < 60; ++moment) {
        game<C> g;
        g.ask();
        meddler.what = [&] { meddle(g); };
        meddler.countdown = moment;
        try {
            edit(g);
            g.ask();
        } catch (int) {
        }
        ASSERT_NO_FATAL_FAILURE(g.check()) << "moment " << moment;
    }
}
template <class C, class Meddle> void in_each_edit(Meddle meddle) {
    at_each_call<C>([](game<C>& g) { g.all.add({100, 2}); }, meddle);
    at_each_call<C>([](game<C>& g) { g.all.remove(g.known[5]); }, meddle);
    at_each_call<C>(
        [](game<C>& g) { g.turns.modify(g.known[5], [](unit& u) { u.team = 3; }), g.by_team.refresh(g.known[5]); },
        meddle);
    at_each_call<C>(
        [](game<C>& g) { g.by_team.modify(g.known[4], [](unit& u) { u.team = 2; }), g.turns.refresh(g.known[4]); },
        meddle);
    at_each_call<C>([](game<C>& g) { g.by_id.modify(*g.ids.begin(), [](unit& u) { u.team = 7; }); }, meddle);
    at_each_call<C>([](game<C>& g) { g.ids.add({200, 4}), g.ids.add({200, 40}); }, meddle);
    at_each_call<C>([](game<C>& g) { g.all = C{{1, 2}, {3, 4}}; }, meddle);
    at_each_call<C>([](game<C>& g) { g.all.clear(), g.all.add({1, 1}); }, meddle);
}
TYPED_TEST(meddlers, remove) {
    in_each_edit<TypeParam>(
        [](auto& g) { g.all.remove(g.known[3]), g.all.remove(g.known[5]), g.all.remove(g.known[7]); });
    in_each_edit<TypeParam>([](auto& g) { g.all.clear(), g.ids.clear(); });
}
TYPED_TEST(meddlers, add) {
    in_each_edit<TypeParam>([](auto& g) {
        for (int i = 0; i < 300; ++i) g.all.add({300 + i, i % 19}), g.ids.add({300 + i, 300 + i});
    });
}
TYPED_TEST(meddlers, ask) {
    in_each_edit<TypeParam>([](auto& g) { g.ask(); });
}
TYPED_TEST(meddlers, modify) {
    in_each_edit<TypeParam>([](auto& g) {
        g.turns.modify(g.known[2], [](unit& u) { u.team = 9; });
        g.by_team.modify(g.known[2], [](unit& u) { u.team = 8; });
        g.turns.refresh(g.known[2]);
    });
}
TYPED_TEST(meddlers, throw_at_each_call) {
    in_each_edit<TypeParam>([](auto&) { throw 1; });
}

} // namespace
