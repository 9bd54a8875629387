// The self-pruning walk: the last takes the place of the dead, and is visited there.

#include "support/tracked.hpp"

#include <throng/bag.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using support::tracked;
using throng::bag;

using numbers = std::vector<int>;

bag<int> counted(int n) {
    bag<int> b;
    for (int i = 0; i < n; ++i) b.push_back(i);
    return b;
}
numbers array_of(const bag<int>& b) { return {b.span().begin(), b.span().end()}; }

TEST(bag_update, swaps_and_pops) {
    bag<int> b = counted(6);
    numbers seen;
    b.update([&](int& x) {
        seen.push_back(x);
        return x != 1 && x != 5;
    });
    EXPECT_EQ(seen, (numbers{0, 1, 5, 4, 2, 3}));
    EXPECT_EQ(array_of(b), (numbers{0, 4, 2, 3}));
}

TEST(bag, a_handle_of_what_is_moved_in) {
    bag<std::string> b;
    std::string text(100, 'x');
    const auto h = b.add(std::move(text));
    ASSERT_NE(b.get(h), nullptr);
    EXPECT_EQ(*b.get(h), std::string(100, 'x'));
}

/// An element whose destructor calls back.
struct last_words {
    int id = 0;
    std::function<void()> say;
    explicit last_words(int n) : id(n) {}
    last_words(last_words&& other) noexcept : id(other.id), say(std::exchange(other.say, nullptr)) {}
    ~last_words() {
        if (say) say();
    }
};

/// The walk went along with the contents, and is its first bag's until what it stood on there is destroyed.
TEST(bag_update, closes_in_another_bag_on_what_calls_the_first) {
    bag<last_words> a;
    bag<last_words> b;
    a.emplace(1);
    b.emplace(2);
    int said = 0;
    a.update([&](last_words& x) {
        if (x.id != 1) return;
        a.remove(x);
        x.say = [&] {
            ++said;
            EXPECT_TRUE(a.validate());
            EXPECT_TRUE(b.validate());
            EXPECT_TRUE(a.empty());
            a.emplace(3);
        };
        swap(a, b);
        a.clear();
    });
    EXPECT_EQ(said, 1);
    EXPECT_TRUE(a.validate());
    ASSERT_EQ(a.size(), 1U);
    EXPECT_EQ(a.data()->id, 3);
    EXPECT_TRUE(b.empty());
}

TEST(bag_update, the_same_by_removal) {
    bag<int> b = counted(6);
    numbers seen;
    b.update([&](int& x) {
        seen.push_back(x);
        if (x == 1 || x == 5) {
            EXPECT_TRUE(b.remove(x));
            EXPECT_FALSE(b.contains(x));
            EXPECT_FALSE(b.remove(x));
        }
    });
    EXPECT_EQ(seen, (numbers{0, 1, 5, 4, 2, 3}));
    EXPECT_EQ(array_of(b), (numbers{0, 4, 2, 3}));
}

TEST(bag_update, all_die) {
    bag<int> b = counted(100);
    int visits = 0;
    b.update([&](int&) {
        ++visits;
        return false;
    });
    EXPECT_EQ(visits, 100);
    EXPECT_TRUE(b.empty());
}

/// Residents only: newcomers behind them fill the places of residents that have filled a gap, and are not visited.
TEST(bag_update, of_residents_leaves_newcomers_alone) {
    for (const bool by_result : {true, false}) {
        bag<int> b = counted(50);
        b.reserve(1000);
        numbers seen;
        const auto dies = [](int x) { return x % 3 == 0; };
        if (by_result) {
            b.update(throng::residents, [&](int& x) {
                seen.push_back(x);
                b.push_back(x + 100);
                return !dies(x);
            });
        } else {
            b.update(throng::residents, [&](int& x) {
                seen.push_back(x);
                b.push_back(x + 100);
                if (dies(x)) b.remove(x);
            });
        }
        std::sort(seen.begin(), seen.end());
        EXPECT_EQ(seen, array_of(counted(50)));
        EXPECT_EQ(b.size(), 50U - 17U + 50U);
        numbers held = array_of(b);
        std::sort(held.begin(), held.end());
        EXPECT_EQ(std::unique(held.begin(), held.end()), held.end());
    }
}

TEST(bag_update, overflows_in_the_middle) {
    bag<int> b = counted(64);
    int visits = 0;
    b.update([&](int& x) {
        ++visits;
        if (x < 64) b.push_back(x + 1000);
        return x % 2 == 0;
    });
    EXPECT_EQ(visits, 128);
    EXPECT_EQ(b.size(), 64U);
    EXPECT_EQ(b.span().size(), 64U);
}

TEST(bag_update, destroys_each_dead_once) {
    const support::ledger elements;
    bag<tracked> b;
    for (int i = 0; i < 300; ++i) b.emplace_back(i);
    numbers seen;
    b.update([&](tracked& x) {
        seen.push_back(x.id());
        if (x.id() % 5 == 0) b.remove(x);
        EXPECT_EQ(x.id(), seen.back());
        return x.id() % 2 == 0;
    });
    EXPECT_EQ(elements.live(), static_cast<int>(b.size()));
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
    EXPECT_EQ(seen.size(), 300U);
    for (const tracked& x : b.span()) EXPECT_TRUE(x.id() % 2 == 0 && x.id() % 5 != 0);
    EXPECT_EQ(elements.errors(), "");
}

