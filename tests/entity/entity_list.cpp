// The list of entities: what the text of the self-pruning list asks for, its extensions, and what it asks for beyond.

#include "entity/creature.hpp"
#include "support/allocation.hpp"

#include <throng/entity/entity_list.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <list>
#include <memory>
#include <utility>
#include <vector>

namespace {

using namespace creatures;
using list = throng::entity_list<creature>;
using ids = std::vector<int>;

class entity_list : public testing::Test {
  protected:
    void fill(list& to, int first, int last, double life = 1e9) {
        for (int id = first; id <= last; ++id) to.emplace_back(all, id, life);
    }
    void TearDown() override {
        EXPECT_EQ(ledger.errors(), "");
        for (const int id : all.ended) EXPECT_EQ(all.ends(id), 1) << "told twice: " << id;
    }
    support::ledger ledger;
    diary all;
    canvas c{&all};
};

TEST_F(entity_list, updates_draws_and_prunes_in_order) {
    list l;
    fill(l, 0, 199);
    for (creature& x : l)
        if (x.id() % 3 == 0) x.expire();
    l.update(second);
    ids expected;
    ids gone;
    for (int id = 0; id < 200; ++id) (id % 3 == 0 ? gone : expected).push_back(id);
    EXPECT_EQ(all.updated, expected) << "the expired are not updated";
    EXPECT_EQ(all.ended, gone);
    EXPECT_EQ(ids_of(l), expected);
    l.draw(c);
    EXPECT_EQ(all.drawn, expected);
    EXPECT_EQ(l.size(), expected.size());
    std::as_const(l).draw(c);
    EXPECT_EQ(all.drawn.size(), 2 * expected.size());
}

TEST_F(entity_list, what_expires_in_its_update_is_pruned_in_the_same) {
    list l;
    fill(l, 0, 9, 2);
    l.update(second);
    EXPECT_EQ(l.size(), 10U);
    l.update(second);
    EXPECT_TRUE(l.empty());
    EXPECT_EQ(all.ended, range(0, 9));
}

TEST_F(entity_list, what_has_expired_is_not_drawn) {
    list l;
    fill(l, 0, 3);
    l.first()->expire();
    l.draw(c);
    EXPECT_EQ(all.drawn, (ids{1, 2, 3}));
    EXPECT_EQ(l.size(), 4U) << "it is there until the next update";
    l.prune();
    EXPECT_EQ(ids_of(l), (ids{1, 2, 3}));
    EXPECT_TRUE(all.updated.empty());
}

TEST_F(entity_list, expire_may_be_called_any_number_of_times_from_anywhere) {
    list l;
    for (int id = 0; id < 20; ++id)
        l.emplace_back(all, id, 1e9, [&](creature& x) {
            for (int i = 0; i < 5; ++i)
                for (creature& other : l)
                    if (other.id() % 2 == x.id() % 2) other.expire();
        });
    l.update(second);
    EXPECT_EQ(all.updated, (ids{0, 1}));
    EXPECT_TRUE(l.empty());
    EXPECT_EQ(all.ended, range(0, 19));
}

TEST_F(entity_list, everyone_is_told_once_however_the_end_comes) {
    {
        list l;
        fill(l, 0, 9);
        EXPECT_TRUE(l.remove(*l.nth(4)));
        EXPECT_EQ(all.ended, (ids{4}));
        const auto h = l.handle_of(*l.nth(0));
        EXPECT_TRUE(l.remove(h));
        EXPECT_FALSE(l.remove(h));
        EXPECT_EQ(l.remove_if([](const creature& x) { return x.id() == 7; }), 1U);
        auto i = l.begin();
        EXPECT_TRUE(l.remove(i));
        EXPECT_FALSE(l.remove(i));
        auto w = l.walk(throng::live);
        w.next();
        EXPECT_TRUE(w.remove());
        EXPECT_FALSE(w.remove());
        EXPECT_EQ(all.ended, (ids{4, 0, 7, 1, 2}));
        l.update([](creature& x) { return x.id() != 3; });
        EXPECT_EQ(all.ended, (ids{4, 0, 7, 1, 2, 3}));
        for (creature& x : l) {
            if (x.id() == 5) l.clear();
        }
        EXPECT_EQ(all.ended, (ids{4, 0, 7, 1, 2, 3, 5, 6, 8, 9}));
        fill(l, 10, 12);
    }
    EXPECT_EQ(all.ended, (ids{4, 0, 7, 1, 2, 3, 5, 6, 8, 9, 10, 11, 12})) << "destroyed";
    EXPECT_EQ(ledger.live(), 0);
}

TEST_F(entity_list, is_an_entity_itself) {
    throng::entity_list<list> world;
    list& a = *world.emplace_back();
    list& b = *world.emplace_back();
    fill(a, 0, 4);
    fill(b, 10, 14, 1);
    world.update(second);
    EXPECT_EQ(all.updated, (ids{0, 1, 2, 3, 4, 10, 11, 12, 13, 14}));
    EXPECT_EQ(all.ended, (range(10, 14)));
    world.draw(c);
    EXPECT_EQ(all.drawn, range(0, 4));
    EXPECT_EQ(world.size(), 2U) << "an empty list has not expired";
    a.expire();
    a.expire();
    EXPECT_TRUE(a.expired());
    EXPECT_EQ(a.size(), 5U);
    world.update(second);
    EXPECT_EQ(all.updated.size(), 10U) << "the expired are not updated";
    EXPECT_EQ(all.ended, (ids{10, 11, 12, 13, 14, 0, 1, 2, 3, 4}));
    EXPECT_EQ(world.size(), 1U);
    EXPECT_EQ(world.first(), &b) << "a list inside keeps its place";
}

TEST_F(entity_list, three_levels_deep) {
    throng::entity_list<throng::entity_list<list>> world;
    fill(*world.emplace_back()->emplace_back(), 0, 2);
    fill(*world.first()->emplace_back(), 3, 5);
    world.update(second);
    world.draw(c);
    EXPECT_EQ(all.updated, range(0, 5));
    EXPECT_EQ(all.drawn, range(0, 5));
    world.first()->first()->expire();
    world.update(second);
    EXPECT_EQ(all.ended, range(0, 2));
    world.clear();
    EXPECT_EQ(all.ended, range(0, 5));
}

/// An entity in a nested list ends the whole of it: it updates nothing further.
TEST_F(entity_list, a_list_that_expires_during_its_update_updates_nothing_further) {
    throng::entity_list<list> world;
    list& squad = *world.emplace_back();
    fill(squad, 0, 4);
    squad.emplace_back(all, 5, 1e9, [&](creature&) { squad.expire(); });
    fill(squad, 6, 9);
    world.update(second);
    EXPECT_EQ(all.updated, range(0, 5));
    EXPECT_EQ(all.ended, range(0, 9));
    EXPECT_TRUE(world.empty());
}

TEST_F(entity_list, nested_lists_stay_in_place_while_the_outer_is_packed) {
    throng::entity_list<list> world;
    std::vector<list*> lists;
    for (int i = 0; i < 200; ++i) {
        lists.push_back(world.emplace_back());
        fill(*lists.back(), i, i);
    }
    for (creature& x : *lists[150]) {
        for (int i = 0; i < 140; ++i) lists[static_cast<std::size_t>(i)]->expire();
        world.update(second); // not inside of any walk of the outer one
        world.trim();
        EXPECT_EQ(x.id(), 150);
        EXPECT_TRUE(lists[150]->contains(x));
    }
    EXPECT_EQ(world.size(), 60U);
}

// Making it extensible

TEST_F(entity_list, gives_an_entity_by_its_number) {
    list l;
    fill(l, 0, 299);
    for (int i = 0; i < 300; ++i) EXPECT_EQ(l.nth(static_cast<std::size_t>(i))->id(), i);
    EXPECT_EQ(l.nth(300), nullptr);
    l.remove_if([](const creature& x) { return x.id() % 3 != 1; });
    for (int i = 0; i < 100; ++i) EXPECT_EQ(std::as_const(l).nth(static_cast<std::size_t>(i))->id(), 3 * i + 1);
    EXPECT_EQ(l.nth(100), nullptr);
    EXPECT_EQ(list{}.nth(0), nullptr);
}

TEST_F(entity_list, hooks_are_told_of_adding_updating_and_expiring) {
    ids added;
    ids updated;
    ids expired;
    double seconds = 0;
    list l;
    l.on_add([&](creature& x) { added.push_back(x.id()); });
    l.on_updated([&](creature& x, double s) {
        updated.push_back(x.id());
        seconds += s;
    });
    l.on_expired([&](creature& x) {
        EXPECT_EQ(all.ends(x.id()), 1) << "after its on_expire";
        EXPECT_FALSE(l.contains(x));
        expired.push_back(x.id());
    });
    fill(l, 0, 2, 1);
    fill(l, 3, 5);
    EXPECT_EQ(added, range(0, 5));
    l.update(throng::time_step{1.5});
    EXPECT_EQ(updated, range(3, 5)) << "those that live on";
    EXPECT_EQ(seconds, 4.5);
    EXPECT_EQ(expired, range(0, 2));
    l.remove(*l.first());
    l.clear();
    EXPECT_EQ(expired, range(0, 5));
    l.on_updated([&](creature& x) { updated.push_back(x.id()); });
    l.on_expired(nullptr);
    l.on_add(nullptr);
    fill(l, 6, 6);
    l.update(second);
    EXPECT_EQ(updated, (ids{3, 4, 5, 6}));
    l.on_updated(nullptr);
    l.update(second);
    EXPECT_EQ(updated, (ids{3, 4, 5, 6}));
    EXPECT_EQ(expired, range(0, 5));
}

/// Entities without `on_expire` take the short way; the hook must be told all the same.
TEST_F(entity_list, the_hook_is_told_of_plain_entities) {
    struct plain {
        int id;
        [[nodiscard]] bool expired() const { return id % 2 == 0; }
    };
    throng::entity_list<plain> l;
    for (int i = 0; i < 300; ++i) l.push_back({i});
    ids told;
    l.on_expired([&](const plain& x) { told.push_back(x.id); });
    l.update(second);
    EXPECT_EQ(told.size(), 150U);
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(l.size(), 150U);
    l.clear();
    EXPECT_EQ(told.size(), 300U);
    l.push_back({2});
    l.on_expired(nullptr);
    l.update(second);
    EXPECT_TRUE(l.empty());
    EXPECT_EQ(told.size(), 300U);
}

/// A visit may be the first to ask for hooks, which are told of it then: in a list that is walked, too, whose entities
/// are visited where they stand.
TEST_F(entity_list, hooks_set_in_a_visit_are_told_of_it) {
    struct plain {
        throng::entity_list<plain>* home;
        ids* told;
        int id;
        bool gone = false;
        void update(const throng::time_step&) {
            if (id == 2) home->on_updated([to = told](const plain& x) { to->push_back(x.id); });
            if (id == 4) {
                home->on_expired([to = told](const plain& x) { to->push_back(-x.id); });
                gone = true;
            }
        }
        [[nodiscard]] bool expired() const { return gone; }
    };
    const auto play = [](bool is_walked, ids& told) {
        throng::entity_list<plain> l;
        for (int i = 0; i < 6; ++i) l.push_back({&l, &told, i});
        auto w = l.walk(throng::live);
        if (is_walked) w.next();
        l.update(second);
        return l.size();
    };
    for (const bool is_walked : {false, true}) {
        ids told;
        EXPECT_EQ(play(is_walked, told), 5U);
        // (At its end the list tells of those that are left.)
        EXPECT_EQ(told, (ids{2, 3, -4, 5, 0, -1, -2, -3, -5}));
    }
}

TEST_F(entity_list, hooks_that_are_taken_off_let_go_of_what_they_held) {
    const auto held = std::make_shared<std::array<int, 100>>();
    {
        list l;
        l.on_updated([held](creature&) {});
        l.on_expired([held](creature&) {});
        EXPECT_EQ(held.use_count(), 3);
        l.on_updated(nullptr);
        EXPECT_EQ(held.use_count(), 2);
        l.on_expired(nullptr);
        EXPECT_EQ(held.use_count(), 1);
        l.on_updated([held](creature&) {});
        l.on_expired([held](creature&) {});
    }
    EXPECT_EQ(held.use_count(), 1);
}

TEST_F(entity_list, hooks_and_ends_may_make_any_edit) {
    int born = 1000;
    list l;
    l.on_expired([&](creature& x) {
        if (x.id() < 1000) l.emplace_back(all, born++);
        if (x.id() == 10) l.remove(*l.nth(0));
    });
    for (int id = 0; id < 100; ++id) {
        auto* const x = l.emplace_back(all, id, id % 5 == 0 ? 1 : 1e9);
        x->at_end = [&](creature& me) {
            l.remove(me);
            if (me.id() == 50) l.remove_if([](const creature& other) { return other.id() % 10 == 3; });
            if (me.id() == 60) l.update(second);
        };
    }
    l.update(second);
    EXPECT_EQ(std::count_if(all.ended.begin(), all.ended.end(), [](int id) { return id % 5 == 0; }), 20);
    EXPECT_EQ(static_cast<int>(l.size()), 100 - static_cast<int>(all.ended.size()) + (born - 1000));
    const ids left = ids_of(l);
    EXPECT_TRUE(std::is_sorted(left.begin(), left.end()));
}

TEST_F(entity_list, adds_arrays_ranges_and_lists) {
    list l;
    const std::array<creature, 2> array{creature(all, 0), creature(all, 1)};
    const creature plain[] = {{all, 2}, {all, 3}};
    const std::list<creature> range_of_them(2, creature(all, 4));
    list other;
    fill(other, 6, 7);
    EXPECT_EQ(l.add_range(array), 2U);
    EXPECT_EQ(l.add_range(plain), 2U);
    EXPECT_EQ(l.add_range(range_of_them), 2U);
    EXPECT_EQ(l.add_range(other), 2U);
    EXPECT_EQ(ids_of(l), (ids{0, 1, 2, 3, 4, 4, 6, 7}));
    EXPECT_EQ(l.add_range(l), 8U);
    EXPECT_EQ(l.size(), 16U);
    EXPECT_EQ(list(other).size(), 2U);
    l.clear();
    all.forget();
}

TEST_F(entity_list, takes_all_of_another_list) {
    list a;
    list b;
    fill(a, 0, 2);
    fill(b, 3, 70);
    a.max_capacity(50);
    EXPECT_EQ(a.take(b), 47U);
    EXPECT_EQ(ids_of(a), range(0, 49));
    EXPECT_EQ(ids_of(b), range(50, 70));
    EXPECT_TRUE(all.ended.empty()) << "none expires";
    EXPECT_EQ(a.take(a), 0U) << "it is full";
    a.max_capacity(1000);
    EXPECT_EQ(a.take(a), 50U);
    EXPECT_EQ(ids_of(a), range(0, 49));
    a.on_add([&](const creature& one) {
        if (one.id() % 2 == 0) a.remove(one);
    });
    EXPECT_EQ(a.take(b), 10U) << "what the hook turns away has not come in";
    EXPECT_EQ(a.size(), 60U);
    EXPECT_TRUE(b.empty());
}

TEST_F(entity_list, transfers_an_entity_in_its_own_visit) {
    list a;
    list b;
    fill(a, 0, 2);
    a.emplace_back(all, 3, 1e9, [&](creature& x) {
        if (a.contains(x)) {
            creature* const there = a.transfer(x, b);
            ASSERT_NE(there, nullptr);
            EXPECT_EQ(there->id(), 3);
            EXPECT_FALSE(a.contains(x));
        }
    });
    fill(a, 4, 5);
    a.update(second);
    EXPECT_EQ(all.updated, range(0, 5));
    EXPECT_EQ(ids_of(a), (ids{0, 1, 2, 4, 5}));
    EXPECT_EQ(ids_of(b), (ids{3}));
    EXPECT_TRUE(all.ended.empty());
    b.max_capacity(1);
    EXPECT_EQ(a.transfer(*a.first(), b), nullptr) << "full: nothing happens";
    EXPECT_EQ(ids_of(a), (ids{0, 1, 2, 4, 5}));
    creature& gone = *a.first();
    for (creature& x : a) {
        if (&x != &gone) break;
        a.remove(x);
        EXPECT_EQ(a.transfer(x, b), nullptr);
    }
}

// Room

TEST_F(entity_list, a_maximum_capacity_is_kept_and_told) {
    list l;
    l.max_capacity(5);
    fill(l, 0, 3);
    EXPECT_EQ(l.available(), 1U);
    const std::vector<creature> more{creature(all, 4), creature(all, 5), creature(all, 6)};
    EXPECT_EQ(l.add_range(more), 1U);
    EXPECT_EQ(l.add_range(more), 0U);
    EXPECT_FALSE(l.add(creature(all, 9)));
    EXPECT_EQ(l.push_back(creature(all, 9)), nullptr);
    EXPECT_EQ(l.available(), 0U);
    EXPECT_EQ(ids_of(l), range(0, 4));
    l.remove(*l.first());
    EXPECT_TRUE(l.add(creature(all, 9)));
}

struct speck {
    double life = 1;
    void update(throng::time_step s) { life -= s.seconds; }
    [[nodiscard]] bool expired() const { return life <= 0; }
};
using logged = throng::entity_list<speck, support::logged_allocator<speck>>;

TEST_F(entity_list, shrinks_by_itself_when_little_was_in_use_for_long_enough) {
    support::allocation_log log;
    logged l;
    EXPECT_TRUE(l.auto_shrink(0.25, 2));
    for (int i = 0; i < 1000; ++i) l.push_back({i < 900 ? 0.1 : 1e9});
    const std::size_t full = l.capacity();
    const throng::time_step half{0.5};
    l.update(half); // 100 of 1000 are left
    EXPECT_EQ(l.size(), 100U);
    l.update(half);
    l.update(half);
    EXPECT_EQ(l.capacity(), full);
    l.update(half); // 2 seconds
    EXPECT_LT(l.capacity(), 300U);
    EXPECT_EQ(l.size(), 100U);
}

TEST_F(entity_list, the_time_for_shrinking_starts_anew_when_more_is_in_use) {
    support::allocation_log log;
    logged l;
    l.auto_shrink(0.25, 2);
    for (int i = 0; i < 1000; ++i) l.push_back({i < 900 ? 0.1 : 1e9});
    const std::size_t full = l.capacity();
    l.update(second);
    for (int i = 0; i < 900; ++i) l.push_back({1.5});
    l.update(second); // in use: the count starts again
    l.update(second); // 100 are left
    EXPECT_EQ(l.size(), 100U);
    EXPECT_EQ(l.capacity(), full);
    l.update(throng::time_step{0.9});
    EXPECT_EQ(l.capacity(), full);
    l.update(throng::time_step{0.1});
    EXPECT_LT(l.capacity(), full);
}

TEST_F(entity_list, does_not_shrink_under_a_walk_or_when_told_not_to) {
    support::allocation_log log;
    logged l;
    l.auto_shrink(0.5, 0);
    for (int i = 0; i < 1000; ++i) l.push_back({i < 900 ? 0.1 : 1e9});
    const std::size_t full = l.capacity();
    for (const speck& s : l) {
        static_cast<void>(s);
        l.update(second);
        EXPECT_EQ(l.capacity(), full);
        break;
    }
    l.auto_shrink(0, 0);
    l.update(second);
    EXPECT_EQ(l.capacity(), full);
    l.auto_shrink(0.5, 0);
    l.update(second);
    EXPECT_LT(l.capacity(), full);
}

/// Memory that was reserved in one piece goes back, too; handles stay good.
TEST_F(entity_list, shrinks_what_was_reserved_in_one_piece) {
    support::allocation_log log;
    logged l;
    l.auto_shrink(0.5, 1);
    l.reserve(100'000);
    const std::size_t reserved = log.bytes;
    std::vector<throng::handle<speck>> handles;
    for (int i = 0; i < 1000; ++i) handles.push_back(l.add({i % 100 == 0 ? 1e9 : 0.1}));
    l.update(second);
    EXPECT_EQ(l.size(), 10U);
    EXPECT_LT(log.bytes, reserved / 10) << "the handles need some";
    for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(l.get(handles[i]) != nullptr, i % 100 == 0);
    EXPECT_EQ(l.get(handles[900]), l.last());
    l.clear();
    l.update(second);
    EXPECT_LT(l.capacity(), 1000U);
    l.push_back({1});
    EXPECT_EQ(l.size(), 1U);
}

/// Each time it has to be too much for as long.
TEST_F(entity_list, the_time_for_shrinking_starts_anew_after_it) {
    support::allocation_log log;
    logged l;
    l.auto_shrink(0.25, 2);
    std::size_t full = 0;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 1000; ++i) l.push_back({0.1});
        full = l.capacity();
        l.update(second);
        EXPECT_EQ(l.capacity(), full);
        l.update(second);
        EXPECT_LT(l.capacity(), full);
    }
    EXPECT_TRUE(l.auto_shrink(1, 0)) << "a list may have to be full, too";
    for (int i = 0; i < 1000; ++i) l.push_back({i % 2 == 0 ? 0.1 : 1e9});
    full = l.capacity();
    l.update(second);
    EXPECT_LT(l.capacity(), full);
}

