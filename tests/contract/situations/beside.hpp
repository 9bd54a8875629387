#pragma once

/// # What stands beside a collection

#include "contract/walks.hpp"

#include <throng/index_by.hpp>
#include <throng/listeners.hpp>
#include <throng/ordered_by.hpp>
#include <throng/parallel_each.hpp>
#include <throng/parts/in_sequence.hpp>
#include <throng/snapshot_of.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace contract {

using support::tracked;

template <class Adapter>
concept has_store = requires(const collection_of<Adapter>& c) { c.storage(); };
template <class Adapter>
concept has_indices = has_store<Adapter> && has_handles<Adapter>;
template <class Adapter>
concept has_snapshots = has_store<Adapter> && (has_indices<Adapter> || has_copy<Adapter>);
template <class Adapter>
concept has_take = requires(collection_of<Adapter>& c) { c.take(c); };
template <class Adapter>
concept has_counting_hooks =
    has_indices<Adapter> && requires(collection_of<Adapter>& c, void (*f)(tracked&, std::size_t)) { c.on_add(f); };
template <class Adapter>
concept has_threads =
    has_runs<Adapter> && has_walks<Adapter> &&
    requires(collection_of<Adapter>& c, bool (*f)(tracked&)) { throng::parallel_each(throng::in_sequence(), c, f); };

/// A roll-back restores the snapshot's elements, order and handles. Rules 1, 9.
SITUATION(snapshot_is_rolled_back, has_snapshots<Adapter>) {
    std::mt19937 dice(5);
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    int next = 300;
    for (int round = 0; round < 30; ++round) {
        const ids then = held_by<Adapter>(c);
        using handles = std::vector<decltype([] {
            if constexpr (has_indices<Adapter>) return throng::handle<tracked>();
            else return 0;
        }())>;
        handles known;
        if constexpr (has_indices<Adapter>) {
            for (tracked& x : c) known.push_back(c.handle_of(x));
        }
        const throng::snapshot_of before(c);
        EXPECT_EQ(before.size(), then.size());
        handles later;
        for (int edit = 0; edit < 60; ++edit) {
            if (dice() % 3 == 0 && !c.empty()) {
                std::size_t which = dice() % c.size();
                for (auto& x : c) {
                    if (which-- != 0) continue;
                    c.remove(x);
                    break;
                }
                continue;
            }
            auto* const x = put<Adapter>(c, next++);
            if constexpr (has_indices<Adapter>) later.push_back(c.handle_of(*x));
        }
        if (round % 7 == 0) c.clear();
        if (round % 5 == 0) c.trim();
        const ids now = held_by<Adapter>(c);
        if (round % 3 == 2) {
            EXPECT_NE(now, then);
            continue; // what has happened stays
        }
        ASSERT_TRUE(before.roll_back(c));
        EXPECT_EQ(held_by<Adapter>(c), then);
        if constexpr (has_indices<Adapter>) {
            ids found;
            for (const auto h : known) {
                if (tracked* const x = c.get(h)) found.push_back(x->id());
            }
            EXPECT_EQ(in_order<Adapter>(found), then) << "their handles are good again";
            for (const auto h : later) EXPECT_FALSE(c.contains(h)) << "it has never been";
        }
    }
}

/// A roll-back during a walk is refused and changes nothing. Rule 1.
SITUATION(snapshot_waits_for_walks, has_snapshots<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        const throng::snapshot_of before(c);
        remove_id(c, 7);
        ids seen;
        walk(c, [&](auto& x) {
            seen.push_back(x.id());
            EXPECT_FALSE(before.roll_back(c));
        });
        EXPECT_EQ(in_order<Adapter>(seen), without(count(0, 9), {7}));
        EXPECT_TRUE(before.roll_back(c));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 9));
    });
}

