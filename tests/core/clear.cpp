#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Where no walk is open, no hook is set and there is no destructor, clearing is one step. It must come to the same as
/// removing one by one.
namespace {

template <class C> struct crowd {
    using handle = typename C::handle_type;

    C all;
    std::vector<handle> handles;

    /// (Handles tell in the audit build whose they are, too.)
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> uses() const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> all_uses;
        for (const handle h : handles) all_uses.emplace_back(h.index(), h.generation());
        return all_uses;
    }
    /// Some come, some go. The first have no handles, of the others every other one has.
    void live(unsigned seed, int most) {
        std::mt19937 dice(seed);
        for (int i = 0; i < most; ++i) {
            if (i % 2 == 0 && i > 600) handles.push_back(all.add(i));
            else all.push_back(i);
        }
        all.remove_if([&](int x) { return x % 5 == 0 && dice() % 2 == 0; });
    }
};

template <class C> struct clear_at_once : testing::Test, crowd<C> {};

struct type_names {
    template <class C> static std::string GetName(int) {
        if (std::is_same_v<C, throng::list<int>>) return "list";
        return std::is_same_v<C, throng::bag<int>> ? "bag" : "pool";
    }
};
using collections = testing::Types<throng::list<int>, throng::bag<int>, throng::pool<int>>;
TYPED_TEST_SUITE(clear_at_once, collections, type_names);

TYPED_TEST(clear_at_once, is_what_removing_one_by_one_comes_to) {
    crowd<TypeParam> told;
    int removed = 0;
    told.all.on_remove([&](int&) { ++removed; });
    for (unsigned round = 0; round < 4; ++round) {
        this->live(round, 3000);
        told.live(round, 3000);
        ASSERT_EQ(this->uses(), told.uses());
        const int residents = static_cast<int>(this->all.size());
        removed = 0;
        this->all.clear();
        told.all.clear();
        EXPECT_EQ(removed, residents);
        EXPECT_TRUE(this->all.empty());
        EXPECT_TRUE(this->all.validate());
        EXPECT_TRUE(told.all.validate());
        for (const auto h : this->handles) ASSERT_EQ(this->all.get(h), nullptr);
        for (const int& x : this->all) FAIL() << x;
    }
}

TYPED_TEST(clear_at_once, keeps_its_room) {
    this->live(1, 3000);
    const std::size_t capacity = this->all.capacity();
    this->all.clear();
    EXPECT_EQ(this->all.capacity(), capacity);
    this->live(1, 3000);
    EXPECT_EQ(this->all.capacity(), capacity);
}

TYPED_TEST(clear_at_once, leaves_subsets_empty) {
    if constexpr (!std::is_same_v<TypeParam, throng::bag<int>>) {
        throng::subset<TypeParam> some(this->all);
        for (unsigned round = 0; round < 3; ++round) {
            this->live(round, 1000);
            for (int& x : this->all) {
                if (x % 3 == 0) some.join(x);
            }
            EXPECT_FALSE(some.empty());
            this->all.clear();
            EXPECT_TRUE(some.empty());
            this->all.push_back(3);
            EXPECT_TRUE(some.empty());
            for (const int& x : some) FAIL() << x;
            EXPECT_TRUE(some.validate());
            this->all.clear();
        }
    }
}

TYPED_TEST(clear_at_once, ends_a_walk_that_stands_in_it) {
    this->live(1, 1000);
    int visits = 0;
    for (int& x : this->all) {
        const int before = x;
        this->all.clear();
        EXPECT_EQ(x, before);
        ++visits;
    }
    EXPECT_EQ(visits, 1);
    EXPECT_TRUE(this->all.validate());
}

TEST(clear_at_once_of_a_pool, retires_slots_whose_generations_are_used_up) {
    throng::pool<int> p;
    p.storage().start_generations_at(0xfffffffdU); // two are left
    std::vector<throng::handle<int>> all;
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t i = 0; i < 1000; ++i) {
            all.push_back(p.add(1));
            ASSERT_EQ(all.back().index(), i);
        }
        p.clear();
        for (const auto h : all) ASSERT_FALSE(p.contains(h));
    }
    EXPECT_EQ(p.add(1).index(), 1000U);
    EXPECT_TRUE(p.validate());
}

/// Also where some slots have been used more often than others, and some elements never had a handle.
TEST(clear_at_once_of_a_pool, gives_no_handle_twice) {
    throng::pool<int> p;
    std::set<throng::handle<int>> given;
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 1000; ++i) {
            const auto h = p.add(i);
            for (const auto old : {h, given.empty() ? throng::handle<int>() : *given.begin()}) {
                ASSERT_EQ(p.contains(old), old == h);
            }
            ASSERT_TRUE(given.insert(h).second);
            if (i % 3 == 0) p.remove(h);
            if (i % 7 == 0) p.push_back(i);
        }
        p.clear();
        EXPECT_TRUE(p.validate());
        for (const auto h : given) ASSERT_FALSE(p.contains(h));
    }
}