/// From the first edit on that is more than the death of the visited, nothing moves.
TEST(bag_update, moves_nothing_after_another_edit) {
    bag<int> b = counted(100);
    const int* const ninety = b.data() + 90;
    int visits = 0;
    b.update([&](int& x) {
        ++visits;
        if (x == 0) b.remove(*ninety);
        if (x == 99) {
            EXPECT_EQ(&x, ninety + 9);
        }
        return x > 20;
    });
    EXPECT_EQ(visits, 99);
    EXPECT_EQ(b.size(), 78U);
    EXPECT_EQ(b.span().size(), 78U);
}

/// A walk that is opened in a visit, and stays open, keeps everything in place.
TEST(bag_update, stops_moving_when_somebody_else_walks) {
    bag<int> b = counted(100);
    std::vector<bag<int>::iterator> held;
    b.update([&](int& x) {
        if (x == 10) held.push_back(b.begin());
        if (x == 50) {
            EXPECT_EQ(&x, &*held.front() + 50);
        }
        return x == 0 || x > 20;
    });
    EXPECT_EQ(*held.front(), 0);
    held.clear();
    EXPECT_EQ(b.span().size(), 80U);
}

/// The same where the walk is opened by a hook, in the middle of an add.
TEST(bag_update, hears_of_a_walk_that_a_hook_opens) {
    bag<int> b = counted(100);
    b.reserve(200);
    std::vector<bag<int>::iterator> held;
    b.on_add([&](int&) { held.push_back(b.begin()); });
    const int* last = b.data() + 99;
    b.update([&](int& x) {
        if (x == 0) b.push_back(1000);
        if (x == 99) {
            EXPECT_EQ(&x, last);
        }
        return x == 0 || x > 20;
    });
    held.clear();
    EXPECT_EQ(b.span().size(), 81U);
}

enum class exchanger { visit, hook, destructor };

/// What an update of 1, 2, 3 visits, in whose first visit the contents become 11, 12.
template <class T> numbers visited_where_exchanged_by(exchanger who) {
    support::ledger elements;
    struct {
        bag<T> ours;
        bag<T> others;
        bool exchanged = false;
        void exchange() {
            if (!std::exchange(exchanged, true)) ours.swap(others);
        }
    } bags;
    for (const int id : {1, 2, 3}) bags.ours.emplace_back(id);
    for (const int id : {11, 12}) bags.others.emplace_back(id);
    if (who == exchanger::hook) bags.ours.on_remove([&](T&) { bags.exchange(); });
    if (who == exchanger::destructor)
        elements.on_death([](void* b, int) { static_cast<decltype(bags)*>(b)->exchange(); }, &bags);
    numbers seen;
    bags.ours.update([&](T& x) {
        seen.push_back(x.id());
        if (who == exchanger::visit) bags.exchange();
        return who == exchanger::visit || x.id() != 1;
    });
    EXPECT_EQ(bags.ours.size(), 2U);
    EXPECT_EQ(bags.others.size(), who == exchanger::visit ? 3U : 2U);
    EXPECT_TRUE(bags.ours.validate());
    EXPECT_TRUE(bags.others.validate());
    return seen;
}

/// The exchange comes from the visit, or from what an element's death sets off; elements are moved, or cannot be.
TEST(bag_update, goes_on_with_what_the_bag_holds_after_an_exchange) {
    for (const exchanger who : {exchanger::visit, exchanger::hook, exchanger::destructor}) {
        EXPECT_EQ(visited_where_exchanged_by<tracked>(who), (numbers{1, 11, 12}));
        EXPECT_EQ(visited_where_exchanged_by<support::immovable_tracked>(who), (numbers{1, 11, 12}));
    }
}

/// And prunes them, too; where it is not alone, they stay where they are, and who is removed by others is not visited.
TEST(bag_update, prunes_what_the_bag_holds_after_an_exchange) {
    for (const bool is_walked : {false, true}) {
        bag<int> a = counted(100);
        bag<int> b = counted(400);
        b.remove_if([](int x) { return x < 100; });
        std::optional<bag<int>::walk_type> w;
        if (is_walked) w.emplace(b.walk(throng::residents));
        numbers seen;
        a.update([&](int& x) {
            seen.push_back(x);
            if (x == 50) a.swap(b);
            if (x == 200) a.remove_if([](int y) { return y >= 300; });
            return x % 2 != 0;
        });
        std::sort(seen.begin(), seen.end());
        EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << "somebody was visited twice";
        EXPECT_EQ(a.size(), 100U);
        for (const int x : a) EXPECT_TRUE(x % 2 == 1 && x >= 100 && x < 300) << x;
        EXPECT_TRUE(a.validate());
        EXPECT_TRUE(b.validate());
    }
}

} // namespace