/// What cannot be moved is not packed; pages that nothing is in go back all the same.
TEST_F(entity_list, shrinks_with_entities_that_stay_in_place) {
    struct fixed : speck {
        using speck::speck;
        explicit fixed(double l) : speck{l} {}
        fixed(const fixed&) = delete;
        fixed& operator=(const fixed&) = delete;
        ~fixed() = default;
    };
    throng::entity_list<fixed> l;
    l.auto_shrink(0.5, 0);
    for (int i = 0; i < 10'000; ++i) l.emplace_back(i < 9'000 ? 0.1 : 1e9);
    const fixed* const last = l.last();
    const std::size_t full = l.capacity();
    l.update(second);
    EXPECT_LT(l.capacity(), full / 2);
    EXPECT_EQ(l.last(), last);
}

#if !defined(THRONG_AUDIT) || !THRONG_AUDIT
TEST_F(entity_list, shrinking_by_nonsense_is_refused) {
    list l;
    EXPECT_FALSE(l.auto_shrink(1.5, 1));
    EXPECT_FALSE(l.auto_shrink(-0.1, 1));
    EXPECT_FALSE(l.auto_shrink(std::nan(""), 1));
    EXPECT_FALSE(l.auto_shrink(0.5, -1));
    EXPECT_FALSE(l.auto_shrink(0.5, std::nan("")));
}
#endif

