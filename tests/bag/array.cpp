// The one array: dense whenever nobody walks, whatever has happened in walks.

#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/bag.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory_resource>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using support::tracked;
using throng::bag;

static_assert(throng::core::audited || std::is_nothrow_move_constructible_v<bag<int>>);
static_assert(std::is_copy_constructible_v<bag<int>>);
static_assert(std::is_swappable_v<bag<int>>);

template <class B>
concept has_array = requires(B& b) {
    b.data();
    b.span();
};
static_assert(has_array<bag<int>> && has_array<const bag<tracked>>);
static_assert(!has_array<bag<support::immovable_tracked>> && !has_array<bag<support::throwing_move_tracked>>);

template <class T> std::vector<int> sorted(const bag<T>& b) {
    std::vector<int> all;
    for (const T& x : b) all.push_back(static_cast<int>(x));
    std::sort(all.begin(), all.end());
    return all;
}
std::vector<int> array_of(const bag<int>& b) { return {b.span().begin(), b.span().end()}; }

TEST(bag_array, is_null_without_memory) {
    const bag<int> b;
    EXPECT_EQ(b.data(), nullptr);
    EXPECT_TRUE(b.span().empty());
    EXPECT_EQ(b.capacity(), 0U);
}

TEST(bag_array, removal_puts_the_last_into_the_gap) {
    bag<int> b{0, 1, 2, 3, 4};
    EXPECT_TRUE(b.remove(b.data()[1]));
    EXPECT_EQ(array_of(b), (std::vector{0, 4, 2, 3}));
    EXPECT_TRUE(b.remove(b.data()[3]));
    EXPECT_EQ(array_of(b), (std::vector{0, 4, 2}));
    b.clear();
    EXPECT_TRUE(b.span().empty());
}

TEST(bag_array, is_not_shown_while_somebody_walks) {
    bag<int> b{0, 1, 2, 3};
    for (int& x : b) {
        EXPECT_EQ(b.data(), nullptr);
        EXPECT_TRUE(b.span().empty());
        if (x == 1) b.remove(x);
    }
    EXPECT_EQ(array_of(b), (std::vector{0, 3, 2}));
    {
        const auto view = b.freeze();
        EXPECT_EQ(b.data(), nullptr);
    }
    EXPECT_EQ(b.span().size(), 3U);
}

TEST(bag_array, gaps_are_filled_from_the_back_when_the_walk_ends) {
    bag<int> b;
    for (int i = 0; i < 200; ++i) b.push_back(i);
    for (int& x : b)
        if (x == 3 || x == 100 || x == 198 || x == 199) b.remove(x);
    std::vector<int> expected;
    for (int i = 0; i < 196; ++i) expected.push_back(i);
    expected[3] = 197;
    expected[100] = 196;
    EXPECT_EQ(array_of(b), expected);
}

TEST(bag_array, as_many_moves_as_gaps) {
    support::ledger elements;
    bag<tracked> b;
    b.reserve(1000);
    for (int i = 0; i < 1000; ++i) b.emplace_back(i);
    EXPECT_EQ(elements.moves(), 0) << "what was reserved needs no move";
    for (tracked& x : b)
        if (x.id() % 10 == 0) b.remove(x);
    EXPECT_EQ(elements.moves(), 90) << "of 100 gaps 10 are at the end";
}

TEST(bag_array, overflows_in_a_walk_without_a_move) {
    support::ledger elements;
    bag<tracked> b;
    for (int i = 0; i < 100; ++i) b.emplace_back(i);
    const int before = elements.moves();
    std::vector<const tracked*> places;
    for (tracked& x : b) {
        if (x.id() == 50) {
            for (int i = 100; i < 5000; ++i) places.push_back(b.emplace_back(i));
        }
        if (x.id() % 7 == 0) b.remove(x);
        if (x.id() >= 100) {
            EXPECT_EQ(&x, places[static_cast<std::size_t>(x.id() - 100)]);
        }
    }
    EXPECT_GT(elements.moves(), before);
    EXPECT_EQ(b.size(), 5000U - 715U);
    EXPECT_EQ(b.span().size(), b.size());
    std::set<int> ids;
    for (const tracked& x : b.span()) ids.insert(x.id());
    EXPECT_EQ(ids.size(), b.size());
}

