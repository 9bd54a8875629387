#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/buffered_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using ids = std::vector<int>;

template <class R> ids read(R&& range) {
    ids all;
    for (const auto& x : range) all.push_back(x.id());
    return all;
}
ids count(int first, int last) {
    ids all;
    for (int i = first; i <= last; ++i) all.push_back(i);
    return all;
}

class buffered_list : public testing::Test {
  protected:
    support::ledger ledger_;
    throng::buffered_list<support::tracked> list_;

    void add(int first, int last) {
        for (int i = first; i <= last; ++i) list_.emplace_back(i);
    }
};

TEST_F(buffered_list, newcomers_are_nowhere_until_committed) {
    add(0, 2);
    const auto h = list_.emplace(3);
    EXPECT_EQ(list_.size(), 0U);
    EXPECT_TRUE(list_.empty());
    EXPECT_EQ(list_.pending(), 4U);
    EXPECT_EQ(read(list_), ids{});
    EXPECT_EQ(read(list_.freeze()), ids{});
    EXPECT_EQ(read(list_.pending_elements()), count(0, 3));
    EXPECT_EQ(list_.first(), nullptr);
    EXPECT_EQ(list_.last(), nullptr);
    EXPECT_EQ(list_.get(h), nullptr);
    EXPECT_FALSE(list_.contains(h));

    EXPECT_EQ(list_.commit(), 4U);
    EXPECT_EQ(list_.pending(), 0U);
    EXPECT_EQ(read(list_), count(0, 3));
    ASSERT_NE(list_.get(h), nullptr);
    EXPECT_EQ(list_.get(h)->id(), 3);
    EXPECT_EQ(list_.last()->id(), 3);
    EXPECT_EQ(list_.commit(), 0U);
}

TEST_F(buffered_list, made_of_a_range_all_are_there) {
    const std::vector<support::tracked> range{0, 1, 2};
    const throng::buffered_list<support::tracked> of_range(range);
    const throng::buffered_list<support::tracked> of_these{0, 1, 2};
    EXPECT_EQ(read(of_range), count(0, 2));
    EXPECT_EQ(of_range, of_these);
    EXPECT_EQ(of_range.pending() + of_these.pending(), 0U);
}

TEST_F(buffered_list, commit_moves_nothing) {
    std::vector<const support::tracked*> at;
    for (int i = 0; i < 500; ++i) at.push_back(list_.emplace_back(i));
    const int moves = ledger_.moves();
    list_.commit();
    EXPECT_EQ(ledger_.moves(), moves);
    std::size_t i = 0;
    for (const auto& x : list_) EXPECT_EQ(&x, at[i++]);
}

TEST_F(buffered_list, walks_and_a_commit_in_their_midst) {
    add(0, 4);
    list_.commit();
    const auto body = [&](ids& seen) {
        return [&](support::tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 2) add(5, 6);
            if (seen.size() == 3) list_.commit();
            if (seen.size() == 4) add(7, 7);
        };
    };
    ids residents;
    for (auto& x : list_) body(residents)(x);
    EXPECT_EQ(residents, count(0, 4));
    EXPECT_EQ(list_.size(), 7U);
    EXPECT_EQ(list_.pending(), 1U);
    list_.take_all_back();

    ids live;
    for (auto& x : list_.walk(throng::live)) body(live)(x);
    EXPECT_EQ(live, (ids{0, 1, 2, 3, 4, 5, 6, 5, 6}));
    list_.take_all_back();
    ids each;
    list_.each(throng::live, body(each));
    EXPECT_EQ(each, (ids{0, 1, 2, 3, 4, 5, 6, 5, 6, 5, 6}));
    list_.take_all_back();
    ids updated;
    list_.update(throng::live, body(updated));
    EXPECT_EQ(updated, (ids{0, 1, 2, 3, 4, 5, 6, 5, 6, 5, 6, 5, 6}));
    EXPECT_EQ(list_.pending(), 1U);
}

TEST_F(buffered_list, a_live_walk_at_its_end_goes_on_after_a_commit) {
    auto w = list_.walk(throng::live);
    EXPECT_EQ(w.next(), nullptr);
    add(0, 1);
    EXPECT_EQ(w.next(), nullptr);
    list_.commit();
    EXPECT_EQ(w.next()->id(), 0);
    add(2, 3);
    EXPECT_EQ(w.next()->id(), 1);
    EXPECT_EQ(w.next(), nullptr);
    list_.commit();
    add(4, 4);
    EXPECT_EQ(w.next()->id(), 2);
    EXPECT_EQ(w.next()->id(), 3);
    EXPECT_EQ(w.next(), nullptr);
}

