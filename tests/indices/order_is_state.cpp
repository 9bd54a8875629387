// Equal values of an index have an order that is state: a collection that has been rolled back has the same indices as
// a twin that never was, and so it stays.
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/index_by.hpp>
#include <throng/list.hpp>
#include <throng/ordered_by.hpp>
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace {

struct unit {
    int id;
    int team;
    void update(double) {}
};

template <class C> struct game {
    C all;
    throng::ordered_by<C, int unit::*> turns{all, &unit::team};
    throng::index_by<C, int unit::*> teams{all, &unit::team};
    std::vector<throng::handle<unit>> known;
    int next = 0;

    void play(std::mt19937& dice) {
        const auto one = [&] { return known[dice() % known.size()]; };
        const int team = static_cast<int>(dice() % 3);
        switch (known.empty() ? 0 : dice() % 8) {
        case 0:
        case 1:
        case 2:
            known.push_back(all.add({next++, team}));
            break;
        case 3:
            all.remove(one());
            break;
        case 4: {
            const auto h = one();
            turns.modify(h, [&](unit& u) { u.team = team; });
            teams.refresh(h);
            break;
        }
        case 5: {
            const auto h = one();
            if (unit* const u = all.get(h)) u->team = team;
            turns.refresh(h);
            teams.refresh(h);
            break;
        }
        case 6:
            if constexpr (requires { all.commit(); }) all.commit();
            all.remove_if([&](const unit& u) { return u.id % 7 == team; });
            break;
        default:
            if constexpr (requires { all.sort([](const unit&, const unit&) { return true; }); })
                all.sort([&](const unit& a, const unit& b) { return (a.id ^ team) < (b.id ^ team); });
            break;
        }
    }
    [[nodiscard]] std::vector<int> seen() {
        std::vector<int> result;
        for (const unit& u : turns.walk(throng::residents)) result.push_back(u.id);
        for (int team = 0; team < 3; ++team) {
            result.push_back(-1);
            for (const unit& u : teams.walk(team)) result.push_back(u.id);
            if (const unit* const first = teams.find(team)) result.push_back(first->id);
        }
        return result;
    }
};

template <class C> class order_is_state : public testing::Test {};
using collections = testing::Types<throng::list<unit>, throng::bag<unit>, throng::pool<unit>,
                                   throng::buffered_list<unit>, throng::entity_list<unit>>;
TYPED_TEST_SUITE(order_is_state, collections);

TYPED_TEST(order_is_state, of_equal_values) {
    for (unsigned seed = 0; seed < 80; ++seed) {
        game<TypeParam> straight;
        game<TypeParam> back;
        std::mt19937 dice(seed);
        for (int round = 0; round < 12; ++round) {
            // One of them plays something else, and is rolled back.
            if (dice() % 2 == 0) {
                const throng::snapshot_of then(back.all);
                const auto known = back.known;
                const int next = back.next;
                std::mt19937 other(seed + 1000);
                for (int i = 0; i < 30; ++i) back.play(other);
                (void)back.seen();
                ASSERT_TRUE(then.roll_back(back.all));
                back.known = known;
                back.next = next;
            }
            std::mt19937 same = dice;
            for (int i = 0; i < 20; ++i) straight.play(dice);
            for (int i = 0; i < 20; ++i) back.play(same);
            // (One of them is asked more often.)
            if (round % 3 == 0) (void)back.seen();
            ASSERT_EQ(straight.seen(), back.seen()) << "seed " << seed << ", round " << round;
            // And the same as one that is made now.
            game<TypeParam>& g = back;
            throng::ordered_by fresh(g.all, &unit::team);
            std::vector<int> a;
            std::vector<int> b;
            for (const unit& u : fresh.walk(throng::residents)) a.push_back(u.id);
            for (const unit& u : g.turns.walk(throng::residents)) b.push_back(u.id);
            ASSERT_EQ(a, b) << "seed " << seed << ", round " << round;
        }
    }
}

} // namespace
