#include "support/allocation.hpp"

#include <throng/list.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <new>
#include <random>
#include <ranges>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace game {

struct enemy {
    int id;
    bool dead = false;
};
bool deleted(const enemy& e) { return e.dead; }

/// Has something done when it is asked next.
struct spy {
    int id;
    std::function<void()> asked{};
};
bool deleted(const spy& s) {
    if (s.asked) std::exchange(const_cast<spy&>(s).asked, nullptr)();
    return false;
}

/// Says it in a way of its own.
struct rocket {
    int fuel;
};

} // namespace game

template <> struct throng::deletion<game::rocket> {
    static bool of(const game::rocket& r) { return r.fuel == 0; }
};

namespace {

using game::enemy;
using game::rocket;
using ids = std::vector<int>;

static_assert(std::ranges::input_range<throng::weak_list<enemy>>);
static_assert(std::ranges::input_range<const throng::weak_list<enemy>>);
static_assert(!std::ranges::forward_range<throng::weak_list<enemy>>);
static_assert(throng::core::audited || std::is_nothrow_move_constructible_v<throng::weak_list<enemy>>);
static_assert(!std::is_copy_constructible_v<throng::weak_list<enemy>::iterator>);

template <class List> ids ids_of(List&& all) {
    ids found;
    for (const enemy& e : all) found.push_back(e.id);
    return found;
}

TEST(weak_list, asks_a_function_beside_the_type) {
    std::vector<enemy> enemies{{1}, {2}, {3}};
    throng::weak_list<enemy> seen;
    for (enemy& e : enemies) EXPECT_TRUE(seen.add(e));
    enemies[1].dead = true;
    EXPECT_EQ(seen.approximate_size(), 3U);
    EXPECT_TRUE(seen.contains(enemies[0]));
    EXPECT_FALSE(seen.contains(enemies[1]));
    EXPECT_EQ(seen.size(), 2U);
    EXPECT_EQ(ids_of(seen), (ids{1, 3}));
    EXPECT_EQ(seen.approximate_size(), 2U) << "forgotten as it was met";
}

TEST(weak_list, asks_the_trait) {
    std::vector<rocket> rockets{{3}, {1}, {2}};
    throng::weak_list<rocket> flying;
    for (rocket& r : rockets) flying.add(r);
    int steps = 0;
    while (!flying.empty()) {
        for (rocket& r : flying) {
            --r.fuel;
            ++steps;
        }
    }
    EXPECT_EQ(steps, 6);
}

TEST(weak_list, constant_objects) {
    const enemy e{1};
    throng::weak_list<const enemy> l;
    EXPECT_TRUE(l.add(e));
    EXPECT_EQ(ids_of(l), (ids{1}));
    EXPECT_TRUE(l.remove(l.begin()));
    EXPECT_TRUE(l.empty());
}

TEST(weak_list, does_not_add_what_is_deleted) {
    enemy e{1, true};
    throng::weak_list<enemy> l;
    EXPECT_FALSE(l.add(e));
    EXPECT_EQ(l.approximate_size(), 0U);
}

TEST(weak_list, twice_added_is_twice_visited_and_once_removed) {
    enemy a{1};
    enemy b{2};
    throng::weak_list<enemy> l;
    l.add(a);
    l.add(b);
    l.add(a);
    EXPECT_EQ(ids_of(l), (ids{1, 2, 1}));
    EXPECT_TRUE(l.remove(a));
    EXPECT_FALSE(l.contains(a));
    EXPECT_FALSE(l.remove(a));
    EXPECT_EQ(ids_of(l), (ids{2}));
}

TEST(weak_list, removing_what_is_deleted_answers_false_and_forgets) {
    enemy a{1};
    throng::weak_list<enemy> l;
    l.add(a);
    a.dead = true;
    EXPECT_FALSE(l.remove(a));
    EXPECT_EQ(l.approximate_size(), 0U);
}

TEST(weak_list, the_question_may_forget_what_it_is_about) {
    std::vector<game::spy> spies{{1}, {2}, {3}};
    throng::weak_list<game::spy> seen;
    for (game::spy& s : spies) seen.add(s);
    const auto forgets = [&](game::spy& s) { s.asked = [&] { EXPECT_TRUE(seen.remove(s)); }; };
    auto w = seen.walk(throng::live);
    EXPECT_EQ(w.next(), &spies[0]);
    forgets(spies[0]);
    EXPECT_FALSE(w.remove()) << "it is forgotten already";
    forgets(spies[1]);
    EXPECT_EQ(w.next(), &spies[2]);
    forgets(spies[2]);
    EXPECT_FALSE(seen.remove(spies[2]));
    EXPECT_TRUE(seen.empty());
    EXPECT_TRUE(seen.validate());
}

TEST(weak_list, many_walks_at_once) {
    std::vector<enemy> enemies;
    for (int id = 0; id < 40; ++id) enemies.push_back({id});
    throng::weak_list<enemy> l;
    for (enemy& e : enemies) l.add(e);
    int visits = 0;
    for (enemy& a : l) {
        for (enemy& b : l.walk(throng::residents)) {
            for (const enemy& c : std::as_const(l).walk(throng::live) | std::views::take(1))
                visits += c.dead ? 1000 : 1;
            if (b.id == a.id + 1) b.dead = true;
        }
    }
    // Each survivor, and there are 20, deletes the one after it.
    EXPECT_EQ(l.size(), 20U);
    EXPECT_LT(visits, 1000);
}

TEST(weak_list, endless_only_if_the_loop_says_so) {
    std::list<enemy> enemies{{0}};
    throng::weak_list<enemy> l;
    l.add(enemies.front());
    int visits = 0;
    for (enemy& e : l.walk(throng::residents)) {
        l.add(enemies.emplace_back(enemy{e.id + 1}));
        ++visits;
    }
    EXPECT_EQ(visits, 1);
    for (enemy& e : l) {
        if (++visits == 100) break;
        l.add(enemies.emplace_back(enemy{e.id + 1}));
    }
    EXPECT_EQ(visits, 100);
}

TEST(weak_list, a_frozen_view_shows_the_removed_but_not_the_deleted) {
    std::vector<enemy> enemies{{1}, {2}, {3}, {4}};
    throng::weak_list<enemy> l;
    for (enemy& e : enemies) l.add(e);
    auto then = l.freeze();
    l.remove(enemies[0]);
    enemies[2].dead = true;
    EXPECT_EQ(ids_of(then), (ids{1, 2, 4}));
    EXPECT_EQ(then.size(), 4U);
    EXPECT_EQ(ids_of(l), (ids{2, 4}));
    EXPECT_FALSE(then.empty());
    l.clear();
    EXPECT_TRUE(l.freeze().empty());
    l.force_compact();
    auto moved = std::move(then);
    EXPECT_EQ(ids_of(moved), (ids{1, 2, 4}));
}

TEST(weak_list, copies_and_moves) {
    std::vector<enemy> enemies{{1}, {2}, {3}};
    throng::weak_list<enemy> l;
    for (enemy& e : enemies) l.add(e);
    enemies[0].dead = true;
    throng::weak_list<enemy> copy(l);
    EXPECT_EQ(copy.approximate_size(), 2U);
    throng::weak_list<enemy> taken(std::move(l));
    EXPECT_EQ(ids_of(taken), (ids{2, 3}));
    EXPECT_EQ(ids_of(l), ids{}); // NOLINT(bugprone-use-after-move): it is empty
    l = copy;
    EXPECT_EQ(ids_of(l), (ids{2, 3}));
    copy.remove(enemies[1]);
    l = std::move(copy);
    EXPECT_EQ(ids_of(l), (ids{3}));
    swap(l, taken);
    EXPECT_EQ(ids_of(l), (ids{2, 3}));
}

TEST(weak_list, unequal_allocators_are_kept) {
    support::allocation_log first;
    support::allocation_log second;
    using allocator = support::logged_allocator<enemy*>;
    {
        std::vector<enemy> enemies{{1}, {2}, {3}};
        throng::weak_list<enemy, void, allocator> a{allocator(first)};
        throng::weak_list<enemy, void, allocator> b{allocator(second)};
        for (enemy& e : enemies) a.add(e);
        b = a;
        EXPECT_EQ(ids_of(b), (ids{1, 2, 3}));
        EXPECT_EQ(&b.get_allocator().log(), &first);
        throng::weak_list<enemy, void, allocator> c(a, allocator(second));
        EXPECT_GT(second.bytes, 0U);
        a = std::move(c);
        EXPECT_EQ(ids_of(a), (ids{1, 2, 3}));
    }
    EXPECT_EQ(first.bytes, 0U);
    EXPECT_EQ(second.bytes, 0U);
}

#if defined(__cpp_exceptions)
/// Where there was no memory for what a view keeps of a later page, those in the earlier ones had gone already.
TEST(weak_list, what_finds_no_memory_has_not_happened) {
    support::allocation_log log;
    using list = throng::weak_list<enemy, void, support::logged_allocator<enemy*>>;
    std::vector<enemy> enemies(1000, enemy{0});
    for (std::size_t i = 0; i < enemies.size(); ++i) enemies[i].id = static_cast<int>(i);
    const auto fill = [&](list& l) {
        for (enemy& e : enemies) {
            if (e.id % 300 == 0) l.add(enemies[0]);
            l.add(e);
        }
    };
    const auto expect_all_or_nothing = [&](auto edit) {
        bool done = false;
        for (std::size_t n = 1; !done; ++n) {
            list l;
            fill(l);
            const auto view = l.freeze();
            const ids before = ids_of(l);
            log.failed = false;
            log.fail_in = n;
            try {
                edit(l);
                done = true;
            } catch (const std::bad_alloc&) {
            }
            log.fail_in = 0;
            EXPECT_EQ(done, !log.failed);
            EXPECT_EQ(ids_of(l) == before, !done) << n;
            EXPECT_EQ(ids_of(view), before);
        }
    };
    expect_all_or_nothing([&](list& l) { l.remove(enemies[0]); });
}
#endif

TEST(weak_list, reserves_and_gives_back) {
    support::allocation_log log;
    throng::weak_list<enemy, void, support::logged_allocator<enemy*>> l;
    std::vector<enemy> enemies(10'000, enemy{0});
    l.reserve(enemies.size());
    const std::size_t before = log.allocations;
    EXPECT_GE(l.capacity(), enemies.size());
    for (enemy& e : enemies) l.add(e);
    EXPECT_EQ(log.allocations, before);

    l = {};
    l.trim();
    EXPECT_EQ(log.bytes, 0U);
    for (enemy& e : enemies) l.add(e);
    const std::size_t full = log.bytes;
    for (enemy& e : enemies) e.dead = &e != enemies.data();
    l.force_compact();
    EXPECT_EQ(l.slots(), 1U);
    l.trim();
    EXPECT_LT(log.bytes, full / 4);
    EXPECT_EQ(l.size(), 1U);
}

// --- handles
// -------------------------------------------------------------------------------------------------------------

TEST(weak_list_of_handles, forgets_what_is_stale) {
    throng::list<std::string> words;
    throng::weak_list seen(words);
    static_assert(std::is_same_v<decltype(seen), throng::weak_list<std::string, throng::list<std::string>>>);
    const auto a = words.add("a");
    const auto b = words.add("b");
    words.add("c");
    EXPECT_TRUE(seen.add(a));
    EXPECT_TRUE(seen.add(b));
    EXPECT_TRUE(seen.add(*words.last()));
    words.remove(a);
    EXPECT_FALSE(seen.add(a));
    EXPECT_FALSE(seen.add(throng::handle<std::string>{}));
    EXPECT_FALSE(seen.contains(a));
    EXPECT_TRUE(seen.contains(b));
    words.add("d"); // in the place, and under the index, of a
    std::string text;
    for (const std::string& word : seen) text += word;
    EXPECT_EQ(text, "bc");
    EXPECT_TRUE(seen.remove(b));
    EXPECT_FALSE(seen.remove(b));
    EXPECT_FALSE(seen.remove(a));
    EXPECT_EQ(seen.size(), 1U);
    words.clear();
    EXPECT_TRUE(seen.empty());
}

TEST(weak_list_of_handles, survives_sorting_and_packing_of_the_master) {
    throng::list<int> numbers;
    throng::weak_list even(numbers);
    for (int i = 0; i < 1000; ++i) {
        numbers.push_back(999 - i);
        if (*numbers.last() % 2 == 0) even.add(*numbers.last());
    }
    numbers.remove_if([](int n) { return n % 3 == 0; });
    numbers.trim();
    numbers.sort();
    int sum = 0;
    for (int n : even) {
        EXPECT_NE(n % 3, 0);
        sum += n;
    }
    int expected = 0;
    for (int n = 0; n < 1000; n += 2) expected += n % 3 != 0 ? n : 0;
    EXPECT_EQ(sum, expected);
}

TEST(weak_list_of_handles, a_walk_forgets_what_it_stands_on_once) {
    throng::list<int> numbers{0, 1, 2};
    throng::weak_list l(numbers);
    for (int& n : numbers) l.add(numbers.handle_of(n));
    auto w = l.walk(throng::live);
    EXPECT_FALSE(w.remove()) << "it stands on nothing yet";
    EXPECT_EQ(*w.next(), 0);
    EXPECT_TRUE(w.remove());
    EXPECT_FALSE(w.remove());
    EXPECT_EQ(l.size(), 2U);
    EXPECT_EQ(*w.next(), 1);
}

TEST(weak_list_of_handles, the_visited_may_die_and_move) {
    throng::list<int> numbers;
    throng::weak_list l(numbers);
    for (int i = 0; i < 300; ++i) l.add(numbers.add(i));
    auto w = l.walk(throng::live);
    int visits = 0;
    while (int* n = w.next()) {
        ++visits;
        if (*n % 2 == 0) {
            numbers.remove(*n);
            EXPECT_EQ(w.current(), nullptr);
            EXPECT_FALSE(w.remove());
        } else {
            const int value = *n;
            numbers.trim(); // packs, as no walk of the master is open
            EXPECT_EQ(*w.current(), value);
        }
    }
    EXPECT_EQ(visits, 300);
    EXPECT_EQ(l.size(), 150U);
}

TEST(weak_list_of_handles, lists_of_different_masters_exchange_them) {
    throng::list<int> a{1, 2};
    throng::list<int> b{3, 4, 5};
    throng::weak_list of_a(a);
    throng::weak_list of_b(b);
    for (int& n : a) of_a.add(n);
    for (int& n : b) of_b.add(n);
    std::vector<int> seen;
    const auto view = of_a.freeze();
    for (int& n : of_a) {
        seen.push_back(n);
        if (n == 1) of_a.swap(of_b);
    }
    EXPECT_EQ(seen, (std::vector<int>{1, 2}));
    seen.clear();
    for (const int& n : view) seen.push_back(n);
    EXPECT_EQ(seen, (std::vector<int>{1, 2}));
}

TEST(weak_list, packs_below_the_fraction_and_not_at_it) {
    const auto slots_after = [](std::size_t deaths) {
        std::vector<enemy> enemies(1024);
        throng::weak_list<enemy> seen;
        for (enemy& e : enemies) seen.add(e);
        seen.pack_below(31 / 32.0);
        for (std::size_t i = 0; i < deaths; ++i) enemies[31 * i].dead = true;
        for (const enemy& e : seen) EXPECT_FALSE(e.dead);
        EXPECT_EQ(seen.approximate_size(), 1024 - deaths);
        return seen.slots();
    };
    EXPECT_EQ(slots_after(32), 1024U);
    EXPECT_EQ(slots_after(33), 991U);
}

/// Against a plain model: random edits of the master and of the list, within walks.
TEST(weak_list_of_handles, random_edits) {
    std::mt19937 random(1);
    const auto roll = [&](unsigned n) { return static_cast<int>(random() % n); };
    for (int round = 0; round < 200; ++round) {
        throng::list<int> master;
        throng::weak_list l(master);
        std::vector<int> model;
        int next = 0;
        const auto edit = [&] {
            const int what = roll(10);
            if (what < 5) {
                l.add(master.add(next));
                model.push_back(next++);
            } else if (what < 8 && !model.empty()) {
                const int victim = model[static_cast<std::size_t>(roll(static_cast<unsigned>(model.size())))];
                for (int& n : master) {
                    if (n != victim) continue;
                    if (what == 5) EXPECT_TRUE(l.remove(n));
                    else master.remove(n);
                    break;
                }
                std::erase(model, victim);
            } else if (what == 8) {
                l.force_compact();
            }
        };
        for (int i = roll(400); i > 0; --i) edit();
        for (int walk = 0; walk < 5; ++walk) {
            int last = -1;
            for (int n : l.walk(throng::residents)) {
                EXPECT_LT(last, n);
                last = n;
                edit();
                edit();
            }
            std::vector<int> found;
            l.each([&](int n) { found.push_back(n); });
            EXPECT_EQ(found, model);
            EXPECT_EQ(l.size(), model.size());
            EXPECT_GE(2 * l.approximate_size(), l.slots());
        }
    }
}

} // namespace