TEST_F(buffered_list, newcomers_are_taken_back) {
    add(0, 0);
    list_.commit();
    const auto h = list_.emplace(1);
    auto* const two = list_.emplace_back(2);
    add(3, 3);
    EXPECT_FALSE(list_.take_back(*list_.first())) << "it does not wait";
    EXPECT_TRUE(list_.take_back(h));
    EXPECT_FALSE(list_.take_back(h));
    EXPECT_TRUE(list_.remove(*two));
    EXPECT_EQ(ledger_.deaths(1), 1);
    EXPECT_EQ(ledger_.deaths(2), 1);
    EXPECT_EQ(list_.pending(), 1U);
    list_.commit();
    EXPECT_EQ(read(list_), (ids{0, 3}));
}

TEST_F(buffered_list, what_waits_is_taken_back_while_it_is_looked_at) {
    add(0, 99);
    for (auto& x : list_.pending_elements()) {
        if (x.id() % 2 != 0) continue;
        EXPECT_TRUE(list_.take_back(x));
    }
    EXPECT_EQ(list_.pending(), 50U);
    auto w = list_.pending_elements();
    w.next();
    list_.commit();
    EXPECT_EQ(w.next()->id(), 3) << "a commit does not end it";
    EXPECT_EQ(list_.size(), 50U);
}

TEST_F(buffered_list, clear_leaves_those_that_wait) {
    add(0, 9);
    list_.commit();
    add(10, 12);
    for (auto& x : list_) {
        if (x.id() == 4) list_.clear();
    }
    EXPECT_EQ(list_.size(), 0U);
    EXPECT_EQ(list_.pending(), 3U);
    list_.commit();
    EXPECT_EQ(read(list_), count(10, 12));
    add(13, 13);
    EXPECT_EQ(list_.take_all_back(), 1U);
    EXPECT_EQ(read(list_), count(10, 12));
}

TEST_F(buffered_list, what_waits_survives_packing_and_sorting) {
    add(0, 999);
    list_.commit();
    std::vector<throng::handle<support::tracked>> handles;
    for (int i = 1000; i < 1100; ++i) handles.push_back(list_.emplace(i));
    // Thinned out in one walk; packed when it closes, under those that wait.
    for (auto& x : list_)
        if (x.id() % 10 != 0) list_.remove(x);
    EXPECT_EQ(list_.size(), 100U);
    EXPECT_EQ(list_.pending(), 100U);
    EXPECT_EQ(list_.last()->id(), 990);
    list_.trim();
    EXPECT_EQ(list_.last()->id(), 990);
    EXPECT_EQ(read(list_.pending_elements()), count(1000, 1099));
    list_.sort([](const auto& a, const auto& b) { return b < a; });
    EXPECT_EQ(list_.first()->id(), 990);
    EXPECT_EQ(list_.last()->id(), 0);
    EXPECT_EQ(read(list_.pending_elements()), count(1000, 1099));
    EXPECT_TRUE(list_.take_back(handles[50]));
    list_.commit();
    EXPECT_EQ(list_.size(), 199U);
    EXPECT_EQ(list_.get(handles[51])->id(), 1051);
}

TEST_F(buffered_list, update_prunes_and_those_that_wait_stay) {
    add(0, 499);
    list_.commit();
    list_.update([&](support::tracked& x) {
        if (x.id() % 5 == 0) list_.emplace_back(x.id() + 1000);
        return x.id() % 2 == 0;
    });
    EXPECT_EQ(list_.size(), 250U);
    EXPECT_EQ(list_.pending(), 100U);
    EXPECT_EQ(read(list_.pending_elements()).front(), 1000);
    list_.update([&](support::tracked& x) {
        if (x.id() == 100) list_.commit();
        if (x.id() % 4 != 0) list_.remove(x);
    });
    EXPECT_EQ(list_.size(), 125U + 100U);
}

TEST_F(buffered_list, the_expired_are_dropped_before_their_visit) {
    add(0, 9);
    list_.commit();
    list_.auto_remove([](const support::tracked& x) { return x.id() % 3 == 0; });
    const auto& same = list_;
    EXPECT_EQ(read(same), (ids{1, 2, 4, 5, 7, 8}));
    EXPECT_EQ(list_.size(), 10U) << "a const walk removes nothing";
    EXPECT_EQ(read(list_.freeze()), count(0, 9)) << "a frozen view does not ask";
    EXPECT_EQ(read(list_), (ids{1, 2, 4, 5, 7, 8}));
    EXPECT_EQ(list_.size(), 6U);
    EXPECT_EQ(ledger_.deaths(3), 1);
    add(30, 33);
    EXPECT_EQ(list_.pending(), 4U) << "what waits is not asked";
    list_.commit();
    int visits = 0;
    list_.each([&](support::tracked&) { ++visits; });
    EXPECT_EQ(visits, 8);
    list_.auto_remove(nullptr);
    add(60, 60);
    list_.commit();
    EXPECT_EQ(list_.last()->id(), 60);
    visits = 0;
    list_.auto_remove([](const support::tracked& x) { return x.id() == 60; });
    list_.update([&](support::tracked&) { ++visits; });
    EXPECT_EQ(visits, 8);
    EXPECT_EQ(list_.size(), 8U);
}