/// `take` of a whole collection during a walk: its elements are new ones for the walk. Rules 2, 3.
SITUATION(another_one_is_taken_in_a_walk, has_take<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        for (const int more : {3, 900}) {
            collection_of<Adapter> c;
            collection_of<Adapter> other;
            fill<Adapter>(c, 0, 9);
            fill<Adapter>(other, 10, 9 + more);
            ids seen;
            walk(c, [&](auto& x) {
                seen.push_back(x.id());
                if (x.id() != 5) return;
                EXPECT_EQ(c.take(other), static_cast<std::size_t>(more));
                let_in<Adapter>(c);
            });
            EXPECT_EQ(in_order<Adapter>(seen), count(0, walk.live ? 9 + more : 9));
            EXPECT_EQ(held_by<Adapter>(c), count(0, 9 + more));
            EXPECT_TRUE(other.empty());
        }
    });
}

/// Another collection takes all elements during a walk: the walk ends, and its current element stays usable. Rules
/// 1, 4.
SITUATION(what_is_walked_is_taken, has_take<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        collection_of<Adapter> other;
        fill<Adapter>(c, 0, 499);
        int visits = 0;
        walk(c, [&](auto& x) {
            if (++visits != 7) return;
            EXPECT_EQ(other.take(c), 500U);
            let_in<Adapter>(other);
            EXPECT_FALSE(c.contains(x));
        });
        EXPECT_EQ(visits, 7);
        EXPECT_TRUE(c.empty());
        EXPECT_EQ(held_by<Adapter>(other), count(0, 499));
    });
}

/// `take` without open walks keeps the order, and leaves the other collection empty and usable. Rules 2, 6.
SITUATION(another_one_is_taken, has_take<Adapter>) {
    collection_of<Adapter> c;
    collection_of<Adapter> other;
    for (int round = 0; round < 3; ++round) {
        const int first = round * 1200;
        fill<Adapter>(c, first, first + 599);
        fill<Adapter>(other, first + 600, first + 1199);
        EXPECT_EQ(c.take(other), 600U);
        let_in<Adapter>(c);
        EXPECT_EQ(held_by<Adapter>(c), count(0, first + 1199));
    }
    (void)c.take(c);
    EXPECT_EQ(held_by<Adapter>(c), count(0, 3599));
    remove_id(c, 3000);
    put<Adapter>(other, 7);
    EXPECT_EQ(held_by<Adapter>(other), ids{7});
}

/// An index by value is always up to date; a walk of one value visits each element that has it at its turn.
/// Rules 1, 3, 10.
SITUATION(index_is_edited_in_its_own_walk, has_indices<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 29);
    throng::index_by by_rest(c, [](const tracked& x) { return x.id() % 3; });
    ids seen;
    by_rest.each(1, [&](tracked& x) {
        seen.push_back(x.id());
        if (x.id() != 10) return;
        remove_id(c, 13);
        c.remove(x);
        put<Adapter>(c, 31); // comes to this value, for the next walk
        EXPECT_EQ(by_rest.count(1), 9U);
    });
    EXPECT_EQ(seen, (ids{1, 4, 7, 10, 16, 19, 22, 25, 28}));
    ids again;
    for (tracked& x : by_rest.walk(1)) again.push_back(x.id());
    ids expected{1, 4, 7, 16, 19, 22, 25, 28, 31};
    // (Equal values are in the order of the collection, or of the indices of handles where it has none.)
    if constexpr (!collection_of<Adapter>::keeps_order) {
        std::map<std::uint32_t, int> by_index;
        for (tracked& x : c) {
            if (x.id() % 3 == 1) by_index.emplace(c.handle_of(x).index(), x.id());
        }
        expected.clear();
        for (const auto& [index, id] : by_index) expected.push_back(id);
    }
    EXPECT_EQ(again, expected);
    with_every_walk<Adapter>([&](way walk) { walk(c, [&](auto& x) { EXPECT_TRUE(by_rest.contains(x.id() % 3)); }); });
    c.clear();
    EXPECT_EQ(by_rest.find(1), nullptr);
}

