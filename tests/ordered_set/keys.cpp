#include "support/allocation.hpp"
#include "support/numbers.hpp"
#include "support/tracked.hpp"

#include <throng/ordered_set.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <memory_resource>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

template <class Set> auto read(const Set& set) {
    std::vector<std::remove_cvref_t<decltype(*set.begin())>> all;
    for (const auto& x : set) all.push_back(x);
    return all;
}
using numbers = std::vector<int>;

TEST(ordered_set, each_once_in_order_of_adding) {
    throng::ordered_set<int> set{3, 1, 2, 3, 1};
    EXPECT_EQ(read(set), (numbers{3, 1, 2}));
    EXPECT_FALSE(set.add(1));
    EXPECT_TRUE(set.add(0));
    EXPECT_TRUE(set.remove(3));
    EXPECT_FALSE(set.remove(3));
    EXPECT_TRUE(set.add(3));
    EXPECT_EQ(read(set), (numbers{1, 2, 0, 3}));
    EXPECT_EQ(set.size(), 4U);
    EXPECT_TRUE(set.contains(2));
    EXPECT_FALSE(set.contains(4));
    EXPECT_EQ(*set.find(2), 2);
    EXPECT_EQ(set.find(4), nullptr);
    EXPECT_EQ(*set.first(), 1);
    EXPECT_EQ(*set.last(), 3);
}

TEST(ordered_set, whole_sets_and_ranges) {
    throng::ordered_set<int> a{1, 2, 3, 4};
    const throng::ordered_set<int> b{6, 4, 5, 2};
    EXPECT_EQ(a.add_all(b), 2U);
    EXPECT_EQ(read(a), (numbers{1, 2, 3, 4, 6, 5}));
    EXPECT_EQ(a.remove_all(b), 4U);
    EXPECT_EQ(read(a), (numbers{1, 3}));
    EXPECT_EQ(a.add_all(numbers{9, 1, 8}), 2U);
    EXPECT_EQ(a.remove_all(numbers{9, 7}), 1U);
    EXPECT_EQ(a.add_all({1, 7}), 1U);
    EXPECT_EQ(a.remove_all({7, 10}), 1U);
    EXPECT_EQ(a.add_all(a), 0U);
    EXPECT_EQ(a.remove_all(a), 3U);
    EXPECT_TRUE(a.empty());
    EXPECT_EQ(b, (throng::ordered_set<int>{6, 4, 5, 2}));
    EXPECT_NE(b, (throng::ordered_set<int>{6, 4, 2, 5}));
}

TEST(ordered_set, pointers_handles_strings_and_own_types) {
    int things[3] = {};
    throng::ordered_set<int*> pointers{&things[2], &things[0]};
    EXPECT_TRUE(pointers.contains(&things[0]));
    EXPECT_FALSE(pointers.contains(&things[1]));
    EXPECT_TRUE(pointers.remove(&things[2]));

    throng::ordered_set<throng::handle<int>> handles;
    EXPECT_TRUE(handles.add({}));
    EXPECT_FALSE(handles.add({}));

    throng::ordered_set<std::string> strings;
    for (int i = 0; i < 1000; ++i) strings.emplace("a rather long name, number " + std::to_string(i));
    for (int i = 0; i < 1000; i += 2) EXPECT_TRUE(strings.remove("a rather long name, number " + std::to_string(i)));
    EXPECT_EQ(strings.size(), 500U);
    EXPECT_EQ(*strings.first(), "a rather long name, number 1");

    struct name {
        int family;
        int given;
        bool operator==(const name&) const = default;
    };
    struct hash {
        std::size_t operator()(const name& n) const { return static_cast<std::size_t>(n.family ^ n.given); }
    };
    throng::ordered_set<name, hash> names;
    EXPECT_TRUE(names.add({1, 2}));
    EXPECT_TRUE(names.add({2, 1}));
    EXPECT_FALSE(names.add({2, 1}));

    struct address_of {
        std::size_t operator()(const std::unique_ptr<int>& p) const { return std::hash<int*>()(p.get()); }
    };
    throng::ordered_set<std::unique_ptr<int>, address_of> owned;
    EXPECT_TRUE(owned.add(std::make_unique<int>(1)));
    EXPECT_TRUE(owned.add(nullptr));
    EXPECT_FALSE(owned.add(nullptr));
}

