/// Collections that are rolled back: elements, order, handles, subsets and free slots are what they were, and what
/// comes then is what came the first time.

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/snapshot_of.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

template <class T> T made(std::uint32_t n) {
    if constexpr (std::is_same_v<T, std::string>) return std::to_string(n) + ", a text that needs memory of its own";
    else return static_cast<T>(n);
}

template <class C> class snapshots : public testing::Test {
  public:
    using value_type = typename C::value_type;
    using handles = std::vector<typename C::handle_type>;

    C all;
    throng::subset<C> some{all};

    /// Edits that depend on the dice alone.
    void edit(std::mt19937& dice, handles& known) {
        for (int i = 0; i < 300; ++i) {
            if (dice() % 3 != 0) {
                known.push_back(all.add(made<value_type>(static_cast<std::uint32_t>(dice()))));
                if (dice() % 2 == 0) some.join(known.back());
            } else if (!known.empty()) {
                all.remove(known[dice() % known.size()]);
            }
        }
        if constexpr (requires { all.commit(); }) {
            if (dice() % 2 == 0) all.commit();
        }
    }
    [[nodiscard]] std::vector<value_type> state() {
        std::vector<value_type> s;
        for (const auto& x : all) s.push_back(x);
        if constexpr (requires { all.pending_elements(); }) {
            for (const auto& x : all.pending_elements()) s.push_back(x);
        }
        for (const auto& x : some) s.push_back(x);
        return s;
    }
    [[nodiscard]] std::vector<bool> found(const handles& known) {
        std::vector<bool> s;
        for (const auto h : known) s.push_back(all.contains(h));
        return s;
    }
};
using rolled_back =
    testing::Types<throng::list<int>, throng::list<std::string>, throng::bag<int>, throng::bag<std::string>,
                   throng::pool<int>, throng::pool<std::string>, throng::pool<int, 20'000>, throng::buffered_list<int>,
                   throng::buffered_list<std::string>, throng::buffered_bag<int>>;
TYPED_TEST_SUITE(snapshots, rolled_back);

TYPED_TEST(snapshots, a_future_that_is_played_again_is_the_same) {
    std::mt19937 dice(7); // NOLINT(cert-msc51-cpp): the same each time
    typename TestFixture::handles known;
    for (int round = 0; round < 15; ++round) {
        this->edit(dice, known);
        const throng::snapshot_of before(this->all);
        const auto then = this->state();
        const auto those = this->found(known);
        EXPECT_EQ(before.size(), std::as_const(this->all).storage().size());

        std::mt19937 once = dice;
        typename TestFixture::handles known_once = known;
        this->edit(once, known_once);
        const auto future = this->state();

        ASSERT_TRUE(before.roll_back(this->all));
        ASSERT_TRUE(this->all.validate() && this->some.validate());
        ASSERT_EQ(this->state(), then);
        ASSERT_EQ(this->found(known), those);

        std::mt19937 twice = dice;
        typename TestFixture::handles known_twice = known;
        this->edit(twice, known_twice);
        ASSERT_EQ(known_twice, known_once);
        ASSERT_EQ(this->state(), future);
        ASSERT_TRUE(before.roll_back(this->all));
        ASSERT_EQ(this->state(), then);
    }
}

TYPED_TEST(snapshots, it_may_be_taken_in_a_walk_and_not_rolled_back_to_in_one) {
    for (std::uint32_t i = 0; i < 500; ++i) this->all.add(made<typename TestFixture::value_type>(i));
    if constexpr (requires { this->all.commit(); }) this->all.commit();
    std::size_t visited = 0;
    for (auto& x : this->all) {
        if (visited++ % 3 == 0) this->some.join(x);
    }
    visited = 0;
    std::vector<throng::snapshot_of<TypeParam>> taken;
    for (auto& x : this->all.walk(throng::residents)) {
        if (++visited % 2 == 0) this->all.remove(x);
        if (visited != 300) continue;
        taken.emplace_back(this->all);
        EXPECT_FALSE(taken[0].roll_back(this->all));
    }
    EXPECT_EQ(this->all.size(), 250U);
    {
        const auto view = this->all.freeze();
        EXPECT_FALSE(taken[0].roll_back(this->all));
    }
    ASSERT_TRUE(taken[0].roll_back(this->all));
    EXPECT_TRUE(this->all.validate() && this->some.validate());
    EXPECT_EQ(this->all.size(), 350U);
    EXPECT_EQ(this->some.size(), 117U); // 167, of which 50 of the first 300 were removed
}