// All at once

TEST_F(entity_list, moves_and_swaps_with_hooks_and_without_an_end) {
    ids told;
    list a;
    fill(a, 0, 9);
    a.on_expired([&](creature& x) { told.push_back(x.id()); });
    a.expire();
    list b = std::move(a);
    EXPECT_TRUE(b.expired());
    EXPECT_TRUE(all.ended.empty());
    b.clear();
    EXPECT_EQ(told, range(0, 9)) << "hooks go where the list goes";
    list x;
    list y;
    fill(x, 20, 22);
    fill(y, 30, 31);
    x.on_expired([&](creature& e) { told.push_back(e.id()); });
    told.clear();
    swap(x, y);
    EXPECT_EQ(ids_of(x), range(30, 31));
    x.clear();
    y.clear();
    EXPECT_EQ(told, range(30, 31)) << "hooks stay where they are";
}

/// Its hooks have gone, too.
TEST_F(entity_list, a_list_that_was_moved_from_is_as_new) {
    ids told;
    list a;
    a.on_updated([&](creature& x) { told.push_back(x.id()); });
    a.on_expired([&](creature& x) { told.push_back(x.id()); });
    fill(a, 0, 2);
    list b = std::move(a);
    fill(a, 10, 12);
    a.update(second);
    a.clear();
    EXPECT_TRUE(told.empty());
    EXPECT_EQ(all.ended, range(10, 12));
    b.update(second);
    EXPECT_EQ(told, range(0, 2));
}