TEST_F(buffered_list, the_expired_are_dropped_before_the_first_run) {
    add(0, 9);
    list_.commit();
    list_.auto_remove([](const support::tracked& x) { return x.id() % 3 == 0; });
    ids seen;
    for (const auto run : list_.runs())
        for (const support::tracked& x : run) seen.push_back(x.id());
    EXPECT_EQ(seen, (ids{1, 2, 4, 5, 7, 8}));
    EXPECT_EQ(list_.size(), 6U);
}

TEST_F(buffered_list, a_handle_of_what_is_moved_in) {
    const auto h = list_.add(support::tracked{3});
    list_.commit();
    ASSERT_NE(list_.get(h), nullptr);
    EXPECT_EQ(list_.get(h)->id(), 3);
}

TEST_F(buffered_list, the_predicate_edits) {
    add(0, 9);
    list_.commit();
    list_.auto_remove([&](const support::tracked& x) {
        if (x.id() == 2) list_.remove(x);
        if (x.id() == 4) {
            list_.emplace_back(20);
            list_.commit();
        }
        if (x.id() == 6) list_.clear();
        return false;
    });
    ids seen;
    for (auto& x : list_.walk(throng::live)) {
        seen.push_back(x.id());
        if (x.id() == 5) list_.emplace_back(21);
    }
    EXPECT_EQ(seen, (ids{0, 1, 3, 4, 5}));
    EXPECT_EQ(list_.size(), 0U);
    EXPECT_EQ(list_.pending(), 1U);
}

TEST_F(buffered_list, swaps_those_that_wait_too) {
    throng::buffered_list<support::tracked> other;
    add(0, 4);
    list_.commit();
    add(5, 6);
    other.emplace_back(10);
    other.commit();
    other.emplace_back(11);
    ids seen;
    for (auto& x : list_.walk(throng::live)) {
        seen.push_back(x.id());
        if (x.id() == 1) list_.swap(other);
    }
    EXPECT_EQ(seen, count(0, 4)) << "a walk goes with its elements";
    EXPECT_EQ(read(other), count(0, 4));
    EXPECT_EQ(read(other.pending_elements()), (ids{5, 6}));
    EXPECT_EQ(read(list_), ids{10});
    EXPECT_EQ(read(list_.pending_elements()), ids{11});
}

TEST_F(buffered_list, copies_and_moves) {
    add(0, 4);
    list_.commit();
    add(5, 6);
    auto copy = list_;
    EXPECT_EQ(copy, list_);
    EXPECT_EQ(read(copy.pending_elements()), (ids{5, 6}));
    copy.commit();
    EXPECT_NE(copy, list_);
    auto moved = std::move(copy);
    EXPECT_EQ(read(moved), count(0, 6));
    list_ = moved;
    EXPECT_EQ(read(list_), count(0, 6));
    EXPECT_EQ(list_.pending(), 0U);
}

TEST_F(buffered_list, commits_in_hooks) {
    list_.on_add([&](support::tracked& x) {
        EXPECT_FALSE(list_.contains(x));
        if (x.id() % 2 == 0) {
            list_.commit();
            EXPECT_TRUE(list_.contains(x));
        }
        if (x.id() == 4) list_.emplace_back(41);
    });
    add(0, 5);
    EXPECT_EQ(read(list_), count(0, 4));
    EXPECT_EQ(read(list_.pending_elements()), (ids{41, 5}));
    list_.on_remove([&](support::tracked&) { list_.commit(); });
    EXPECT_TRUE(list_.remove(*list_.first()));
    EXPECT_EQ(read(list_), (ids{1, 2, 3, 4, 41, 5}));
}