TYPED_TEST(snapshots, subsets_that_were_made_since_are_empty) {
    for (std::uint32_t i = 0; i < 100; ++i) this->all.add(made<typename TestFixture::value_type>(i));
    if constexpr (requires { this->all.commit(); }) this->all.commit();
    throng::snapshot_of before(this->all);
    {
        throng::subset<TypeParam> gone(this->all);
        for (auto& x : this->all) gone.join(x);
        before = throng::snapshot_of(this->all, before);
    }
    throng::subset<TypeParam> later(this->all); // has the number of the one that is gone
    for (auto& x : this->all) later.join(x);
    ASSERT_TRUE(before.roll_back(this->all));
    EXPECT_EQ(later.size(), 0U);
    EXPECT_TRUE(later.validate());
}

TEST(snapshot_of, elements_of_a_pool_are_where_they_were) {
    throng::pool<int> all;
    std::vector<int*> places;
    for (int i = 0; i < 1000; ++i) places.push_back(all.push_back(i));
    const throng::snapshot_of before(all);
    all.clear();
    all.trim();
    for (int i = 0; i < 2000; ++i) all.push_back(-1);
    ASSERT_TRUE(before.roll_back(all));
    std::size_t n = 0;
    for (const int& x : all) EXPECT_EQ(x, static_cast<int>(n++));
    EXPECT_EQ(n, 1000U);

    // Where no memory has gone back meanwhile, addresses are the same.
    places.clear();
    for (int& x : all) places.push_back(&x);
    const throng::snapshot_of again(all);
    all.clear();
    for (int i = 0; i < 5000; ++i) all.push_back(-1);
    ASSERT_TRUE(again.roll_back(all));
    n = 0;
    for (int& x : all) EXPECT_EQ(&x, places[n++]);
}

TEST(snapshot_of, hooks_and_the_maximum_stay_and_are_not_told) {
    throng::list<int> all{1, 2, 3};
    const throng::snapshot_of before(all);
    int told = 0;
    all.on_add([&](int&) { ++told; });
    all.on_remove([&](int&) { ++told; });
    all.max_capacity(2);
    all.remove(*all.first());
    EXPECT_EQ(told, 1);
    ASSERT_TRUE(before.roll_back(all));
    EXPECT_EQ(told, 1);
    EXPECT_EQ(all.size(), 3U);
    EXPECT_FALSE(all.add(4));
    all.remove(*all.first());
    EXPECT_EQ(told, 2);
}

TEST(snapshot_of, handles_may_be_first_asked_for_afterwards) {
    throng::list<int> all{1, 2, 3};
    const throng::snapshot_of before(all);
    const auto h = all.handle_of(*all.last());
    ASSERT_TRUE(before.roll_back(all));
    EXPECT_FALSE(all.contains(h)); // it was given since
    const auto again = all.handle_of(*all.last());
    EXPECT_EQ(*all.get(again), 3);
    EXPECT_TRUE(all.validate());
}

/// The contents of another one begin their handles behind all that were given here: behind as many after a roll-back as
/// before.
TEST(snapshot_of, handles_after_a_swap_are_the_same_again) {
    if (throng::core::audited) GTEST_SKIP() << "in the audit build handles of each collection begin elsewhere";
    throng::list<int> all;
    for (int i = 0; i < 100; ++i) all.add(i);
    const throng::snapshot_of before(all);
    const auto play = [&all] {
        for (int i = 0; i < 50; ++i) all.remove(all.add(i));
        throng::list<int> other;
        all.swap(other);
        const auto h = all.add(1);
        all.swap(other);
        return h;
    };
    const auto first = play();
    EXPECT_TRUE(before.roll_back(all));
    EXPECT_EQ(play(), first);
}

TEST(snapshot_of, another_collection_becomes_a_copy_with_handles) {
    throng::list<int> all;
    const auto first = all.add(1);
    const auto second = all.add(2);
    all.remove(first);
    const throng::snapshot_of before(all);
    throng::list<int> other{7, 8, 9};
    ASSERT_TRUE(before.roll_back(other));
    EXPECT_EQ(*other.get(second), 2);
    EXPECT_FALSE(other.contains(first));
    EXPECT_EQ(other.add(3), all.add(3));
}

TEST(snapshot_of, a_fixed_pool_takes_its_own_capacity_alone) {
    throng::pool<int> some(throng::fixed_capacity{1000});
    throng::pool<int> fewer(throng::fixed_capacity{10});
    for (int i = 0; i < 500; ++i) some.push_back(i);
    const throng::snapshot_of before(some);
    fewer.push_back(1);
    EXPECT_FALSE(before.roll_back(fewer));
    EXPECT_EQ(fewer.size(), 1U);
    some.clear();
    EXPECT_TRUE(before.roll_back(some));
    EXPECT_EQ(some.size(), 500U);
}

