/// Entities over every store: in order, packed, in slots that never move.

#include <throng/bag.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace {

struct screen {
    std::size_t drawn = 0;
};

/// Each is told of its end once.
struct spark {
    int number;
    int life;
    std::map<int, int>* ends;
    void update(double) { --life; }
    void draw(screen& s) const { ++s.drawn; }
    [[nodiscard]] bool expired() const { return life <= 0; }
    void expire() { life = 0; }
    void on_expire() { ++(*ends)[number]; }
};

template <class C> class containers : public testing::Test {
  public:
    std::map<int, int> ends;
    C all;
    int born = 0;

    throng::handle<spark> add(int life) { return all.add(spark{born++, life, &ends}); }
    /// Each that is not there any more has ended, once.
    void check() {
        std::map<int, int> gone;
        for (int i = 0; i < born; ++i) gone[i] = 1;
        for (const spark& s : all) EXPECT_EQ(gone.erase(s.number), 1U);
        EXPECT_EQ(ends, gone);
        EXPECT_TRUE(all.validate());
    }
};
using stores = testing::Types<throng::entity_list<spark>, throng::entity_bag<spark>, throng::entity_pool<spark>>;
TYPED_TEST_SUITE(containers, stores);

TYPED_TEST(containers, update_draw_and_prune) {
    for (int i = 0; i < 500; ++i) this->add(1 + i % 5);
    screen s;
    this->all.draw(s);
    EXPECT_EQ(s.drawn, 500U);
    this->all.update(0.1);
    EXPECT_EQ(this->all.size(), 400U);
    this->check();
    std::size_t told = 0;
    this->all.on_expired([&](spark&) { ++told; });
    for (spark& x : this->all) {
        if (x.life == 1) x.expire();
    }
    EXPECT_EQ(this->all.size(), 400U);
    this->all.prune();
    EXPECT_EQ(this->all.size(), 300U);
    EXPECT_EQ(told, 100U);
    this->all.update([](spark& x) { return x.life != 2; });
    EXPECT_EQ(this->all.size(), 200U);
    this->check();
    this->all.expire();
    EXPECT_TRUE(this->all.expired());
    this->all.on_expire();
    EXPECT_TRUE(this->all.empty());
    this->check();
}

TYPED_TEST(containers, may_be_edited_in_their_updates) {
    std::mt19937 dice(6); // NOLINT(cert-msc51-cpp): the same each time
    std::vector<throng::handle<spark>> known;
    for (int i = 0; i < 200; ++i) known.push_back(this->add(1 + i % 7));
    throng::subset<TypeParam> some(this->all);
    this->all.on_updated([&](spark& s, double, std::size_t) {
        switch (dice() % 5) {
        case 0:
            if (this->all.size() < 400) known.push_back(this->add(1 + static_cast<int>(dice() % 4)));
            break;
        case 1:
            this->all.remove(known[dice() % known.size()]);
            break;
        case 2:
            this->all.remove(s);
            break;
        case 3:
            some.join(s);
            break;
        default:
            break;
        }
    });
    for (int frame = 0; frame < 30; ++frame) {
        if (frame % 2 == 0) this->all.update(0.1);
        else this->all.update(throng::residents, 0.1);
        if (frame % 10 == 9) this->all.trim();
        this->check();
        for (int i = 0; i < 20; ++i) known.push_back(this->add(3));
    }
    for (const spark& s : some) EXPECT_TRUE(this->all.contains(s));
}

TYPED_TEST(containers, are_told_of_the_end_when_they_end_and_move_without_one) {
    {
        TypeParam other;
        for (int i = 0; i < 10; ++i) this->add(5);
        const auto first = this->all.begin();
        EXPECT_NE(this->all.transfer(*first, other), nullptr);
        EXPECT_TRUE(this->ends.empty());
        EXPECT_EQ(other.take(this->all), 9U);
        EXPECT_TRUE(this->ends.empty());
        other.auto_shrink(0.25, 1);
        for (int i = 0; i < 5000; ++i) other.add(spark{this->born++, 1 + (i == 0 ? 5 : 0), &this->ends});
        const std::size_t most = other.capacity();
        for (int i = 0; i < 4; ++i) other.update(0.5);
        EXPECT_LT(other.capacity(), most);
        EXPECT_EQ(other.size(), 11U);
    }
    this->check();
    if constexpr (std::is_copy_constructible_v<TypeParam>) {
        this->add(1);
        TypeParam copy(this->all);
        EXPECT_EQ(copy.size(), 1U);
        this->ends.clear();
        this->born = 0;
        this->all.clear();
        this->ends.clear();
    }
}

template <class C>
concept has_an_order = requires(C& c) {
    c.first();
    c.last();
    c.nth(0);
    c.sort();
};
static_assert(has_an_order<throng::entity_list<spark>>);
static_assert(!has_an_order<throng::entity_bag<spark>> && !has_an_order<throng::entity_pool<spark>>);

TEST(containers_of_pools, keep_their_addresses) {
    std::map<int, int> ends;
    throng::entity_pool<spark> all;
    std::vector<const spark*> places;
    for (int i = 0; i < 300; ++i) places.push_back(all.push_back(spark{i, i % 2 == 0 ? 1 : 9, &ends}));
    all.update(1.0);
    std::size_t n = 1;
    for (const spark& s : all) {
        EXPECT_EQ(&s, places[n]);
        n += 2;
    }
}

} // namespace
