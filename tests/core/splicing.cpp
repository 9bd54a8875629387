// A list that is given away whole is taken page by page: what was there is where it was, in the order in which it was.

#include "support/allocation.hpp"

#include <throng/entity/entity_list.hpp>
#include <throng/list.hpp>
#include <throng/ring.hpp>
#include <throng/shared_handles.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace {

using support::allocation_log;
using support::logged_allocator;
using list = throng::list<int, logged_allocator<int>>;

void fill(list& l, int first, int n) {
    for (int i = first; i < first + n; ++i) l.push_back(i);
}
std::vector<int> values(list& l) {
    std::vector<int> all;
    for (const int x : l) all.push_back(x);
    return all;
}
std::vector<int> up_to(int n) {
    std::vector<int> all;
    for (int i = 0; i < n; ++i) all.push_back(i);
    return all;
}
/// Whether elements are moved one by one all the same.
constexpr bool one_by_one = throng::core::audited;

} // namespace

TEST(splicing, leaves_everything_where_it_was) {
    const allocation_log log;
    list a;
    list b;
    fill(a, 0, 1000);
    fill(b, 1000, 5000);
    std::vector<const int*> there;
    for (const int& x : b) there.push_back(&x);
    EXPECT_EQ(a.take(b), 5000U);
    EXPECT_EQ(values(a), up_to(6000));
    EXPECT_TRUE(b.empty());
    EXPECT_EQ(b.first(), nullptr);
    if (!one_by_one) {
        std::size_t i = 0;
        for (const int& x : a) {
            if (x >= 1000) {
                EXPECT_EQ(&x, there[i++]);
            }
        }
        EXPECT_TRUE(a.contains(*there[4000]));
        EXPECT_FALSE(b.contains(*there[4000])) << "its page belongs to the other one";
        EXPECT_FALSE(b.remove(*there[4000]));
    }
    fill(b, 7, 3);
    EXPECT_EQ(values(b), (std::vector<int>{7, 8, 9}));
    fill(a, 6000, 1);
    EXPECT_EQ(values(a), up_to(6001));
}

