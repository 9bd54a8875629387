// Mistakes of the list that prunes itself while it updates its entities, and of the layers made of it. (Those of the
// array below it are in tests/regression/self_pruning_array.cpp; layers.are_visible_and_enabled_at_first is the last.)

#include "entity/creature.hpp"
#include "support/allocation.hpp"

#include <throng/entity/entity_list.hpp>
#include <throng/entity/layers.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using namespace creatures;
using list = throng::entity_list<creature>;
using ids = std::vector<int>;

class entity_regression : public testing::Test {
  protected:
    void fill(int first, int last) {
        for (int id = first; id <= last; ++id) l.emplace_back(all, id);
    }
    void TearDown() override {
        l.clear();
        EXPECT_EQ(ledger.errors(), "");
        for (const int id : all.ended) EXPECT_EQ(all.ends(id), 1) << "told twice: " << id;
    }
    support::ledger ledger;
    diary all;
    list l;
};

/// What had gone to another list by a swap was removed from the one in which it was no more.
TEST_F(entity_regression, what_is_swapped_away_is_not_removed_from_where_it_was) {
    const auto swapped = [this](auto remove) {
        l.clear();
        list other;
        fill(0, 2);
        for (int id = 10; id < 15; ++id) other.emplace_back(all, id);
        remove(other);
        EXPECT_TRUE(l.validate());
        EXPECT_TRUE(other.validate());
        EXPECT_EQ(l.size(), 5U);
        return other.size();
    };
    EXPECT_EQ(swapped([this](list& other) {
                  auto at = l.begin();
                  l.swap(other);
                  EXPECT_FALSE(l.remove(at));
                  EXPECT_TRUE(other.remove(at));
              }),
              2U);
    all.forget();
}

#if defined(__cpp_exceptions)
/// A throw in update left the gap open: entities stood there twice, and were told of their end again the next frame.
TEST_F(entity_regression, a_throw_in_update_expires_none_twice) {
    for (int when = 0; when < 200; when += 7) {
        l.clear();
        all.forget();
        for (int id = 0; id < 200; ++id)
            l.emplace_back(all, id, id % 3 == 0 ? 1 : 1e9, [when](creature& x) {
                if (x.id() == when && x.age() < 2) throw 1;
            });
        EXPECT_THROW(l.update(second), int);
        EXPECT_EQ(all.updated, range(0, when)) << "what was updated keeps that";
        all.updated.clear();
        ids expected;
        for (int id = 0; id < 200; ++id)
            if (id > when || id % 3 != 0 || id == when) expected.push_back(id);
        EXPECT_EQ(ids_of(l), expected);
        l.update(second);
        l.update(second);
        EXPECT_EQ(l.size(), 133U);
        const ids left = ids_of(l);
        EXPECT_TRUE(std::is_sorted(left.begin(), left.end()));
        EXPECT_EQ(all.ended.size(), 67U);
        for (int id = 0; id < 200; id += 3) EXPECT_EQ(all.ends(id), 1);
    }
}

/// What its end throws goes on to the caller; it has had its end.
TEST_F(entity_regression, a_throw_at_the_end_of_one_tells_none_twice) {
    ids told;
    l.on_expired([&](creature& x) {
        told.push_back(x.id());
        if (x.id() == 5) throw 5;
    });
    for (int id = 0; id < 10; ++id)
        l.emplace_back(all, id, 1)->at_end = [](creature& x) {
            if (x.id() == 3) throw 3;
        };
    EXPECT_THROW(l.update(second), int);
    EXPECT_EQ(all.ended, range(0, 3));
    EXPECT_EQ(l.size(), 6U);
    EXPECT_THROW(l.clear(), int);
    EXPECT_EQ(all.ended, range(0, 5));
    EXPECT_EQ(l.size(), 4U);
    l.update(second);
    EXPECT_EQ(all.ended, range(0, 9));
    EXPECT_EQ(told, range(0, 9)) << "also where the end of one throws";
    l.on_expired(nullptr);
}

/// All are told when the list is destroyed, whatever some of them throw.
// A hook that throws while an entity changes lists: the change has not happened.