TEST(ordered_set, looks_up_other_types) {
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>()(s); }
    };
    throng::ordered_set<std::string, hash, std::equal_to<>> set;
    set.add("one");
    EXPECT_TRUE(set.contains("one"));
    EXPECT_TRUE(set.contains(std::string_view("one")));
    EXPECT_EQ(set.find(std::string_view("two")), nullptr);
    EXPECT_TRUE(set.remove(std::string_view("one")));
    EXPECT_FALSE(set.remove(std::string_view("one")));
}

TEST(ordered_set, a_hash_that_says_nothing) {
    struct constant {
        std::size_t operator()(int) const { return 7; }
    };
    throng::ordered_set<int, constant> set;
    for (int i = 0; i < 500; ++i) EXPECT_TRUE(set.add(i));
    for (int i = 0; i < 500; i += 3) EXPECT_TRUE(set.remove(i));
    for (int i = 0; i < 500; ++i) EXPECT_EQ(set.contains(i), i % 3 != 0);
    set.trim();
    for (int i = 0; i < 500; ++i) EXPECT_EQ(set.add(i), i % 3 == 0);
    EXPECT_EQ(set.size(), 500U);
}

TEST(ordered_set, hashes_that_differ_in_few_bits) {
    for (const unsigned shift : {0U, 4U, 12U, 20U, 32U, 40U, 52U}) {
        throng::ordered_set<std::uint64_t> set;
        for (std::uint64_t i = 0; i < 4000; ++i) set.add(i << shift);
        EXPECT_EQ(set.size(), 4000U);
        const auto [buckets, further] = set.index_lines();
        EXPECT_LT(further, buckets / 3) << "shifted by " << shift;
    }
}

/// All below 100 have one hash. The first comparison makes an edit.
class comparisons_that_edit : public testing::Test {
  protected:
    struct hash {
        std::size_t operator()(int x) const noexcept { return x < 100 ? 0 : static_cast<std::size_t>(x); }
    };
    struct equal {
        std::function<void()>* edit;
        bool operator()(int a, int b) const {
            if (*edit) std::exchange(*edit, nullptr)();
            return a == b;
        }
    };
    using set_type = throng::ordered_set<int, hash, equal>;
    static constexpr int many = 2000;

    void SetUp() override { set_.add_all({1, 2, 3, 4, 5, 6, 7, 8, 9}); }
    void TearDown() override { EXPECT_TRUE(set_.validate()); }

    std::function<void()> edit_;
    set_type set_{hash{}, equal{&edit_}};
};