TEST(splicing, costs_no_memory_for_each_element) {
    if (one_by_one) GTEST_SKIP() << "the audit build keeps a journal of each element";
    const allocation_log log;
    list a;
    list b;
    fill(a, 0, 10);
    fill(b, 10, 100'000);
    const std::size_t held = log.bytes;
    EXPECT_EQ(a.take(b), 100'000U);
    EXPECT_LE(log.bytes, held + 1024) << "no more than a longer table of blocks";
    EXPECT_EQ(b.capacity(), 0U);
    b.trim();
    a.clear();
    a.trim();
    EXPECT_EQ(log.bytes, 0U);
}

TEST(splicing, takes_all_the_memory_along) {
    if (one_by_one) GTEST_SKIP() << "the audit build keeps a journal of each element";
    const allocation_log log;
    {
        list a;
        list b;
        a.reserve(3000);
        fill(b, 0, 30'000);
        EXPECT_EQ(a.take(b), 30'000U);
        EXPECT_EQ(b.capacity(), 0U);
        EXPECT_TRUE(a.validate());
        // All that there is room for comes into the pages that there are.
        const std::size_t room = a.capacity();
        EXPECT_GE(room, 33'000U);
        const std::size_t bytes = log.bytes;
        fill(a, 30'000, static_cast<int>(room) - 30'000);
        EXPECT_EQ(log.bytes, bytes);
        EXPECT_EQ(a.capacity(), room);
        for (const int& x : a) ASSERT_TRUE(a.contains(x));
        fill(a, static_cast<int>(room), 1);
        EXPECT_GT(a.capacity(), room);
    }
    EXPECT_EQ(log.bytes, 0U);
}

TEST(splicing, is_what_taking_one_by_one_is) {
    std::mt19937 dice(7);
    const allocation_log log;
    std::vector<int> expected;
    list all;
    int next = 0;
    std::size_t most = 0;
    for (int round = 0; round < 200; ++round) {
        list other;
        const int n = static_cast<int>(dice() % 2000);
        const int first = next;
        for (int i = 0; i < n; ++i, ++next) {
            other.push_back(next);
            expected.push_back(next);
        }
        most = std::max(most, expected.size());
        if (dice() % 3 == 0) { // pages with gaps, and some that are vacant
            const auto goes = [&](int x) { return x >= first && (x % 3 == 0 || (x / 500) % 2 == 0); };
            other.remove_if(goes);
            std::erase_if(expected, goes);
        }
        const std::size_t there = other.size();
        EXPECT_EQ(all.take(other), there);
        if (dice() % 4 == 0) {
            const auto goes = [&](int x) { return static_cast<std::uint32_t>(x) * 2654435761U % 4 == 0; };
            all.remove_if(goes);
            std::erase_if(expected, goes);
        }
        if (dice() % 8 == 0) all.trim();
        if (dice() % 8 == 0) fill(other, -5, 5);
        ASSERT_EQ(values(all), expected);
        EXPECT_LE(all.capacity(), 2 * most + 4096) << "pages are not taken without need";
        if (dice() % 20 == 0) {
            all.clear();
            expected.clear();
        }
    }
}

TEST(splicing, again_and_again_holds_no_more_each_time) {
    const allocation_log log;
    list a;
    list b;
    for (int frame = 0; frame < 100; ++frame) {
        fill(b, 0, 10'000);
        EXPECT_EQ(a.take(b), 10'000U);
        a.clear();
    }
    EXPECT_LE(a.capacity() + b.capacity(), 30'000U);
}

/// Where packing would have gone on, there is nothing any more.
TEST(splicing, what_was_half_packed_begins_anew) {
    const allocation_log log;
    list a;
    list b;
    const auto thin_out = [](list& l) {
        for (int& x : l) {
            if (x % 3 != 0) l.remove(x);
        }
    };
    const auto thirds = [](int n) {
        std::vector<int> all;
        for (int i = 0; i < n; i += 3) all.push_back(i);
        return all;
    };
    fill(b, 0, 20'000);
    thin_out(b);
    const std::vector<int> of_b = thirds(20'000);
    EXPECT_EQ(a.take(b), of_b.size());
    fill(b, 0, 5000);
    thin_out(b);
    EXPECT_EQ(values(a), of_b);
    EXPECT_EQ(values(b), thirds(5000));
    EXPECT_TRUE(a.validate());
    EXPECT_TRUE(b.validate());
    for (int i = 0; i < 20; ++i) thin_out(a), thin_out(b);
    EXPECT_EQ(values(a), of_b);
    EXPECT_EQ(values(b), thirds(5000));
    EXPECT_TRUE(a.validate() && b.validate());
}

TEST(splicing, handles_of_a_common_table_stay_good) {
    throng::shared_handles<int> table;
    throng::list<int> a(table);
    throng::list<int> b(table);
    std::vector<throng::handle<int>> handles;
    for (int i = 0; i < 3000; ++i) handles.push_back((i < 1000 ? a : b).add(i));
    EXPECT_EQ(a.take(b), 2000U);
    for (int i = 0; i < 3000; ++i) {
        ASSERT_NE(a.get(handles[static_cast<std::size_t>(i)]), nullptr);
        EXPECT_EQ(*a.get(handles[static_cast<std::size_t>(i)]), i);
        EXPECT_EQ(b.get(handles[static_cast<std::size_t>(i)]), nullptr);
    }
    EXPECT_TRUE(a.remove(handles[2999]));
    EXPECT_EQ(a.get(handles[2999]), nullptr);
    EXPECT_EQ(b.take(a), 2999U);
    EXPECT_EQ(*b.get(handles[0]), 0);
}

TEST(splicing, handles_of_its_own_become_stale) {
    throng::list<int> a;
    throng::list<int> b;
    const auto kept = a.add(-1);
    const auto stale = b.add(0);
    for (int i = 1; i < 3000; ++i) b.push_back(i);
    EXPECT_EQ(a.take(b), 3000U);
    EXPECT_EQ(*a.get(kept), -1);
    EXPECT_EQ(b.get(stale), nullptr);
    const auto last = a.handle_of(*a.last());
    EXPECT_EQ(*a.get(last), 2999);
}

TEST(splicing, elements_get_handles_where_the_taker_has_some) {
    throng::list<int> a;
    throng::list<int> b;
    const auto kept = a.add(-1);
    for (int i = 0; i < 3000; ++i) b.push_back(i);
    EXPECT_EQ(a.take(b), 3000U);
    const auto h = a.handle_of(*a.nth(2000));
    EXPECT_EQ(*a.get(h), 1999);
    for (int i = 0; i < 2000; ++i) a.remove(*a.nth(1)); // what follows moves up
    a.trim();
    EXPECT_EQ(a.get(h), nullptr);
    EXPECT_EQ(*a.get(kept), -1);
}

TEST(splicing, what_has_to_be_told_is_told) {
    throng::list<int> a;
    throng::list<int> b;
    int came = 0;
    int went = 0;
    a.on_add([&](int&) { ++came; });
    b.on_remove([&](int&) { ++went; });
    for (int i = 0; i < 2000; ++i) b.push_back(i);
    EXPECT_EQ(a.take(b), 2000U);
    EXPECT_EQ(came, 2000);
    EXPECT_EQ(went, 2000);
}

TEST(splicing, walks_see_what_they_see_of_elements_that_are_taken_one_by_one) {
    throng::list<int> a;
    throng::list<int> b;
    for (int i = 0; i < 1000; ++i) (i < 10 ? a : b).push_back(i);
    int seen = 0;
    for (const int& x : a) {
        if (x == 0) {
            EXPECT_EQ(a.take(b), 990U);
        }
        ++seen;
    }
    EXPECT_EQ(seen, 1000) << "they are newcomers, which a range-for visits";
    for (const int& x : a) {
        EXPECT_EQ(b.take(a), 1000U);
        EXPECT_EQ(x, 0) << "it is still there for the walk that stands on it";
    }
    EXPECT_EQ(b.size(), 1000U);
}

TEST(splicing, subsets_come_to_know_what_was_taken_before_them) {
    throng::list<int> a;
    throng::list<int> b;
    for (int i = 0; i < 2000; ++i) b.push_back(i);
    {
        throng::subset<throng::list<int>> even(b);
        b.each([&](int& x) {
            if (x % 2 == 0) even.join(x);
        });
    }
    EXPECT_EQ(a.take(b), 2000U);
    throng::subset<throng::list<int>> some(a);
    EXPECT_TRUE(some.empty());
    EXPECT_TRUE(some.join(*a.nth(1500)));
    EXPECT_EQ(some.size(), 1U);
    some.each([](int& x) { EXPECT_EQ(x, 1500); });
    for (int i = 0; i < 1000; ++i) b.push_back(-1);
    EXPECT_EQ(a.take(b), 1000U) << "one by one, since marks are to be made for them";
    EXPECT_EQ(some.size(), 1U);
}

TEST(splicing, only_as_many_as_there_is_room_for) {
    throng::list<int> a;
    throng::list<int> b;
    a.max_capacity(1500);
    for (int i = 0; i < 2000; ++i) b.push_back(i);
    EXPECT_EQ(a.take(b), 1500U);
    EXPECT_EQ(b.size(), 500U);
    a.max_capacity(10); // fewer than there are
    EXPECT_EQ(b.size(), 500U);
    for (int i = 0; i < 2000; ++i) b.push_back(i);
    EXPECT_EQ(a.take(b), 0U);
    EXPECT_EQ(a.size(), 1500U);
    throng::ring<int> last(700);
    throng::ring<int> more(2000);
    for (int i = 0; i < 2000; ++i) more.push_back(i);
    last.take(more);
    EXPECT_EQ(last.size(), 700U);
    EXPECT_EQ(*last.first(), 1300);
}

#if defined(__cpp_exceptions)
TEST(splicing, what_finds_no_memory_has_not_happened) {
    for (std::size_t n = 1;; ++n) {
        allocation_log log;
        list a;
        list b;
        const auto kept = a.add(-1); // pages that come need entries for handles
        fill(b, 0, 3000);
        log.fail_in = n;
        try {
            EXPECT_EQ(a.take(b), 3000U);
        } catch (const std::bad_alloc&) {
        }
        const bool failed = log.failed;
        log.fail_in = 0;
        std::vector<int> all = values(a);
        EXPECT_EQ(all.size() + b.size(), 3001U);
        for (const int x : values(b)) all.push_back(x);
        EXPECT_EQ(all[0], -1);
        EXPECT_EQ(all[3000], 2999);
        EXPECT_EQ(*a.get(kept), -1);
        if (!failed) break;
    }
}
#endif

TEST(splicing, of_what_can_only_be_moved_and_of_entities) {
    struct entity {
        std::unique_ptr<int> its;
        [[nodiscard]] bool expired() const { return false; }
    };
    throng::list<std::unique_ptr<int>> a;
    throng::list<std::unique_ptr<int>> b;
    for (int i = 0; i < 2000; ++i) b.push_back(std::make_unique<int>(i));
    EXPECT_EQ(a.add_range(std::move(b)), 2000U);
    EXPECT_EQ(**a.nth(1999), 1999);
    throng::entity_list<entity> x;
    throng::entity_list<entity> y;
    for (int i = 0; i < 2000; ++i) y.push_back({std::make_unique<int>(i)});
    const entity* const first = y.first();
    EXPECT_EQ(x.take(y), 2000U);
    if (!one_by_one) {
        EXPECT_EQ(x.first(), first);
    }
    EXPECT_EQ(*x.nth(1999)->its, 1999);
    EXPECT_EQ(x.take(x), 2000U) << "its own go to its end";
}