TEST_F(entity_regression, a_throw_in_on_add_leaves_the_entity_where_it_was) {
    list to;
    fill(0, 1);
    int acted = 0;
    l.emplace_back(all, 2, 1e9, [&](creature&) { ++acted; }); // what a move would leave nothing of
    fill(3, 3);
    to.on_add([&](creature& x) {
        EXPECT_EQ(x.id(), 2);
        throw std::runtime_error("full house");
    });
    const auto h = l.handle_of(*l.nth(2));
    EXPECT_THROW((void)l.transfer(*l.nth(2), to), std::runtime_error);
    EXPECT_EQ(ids_of(l), range(0, 3));
    ASSERT_NE(l.get(h), nullptr);
    EXPECT_EQ(l.get(h)->id(), 2);
    EXPECT_TRUE(to.empty());
    EXPECT_TRUE(to.validate() && l.validate());
    l.update(second);
    EXPECT_EQ(all.updated, range(0, 3));
    EXPECT_EQ(acted, 1);
    EXPECT_TRUE(all.ended.empty());
}

TEST_F(entity_regression, a_throw_in_on_remove_lets_the_entity_go_over) {
    list to;
    fill(0, 1);
    int acted = 0;
    l.emplace_back(all, 2, 1e9, [&](creature&) { ++acted; });
    fill(3, 3);
    l.on_remove([&](creature&) { throw std::runtime_error("none leaves"); });
    EXPECT_THROW((void)l.transfer(*l.nth(2), to), std::runtime_error);
    l.on_remove(nullptr);
    EXPECT_EQ(ids_of(l), (ids{0, 1, 3}));
    EXPECT_EQ(ids_of(to), (ids{2}));
    EXPECT_TRUE(to.validate() && l.validate());
    to.update(second);
    EXPECT_EQ(acted, 1);
    EXPECT_TRUE(all.ended.empty());
}

TEST_F(entity_regression, layers_lose_nothing_where_a_move_throws) {
    enum class on { ground, air, count };
    throng::layers<on, creature> both;
    int acted = 0;
    both.emplace_back(on::ground, all, 7, 1e9, [&](creature&) { ++acted; });
    both[on::air].on_add([](creature&) { throw std::runtime_error("no flight"); });
    for (creature& x : both) EXPECT_THROW((void)both.move(x, on::air), std::runtime_error);
    EXPECT_EQ(ids_of(both[on::ground]), (ids{7}));
    EXPECT_TRUE(both[on::air].empty());
    both.update(second);
    EXPECT_EQ(acted, 1);
}

/// The list packs itself when a walk ends; an entity that has just come must not move while its address is being told.
TEST_F(entity_regression, an_entity_sent_to_the_end_of_its_list_is_where_it_is_said_to_be) {
    fill(0, 2999);
    for (std::size_t i = 0; i < 6000; ++i) {
        creature* const chosen = l.nth(i * 7 % 2999);
        const int id = chosen->id();
        const creature* const there = l.transfer(*chosen, l);
        ASSERT_EQ(there, l.last());
        ASSERT_EQ(there->id(), id);
    }
    EXPECT_EQ(l.size(), 3000U);
}

TEST_F(entity_regression, a_throw_during_destruction_leaves_none_untold) {
    {
        list doomed;
        for (int id = 0; id < 10; ++id)
            doomed.emplace_back(all, id)->at_end = [&](creature& x) {
                doomed.emplace_back(all, 100 + x.id()); // refused
                if (x.id() % 2 == 0) throw x.id();
            };
    }
    EXPECT_EQ(all.ended, range(0, 9));
}
#endif

/// update within update corrupted the list: the inner one moved entities under the outer one's indices.
TEST_F(entity_regression, update_within_update) {
    bool again = true;
    fill(0, 9);
    l.emplace_back(all, 10, 1e9, [&](creature&) {
        if (!again) return;
        again = false;
        for (creature& x : l)
            if (x.id() % 4 == 1) x.expire();
        l.update(second);
    });
    fill(11, 19);
    l.update(second);
    ids expected = range(0, 10);
    for (const int id : {0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19}) expected.push_back(id);
    for (const int id : {11, 12, 14, 15, 16, 18, 19}) expected.push_back(id);
    EXPECT_EQ(all.updated, expected);
    EXPECT_EQ(ids_of(l), (ids{0, 2, 3, 4, 6, 7, 8, 10, 11, 12, 14, 15, 16, 18, 19}));
    EXPECT_EQ(all.ended, (ids{1, 5, 9, 13, 17}));
}