/// An element whose constructor calls back.
struct outspoken {
    int value;
    explicit outspoken(int x) : value(x) {}
    template <class F> outspoken(int x, F f) : value(x) { f(); }
};
/// What had been committed waited again, in place of the one that stood before it.
TEST(commits_in_constructors, stay_committed) {
    throng::buffered_list<outspoken> l;
    const outspoken* last = nullptr;
    l.emplace_back(1, [&] {
        l.emplace_back(2);
        last = l.emplace_back(3);
        l.commit();
        EXPECT_TRUE(l.contains(*last));
        l.emplace_back(4);
    });
    EXPECT_TRUE(l.contains(*last));
    std::vector<int> there;
    for (const outspoken& x : l) there.push_back(x.value);
    EXPECT_EQ(there, (std::vector{1, 2, 3}));
    EXPECT_EQ(l.pending(), 1U);
    EXPECT_TRUE(l.validate());
}

TEST(commits_in_constructors, stay_committed_where_a_sort_was_waiting) {
    throng::buffered_list<outspoken> l;
    l.on_add([](const outspoken&) {});
    l.emplace_back(1, [&] {
        l.emplace_back(3);
        l.emplace_back(2);
        l.commit();
        l.emplace_back(0);
        l.sort([](const outspoken& a, const outspoken& b) { return a.value < b.value; });
    });
    std::vector<int> there;
    for (const outspoken& x : l) there.push_back(x.value);
    EXPECT_EQ(there, (std::vector{1, 2, 3}));
    EXPECT_EQ(l.pending(), 1U);
    EXPECT_TRUE(l.validate());
}

/// It went on to the element that waited.
TEST(walks_opened_in_constructors, do_not_come_to_what_waits) {
    throng::buffered_list<outspoken> l;
    l.emplace_back(1);
    l.commit();
    std::optional<throng::buffered_list<outspoken>::walk_type> w;
    std::optional<throng::buffered_list<outspoken>::frozen_type> view;
    l.emplace_back(2, [&] {
        w.emplace(l.walk(throng::live));
        view.emplace(l.freeze());
    });
    for (const outspoken& x : *view) EXPECT_EQ(x.value, 1);
    ASSERT_NE(w->next(), nullptr);
    EXPECT_EQ(w->next(), nullptr);
    l.commit();
    ASSERT_NE(w->next(), nullptr);
    EXPECT_EQ(w->current()->value, 2);
    EXPECT_EQ(w->next(), nullptr);
}

/// Against two vectors: one of those that are there, one of those that wait.
TEST_F(buffered_list, random_edits_against_a_model) {
    std::mt19937 dice(7);
    const auto roll = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(dice); };
    ids there;
    ids waits;
    std::vector<throng::handle<support::tracked>> handles;
    const auto remove = [&](int id) {
        EXPECT_TRUE(list_.remove(handles[static_cast<std::size_t>(id)]));
        std::erase(there, id);
        std::erase(waits, id);
    };
    const auto edit = [&] {
        const std::size_t what = roll(100);
        if (what < 45) {
            const int id = static_cast<int>(handles.size());
            handles.push_back(list_.emplace(id));
            waits.push_back(id);
        } else if (what < 75) {
            if (!there.empty()) remove(there[roll(there.size())]);
        } else if (what < 90) {
            if (!waits.empty()) remove(waits[roll(waits.size())]);
        } else if (what < 96) {
            EXPECT_EQ(list_.commit(), waits.size());
            there.insert(there.end(), waits.begin(), waits.end());
            waits.clear();
        } else if (what < 97) {
            list_.trim();
        }
        ASSERT_EQ(list_.size(), there.size());
        ASSERT_EQ(list_.pending(), waits.size());
    };
    for (int round = 0; round < 400; ++round) {
        for (std::size_t n = roll(60); n != 0; --n) edit();
        switch (roll(3)) {
        case 0:
            for ([[maybe_unused]] auto& x : list_) edit();
            break;
        case 1: {
            // A walk that meets newcomers might never end: a commit is rare enough.
            std::size_t visits = 0;
            for ([[maybe_unused]] auto& x : list_.walk(throng::live)) {
                edit();
                if (++visits == 2000) break;
            }
            break;
        }
        default:
            list_.update([&](support::tracked& x) {
                edit();
                const bool lives = roll(10) != 0 || std::find(there.begin(), there.end(), x.id()) == there.end();
                if (!lives) std::erase(there, x.id());
                return lives;
            });
        }
        ASSERT_EQ(read(list_), there);
        ASSERT_EQ(read(list_.pending_elements()), waits);
    }
}