/// At every size, so at every stage of the index's growth, and with lines chained to its buckets.
TEST(clear_at_once_of_a_set, leaves_an_index_that_finds_what_comes_after) {
    throng::ordered_set<int> all;
    for (int size = 0; size < 700; ++size) {
        for (int i = 0; i < size; ++i) ASSERT_TRUE(all.add(i * 7));
        all.clear();
        ASSERT_TRUE(all.empty());
        ASSERT_TRUE(all.validate()) << size;
        for (int i = 0; i < size; ++i) ASSERT_FALSE(all.contains(i * 7));
        for (int i = size; i-- > 0;) ASSERT_TRUE(all.add(i));
        ASSERT_TRUE(all.validate()) << size;
        int expected = size;
        for (const int x : all) ASSERT_EQ(x, --expected);
        for (int i = 0; i < size; i += 2) ASSERT_TRUE(all.remove(i));
        all.clear();
        ASSERT_TRUE(all.validate()) << size;
    }
}

/// All that have one hash are in one bucket, and the lines chained to it.
TEST(clear_at_once_of_a_set, gives_the_chained_lines_back) {
    struct all_the_same {
        std::size_t operator()(int) const { return 1; }
    };
    throng::ordered_set<int, all_the_same> all;
    for (int i = 0; i < 100; ++i) all.add(i);
    EXPECT_GT(all.index_lines().second, 10U);
    all.clear();
    EXPECT_EQ(all.index_lines().second, 0U);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(all.add(i));
    EXPECT_TRUE(all.validate());
}

/// A few are left of many: the index is not gone through for them.
TEST(clear_at_once_of_a_set, is_as_good_for_the_last_few) {
    throng::ordered_set<int> all;
    for (int i = 0; i < 3000; ++i) all.add(i);
    for (int i = 0; i < 2990; ++i) all.remove(i);
    all.clear();
    EXPECT_TRUE(all.validate());
    for (int i = 0; i < 3000; ++i) ASSERT_FALSE(all.contains(i));
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(all.add(i));
}

/// While a comparison is asked: what it was asked about is gone then.
TEST(clear_at_once_of_a_set, during_a_search) {
    struct same_hash {
        std::size_t operator()(int) const { return 1; }
    };
    static bool clears = false;
    static throng::ordered_set<int, same_hash, bool (*)(const int&, const int&)>* set = nullptr;
    throng::ordered_set<int, same_hash, bool (*)(const int&, const int&)> all(same_hash{},
                                                                              [](const int& a, const int& b) {
                                                                                  if (std::exchange(clears, false))
                                                                                      set->clear();
                                                                                  return a == b;
                                                                              });
    set = &all;
    for (int asked_for = 0; asked_for < 20; ++asked_for) {
        for (int i = 0; i < 20; ++i) ASSERT_TRUE(all.add(i));
        clears = true;
        EXPECT_FALSE(all.contains(asked_for)) << asked_for;
        EXPECT_TRUE(all.empty());
    }
    EXPECT_TRUE(all.add(49));
    clears = true;
    EXPECT_TRUE(all.add(50));
    EXPECT_EQ(all.size(), 1U);
    EXPECT_TRUE(all.validate());
}

TEST(clear_at_once_of_a_buffered_list, lets_what_waits_wait) {
    throng::buffered_list<int> all;
    for (int round = 0; round < 3; ++round) {
        std::vector<throng::handle<int>> gone;
        for (int i = 0; i < 1000; ++i) gone.push_back(all.add(i));
        all.commit();
        if (round == 1) {
            for (int i = 2000; i < 2010; ++i) all.push_back(i);
        }
        all.clear();
        EXPECT_TRUE(all.validate());
        EXPECT_TRUE(all.empty());
        EXPECT_EQ(all.pending(), round == 1 ? 10U : 0U);
        for (const auto h : gone) ASSERT_EQ(all.get(h), nullptr);
        for (const int x : all) FAIL() << x;
        all.push_back(7);
        EXPECT_TRUE(all.empty()) << "a newcomer waits";
        EXPECT_EQ(all.commit(), round == 1 ? 11U : 1U);
        EXPECT_EQ(*all.last(), 7);
        all.clear();
        EXPECT_EQ(all.first(), nullptr);
    }
}

} // namespace