TEST(bag_array, grows_with_an_element_of_its_own_as_the_argument) {
    bag<std::string> b;
    b.push_back(std::string(40, 'x'));
    for (int i = 0; i < 300; ++i) b.push_back(b.data()[0]);
    EXPECT_EQ(b.size(), 301U);
    for (const std::string& s : b.span()) EXPECT_EQ(s, std::string(40, 'x'));
}

TEST(bag_array, reserved_room_lasts_until_it_is_used_up) {
    support::allocation_log log;
    bag<int, support::logged_allocator<int>> b;
    b.reserve(1000);
    const int* const first = b.push_back(0);
    const std::size_t before = log.allocations;
    for (int i = 1; i < 1000; ++i) b.push_back(i);
    for (int frame = 0; frame < 50; ++frame) {
        b.update([&](int& x) { return x % 10 != 0; });
        while (b.size() < 1000) b.push_back(frame);
    }
    EXPECT_EQ(log.allocations, before);
    EXPECT_EQ(b.data(), first);
}

TEST(bag_array, knows_what_is_not_its_own) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build ends the program";
    bag<int> b{1, 2, 3};
    bag<int> other{1, 2, 3};
    int on_the_stack = 1;
    EXPECT_FALSE(b.remove(on_the_stack));
    EXPECT_FALSE(b.contains(on_the_stack));
    EXPECT_FALSE(b.remove(*other.data()));
    EXPECT_FALSE(b.handle_of(on_the_stack));
    EXPECT_EQ(b.size() + other.size(), 6U);
}

TEST(bag_array, added_to_itself_is_doubled) {
    bag<int> b{1, 2, 3};
    EXPECT_EQ(b.add_range(b), 3U);
    EXPECT_EQ(array_of(b), (std::vector{1, 2, 3, 1, 2, 3}));
    b.max_capacity(9);
    EXPECT_EQ(b.add_range(std::vector{4}), 1U);
    EXPECT_EQ(b.add_range(b), 2U);
    EXPECT_EQ(b.add_range(std::vector{5, 6}), 0U);
    EXPECT_EQ(b.size(), 9U);
}

TEST(bag_array, assigned_to_in_a_walk_holds_the_others_elements) {
    const bag<int> other{7, 8, 9};
    bag<int> b{1, 2};
    for (const int& x : b.walk(throng::residents)) {
        if (x == 1) b = other;
        EXPECT_EQ(x, 1) << "the newcomers are none of the residents";
    }
    EXPECT_EQ(sorted(b), (std::vector{7, 8, 9}));
    EXPECT_EQ(array_of(other), (std::vector{7, 8, 9}));
}

/// Calls something as it dies.
struct calling {
    calling(int n, const std::function<void()>* f) : number(n), farewell(f) {}
    calling(const calling&) = default;
    calling& operator=(const calling&) = default;
    ~calling() {
        if (farewell != nullptr) (*farewell)();
    }
    int number;
    const std::function<void()>* farewell;
};

TEST(bag_array, assigned_to_in_a_walk_that_ends_meanwhile_is_dense) {
    bag<calling> other;
    for (int i = 7; i < 10; ++i) other.emplace_back(i, nullptr);
    bag<calling> b;
    std::optional<decltype(b.walk(throng::live))> walk;
    const std::function<void()> end_walk = [&walk] { walk.reset(); };
    b.reserve(8);
    for (int i = 1; i < 3; ++i) b.emplace_back(i, &end_walk);
    walk.emplace(b.walk(throng::live));
    b = other;
    EXPECT_FALSE(walk);
    EXPECT_TRUE(b.validate());
    std::vector<int> found;
    for (const calling& x : b.span()) found.push_back(x.number);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, (std::vector{7, 8, 9}));
}

TEST(bag_array, move_assigned_to_in_a_walk_holds_what_the_other_had) {
    bag<std::string> other{"seven", "eight"};
    bag<std::string> b{"one", "two"};
    for (const std::string& x : b.walk(throng::residents)) {
        if (x == "one") b = std::move(other);
        EXPECT_EQ(x, "one");
    }
    EXPECT_EQ(b.size(), 2U);
    std::set<std::string> found;
    for (const std::string& x : b) found.insert(x);
    EXPECT_EQ(found, (std::set<std::string>{"eight", "seven"}));
    EXPECT_TRUE(other.empty()); // NOLINT(bugprone-use-after-move): that is promised
}