TEST(snapshot_of, what_did_not_change_is_shared) {
    throng::list<int> all;
    for (int i = 0; i < 100'000; ++i) all.push_back(i);
    const throng::snapshot_of first(all);
    const std::size_t alone = first.memory();
    *all.last() = 7;
    const throng::snapshot_of second(all, first);
    EXPECT_LT(first.memory() + second.memory(), alone + alone / 10);
    ASSERT_TRUE(first.roll_back(all));
    EXPECT_EQ(*all.last(), 99'999);
    const throng::snapshot_of third(all, second); // also after a roll-back
    EXPECT_LT(first.memory() + second.memory() + third.memory(), alone + alone / 5);
    ASSERT_TRUE(second.roll_back(all));
    EXPECT_EQ(*all.last(), 7);
    EXPECT_EQ(all.size(), 100'000U);
}

TEST(snapshot_of, a_set_is_rolled_back_too) {
    throng::ordered_set<std::string> all{"a", "b", "c"};
    const throng::snapshot_of before(all);
    all.remove("b");
    all.add("d");
    {
        auto w = all.walk(throng::live);
        EXPECT_FALSE(before.roll_back(all));
    }
    ASSERT_TRUE(before.roll_back(all));
    EXPECT_EQ(all, (throng::ordered_set<std::string>{"a", "b", "c"}));
}

struct spark {
    int height;
    void update(float step) { height += static_cast<int>(step); }
};

TEST(snapshot_of, entities_are_rolled_back_too) {
    throng::entity_list<spark> all;
    std::vector<throng::handle<spark>> known;
    for (int i = 0; i < 10; ++i) known.push_back(all.add(spark{i}));
    const throng::snapshot_of before(all);
    all.update(2.0F);
    all.remove(known[3]);
    ASSERT_TRUE(before.roll_back(all));
    for (int i = 0; i < 10; ++i) EXPECT_EQ(all.get(known[static_cast<std::size_t>(i)])->height, i);
}

/// Its destructor adds to its collection: refused while that is rolled back.
struct phoenix {
    explicit phoenix(throng::list<phoenix>& all) : home(&all) {}
    phoenix(const phoenix&) = default;
    phoenix(phoenix&&) = default;
    phoenix& operator=(const phoenix&) = default;
    phoenix& operator=(phoenix&&) = default;
    ~phoenix() {
        if (rises) home->emplace_back(*home);
    }
    throng::list<phoenix>* home;
    static inline bool rises = false;
};

TEST(snapshot_of, what_a_destructor_adds_meanwhile_is_refused) {
    throng::list<phoenix> all;
    for (int i = 0; i < 5; ++i) all.emplace_back(all);
    {
        const throng::snapshot_of before(all);
        phoenix::rises = true;
        EXPECT_TRUE(before.roll_back(all));
        phoenix::rises = false;
    }
    EXPECT_EQ(all.size(), 5U);
    EXPECT_TRUE(all.validate());
}

#if defined(__cpp_exceptions)
/// Its copies are counted, and one of them throws.
struct reluctant {
    explicit reluctant(int n) noexcept : value(n) { ++there; }
    reluctant(const reluctant& other) : value(other.value) {
        if (copies_until_throw != 0 && --copies_until_throw == 0) throw 1;
        ++there;
    }
    reluctant(reluctant&& other) noexcept : value(other.value) { ++there; }
    reluctant& operator=(const reluctant&) = default;
    reluctant& operator=(reluctant&&) = default;
    ~reluctant() { --there; }
    int value;
    static inline int there = 0;
    static inline int copies_until_throw = 0;
};

TEST(snapshot_of, a_copy_that_throws_changes_nothing) {
    {
        throng::pool<reluctant> all;
        for (int i = 0; i < 100; ++i) all.emplace_back(i);
        reluctant::copies_until_throw = 50;
        EXPECT_THROW(throng::snapshot_of<throng::pool<reluctant>>{all}, int);
        EXPECT_EQ(reluctant::there, 100);
        const throng::snapshot_of before(all);
        all.remove(*all.begin());
        reluctant::copies_until_throw = 50;
        EXPECT_THROW(before.roll_back(all), int);
        EXPECT_EQ(all.size(), 99U);
        EXPECT_EQ(all.begin()->value, 1);
        ASSERT_TRUE(before.roll_back(all));
        EXPECT_EQ(all.begin()->value, 0);
        EXPECT_EQ(reluctant::there, 200);
    }
    EXPECT_EQ(reluctant::there, 0);
}
#endif

} // namespace
