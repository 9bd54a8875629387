/// Layers that are rolled back, all of them together: entities, order, handles, settings and orders are what they were,
/// and what comes then is what came the first time.

#include <throng/entity/layers.hpp>
#include <throng/snapshot_of.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

enum class on : std::uint8_t { background, ships, bullets, count };

template <class Name> struct thing {
    Name name{};
    double age = 0;
    void update(throng::time_step s) { age += s.seconds; }
    bool operator==(const thing&) const = default;
};

template <class Name> Name made(std::uint32_t n) {
    if constexpr (std::is_same_v<Name, std::string>) return std::to_string(n) + ", a text that needs memory of its own";
    else return static_cast<Name>(n);
}

template <class Name> class layers_snapshots : public testing::Test {
  public:
    using layers = throng::layers<on, thing<Name>>;
    using handles = std::vector<typename layers::handle_type>;
    struct state {
        std::vector<std::pair<std::size_t, thing<Name>>> things;
        std::vector<double> settings;
        std::vector<bool> found;
        bool operator==(const state&) const = default;
    };

    layers all;

    /// Edits that depend on the dice alone.
    void edit(std::mt19937& dice, handles& known) {
        const auto any_layer = [&dice] { return static_cast<on>(dice() % layers::count()); };
        for (int i = 0; i < 300; ++i) {
            const auto which = known.empty() ? typename layers::handle_type() : known[dice() % known.size()];
            switch (dice() % 6) {
            case 0:
                all.remove(which);
                break;
            case 1:
                if (auto* const x = all.get(which)) all.move(*x, any_layer());
                break;
            case 2:
                all.update(throng::time_step{1.0 / 64});
                break;
            default:
                known.push_back(all.add(any_layer(), thing<Name>{made<Name>(static_cast<std::uint32_t>(dice()))}));
            }
        }
        all[any_layer()].time_scale(static_cast<double>(dice() % 4));
        all[any_layer()].visible(dice() % 2 == 0);
        all[any_layer()].enabled(dice() % 4 != 0);
        all.update_order(dice() % 2 == 0 ? std::span<const on, 3>(forward) : std::span<const on, 3>(backward));
        if (dice() % 8 == 0) all[any_layer()].clear();
        if (dice() % 8 == 0) all.trim();
        if (dice() % 8 == 0) all[any_layer()].expire();
    }
    [[nodiscard]] state now(const handles& known) {
        state s;
        all.each_layer([&s](auto& l) {
            for (const auto& x : l) s.things.push_back({l.index(), x});
            for (const double x :
                 {l.time(), l.time_scale(), l.visible() ? 1.0 : 0.0, l.enabled() ? 1.0 : 0.0, l.expired() ? 1.0 : 0.0})
                s.settings.push_back(x);
        });
        for (std::size_t i = 0; i < layers::count(); ++i) s.settings.push_back(static_cast<double>(all.updated_at(i)));
        for (const auto h : known) s.found.push_back(all.get(h) != nullptr);
        return s;
    }

  private:
    static constexpr on forward[] = {on::background, on::ships, on::bullets};
    static constexpr on backward[] = {on::bullets, on::ships, on::background};
};
using names = testing::Types<int, std::string>;
TYPED_TEST_SUITE(layers_snapshots, names);

TYPED_TEST(layers_snapshots, a_future_that_is_played_again_is_the_same) {
    std::mt19937 dice(7);
    typename TestFixture::handles known;
    for (int round = 0; round < 20; ++round) {
        this->edit(dice, known);
        const auto then = this->now(known);
        const auto known_then = known;
        const throng::snapshot_of before(this->all);
        EXPECT_EQ(before.size(), this->all.size());
        const auto dice_then = dice;

        this->edit(dice, known);
        this->edit(dice, known);
        const auto later = this->now(known);

        ASSERT_TRUE(before.roll_back(this->all));
        EXPECT_TRUE(this->all.validate());
        EXPECT_EQ(this->now(known_then), then);
        for (std::size_t i = known_then.size(); i < known.size(); ++i)
            EXPECT_EQ(this->all.get(known[i]), nullptr) << "it has never been";

        dice = dice_then;
        auto again = known_then;
        this->edit(dice, again);
        this->edit(dice, again);
        EXPECT_EQ(again, known) << "the same handles are given";
        EXPECT_EQ(this->now(again), later);
    }
}

TYPED_TEST(layers_snapshots, none_is_rolled_back_while_one_of_them_is_walked) {
    std::mt19937 dice(8);
    typename TestFixture::handles known;
    this->edit(dice, known);
    auto& ships = this->all[on::ships];
    ships.push_back({made<TypeParam>(1)});
    const throng::snapshot_of before(this->all);
    this->edit(dice, known);
    ships.push_back({made<TypeParam>(2)});
    const auto later = this->now(known);
    {
        auto w = ships.walk(throng::residents);
        ASSERT_NE(w.next(), nullptr);
        EXPECT_FALSE(before.roll_back(this->all));
        EXPECT_EQ(this->now(known), later);
    }
    EXPECT_TRUE(before.roll_back(this->all));
}

TYPED_TEST(layers_snapshots, one_of_them_alone_is_not_rolled_back) {
    std::mt19937 dice(9);
    typename TestFixture::handles known;
    this->edit(dice, known);
    auto& ships = this->all[on::ships];
    const throng::snapshot_of before(ships);
    this->edit(dice, known);
    const auto later = this->now(known);
    EXPECT_FALSE(before.roll_back(ships));
    EXPECT_EQ(this->now(known), later);
    throng::layer<thing<TypeParam>> other;
    EXPECT_FALSE(before.roll_back(other)) << "its handles are in a table that it does not have";
    EXPECT_TRUE(other.empty());
}

TYPED_TEST(layers_snapshots, what_an_earlier_one_had_is_shared) {
    for (std::uint32_t i = 0; i < 10'000; ++i) this->all.push_back(on::ships, thing<TypeParam>{made<TypeParam>(i)});
    const throng::snapshot_of first(this->all);
    throng::snapshot_of second(this->all, first);
    this->all.clear();
    second = throng::snapshot_of(this->all, second);
    EXPECT_EQ(second.size(), 0U);
    ASSERT_TRUE(first.roll_back(this->all));
    EXPECT_EQ(this->all.size(), 10'000U);
    EXPECT_EQ(this->all[on::ships].begin()->name, made<TypeParam>(0));
    if (std::is_trivially_copyable_v<TypeParam>) {
        const throng::snapshot_of third(this->all, first);
        EXPECT_LT(third.memory() + first.memory(), 3 * second.memory() + 10'000 * sizeof(thing<TypeParam>) * 3 / 2);
    }
}

TEST(snapshot_of_an_entity_list, has_not_been_told_to_expire_again) {
    throng::entity_list<thing<int>> all;
    all.push_back({1});
    const throng::snapshot_of before(all);
    all.expire();
    const throng::snapshot_of expired(all);
    ASSERT_TRUE(before.roll_back(all));
    EXPECT_FALSE(all.expired());
    ASSERT_TRUE(expired.roll_back(all));
    EXPECT_TRUE(all.expired());
}

} // namespace