TEST(bag_array, handles_follow_their_elements) {
    bag<int> b;
    std::vector<throng::handle<int>> handles;
    for (int i = 0; i < 500; ++i) handles.push_back(b.add(i));
    const auto expect_all = [&](auto there) {
        for (int i = 0; i < 500; ++i) {
            const int* const x = b.get(handles[static_cast<std::size_t>(i)]);
            ASSERT_EQ(x != nullptr, there(i)) << i;
            if (x != nullptr) {
                EXPECT_EQ(*x, i);
            }
        }
    };
    for (int& x : b)
        if (x % 3 == 0) b.remove(x);
    expect_all([](int i) { return i % 3 != 0; });
    b.update([](const int& x) { return x % 5 != 0; });
    expect_all([](int i) { return i % 3 != 0 && i % 5 != 0; });
    EXPECT_TRUE(b.remove(handles[1]));
    EXPECT_FALSE(b.remove(handles[1]));
    b.trim();
    for (int i = 1000; i < 3000; ++i) b.push_back(i);
    expect_all([](int i) { return i % 3 != 0 && i % 5 != 0 && i != 1; });
}

TEST(bag_array, a_newcomer_moved_by_edits_of_its_own_hook_is_found) {
    bag<int> b;
    for (int i = 0; i < 10; ++i) b.push_back(i);
    b.on_add([&](int& x) {
        if (x != 100) return;
        for (int& y : b)
            if (y == 2) b.remove(y);
    });
    const int* const x = b.push_back(100);
    ASSERT_NE(x, nullptr);
    EXPECT_EQ(*x, 100);
    EXPECT_EQ(x, b.data() + 2);
}

