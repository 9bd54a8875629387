#include <throng/list.hpp>
#include <throng/listeners.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

struct actor {
    int cell = 0;
    bool husk = false;
};
struct position {
    int x = 0;
};

TEST(listeners, are_told_in_their_order_equals_as_they_came) {
    throng::listeners<std::string&> all;
    EXPECT_TRUE(all.empty());
    const throng::listener a(all, [](std::string& s) { s += 'a'; });
    const throng::listener late(all, [](std::string& s) { s += 'z'; }, 5);
    const throng::listener b(all, [](std::string& s) { s += 'b'; });
    const throng::listener first(all, [](std::string& s) { s += '-'; }, -1);
    const throng::listener c(all, [](std::string& s) { s += 'c'; });
    std::string heard;
    all(heard);
    EXPECT_EQ(heard, "-abcz");
    EXPECT_EQ(all.size(), 5U);
}

TEST(listeners, leave_when_they_end) {
    throng::listeners<int> all;
    int sum = 0;
    {
        const throng::listener l(all, [&](int n) { sum += n; });
        all(3);
    }
    all(4);
    EXPECT_EQ(sum, 3);
    EXPECT_TRUE(all.empty());
}

TEST(listeners, that_end_first_leave_listeners_that_hear_nothing) {
    std::optional<throng::listeners<int>> all(std::in_place);
    throng::listener l(*all, [](int) {});
    EXPECT_TRUE(l.is_listening());
    all.reset();
    EXPECT_FALSE(l.is_listening());
    l.stop();
}

TEST(listeners, may_be_moved_and_keep_their_place) {
    throng::listeners<std::string&> all;
    throng::listener a(all, [](std::string& s) { s += 'a'; });
    const throng::listener b(all, [](std::string& s) { s += 'b'; });
    throng::listener moved(std::move(a));
    std::string heard;
    all(heard);
    EXPECT_EQ(heard, "ab");
    throng::listener<std::string&> other(all, [](std::string& s) { s += 'c'; });
    EXPECT_EQ(all.size(), 3U);
    other = std::move(moved);
    EXPECT_EQ(all.size(), 2U);
    heard.clear();
    all(heard);
    EXPECT_EQ(heard, "ab");
    std::vector<throng::listener<std::string&>> some;
    for (int i = 0; i < 100; ++i) some.emplace_back(all, [](std::string& s) { s += '.'; });
    heard.clear();
    all(heard);
    EXPECT_EQ(heard, "ab" + std::string(100, '.'));
}

TEST(listeners, take_what_those_behind_are_not_told) {
    throng::listeners<int, std::string&> all;
    const throng::listener a(all, [](int, std::string& s) { s += 'a'; });
    const throng::listener b(all, [](int n, std::string& s) { return s += 'b', n > 1; });
    const throng::listener c(all, [](int, std::string& s) { s += 'c'; });
    std::string heard;
    EXPECT_FALSE(all.tell(1, heard));
    EXPECT_TRUE(all.tell(2, heard));
    EXPECT_EQ(heard, "abcab");
}

// cases/needs/urgent_listener: taken off, and put on with more urgency, in an event that is sent from within another.
TEST(listeners, come_and_go_while_they_are_told) {
    throng::listeners<> all;
    std::string heard;
    bool nested = false;
    std::optional<throng::listener<>> urgent;
    const throng::listener a(all, [&] { heard += 'a'; });
    std::optional<throng::listener<>> c(std::in_place, all, [&] { heard += 'c'; });
    const throng::listener b(
        all,
        [&] {
            heard += 'b';
            if (nested) return true;
            nested = true;
            c.reset();
            urgent.emplace(all, [&] { heard += 'U'; }, -9);
            heard += '(';
            all();
            heard += ')';
            return false;
        },
        -5);
    const throng::listener z(all, [&] { return heard += 'z', true; }, 1);
    const throng::listener never(all, [&] { heard += '!'; }, 2);
    all();
    heard += ' ';
    all();
    EXPECT_EQ(heard, "b(Ub)az Ub");
}

TEST(listeners, may_end_in_their_own_call) {
    throng::listeners<> all;
    std::string heard;
    auto l = std::make_unique<throng::listener<>>();
    // (What it holds lives until it has returned.)
    *l = throng::listener(all, [&, text = std::string("a text that is long enough to be on the heap")] {
        l.reset();
        heard += text;
    });
    const throng::listener b(all, [&] { heard += "; b"; });
    all();
    all();
    EXPECT_EQ(heard, "a text that is long enough to be on the heap; b; b");
}

// cases/needs/cleared_after_all_were_told: a husk comes when all have been told that the building is gone.
TEST(listeners, of_a_collection) {
    throng::list<actor> actors;
    std::vector<int> taken(10);
    int power = 0;
    int score = 0;
    throng::listeners<actor&> added;
    throng::listeners<actor&> removed;
    actors.on_add(std::ref(added));
    actors.on_remove(std::ref(removed));
    const throng::listener spawn(
        removed,
        [&](actor& a) {
            if (!a.husk) actors.push_back({a.cell, true});
        },
        10);
    const throng::listener take(added, [&](actor& a) {
        EXPECT_EQ(taken[static_cast<std::size_t>(a.cell)]++, 0);
        power += 10;
    });
    const throng::listener free(removed, [&](actor& a) {
        --taken[static_cast<std::size_t>(a.cell)];
        power -= 10;
    });
    throng::listener<actor&> once;
    once = throng::listener(removed, [&](actor&) { ++score, once.stop(); });
    for (int i = 0; i < 10; ++i) actors.push_back({i});
    for (actor& a : actors)
        if (a.cell % 2 == 0 && !a.husk) actors.remove(a);
    EXPECT_EQ(actors.size(), 10U);
    EXPECT_EQ(power, 100);
    EXPECT_EQ(score, 1);
    EXPECT_EQ(removed.size(), 2U);
}

TEST(listeners, of_a_component) {
    throng::world w;
    throng::listeners<throng::entity, position&> came;
    w.on_add<position>(std::ref(came));
    int sum = 0;
    const throng::listener a(came, [&](throng::entity e, position& p) { sum += w.alive(e) ? p.x : 1000; });
    const throng::listener b(came, [&](throng::entity, position& p) { sum += 10 * p.x; });
    w.create(position{3});
    EXPECT_EQ(sum, 33);
}

} // namespace