#if defined(__cpp_exceptions)
TEST_F(buffered_list, what_throws_has_not_happened) {
    add(0, 4);
    list_.commit();
    add(5, 5);
    list_.on_add([&](support::tracked& x) {
        if (x.id() == 6) list_.commit();
        throw 1;
    });
    EXPECT_THROW(list_.emplace_back(7), int);
    EXPECT_EQ(list_.size(), 5U);
    EXPECT_EQ(list_.pending(), 1U);
    EXPECT_THROW(list_.emplace_back(6), int);
    EXPECT_EQ(read(list_), count(0, 5));
    EXPECT_EQ(list_.pending(), 0U);
    list_.on_add(nullptr);
    add(8, 9);
    list_.on_remove([&](support::tracked&) { throw 1; });
    EXPECT_THROW(list_.remove(*list_.first()), int);
    EXPECT_THROW(list_.take_all_back(), int);
    EXPECT_THROW(list_.update([](support::tracked&) { return false; }), int);
    EXPECT_EQ(read(list_), count(2, 5)) << "removals stand";
    EXPECT_EQ(read(list_.pending_elements()), ids{9});
    list_.on_remove([&](support::tracked&) {
        list_.commit();
        throw 1;
    });
    add(10, 10);
    EXPECT_THROW(list_.take_all_back(), int);
    EXPECT_EQ(read(list_), (ids{2, 3, 4, 5, 10}));
    EXPECT_EQ(list_.pending(), 0U);
    list_.on_remove(nullptr);
    list_.auto_remove([](const support::tracked& x) -> bool {
        if (x.id() == 4) throw 1;
        return false;
    });
    ids seen;
    EXPECT_THROW(
        {
            for (auto& x : list_) seen.push_back(x.id());
        },
        int);
    EXPECT_EQ(seen, (ids{2, 3}));
    EXPECT_EQ(list_.size(), 5U);
}
#endif

TEST(buffered_list_memory, all_is_given_back) {
    support::allocation_log log;
    support::ledger ledger;
    {
        throng::buffered_list<support::tracked, support::logged_allocator<support::tracked>> list;
        for (int i = 0; i < 1000; ++i) list.emplace_back(i);
        list.commit();
        list.auto_remove([](const support::tracked& x) { return x.id() < 500; });
        for (int i = 0; i < 1000; ++i) list.emplace(i + 1000);
        for ([[maybe_unused]] auto& x : list) {
        }
        EXPECT_EQ(list.size(), 500U);
    }
    EXPECT_EQ(log.bytes, 0U);
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

static_assert(std::is_same_v<throng::buffered_bag<int>, throng::buffered_list<int>>);

/// What needs no destructor could be cleared at once: those that wait go on waiting all the same.
TEST(buffered_list_of_plain_elements, clear_leaves_those_that_wait) {
    throng::buffered_list<int> l;
    l.push_back(1);
    l.commit();
    l.push_back(2);
    l.clear();
    EXPECT_TRUE(l.empty());
    EXPECT_EQ(l.pending(), 1U);
    EXPECT_TRUE(l.validate());
    l.push_back(3);
    EXPECT_EQ(l.commit(), 2U);
    EXPECT_EQ(*l.first(), 2);
    EXPECT_EQ(l.size(), 2U);
}

/// However many are committed and wait, over the ends of words and pages.
TEST(buffered_list_of_plain_elements, clear_leaves_those_that_wait_on_any_page) {
    throng::buffered_list<int> l;
    std::vector<int> expected;
    int next = 0;
    const auto add = [&](int n) {
        for (; n != 0; --n) l.push_back(next++);
    };
    for (const int n : {1, 63, 64, 65, 200, 1023, 1024, 5000}) {
        for (const int waiting : {0, 1, 62, 64, 1000, 3000}) {
            add(n);
            l.commit();
            if (n % 2 == 0) l.remove_if([](int x) { return x % 3 == 0; });
            expected.clear();
            for (int i = 0; i < waiting; ++i) expected.push_back(next + i);
            add(waiting);
            l.clear();
            ASSERT_TRUE(l.validate());
            ASSERT_TRUE(l.empty());
            ASSERT_EQ(l.pending(), expected.size());
            for (const int x : l) FAIL() << x;
            l.commit();
            std::vector<int> left;
            for (const int x : l) left.push_back(x);
            ASSERT_EQ(left, expected) << n << ", " << waiting;
            ASSERT_EQ(l.first() == nullptr, expected.empty());
            l.clear();
            ASSERT_TRUE(l.validate());
        }
    }
    EXPECT_TRUE(l.empty());
}
/// With a handle, each is removed by itself.
TEST(buffered_list_of_plain_elements, clear_ends_handles) {
    throng::buffered_list<int> l;
    const auto gone = l.add(1);
    l.commit();
    const auto waits = l.add(2);
    l.clear();
    EXPECT_EQ(l.get(gone), nullptr);
    l.commit();
    EXPECT_EQ(*l.get(waits), 2);
    EXPECT_TRUE(l.validate());
}

} // namespace
