// Where the elements of a bag lie: without gaps whenever nothing is open, and in bounded memory while something is.

#include "support/tracked.hpp"

#include <throng/bag.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using throng::bag;
using ids = std::vector<int>;

ids in_order_of_a_walk(const bag<int>& b) {
    ids all;
    for (const int x : b) all.push_back(x);
    return all;
}

TEST(bag_packing, removal_puts_the_last_into_the_gap) {
    bag<int> b{0, 1, 2, 3, 4};
    int& one = *(++b.begin());
    EXPECT_TRUE(b.remove(one));
    EXPECT_EQ(in_order_of_a_walk(b), (ids{0, 4, 2, 3}));
    EXPECT_EQ(one, 4);
}

TEST(bag_packing, gaps_are_filled_from_the_back_when_the_walk_ends) {
    bag<int> b{0, 1, 2, 3, 4, 5};
    {
        auto w = b.walk(throng::live);
        while (int* const x = w.next()) {
            if (*x % 3 == 0) b.remove(*x);
        }
        EXPECT_EQ(in_order_of_a_walk(b), (ids{1, 2, 4, 5}));
    }
    EXPECT_EQ(in_order_of_a_walk(b), (ids{5, 1, 2, 4}));
    EXPECT_TRUE(b.validate());
}

TEST(bag_packing, handles_follow_their_elements) {
    bag<int> b;
    std::vector<throng::handle<int>> handles;
    for (int i = 0; i < 1000; ++i) handles.push_back(b.add(i));
    b.remove_if([](int x) { return x % 3 != 0; });
    for (int i = 0; i < 1000; ++i) {
        const int* const x = b.get(handles[static_cast<std::size_t>(i)]);
        ASSERT_EQ(x != nullptr, i % 3 == 0);
        if (x != nullptr) {
            EXPECT_EQ(*x, i);
        }
    }
}

/// As many come as go, each frame, and there is always a walk open: the gaps are used again.
TEST(bag_packing, is_bounded_while_some_walk_is_always_open) {
    bag<int> b;
    for (int i = 0; i < 1000; ++i) b.push_back(i);
    auto open = b.walk(throng::residents);
    int next = 1000;
    for (int frame = 0; frame < 300; ++frame) {
        auto w = b.walk(throng::residents);
        (void)w.next();
        open = b.walk(throng::residents);
        (void)open.next();
        b.each(throng::residents, [&](int& x) {
            if ((x + frame) % 10 != 0) return;
            b.remove(x);
            b.push_back(next++);
        });
        ASSERT_EQ(b.size(), 1000U);
        ASSERT_TRUE(b.validate());
    }
    EXPECT_LE(b.capacity(), 4096U);
}

TEST(bag_packing, is_few_runs) {
    bag<int> b;
    for (int i = 0; i < 100; ++i) b.push_back(i);
    b.remove_if([](int x) { return x % 2 == 0; });
    std::size_t runs = 0;
    std::size_t elements = 0;
    for (const std::span<int> run : b.runs()) {
        ++runs;
        elements += run.size();
    }
    EXPECT_EQ(runs, 1U);
    EXPECT_EQ(elements, 50U);
}

TEST(bag_packing, newcomers_fill_the_gaps_of_what_cannot_be_moved) {
    const support::ledger ledger;
    bag<support::immovable_tracked> b;
    for (int i = 0; i < 10; ++i) b.emplace_back(i);
    auto* const third = [&] {
        for (auto& x : b) {
            if (x.id() == 3) return &x;
        }
        return static_cast<support::immovable_tracked*>(nullptr);
    }();
    EXPECT_TRUE(b.remove(*third));
    EXPECT_EQ(b.emplace_back(10), third);
    EXPECT_TRUE(b.validate());
}

template <std::size_t Bytes> struct wide {
    int id;
    std::array<char, Bytes> more{};
};
/// What walks see in which many go and come.
template <class Element> ids seen_in_busy_walks() {
    bag<Element> b;
    ids seen;
    int next = 0;
    std::uint32_t dice = 1;
    const auto one_in = [&dice](std::uint32_t n) {
        dice = dice * 1664525U + 1013904223U;
        return (dice >> 16U) % n == 0;
    };
    for (; next < 600; ++next) b.push_back(Element{next});
    for (int frame = 0; frame < 4; ++frame) {
        b.each([&](Element& x) {
            seen.push_back(x.id);
            if (!one_in(10)) b.remove(x);
            if (next < 5000 && one_in(2)) b.push_back(Element{next++});
        });
        for (const Element& x : b) seen.push_back(x.id);
    }
    return seen;
}
/// (On a platform with pointers of another width, others share a page.)
TEST(bag_packing, does_not_show_how_many_share_a_page) {
    const ids seen = seen_in_busy_walks<wide<4>>();
    EXPECT_EQ(seen, seen_in_busy_walks<wide<60>>());
    EXPECT_EQ(seen, seen_in_busy_walks<wide<1000>>());
}

TEST(bag_packing, trim_gives_everything_back_from_an_empty_one) {
    bag<int> b;
    for (int i = 0; i < 5000; ++i) b.push_back(i);
    b.clear();
    b.trim();
    EXPECT_EQ(b.capacity(), 0U);
}

} // namespace