/// clear within update: the old loop went on over what was cleared, and put some of it back.
TEST_F(entity_regression, clear_within_update) {
    fill(0, 9);
    l.emplace_back(all, 10, 1e9, [&](creature& x) {
        l.clear();
        EXPECT_EQ(x.id(), 10) << "it goes on to the end of its visit";
        EXPECT_TRUE(l.empty());
        fill(100, 102);
    });
    fill(11, 99);
    l.update(second);
    EXPECT_EQ(all.updated, (ids{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 101, 102}));
    EXPECT_EQ(all.ended, range(0, 99));
    EXPECT_EQ(ids_of(l), range(100, 102));
}

TEST_F(entity_regression, add_within_update) {
    for (int id = 0; id < 100; ++id)
        l.emplace_back(all, id, 1, [&](creature& x) { l.emplace_back(all, 100 + x.id()); });
    l.update(second);
    EXPECT_EQ(all.updated, range(0, 199)) << "newcomers are seen in the same pass";
    EXPECT_EQ(ids_of(l), range(100, 199));
    all.forget();
    l.clear();
    for (int id = 0; id < 100; ++id)
        l.emplace_back(all, id, 1, [&](creature& x) { l.emplace_back(all, 100 + x.id()); });
    all.forget();
    l.update(throng::residents, second);
    EXPECT_EQ(all.updated, range(0, 99)) << "or in the next";
    EXPECT_EQ(ids_of(l), range(100, 199));
}

TEST_F(entity_regression, removal_of_neighbours_within_update) {
    std::vector<throng::handle<creature>> handles;
    for (int id = 0; id < 100; ++id)
        handles.push_back(l.emplace(all, id, 1e9, [&](creature& x) {
            if (x.id() % 10 != 5) return;
            const auto at = static_cast<std::size_t>(x.id());
            for (const std::size_t other : {at - 1, at + 1, at + 2}) EXPECT_TRUE(l.remove(handles[other]));
            EXPECT_FALSE(l.remove(handles[at - 1]));
            if (x.id() == 55) {
                EXPECT_TRUE(l.remove(x));
            }
        }));
    l.update(second);
    ids updated;
    ids left;
    for (int id = 0; id < 100; ++id) {
        if (id % 10 != 6 && id % 10 != 7) updated.push_back(id);
        if (id % 10 != 4 && id % 10 != 6 && id % 10 != 7 && id != 55) left.push_back(id);
    }
    EXPECT_EQ(all.updated, updated);
    EXPECT_EQ(ids_of(l), left);
}

/// One iterator was kept for all loops: an inner loop that broke off sent the outer one round for ever, and one left
/// half-used made the later ones begin in the middle, or allocate.
TEST_F(entity_regression, nested_loops_share_no_iterator) {
    fill(0, 19);
    int outer = 0;
    for (const creature& a : l) {
        static_cast<void>(a);
        ASSERT_LE(++outer, 20);
        for (const creature& b : l)
            if (b.id() == 3) break;
    }
    EXPECT_EQ(outer, 20);
    EXPECT_EQ(ids_of(l), range(0, 19));

    support::allocation_log log;
    throng::entity_list<int, support::logged_allocator<int>> numbers{1, 2, 3, 4};
    for (const int x : numbers)
        if (x == 2) break;
    const auto before = log.allocations;
    for (int i = 0; i < 10; ++i) {
        int first = 0;
        for (const int x : numbers) {
            first = x;
            break;
        }
        EXPECT_EQ(first, 1);
    }
    EXPECT_EQ(log.allocations, before);
}

/// `remove()` of the iterator only marked; a question for the size then was answered with too much.
TEST_F(entity_regression, removal_by_iterator_acts_at_once) {
    fill(0, 9);
    for (auto i = l.begin(); i != l.end(); ++i) {
        const std::size_t n = l.size();
        if (i->id() % 2 == 0) {
            EXPECT_TRUE(l.remove(i));
            EXPECT_EQ(l.size(), n - 1);
        }
    }
    EXPECT_EQ(ids_of(l), (ids{1, 3, 5, 7, 9}));
}