TEST_F(entity_list, knows_what_it_holds) {
    list a;
    list b;
    fill(a, 0, 300);
    fill(b, 400, 402);
    EXPECT_TRUE(a.holds(*a.last()));
    EXPECT_FALSE(a.holds(*b.first()));
    auto at = std::as_const(a).begin();
    a.swap(b);
    EXPECT_FALSE(a.remove(at)) << "it stands in the other list now";
    EXPECT_TRUE(b.holds(*at));
    EXPECT_TRUE(b.remove(at));
    EXPECT_EQ(all.ended, (ids{0}));
}

TEST_F(entity_list, what_an_assignment_replaces_expires) {
    list a;
    fill(a, 0, 2);
    {
        list b;
        fill(b, 10, 11);
        a = std::move(b);
    }
    EXPECT_EQ(all.ended, range(0, 2));
    EXPECT_EQ(ids_of(a), range(10, 11));
    a = {creature(all, 20)};
    EXPECT_EQ(all.ended, (ids{0, 1, 2, 10, 11}));
    EXPECT_EQ(ids_of(a), (ids{20}));
    const list copy(a);
    EXPECT_EQ(ids_of(copy), (ids{20}));
    a.clear();
    all.forget();
}

/// The contents are exchanged from inside an update: what expired meanwhile is told by the list it is in.
TEST_F(entity_list, contents_are_exchanged_in_mid_update) {
    for (const bool by_itself : {true, false}) {
        ids told_by_a;
        ids told_by_b;
        list a;
        list b;
        a.on_expired([&](creature& x) { told_by_a.push_back(x.id()); });
        b.on_expired([&](creature& x) { told_by_b.push_back(x.id()); });
        fill(a, 0, 2);
        a.emplace_back(all, 3, 1, [&](creature&) { by_itself ? a.swap(b) : b.swap(a); });
        fill(a, 4, 5, 1);
        fill(b, 10, 14, 1);
        a.update(second);
        EXPECT_EQ(all.updated, range(0, 5)) << "the update goes with its entities";
        EXPECT_TRUE(told_by_a.empty());
        EXPECT_TRUE(told_by_b.empty());
        b.update(second);
        EXPECT_EQ(told_by_b, range(3, 5));
        EXPECT_EQ(ids_of(b), range(0, 2));
        b.clear();
        all.forget();
    }
}

