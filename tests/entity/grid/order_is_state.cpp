// Two grids of equal state are walked alike, whatever their past: one of them is rolled back again and again, and
// filled anew, as objects in a pool are.
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/spatial/box_grid.hpp>
#include <throng/spatial/grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

namespace {

struct unit {
    int n;
    float x;
    float y;
    throng::grid_hook<> hook{};
};

struct game {
    throng::pool<unit> all;
    throng::grid<unit, &unit::hook> near{4};
    std::vector<throng::handle<unit>> known;
    int next = 0;

    void play(std::mt19937& dice) {
        const auto far = [&] { return static_cast<float>(dice() % 8) * (dice() % 16 == 0 ? 100.0F : 1.0F); };
        const float x = far();
        const float y = far();
        unit* const one = known.empty() ? nullptr : all.get(known[dice() % known.size()]);
        switch (dice() % 6) {
        case 0:
        case 1: {
            unit& u = *all.emplace_back(next++, x, y);
            known.push_back(all.handle_of(u));
            near.insert(u, x, y);
            break;
        }
        case 2:
            if (one != nullptr) all.remove(*one);
            break;
        case 3:
            // A copy of one that is in the grid is another one.
            if (one != nullptr) {
                unit& u = *all.push_back(*one);
                u.n = next++;
                known.push_back(all.handle_of(u));
                near.insert(u, u.x, u.y);
            }
            break;
        case 4:
            // While a query is open.
            for (unit& u : near.in_circle(x, y, 3)) {
                if (one != nullptr) near.move(*one, one->x = y, one->y = x);
                near.move(u, u.x = y, u.y = y);
            }
            break;
        default:
            if (one != nullptr) near.move(*one, one->x = x, one->y = y);
        }
    }
    [[nodiscard]] std::vector<int> seen() {
        std::vector<int> result;
        const auto see = [&](const unit& u) { result.push_back(u.n); };
        near.each(see);
        near.each_pair(2, [&](unit& a, unit& b) { see(a), see(b); });
        near.each_pair(40, [&](unit& a, unit& b) { see(a), see(b); });
        near.each_nearest(3, 3, 9, see);
        near.each_along({0, 0}, {500, 500}, 2, see);
        for (unit& u : near.in_circle(4, 4, 3)) {
            see(u);
            if (const unit* const other = near.nearest(-1000, 5000)) see(*other);
        }
        return result;
    }
};

TEST(order_is_state, of_a_grid_that_is_filled_anew) {
    for (unsigned seed = 0; seed < 60; ++seed) {
        game straight;
        game back;
        std::mt19937 dice(seed);
        for (int round = 0; round < 12; ++round) {
            if (dice() % 2 == 0) {
                const throng::snapshot_of then(back.all);
                const auto known = back.known;
                const int next = back.next;
                std::mt19937 other(seed + 1000);
                for (int i = 0; i < 30; ++i) back.play(other);
                ASSERT_TRUE(then.roll_back(back.all));
                back.known = known;
                back.next = next;
                ASSERT_TRUE(back.near.empty());
                for (unit& u : back.all) back.near.insert(u, u.x, u.y);
            }
            std::mt19937 same = dice;
            for (int i = 0; i < 20; ++i) straight.play(dice);
            for (int i = 0; i < 20; ++i) back.play(same);
            ASSERT_EQ(straight.seen(), back.seen()) << "seed " << seed << ", round " << round;
            ASSERT_TRUE(straight.near.validate() && back.near.validate());
        }
    }
}

/// An object that is removed and inserted again is behind the others of its cell.
TEST(order_is_state, newcomers_are_the_last_of_their_cell) {
    throng::grid<unit, &unit::hook> near{4};
    unit a{1, 0, 0};
    unit b{2, 0, 0};
    near.insert(a, 1, 1);
    near.insert(b, 1, 1);
    near.remove(a);
    near.insert(a, 1, 1);
    std::vector<int> order;
    near.each([&](unit& u) { order.push_back(u.n); });
    EXPECT_EQ(order, (std::vector<int>{2, 1}));
}

} // namespace