/// The array grew one early: with room for exactly what came it was copied all the same.
TEST_F(entity_regression, the_last_free_place_is_used_before_more_is_made) {
    for (const std::size_t room :
         {std::size_t{1}, std::size_t{16}, std::size_t{64}, std::size_t{65}, std::size_t{1000}}) {
        support::allocation_log log;
        throng::entity_list<int, support::logged_allocator<int>> numbers;
        numbers.reserve(room);
        const auto capacity = numbers.capacity();
        const auto before = log.allocations;
        ASSERT_GE(capacity, room);
        EXPECT_EQ(numbers.available(), capacity);
        for (std::size_t i = 0; i < capacity; ++i) numbers.push_back(1);
        EXPECT_EQ(numbers.available(), 0U);
        EXPECT_EQ(log.allocations, before) << room;
        EXPECT_EQ(numbers.capacity(), capacity);
        numbers.push_back(1);
        EXPECT_GT(numbers.capacity(), capacity);

        const std::vector<int> two(2, 7);
        throng::entity_list<int> limited;
        limited.max_capacity(room);
        for (std::size_t i = 0; i + 1 < room; ++i) limited.push_back(1);
        EXPECT_EQ(limited.add_range(two), 1U) << "the last place is filled, and no more";
    }
}

/// The documentation said <=, the code <: what shrinks is what is less than the part in use.
TEST_F(entity_regression, exactly_the_part_named_does_not_shrink) {
    support::allocation_log log;
    struct still {
        int number = 1;
        void update(throng::time_step) {}
    };
    throng::entity_list<still, support::logged_allocator<still>> numbers;
    numbers.auto_shrink(0.25, 0);
    numbers.reserve(1000);
    const auto capacity = numbers.capacity();
    while (numbers.size() * 4 < capacity) numbers.push_back({});
    numbers.update(second);
    EXPECT_EQ(numbers.capacity(), capacity);
    numbers.remove(*numbers.first());
    numbers.update(second);
    EXPECT_LT(numbers.capacity(), capacity);
}

/// A list in itself by way of another must not make an end twice.
TEST_F(entity_regression, on_expire_of_a_list_any_number_of_times) {
    fill(0, 4);
    l.expire();
    l.on_expire();
    l.on_expire();
    l.clear();
    EXPECT_EQ(all.ended, range(0, 4));
}

/// A list inside one of the list's own entities: what an assignment destroyed first was what it was to take over.
struct bearer {
    int id = 0;
    diary* all = nullptr;
    std::shared_ptr<throng::entity_list<bearer>> within = nullptr;

    void on_expire() const { all->ended.push_back(id); }
};
using bearers = throng::entity_list<bearer>;

class assignment_from_within : public entity_regression {
  protected:
    /// 0 and 1, with 10 and 11 in a list that 0 bears.
    void SetUp() override {
        const auto within = std::make_shared<bearers>();
        within->push_back({10, &all});
        within->push_back({11, &all});
        outer.push_back({0, &all, within});
        outer.push_back({1, &all});
        inner = within.get();
    }
    bearers outer;
    bearers* inner = nullptr;
};

[[nodiscard]] ids bearers_in(bearers& l) {
    ids found;
    for (const bearer& b : l) found.push_back(b.id);
    return found;
}

TEST_F(assignment_from_within, copies) {
    inner->expire();
    outer = *inner;
    EXPECT_EQ(bearers_in(outer), (ids{10, 11}));
    EXPECT_TRUE(outer.expired());
    EXPECT_EQ(all.ended, (ids{0, 10, 11, 1})) << "the one in between has ended with its bearer";
    all.forget();
}

TEST_F(assignment_from_within, moves_under_a_walk) {
    for (const bearer& b : outer) {
        if (b.id == 0) outer = std::move(*inner);
    }
    EXPECT_EQ(bearers_in(outer), (ids{10, 11}));
    EXPECT_EQ(all.ended, (ids{0, 1}));
}

