/// Trees that are rolled back: what is there, in which branch, by which handle, and what comes then is what came the
/// first time.

#include <throng/entity/tree.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

template <class T> T made(std::uint32_t n) {
    if constexpr (std::is_same_v<T, std::string>) return std::to_string(n) + ", a text that needs memory of its own";
    else return static_cast<T>(n);
}

template <class T> class tree_snapshots : public testing::Test {
  public:
    using tree = throng::tree<T>;
    using handle = typename tree::handle_type;
    using row = std::tuple<T, std::size_t, handle>;

    tree all;

    /// Edits that depend on the dice alone.
    void edit(std::mt19937& dice, std::vector<handle>& known) {
        for (int i = 0; i < 300; ++i) {
            const handle any = known.empty() ? handle() : known[dice() % known.size()];
            const handle other = known.empty() ? handle() : known[dice() % known.size()];
            T* const x = all.get(any);
            T* const y = all.get(other);
            switch (dice() % 8) {
            case 0:
            case 1:
                known.push_back(all.add(made<T>(static_cast<std::uint32_t>(dice()))));
                break;
            case 2:
            case 3:
                known.push_back(all.add_child(any, made<T>(static_cast<std::uint32_t>(dice()))));
                break;
            case 4:
                if (x != nullptr) known.push_back(all.insert_before(*x, made<T>(7)));
                break;
            case 5:
                if (x != nullptr && y != nullptr) all.reparent(*x, *y);
                break;
            case 6:
                if (x != nullptr && y != nullptr) all.move_before(*x, *y);
                break;
            default:
                if (dice() % 3 == 0) all.remove(any);
                break;
            }
        }
    }
    [[nodiscard]] std::vector<row> state() {
        std::vector<row> rows;
        for (const T& x : all) rows.emplace_back(x, all.depth_of(x), all.handle_of(x));
        return rows;
    }
};
using values = testing::Types<int, std::string>;
TYPED_TEST_SUITE(tree_snapshots, values);

TYPED_TEST(tree_snapshots, what_comes_after_a_roll_back_is_what_came_the_first_time) {
    std::mt19937 dice(4); // NOLINT(cert-msc51-cpp): the same each time
    std::vector<typename TestFixture::handle> known;
    for (int round = 0; round < 30; ++round) {
        this->edit(dice, known);
        const throng::snapshot_of before(this->all);
        const auto then = this->state();
        ASSERT_EQ(before.size(), then.size());
        const auto dice_then = dice;
        const auto known_then = known;
        this->edit(dice, known);
        const auto later = this->state();
        if (round % 5 == 0) this->all.clear();
        if (round % 10 == 0) this->all.trim();
        ASSERT_TRUE(before.roll_back(this->all));
        ASSERT_TRUE(this->all.validate());
        ASSERT_EQ(this->state(), then);
        dice = dice_then;
        known = known_then;
        this->edit(dice, known);
        ASSERT_TRUE(this->all.validate());
        ASSERT_EQ(this->state(), later);
    }
}

TYPED_TEST(tree_snapshots, wait_until_nothing_is_walked) {
    const auto top = this->all.add(made<TypeParam>(1));
    const auto below = this->all.add_child(top, made<TypeParam>(2));
    const throng::snapshot_of before(this->all);
    this->all.remove(below);
    {
        auto w = this->all.walk(throng::live);
        EXPECT_NE(w.next(), nullptr);
        EXPECT_TRUE(this->all.is_walked());
        EXPECT_FALSE(before.roll_back(this->all));
        EXPECT_FALSE(this->all.contains(below));
    }
    EXPECT_FALSE(this->all.is_walked());
    ASSERT_TRUE(before.roll_back(this->all));
    EXPECT_EQ(this->all.parent_of(*this->all.get(below)), this->all.get(top));
}

TYPED_TEST(tree_snapshots, of_one_that_is_gone_make_a_copy) {
    const auto top = this->all.add(made<TypeParam>(1));
    this->all.add_child(top, made<TypeParam>(2));
    const auto then = this->state();
    const throng::snapshot_of before(this->all);
    this->all = typename TestFixture::tree();
    ASSERT_TRUE(before.roll_back(this->all));
    EXPECT_EQ(this->state(), then);
}

TEST(tree_snapshot, may_be_taken_while_an_end_is_told) {
    throng::tree<int> all;
    const auto top = all.add(1);
    all.add_child(top, 2);
    const auto mid = all.add_child(top, 3);
    all.add_child(top, 4);
    std::vector<throng::snapshot_of<throng::tree<int>>> taken;
    all.on_remove([&](int&) { taken.emplace_back(all); });
    all.remove(mid);
    ASSERT_EQ(taken.size(), 1U);
    all.on_remove(nullptr);
    all.clear();
    ASSERT_TRUE(taken[0].roll_back(all));
    EXPECT_TRUE(all.validate());
    std::vector<int> now;
    for (const int x : all) now.push_back(x);
    EXPECT_EQ(now, (std::vector<int>{1, 2, 4}));
}

/// A level that says by itself what it was: hooks do not go along with copies.
struct level {
    struct part {
        float x;
        throng::grid_hook<> place{};
    };
    throng::tree<part> parts;
    throng::grid<part, &part::place> map{8};
    int score = 0;

    struct state {
        throng::snapshot_of<throng::tree<part>> parts;
        int score;
    };
    [[nodiscard]] state save() const { return {throng::snapshot_of(parts), score}; }
    bool load(const state& then) {
        if (!then.parts.roll_back(parts)) return false;
        for (part& p : parts) map.insert(p, p.x, 0);
        score = then.score;
        return true;
    }
    void add(float x) {
        auto* const p = parts.get(parts.add(part{x}));
        map.insert(*p, x, 0);
    }
};

TEST(objects_that_save_themselves, are_rolled_back_with_a_world) {
    throng::world w;
    const throng::entity e = w.create(1);
    level here;
    throng::rollback<int> game(
        w, 10,
        [&](int x) {
            w.set(e, x);
            here.add(static_cast<float>(x));
            here.score += x;
        },
        throng::components<>);
    game.include(here);
    for (int i = 0; i < 5; ++i) {
        game.save(static_cast<std::uint64_t>(i));
        game.advance(i + 1);
    }
    EXPECT_EQ(here.score, 15);
    ASSERT_TRUE(game.load(2));
    EXPECT_EQ(here.score, 3);
    EXPECT_EQ(here.parts.size(), 2U);
    EXPECT_EQ(here.map.size(), 2U);
    EXPECT_EQ(w.get<int>(e), 2);
    for (const auto& p : here.parts) EXPECT_TRUE(here.map.contains(p));
}

} // namespace