/// A walk in the order of a value, with edits: each element once, and removed ones are skipped. Rules 1, 2, 3.
SITUATION(order_of_a_value_is_edited_in_its_own_walk, has_indices<Adapter>) {
    collection_of<Adapter> c;
    throng::ordered_by by_last(c, [](const tracked& x) { return std::pair(x.id() % 10, x.id()); });
    fill<Adapter>(c, 0, 29);
    ids seen;
    for (tracked& x : by_last.walk(throng::residents)) {
        seen.push_back(x.id());
        if (x.id() == 10) remove_id(c, 20), remove_id(c, 0), put<Adapter>(c, 40);
        if (x.id() == 15) c.remove(x);
    }
    ids expected;
    for (int rest = 0; rest < 10; ++rest) {
        for (int id = rest; id < 30; id += 10) {
            if (id != 20) expected.push_back(id);
        }
    }
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(by_last.first()->id(), 10);
    EXPECT_EQ(by_last.size(), c.size());
}

/// Several listeners are called in order; one unsubscribes and one subscribes during a call. Rule 8.
SITUATION(listeners_come_and_go, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        throng::listeners<tracked&> gone;
        c.on_remove(std::ref(gone));
        fill<Adapter>(c, 0, 9);
        std::vector<std::pair<int, int>> heard;
        const auto hears = [&](int which) {
            return [&heard, which](tracked& x) { heard.emplace_back(x.id(), which); };
        };
        throng::listener<tracked&> late;
        const throng::listener last(gone, hears(3), 1);
        throng::listener<tracked&> once;
        once = throng::listener(gone, [&](tracked& x) {
            heard.emplace_back(x.id(), 1);
            late = throng::listener(gone, hears(2));
            once.stop();
        });
        walk(c, [&](auto& x) {
            if (x.id() == 2 || x.id() == 6) c.remove(x);
        });
        ASSERT_EQ(heard.size(), 4U);
        const int a = heard.front().first;
        const int b = heard.back().first;
        EXPECT_EQ(heard, (std::vector<std::pair<int, int>>{{a, 1}, {a, 3}, {b, 2}, {b, 3}})) << "2 comes for the next";
        c.on_remove(nullptr);
    });
}

/// A hook with a parameter for it receives the index of the new element. Rule 8.
SITUATION(hook_is_told_the_index, has_counting_hooks<Adapter>) {
    collection_of<Adapter> c;
    std::vector<std::size_t> told;
    c.on_add([&](tracked&, std::size_t i) { told.push_back(i); });
    fill<Adapter>(c, 0, 2);
    remove_id(c, 1);
    put<Adapter>(c, 3);
    EXPECT_EQ(told, (std::vector<std::size_t>{0, 1, 2, 2}));
}

/// Visits on several threads, in any order: rejected elements are removed afterwards, and open walks do not visit them.
/// Rules 1, 2, 10.
SITUATION(parts_are_visited_in_any_order, has_threads<Adapter>) {
    struct backwards {
        void for_each(std::size_t n, const std::function<void(std::size_t)>& f) const {
            while (n-- > 0) f(n);
        }
    };
    for (const bool forth : {true, false}) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 4095);
        std::vector<int> visits(4096);
        const auto stays = [&](tracked& x) {
            ++visits[static_cast<std::size_t>(x.id())];
            return x.id() % 3 != 0;
        };
        auto w = c.walk(throng::residents);
        const auto* const stands_on = w.next();
        if (forth) throng::parallel_each(throng::in_sequence(), c, stays);
        else throng::parallel_each(backwards(), c, stays);
        EXPECT_EQ(visits, std::vector<int>(4096, 1));
        ids rest{stands_on->id()};
        while (const auto* const x = w.next()) rest.push_back(x->id());
        ids expected;
        for (int id = 0; id < 4096; ++id) {
            if (id % 3 != 0 || id == rest[0]) expected.push_back(id);
        }
        EXPECT_EQ(in_order<Adapter>(rest), expected);
    }
}

} // namespace contract