#if defined(__cpp_exceptions)
/// What an end throws interrupts the assignment: nothing of the other list is lost, and none has an end untold.
TEST_F(assignment_from_within, that_is_interrupted_loses_nothing) {
    outer.on_expired([](bearer& b) {
        if (b.id == 0) throw 0;
    });
    bearers other;
    other.push_back({20, &all});
    EXPECT_THROW(outer = std::move(other), int);
    EXPECT_EQ(bearers_in(other), (ids{20}));
    EXPECT_EQ(bearers_in(outer), (ids{1}));
    EXPECT_EQ(all.ended, (ids{0, 10, 11}));
    other.clear();
    outer.emplace_back(0, &all, std::make_shared<bearers>());
    (*outer.last()).within->push_back({30, &all});
    inner = outer.last()->within.get();
    all.forget();
    EXPECT_THROW(outer = std::move(*inner), int);
    EXPECT_TRUE(outer.empty());
    EXPECT_EQ(all.ended, (ids{1, 0, 30})) << "its list has gone";
}
#endif

/// What an end adds in the middle of an assignment was destroyed without being told of its own.
TEST_F(entity_regression, what_comes_at_the_ends_of_an_assignment_stays) {
    const auto again = [&](creature& x) {
        if (x.id() < 1000) l.emplace_back(all, 1000 + x.id());
    };
    const auto plant = [&] {
        for (int id = 0; id < 3; ++id) l.emplace_back(all, id)->at_end = again;
    };
    plant();
    l = list();
    EXPECT_EQ(all.ended, range(0, 2));
    EXPECT_EQ(ids_of(l), range(1000, 1002));
    l.clear();
    all.forget();

    list other;
    for (int id = 10; id < 14; ++id) other.emplace_back(all, id);
    plant();
    l = other;
    EXPECT_EQ(all.ended, range(0, 2));
    EXPECT_EQ(ids_of(l), (ids{1000, 1001, 1002, 10, 11, 12, 13}));
    EXPECT_EQ(ids_of(other), range(10, 13));
    l.clear();
    all.forget();

    plant();
    const creature last(all, 20);
    l = {last};
    EXPECT_EQ(ids_of(l), (ids{1000, 1001, 1002, 20}));
    EXPECT_EQ(all.ended, range(0, 2));

    // There is room for two of the others: the rest stays where it was.
    l.clear();
    all.forget();
    plant();
    l.max_capacity(5);
    l = std::move(other);
    EXPECT_EQ(ids_of(l), (ids{1000, 1001, 1002, 10, 11}));
    EXPECT_EQ(ids_of(other), (ids{12, 13}));
    EXPECT_EQ(all.ended, range(0, 2));
    other.clear();
}

#if defined(__cpp_exceptions)
/// A hook that is put on while the list is destroyed, and throws, kept the entities there for ever.
TEST_F(entity_regression, a_hook_that_comes_during_destruction_keeps_nothing) {
    int asked = 0;
    {
        list doomed;
        for (int id = 0; id < 5; ++id)
            doomed.emplace_back(all, id)->at_end = [&](creature&) {
                doomed.on_remove([&](creature&) {
                    if (++asked < 100) throw asked;
                });
                doomed.max_capacity(10);
            };
    }
    EXPECT_LT(asked, 100);
}
#endif

/// The place that an entity is just leaving was cleared by a hook: what its move had left there was told of an end,
/// too.
TEST_F(entity_regression, what_changes_lists_does_not_end_where_it_comes_from) {
    struct held {
        int id;
        diary* all;
        std::unique_ptr<int> body = std::make_unique<int>(0);

        void update(throng::time_step) const {}
        [[nodiscard]] bool expired() const { return body == nullptr; }
        void on_expire() const { all->ended.push_back(body == nullptr ? -1 : id); }
    };
    for (const int way : {0, 1, 2, 3}) {
        all.forget();
        ids told;
        {
            throng::entity_list<held> from;
            throng::entity_list<held> to;
            throng::entity_list<held> third;
            for (int id = 1; id <= 3; ++id) from.emplace_back(id, &all);
            from.on_expired([&](const held& x) { told.push_back(x.id); });
            to.on_add([&](const held&) {
                if (way == 0) from.clear();
                if (way == 1) from.remove(*from.first());
                if (way == 2) from.update(second);
                if (way == 3) third.take(from);
            });
            const held* const there = from.transfer(*from.first(), to);
            ASSERT_NE(there, nullptr);
            EXPECT_EQ(there, to.first());
            EXPECT_EQ(there->id, 1);
            EXPECT_EQ(from.size(), way == 0 || way == 3 ? 0U : 2U);
            EXPECT_EQ(third.size(), way == 3 ? 2U : 0U);
            EXPECT_EQ(all.ended, way == 0 ? range(2, 3) : ids());
            EXPECT_EQ(told, all.ended);
            from.take(third);
            from.clear();
            EXPECT_EQ(told, range(2, 3));
        }
        EXPECT_EQ(all.ended, (ids{2, 3, 1})) << way;
    }
}