TEST(bag_array, trim_gives_back_what_is_not_needed) {
    bag<int> b;
    for (int i = 0; i < 1000; ++i) b.push_back(i);
    b.remove_if([](int x) { return x >= 10; });
    b.trim();
    EXPECT_EQ(b.capacity(), 10U);
    EXPECT_EQ(sorted(b), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    b.clear();
    b.trim();
    EXPECT_EQ(b.capacity(), 0U);
    b.push_back(1);
    EXPECT_EQ(*b.data(), 1);
}

TEST(bag_array, cleared_in_a_walk_goes_on_with_newcomers) {
    bag<int> b{1, 2, 3};
    std::vector<int> seen;
    for (const int& x : b) {
        seen.push_back(x);
        if (x != 1) continue;
        b.clear();
        b.push_back(4);
        EXPECT_EQ(x, 1) << "the walk stands on it still";
    }
    EXPECT_EQ(seen, (std::vector{1, 4}));
    EXPECT_EQ(array_of(b), std::vector{4});
}

/// A walk that stands in the other bag after an exchange is a walk still: nothing moves in its own.
TEST(bag_array, nothing_moves_while_a_walk_is_away) {
    bag<int> a{0, 1, 2, 3};
    bag<int> b{10, 11, 12, 13};
    auto w = a.walk(throng::live);
    EXPECT_NE(w.next(), nullptr);
    a.swap(b);
    for (int& x : a)
        if (x == 10) a.remove(x);
    EXPECT_EQ(a.data(), nullptr);
    std::vector<int> seen;
    while (const int* x = w.next()) seen.push_back(*x);
    EXPECT_EQ(seen, (std::vector{11, 12, 13}));
    EXPECT_EQ(b.span().size(), 4U);
    {
        const auto closed = std::move(w);
    }
    EXPECT_EQ(array_of(a), (std::vector{13, 11, 12}));
}

TEST(bag_array, nothing_moves_while_a_fork_of_a_walk_is_away) {
    bag<int> a{0, 1, 2, 3};
    bag<int> b{10, 11};
    auto w = a.walk(throng::live);
    EXPECT_EQ(*w.next(), 0);
    a.swap(b);
    auto fork = w.fork();
    {
        const auto closed = std::move(w);
    }
    for (int& x : a)
        if (x == 10) a.remove(x);
    EXPECT_EQ(a.data(), nullptr);
    std::vector<int> seen;
    while (const int* x = fork.next()) seen.push_back(*x);
    EXPECT_EQ(seen, std::vector{11});
}

TEST(bag_array, is_one_run_where_it_is_short_and_few_where_it_is_long) {
    bag<int> b;
    for (int i = 0; i < 500; ++i) b.push_back(i);
    for (const auto run : b.runs()) EXPECT_EQ(run.size(), 500U);
    for (int i = 500; i < 10'000; ++i) b.push_back(i);
    int runs = 0;
    std::size_t elements = 0;
    for (const auto run : b.runs()) {
        ++runs;
        elements += run.size();
    }
    EXPECT_LE(runs, 20);
    EXPECT_EQ(elements, 10'000U);
}

/// What cannot be moved stays where it is, and newcomers fill the gaps, lowest first.
TEST(bag_array, newcomers_fill_the_gaps_of_what_cannot_be_moved) {
    const support::ledger elements;
    bag<support::immovable_tracked> b;
    std::vector<const support::immovable_tracked*> places;
    for (int i = 0; i < 1000; ++i) places.push_back(b.emplace_back(i));
    const std::size_t capacity = b.capacity();
    for (int round = 0; round < 20; ++round) {
        for (auto& x : b)
            if (x.id() % 4 == round % 4) b.remove(x);
        for (int i = 1000; b.size() < 1000; ++i) b.emplace_back(i + round);
        EXPECT_EQ(b.capacity(), capacity);
    }
    std::set<const void*> first(places.begin(), places.end());
    for (auto& x : b) EXPECT_TRUE(first.contains(&x));
}

struct known_by_address {
    using stays_in_place = void;
    int id = 0;
};

/// The same of what could be moved, but says that others know it by its address.
TEST(bag_array, leaves_alone_what_says_that_it_stays_in_place) {
    bag<known_by_address> b;
    std::vector<std::pair<const known_by_address*, int>> left;
    for (int i = 0; i < 1000; ++i) {
        const known_by_address* const x = b.emplace_back(known_by_address{i});
        if (i % 3 != 0) left.emplace_back(x, i);
    }
    b.remove_if([](const known_by_address& x) { return x.id % 3 == 0; });
    for (int i = 1000; i < 2000; ++i) b.emplace_back(known_by_address{i});
    b.update([](known_by_address& x) { return x.id < 1000; });
    b.trim();
    EXPECT_EQ(b.size(), left.size());
    for (const auto& [x, id] : left) EXPECT_EQ(b.contains(*x) ? x->id : -1, id);
    EXPECT_TRUE(b.validate());
}

/// But not where they come into a bag that is being walked.
TEST(bag_array, moves_what_stays_in_place_into_a_bag_that_is_walked) {
    bag<known_by_address> b;
    bag<known_by_address> other;
    for (int i = 0; i < 3; ++i) b.emplace_back(known_by_address{i});
    for (int i = 10; i < 15; ++i) other.emplace_back(known_by_address{i});
    std::vector<int> seen;
    for (known_by_address& x : b.walk(throng::live)) {
        seen.push_back(x.id);
        if (x.id == 0) b = std::move(other);
    }
    EXPECT_EQ(seen, (std::vector<int>{0, 10, 11, 12, 13, 14}));
    EXPECT_EQ(b.size(), 5U);
    EXPECT_TRUE(b.validate());
}

/// Elements of a multiple of 16 bytes may lie in memory that is aligned to less.
TEST(bag_array, is_where_its_memory_is) {
    struct word_of_letters {
        char letters[16];
    };
    alignas(16) std::byte memory[4096];
    std::pmr::monotonic_buffer_resource resource(memory, sizeof memory);
    (void)resource.allocate(1, 1);
    throng::pmr::bag<word_of_letters> b(&resource);
    for (int i = 0; i < 50; ++i) b.push_back({{static_cast<char>(i)}});
    b.remove(*b.begin());
    b.update([](const word_of_letters& x) { return x.letters[0] % 3 != 0; });
    EXPECT_EQ(b.size(), 33U);
    for (const word_of_letters& x : b) EXPECT_NE(x.letters[0] % 3, 0);
}

#if defined(__cpp_exceptions)
/// Found by fuzzing: where there was memory for a longer array, but not for the newcomer's handle, two were left.
TEST(bag_array, is_one_where_there_is_no_memory_for_the_handle) {
    for (std::size_t n = 1;; ++n) {
        support::allocation_log memory;
        bag<int, support::logged_allocator<int>> b;
        while (b.size() == 0 || b.size() != b.capacity()) (void)b.emplace(1);
        memory.fail_in = n;
        try {
            for (int i = 0; i < 1000; ++i) (void)b.emplace(2);
        } catch (const std::bad_alloc&) {
        }
        memory.fail_in = 0;
        EXPECT_TRUE(b.validate());
        if (!memory.failed) break;
    }
}
#endif

} // namespace