TEST_F(entity_list, a_walk_removes_from_the_list_that_holds_the_entity) {
    ids told_by_b;
    list a;
    list b;
    b.on_expired([&](creature& x) { told_by_b.push_back(x.id()); });
    fill(a, 0, 4);
    fill(b, 10, 11);
    auto w = a.walk(throng::live);
    w.next();
    w.next();
    a.swap(b);
    EXPECT_TRUE(w.remove());
    EXPECT_EQ(told_by_b, (ids{1}));
    EXPECT_EQ(ids_of(b), (ids{0, 2, 3, 4}));
}

TEST_F(entity_list, a_walk_backward_tells_the_end_of_what_it_removes) {
    ids told;
    list l;
    l.on_expired([&](creature& x) { told.push_back(x.id()); });
    fill(l, 0, 4);
    auto w = l.walk(throng::backward);
    while (creature* const x = w.next()) {
        if (x->id() % 2 == 0) {
            EXPECT_TRUE(w.remove());
        }
    }
    EXPECT_EQ(told, (ids{4, 2, 0}));
    EXPECT_EQ(all.ended, told);
    EXPECT_EQ(ids_of(l), (ids{1, 3}));
}

TEST_F(entity_list, what_a_hook_turns_away_in_a_transfer_is_gone) {
    list a;
    list b;
    fill(a, 0, 2);
    b.on_add([&](creature& x) { b.remove(x); });
    EXPECT_EQ(a.transfer(*a.first(), b), nullptr);
    EXPECT_EQ(ids_of(a), range(1, 2));
    EXPECT_TRUE(b.empty());
}

TEST_F(entity_list, shrinks_with_handles_and_subsets_of_more_than_a_page) {
    list l;
    fill(l, 0, 4999);
    throng::subset<list> some(l);
    std::vector<list::handle_type> kept;
    for (creature& x : l) {
        if (x.id() % 3 != 0) continue;
        some.join(x);
        kept.push_back(l.handle_of(x));
    }
    l.auto_shrink(0.9, 1);
    for (creature& x : l)
        if (x.id() % 3 != 0) l.remove(x);
    for (int i = 0; i < 3; ++i) l.update(second);
    EXPECT_LT(l.capacity(), 2500U);
    EXPECT_EQ(ids_of(some), ids_of(l));
    int id = 0;
    for (const auto h : kept) {
        ASSERT_NE(l.get(h), nullptr);
        EXPECT_EQ(l.get(h)->id(), id);
        id += 3;
    }
}

} // namespace