#if defined(__cpp_exceptions)
/// If the hook throws then, the entity has its end after all: it is nowhere any more.
TEST_F(entity_regression, what_is_turned_back_to_where_it_was_cleared_away_has_its_end) {
    list to;
    fill(1, 3);
    to.on_add([&](creature&) {
        l.clear();
        throw 1;
    });
    EXPECT_THROW((void)l.transfer(*l.first(), to), int);
    EXPECT_TRUE(l.empty() && to.empty());
    EXPECT_EQ(all.ended, (ids{2, 3, 1}));
}

/// Each hook of an end is called, whichever of the ones before it throw; the first exception is passed on.
TEST_F(entity_regression, each_end_is_told_whatever_throws_before) {
    ids removed;
    ids told;
    l.on_remove([&](creature& x) {
        removed.push_back(x.id());
        throw 1;
    });
    l.on_expired([&](creature& x) {
        told.push_back(x.id());
        throw 3;
    });
    for (int id = 0; id < 8; ++id) l.emplace_back(all, id, id < 2 ? 1 : 1e9)->at_end = [](creature&) { throw 2; };
    const auto expect_first = [&](auto&& operation) {
        const std::size_t before = l.size();
        try {
            operation();
            ADD_FAILURE() << "it throws";
        } catch (int which) {
            EXPECT_EQ(which, 1);
        }
        EXPECT_EQ(l.size(), before - 1);
    };
    expect_first([&] { l.update(second); });
    expect_first([&] { l.update(second); });
    expect_first([&] { l.remove(*l.first()); });
    expect_first([&] { l.remove_if([](const creature&) { return true; }); });
    expect_first([&] { l.update([](creature&) { return false; }); });
    expect_first([&] {
        auto w = l.walk(throng::live);
        (void)w.next();
        (void)w.remove();
    });
    expect_first([&] { l.clear(); });
    l.first()->expire();
    expect_first([&] { l.prune(); });
    EXPECT_EQ(removed, range(0, 7));
    EXPECT_EQ(all.ended, range(0, 7));
    EXPECT_EQ(told, range(0, 7));
    l.on_remove(nullptr);
    l.on_expired(nullptr);
}

/// An entity that the hook of its new list removes at once ends there, once, also if the hook of the old one throws.
TEST_F(entity_regression, an_entity_removed_on_arrival_ends_once) {
    list to;
    fill(1, 3);
    to.on_add([&](creature& x) { to.remove(x); });
    l.on_remove([](creature&) { throw 1; });
    EXPECT_THROW((void)l.transfer(*l.first(), to), int);
    l.on_remove(nullptr);
    EXPECT_EQ(ids_of(l), (ids{2, 3}));
    EXPECT_TRUE(to.empty());
    EXPECT_EQ(all.ended, (ids{1}));
}
#endif

/// A hook put on in the visit in which an entity expires was not told of it, if there was no hook before.
TEST_F(entity_regression, a_hook_put_on_in_a_visit_is_told_of_that_visit) {
    struct asks {
        throng::entity_list<asks>* home;
        ids* told;
        int id;
        bool over = false;

        void update(throng::time_step) {
            if (id == 1) home->on_expired([t = told](const asks& x) { t->push_back(x.id); });
            if (id == 2) home->on_updated([t = told](const asks& x) { t->push_back(100 + x.id); });
            over = id != 2;
        }
        [[nodiscard]] bool expired() const { return over; }
    };
    for (const int first : {1, 2}) {
        ids told;
        throng::entity_list<asks> some;
        some.push_back({&some, &told, 0});
        some.push_back({&some, &told, first});
        some.push_back({&some, &told, 3 - first});
        some.update(second);
        EXPECT_EQ(told, first == 1 ? (ids{1, 102}) : (ids{102, 1}));
        EXPECT_EQ(some.size(), 1U);
        some.on_expired(nullptr);
    }
}

} // namespace