TEST_F(comparisons_that_edit, add_the_very_element) {
    edit_ = [&] { EXPECT_TRUE(set_.add(10)); };
    EXPECT_FALSE(set_.add(10)) << "it is there by then";
    EXPECT_EQ(read(set_), (numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST_F(comparisons_that_edit, remove_the_very_element) {
    edit_ = [&] { EXPECT_TRUE(set_.remove(9)); };
    EXPECT_FALSE(set_.contains(9));
    edit_ = [&] { EXPECT_TRUE(set_.remove(8)); };
    EXPECT_FALSE(set_.remove(8));
    edit_ = [&] { set_.clear(); };
    EXPECT_TRUE(set_.add(7));
    EXPECT_EQ(read(set_), (numbers{7}));
}

TEST_F(comparisons_that_edit, make_the_index_grow) {
    edit_ = [&] {
        for (int i = 100; i < many; ++i) set_.add(i);
    };
    EXPECT_FALSE(set_.add(9));
    EXPECT_EQ(set_.size(), 9U + many - 100U);
}

TEST_F(comparisons_that_edit, make_the_index_shrink) {
    const auto thin_out = [&] {
        for (int i = 100; i < many; ++i) set_.add(i);
        for (int i = 100; i < many; ++i) set_.remove(i);
        edit_ = [&] { set_.trim(); };
    };
    thin_out();
    EXPECT_TRUE(set_.add(10));
    thin_out();
    EXPECT_TRUE(set_.contains(9));
    thin_out();
    EXPECT_TRUE(set_.remove(9));
    thin_out();
    edit_ = [&] {
        set_.remove(1);
        set_.trim();
    };
    EXPECT_TRUE(set_.remove(8));
    EXPECT_EQ(read(set_), (numbers{2, 3, 4, 5, 6, 7, 10}));
}

TEST(ordered_set, views_of_different_moments) {
    throng::ordered_set<int> set{1, 2, 3};
    const auto first = set.freeze();
    set.remove(2);
    set.add(4);
    const auto second = set.freeze();
    set.clear();
    EXPECT_EQ(set.size(), 0U);
    EXPECT_FALSE(set.contains(1));
    set.add(2);
    const auto third = set.freeze();
    const auto show = [](const auto& view) {
        numbers all;
        for (const int& x : view) all.push_back(x);
        return all;
    };
    EXPECT_EQ(show(first), (numbers{1, 2, 3}));
    EXPECT_EQ(show(second), (numbers{1, 3, 4}));
    EXPECT_EQ(show(third), (numbers{2}));
    EXPECT_EQ(first.size(), 3U);
    EXPECT_EQ(second.size(), 3U);
    EXPECT_EQ(set.size(), 1U);
}

TEST(ordered_set, removed_and_added_again_under_a_view) {
    throng::ordered_set<int> set{1, 2, 3};
    {
        const auto view = set.freeze();
        for (const int& x : view) {
            EXPECT_TRUE(set.remove(x));
            EXPECT_TRUE(set.add(x));
        }
        for (const int& x : view) EXPECT_TRUE(set.contains(x));
        EXPECT_EQ(set.size(), 3U);
    }
    EXPECT_EQ(read(set), (numbers{1, 2, 3}));
    set.remove(1);
    EXPECT_TRUE(set.add(1));
    EXPECT_EQ(read(set), (numbers{2, 3, 1}));
}

TEST(ordered_set, edits_in_walks) {
    throng::ordered_set<int> set;
    for (int i = 0; i < 100; ++i) set.add(i);
    numbers seen;
    for (const int& x : set) {
        seen.push_back(x);
        if (x < 100) {
            EXPECT_TRUE(set.remove(x));
            EXPECT_FALSE(set.contains(x));
            EXPECT_TRUE(set.add(x + 100));
        }
    }
    EXPECT_EQ(seen.size(), 200U);
    EXPECT_EQ(set.size(), 100U);
    seen.clear();
    for (const int& x : set.walk(throng::residents)) {
        seen.push_back(x);
        if (x == 100) set.clear();
        set.add(x);
    }
    EXPECT_EQ(seen, numbers{100});
    EXPECT_EQ(read(set), numbers{100});
}

/// What is packed between walks is found again.
TEST(ordered_set, packing) {
    throng::ordered_set<int> set;
    for (int i = 0; i < 20'000; ++i) set.add(i);
    for (int round = 0; round < 10; ++round) {
        for (const int& x : set)
            if (x % 7 != round % 7 && x % 3 == 0) set.remove(x);
        for (int i = 0; i < 20'000; i += 5) set.add(i);
        int n = 0;
        set.each([&](const int& x) {
            ASSERT_EQ(set.find(x), &x);
            ++n;
        });
        ASSERT_EQ(static_cast<std::size_t>(n), set.size());
        if (round == 5) set.trim();
    }
}

/// A set that is edited and never walked does not fill memory with gaps, nor waits for all to be packed at once.
TEST(ordered_set, packs_without_walks) {
    throng::ordered_set<int> set;
    std::vector<int> there;
    support::numbers random(1);
    // (The audit build looks at the whole set at each packing.)
    constexpr int crowd = throng::core::audited ? 5'000 : 20'000;
    int born = 0;
    for (; born < crowd; ++born) {
        set.add(born);
        there.push_back(born);
    }
    for (int i = 0; i < 20 * crowd; ++i) {
        int& leaves = there[random.below(there.size())];
        ASSERT_TRUE(set.remove(leaves));
        leaves = born++;
        ASSERT_TRUE(set.add(leaves));
        ASSERT_LT(set.capacity(), 3 * set.size() + 2000) << i;
    }
    std::sort(there.begin(), there.end());
    EXPECT_EQ(read(set), there) << "in order of adding";
    for (const int x : there) ASSERT_TRUE(set.contains(x));
}

/// An element whose destructor calls back.
struct fused {
    explicit fused(int n) : id(n) {}
    fused(fused&& other) noexcept : id(std::exchange(other.id, -1)) {}
    fused& operator=(fused&&) = delete;
    ~fused() {
        if (id >= 0 && dies != nullptr) (*dies)(id);
    }
    bool operator==(const fused& other) const { return id == other.id; }
    int id;
    inline static const std::function<void(int)>* dies = nullptr;
};
struct fused_hash {
    std::size_t operator()(const fused& f) const { return static_cast<std::size_t>(f.id); }
};

/// The same where an element's destructor takes another one along.
TEST(ordered_set, packs_without_walks_what_edits_when_it_dies) {
    throng::ordered_set<fused, fused_hash> set;
    for (int i = 0; i < 20'000; ++i) set.emplace(i);
    bool busy = false;
    const std::function<void(int)> dies = [&](int id) {
        if (busy) return;
        busy = true;
        if (id % 16 == 1) set.remove(fused{id + 1});
        busy = false;
    };
    for (int i = 0; i < 20'000; ++i) {
        if (i % 8 == 0) continue;
        const fused key{i};
        fused::dies = &dies;
        set.remove(key);
        fused::dies = nullptr;
    }
    EXPECT_EQ(set.size(), 2500U);
    const std::size_t held = set.capacity();
    for (int i = 20'000; i < 30'000; ++i) set.emplace(i);
    EXPECT_EQ(set.capacity(), held) << "there is room where the removed were";
    set.remove_if([](const fused& f) { return f.id >= 20'000; });
    int expected = 0;
    for (const fused& f : set) {
        ASSERT_EQ(f.id, expected);
        ASSERT_EQ(set.find(f), &f);
        expected += 8;
    }
}

/// The index shrinks.
TEST(ordered_set, trimmed_at_every_size) {
    throng::ordered_set<int> set;
    for (int most : {1, 3, 4, 5, 17, 100, 1000, 5000}) {
        for (int i = 0; i < most; ++i) set.add(i);
        for (int left = most; left != 0; left /= 2) {
            for (int i = left / 2; i < left; ++i) ASSERT_TRUE(set.remove(i));
            set.trim();
            ASSERT_LE(set.index_lines().first, std::max<std::size_t>(4, static_cast<std::size_t>(left)));
            for (int i = 0; i < most; ++i) ASSERT_EQ(set.contains(i), i < left / 2);
        }
        ASSERT_TRUE(set.empty());
    }
}

TEST(ordered_set, pages_that_empty_are_used_again_without_a_walk) {
    throng::ordered_set<int> set;
    for (int i = 0; i < 1000; ++i) set.add(i);
    const std::size_t pages = set.capacity();
    for (int i = 0; i < 1000; ++i) set.remove(i);
    for (int i = 0; i < 1000; ++i) set.add(i);
    EXPECT_EQ(set.capacity(), pages);
    for (int i = 1000; i < (throng::core::audited ? 30'000 : 100'000); ++i) {
        set.add(i);
        set.remove(i - 1000);
    }
    EXPECT_LE(set.capacity(), 2 * pages);
}

/// A page that has gone has no neighbours whose elements it could move together with. (A set looks around now and then:
/// in one of the rounds it does when the first page goes.)
TEST(ordered_set, the_first_page_may_go_before_others) {
    for (int round = 0; round < (throng::core::audited ? 4 : 100); ++round) {
        throng::ordered_set<std::uint64_t> s;
        for (int i = 0; i < round; ++i) {
            s.add(1);
            s.remove(1);
        }
        for (std::uint64_t i = 0; i < 1000; ++i) s.add(i);
        for (std::uint64_t i = 999; i >= 600; --i) s.remove(i);
        for (std::uint64_t i = 0; i < 500; ++i) s.remove(i);
        ASSERT_TRUE(s.validate());
        std::uint64_t expected = 500;
        for (const std::uint64_t x : s) EXPECT_EQ(x, expected++);
        EXPECT_EQ(expected, 600U);
    }
}

TEST(ordered_set, maximum_capacity) {
    throng::ordered_set<int> set;
    set.max_capacity(2);
    EXPECT_TRUE(set.add(1));
    EXPECT_TRUE(set.add(2));
    EXPECT_FALSE(set.add(3));
    EXPECT_FALSE(set.contains(3));
    set.remove(1);
    EXPECT_TRUE(set.add(3));
}

TEST(ordered_set, copies_moves_and_swaps) {
    throng::ordered_set<std::string> a{"x", "y"};
    auto b = a;
    EXPECT_EQ(a, b);
    b.add("z");
    auto c = std::move(b);
    EXPECT_TRUE(c.contains("z"));
    std::vector<std::string> seen;
    for (const auto& x : a) {
        seen.push_back(x);
        if (seen.size() == 1) a.swap(c);
    }
    EXPECT_EQ(seen, (std::vector<std::string>{"x", "y"})) << "a walk goes with its elements";
    EXPECT_TRUE(a.contains("z"));
    EXPECT_TRUE(c.remove("y"));
    c = a;
    EXPECT_TRUE(c.contains("z"));
    c = {"q"};
    EXPECT_EQ(c.size(), 1U);
    throng::pmr::ordered_set<int> p{1, 2};
    EXPECT_TRUE(p.contains(2));
}

/// Equal are those that leave the same remainder: a comparison that must go where its elements go.
struct remainder {
    int of;
    [[nodiscard]] std::size_t operator()(int x) const { return static_cast<std::size_t>(x % of); }
    [[nodiscard]] bool operator()(int a, int b) const { return a % of == b % of; }
};
using remainders = throng::ordered_set<int, remainder, remainder>;

remainders of(int divisor, numbers elements) {
    remainders set(remainder{divisor}, remainder{divisor});
    set.add_all(elements);
    return set;
}

TEST(ordered_set, walks_remove_what_they_stand_on) {
    throng::ordered_set<int> set{1, 2, 3, 4};
    auto walk = set.walk(throng::live);
    EXPECT_FALSE(walk.remove()) << "it stands on nothing";
    while (const int* const x = walk.next()) {
        if (*x % 2 != 0) continue;
        auto fork = walk.fork();
        EXPECT_TRUE(fork.remove());
        EXPECT_FALSE(walk.remove()) << "gone already";
    }
    EXPECT_EQ(read(set), (numbers{1, 3}));
    EXPECT_FALSE(set.contains(2));
    EXPECT_TRUE(set.validate());
}

TEST(ordered_set, walks_remove_where_a_swap_has_taken_them) {
    remainders tens = of(10, {1, 2, 3});
    remainders hundreds = of(100, {1, 11, 21});
    std::vector<int> told;
    hundreds.on_remove([&](int x) { told.push_back(x); });
    auto walk = tens.walk(throng::live);
    EXPECT_EQ(*walk.next(), 1);
    EXPECT_EQ(*walk.next(), 2);
    tens.swap(hundreds);
    EXPECT_TRUE(walk.remove());
    EXPECT_EQ(told, (numbers{2})) << "a hook is of the set, not of the contents";
    EXPECT_EQ(read(hundreds), (numbers{1, 3}));
    EXPECT_EQ(read(tens), (numbers{1, 11, 21}));
    EXPECT_TRUE(hundreds.add(12)) << "2 is gone from the index, too";
    EXPECT_FALSE(hundreds.add(13));
    EXPECT_TRUE(tens.validate());
    EXPECT_TRUE(hundreds.validate());
}

TEST(ordered_set, hooks_edit) {
    throng::ordered_set<int> set;
    numbers removed;
    set.on_add([&](const int& x) {
        EXPECT_TRUE(set.contains(x));
        if (x == 5) set.remove(5);
        if (x < 3) set.add(x + 1);
    });
    set.on_remove([&](const int& x) {
        EXPECT_FALSE(set.contains(x));
        removed.push_back(x);
        if (x == 2 && removed.size() < 3) set.add(2);
    });
    EXPECT_TRUE(set.add(0));
    EXPECT_EQ(read(set), (numbers{0, 1, 2, 3}));
    EXPECT_EQ(set.push_back(5), nullptr);
    set.remove(2);
    EXPECT_TRUE(set.contains(2));
    set.clear();
    EXPECT_EQ(set.size(), 0U);
    EXPECT_EQ(removed, (numbers{5, 2, 0, 1, 3, 2}));
}

TEST(ordered_set, random_edits_against_a_model) {
    std::mt19937 dice(11);
    const auto roll = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(dice); };
    for (const int keys : {5, 100, 3000}) {
        throng::ordered_set<int> set;
        numbers model;
        const auto edit = [&] {
            const int k = roll(keys);
            const auto at = std::find(model.begin(), model.end(), k);
            const bool there = at != model.end();
            switch (roll(4)) {
            case 0:
            case 1:
                ASSERT_EQ(set.add(k), !there);
                if (!there) model.push_back(k);
                break;
            case 2:
                ASSERT_EQ(set.remove(k), there);
                if (there) model.erase(at);
                break;
            default:
                ASSERT_EQ(set.contains(k), there);
            }
            ASSERT_EQ(set.size(), model.size());
        };
        for (int round = 0; round < 40; ++round) {
            const auto view = set.freeze();
            const numbers shown = model;
            for (int i = 0; i < 500; ++i) edit();
            int visits = 0;
            for ([[maybe_unused]] const int& x : set) {
                edit();
                if (++visits == 1000) break;
            }
            numbers seen;
            for (const int& x : view) seen.push_back(x);
            ASSERT_EQ(seen, shown);
            ASSERT_EQ(read(set), model);
            if (round % 8 == 0) set.trim();
        }
    }
}

struct immovable {
    explicit immovable(int v) : value(v) {}
    immovable(const immovable&) = delete;
    immovable& operator=(const immovable&) = delete;
    ~immovable() = default;
    bool operator==(const immovable& o) const { return value == o.value; }
    int value;
};
struct immovable_hash {
    std::size_t operator()(const immovable& x) const { return static_cast<std::size_t>(x.value); }
};

TEST(ordered_set, elements_that_cannot_be_moved) {
    throng::ordered_set<immovable, immovable_hash> set;
    for (int i = 0; i < 300; ++i) EXPECT_TRUE(set.emplace(i));
    for (int i = 0; i < 300; i += 2) EXPECT_FALSE(set.emplace(i));
    EXPECT_EQ(set.size(), 300U);
    int told = 0;
    set.on_add([&](const immovable&) { ++told; });
    EXPECT_FALSE(set.emplace(7));
    EXPECT_TRUE(set.emplace(300));
    EXPECT_EQ(told, 1);
    for (const immovable& x : set)
        if (x.value % 3 == 0) set.remove(x);
    EXPECT_EQ(set.size(), 200U);
    set.clear();
    EXPECT_TRUE(set.empty());
}

#if defined(__cpp_exceptions)

/// Everything an element can do may throw.
struct touchy {
    static inline int fuse = 0; ///< the n-th call from now on throws; 0 is never
    static void burn() {
        if (fuse != 0 && --fuse == 0) throw 1;
    }
    explicit touchy(int v) : value(v) {}
    touchy(const touchy& o) : value(o.value) { burn(); }
    touchy(touchy&& o) noexcept(false) : value(o.value) { burn(); }
    touchy& operator=(const touchy&) = default;
    ~touchy() = default;
    friend bool operator==(const touchy& a, const touchy& b) {
        burn();
        return a.value == b.value;
    }
    int value;
};
struct touchy_hash {
    std::size_t operator()(const touchy& t) const {
        touchy::burn();
        return static_cast<std::size_t>(t.value) / 2;
    }
};

TEST(ordered_set, what_throws_has_not_happened) {
    support::allocation_log log;
    {
        throng::ordered_set<touchy, touchy_hash, throng::core::equal<touchy>, support::logged_allocator<touchy>> set;
        numbers model;
        const auto check = [&] {
            numbers all;
            for (const touchy& x : set) all.push_back(x.value);
            ASSERT_EQ(all, model);
            for (int k = 0; k < 60; ++k)
                ASSERT_EQ(set.contains(touchy(k)), std::find(model.begin(), model.end(), k) != model.end());
        };
        std::mt19937 dice(3);
        for (int i = 0; i < 4000; ++i) {
            const int k = static_cast<int>(dice() % 60);
            const touchy key(k);
            const bool adds = dice() % 2 == 0;
            touchy::fuse = static_cast<int>(dice() % 6);
            log.fail_in = dice() % 4;
            try {
                if (adds) {
                    if (set.add(key)) model.push_back(k);
                } else if (set.remove(key)) {
                    std::erase(model, k);
                }
            } catch (int) {
            } catch (const std::bad_alloc&) {
            }
            touchy::fuse = 0;
            log.fail_in = 0;
            if (i % 50 == 0) check();
            if (i % 500 == 0) {
                set.clear();
                model.clear();
                set.trim();
            }
        }
        check();
    }
    EXPECT_EQ(log.bytes, 0U);
}

TEST(ordered_set, hooks_that_throw) {
    throng::ordered_set<int> set{1, 2, 3};
    set.on_add([&](const int&) { throw 1; });
    EXPECT_THROW(set.add(4), int);
    EXPECT_FALSE(set.contains(4));
    set.on_add(nullptr);
    set.on_remove([&](const int&) { throw 1; });
    EXPECT_THROW(set.remove(2), int);
    EXPECT_FALSE(set.contains(2)) << "the removal stands";
    EXPECT_THROW(set.clear(), int);
    EXPECT_EQ(read(set), numbers{3});
    set.on_remove([&](const int& x) {
        EXPECT_TRUE(set.add(x)) << "it is gone, so it can be added";
        throw 1;
    });
    EXPECT_THROW(set.remove(3), int);
    EXPECT_EQ(read(set), numbers{3});
    EXPECT_TRUE(set.contains(3));
    EXPECT_TRUE(set.validate());
}

#endif

TEST(ordered_set, elements_die_once_and_not_underfoot) {
    support::ledger ledger;
    struct hash {
        std::size_t operator()(const support::tracked& x) const { return static_cast<std::size_t>(x.id()); }
    };
    {
        throng::ordered_set<support::tracked, hash> set;
        for (int i = 0; i < 200; ++i) set.emplace(i);
        EXPECT_EQ(ledger.live(), 200);
        for (const support::tracked& x : set) {
            const int id = x.id();
            set.remove(x);
            EXPECT_EQ(x.id(), id);
            set.remove((id + 50) % 200);
        }
        EXPECT_EQ(ledger.live(), 0);
        set.emplace(1);
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

} // namespace
