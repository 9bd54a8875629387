#pragma once

/// # Order, capacity, and whole collections

#include "contract/walks.hpp"

#include <compare>
#include <string>

namespace contract {

using support::tracked;

inline constexpr auto descending = [](const tracked& a, const tracked& b) { return b < a; };
inline constexpr auto by_key = [](const tracked& a, const tracked& b) { return a.key() < b.key(); };

/// Removals and additions keep the insertion order. Rule 2.
SITUATION(order_is_kept, Adapter::keeps_order) {
    collection_of<Adapter> c;
    ids expected;
    int born = 0;
    for (int round = 0; round < 60; ++round) {
        for (int i = 0; i < 37; ++i) {
            put<Adapter>(c, born);
            expected.push_back(born++);
        }
        for (tracked& x : c)
            if ((x.id() * 13 + round) % 4 == 0) c.remove(x);
        std::erase_if(expected, [&](int id) { return (id * 13 + round) % 4 == 0; });
        ASSERT_EQ(ids_of(c), expected);
    }
}

/// `first()` and `last()`. Rule 2.
SITUATION(first_and_last, has_ends<Adapter>&& Adapter::keeps_order) {
    collection_of<Adapter> c;
    EXPECT_EQ(c.first(), nullptr);
    EXPECT_EQ(c.last(), nullptr);
    fill<Adapter>(c, 0, 299);
    EXPECT_EQ(c.first()->id(), 0);
    EXPECT_EQ(c.last()->id(), 299);
    for (int id = 0; id < 299; ++id) {
        tracked& gone = id % 2 == 0 ? *c.first() : *c.last();
        for (tracked& x : c) {
            static_cast<void>(x);
            c.remove(gone);
            break;
        }
        EXPECT_EQ(c.first()->id(), id / 2 + 1);
        EXPECT_EQ(c.last()->id(), 299 - (id + 1) / 2);
    }
    c.clear();
    EXPECT_EQ(c.first(), nullptr);
    put<Adapter>(c, 7);
    EXPECT_EQ(c.first(), c.last());
}

/// Sorting is stable. Rule 2.
SITUATION(sort_is_stable, has_sort<Adapter>) {
    collection_of<Adapter> c;
    ids expected;
    for (int id = 0; id < 500; ++id) {
        put<Adapter>(c, (id * 37) % 500);
        expected.push_back((id * 37) % 500);
    }
    c.sort(by_key);
    std::stable_sort(expected.begin(), expected.end(),
                     [](int a, int b) { return tracked::key_of(a) < tracked::key_of(b); });
    EXPECT_EQ(ids_of(c), expected);
    c.sort();
    EXPECT_EQ(ids_of(c), count(0, 499));
    c.sort(descending);
    EXPECT_EQ(c.begin()->id(), 499);
}

/// Sorting during a walk happens when the last walk ends; until then the order is unchanged. Rule 6.
SITUATION(sort_in_walk_waits_for_its_end, has_sort<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 199);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 1) {
                c.sort(descending);
                put<Adapter>(c, 1000);
                c.remove(x);
            }
        });
        EXPECT_EQ(without(seen, {1000}), count(0, 199));
        ids expected = count(1, 199);
        expected.push_back(1000);
        std::reverse(expected.begin(), expected.end());
        EXPECT_EQ(ids_of(c), expected);
    });
}

/// Sorting within nested walks waits for the outermost. Rule 6.
SITUATION(sort_in_nested_walk_waits_for_the_last, has_sort<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids outer;
    for (tracked& x : c) {
        outer.push_back(x.id());
        if (x.id() == 50) {
            for (tracked& y : c) {
                c.sort(descending);
                c.remove(y);
                break;
            }
            EXPECT_EQ(ids_of(c), count(1, 99)) << "a walk is open still";
        }
    }
    EXPECT_EQ(outer, count(0, 99));
    ids expected = count(1, 99);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(ids_of(c), expected);
}

/// Sorting while a frozen view is held: the view keeps its order. Rules 4, 6.
SITUATION(sort_under_a_frozen_view, has_sort<Adapter>&& has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    {
        const auto view = c.freeze();
        c.sort(descending);
        EXPECT_EQ(ids_of(view), count(0, 99));
        c.remove(*c.first());
        EXPECT_EQ(ids_of(view), count(0, 99));
    }
    ids expected = count(1, 99);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(ids_of(c), expected);
}

/// Of several sorts requested during one walk, the last takes effect. Rule 6.
SITUATION(sort_twice_in_a_walk, has_sort<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    for (tracked& x : c) {
        if (x.id() == 0) c.sort(by_key);
        if (x.id() == 1) c.sort(descending);
    }
    ids expected = count(0, 99);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(ids_of(c), expected);
}

/// Sorting is requested during a walk that is left by `break`. Rules 6, 7.
SITUATION(sort_then_break, has_sort<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    for (tracked& x : c) {
        c.sort(descending);
        EXPECT_EQ(x.id(), 0);
        break;
    }
    EXPECT_EQ(c.first()->id(), 99);
    c.clear();
    c.sort(descending);
    EXPECT_TRUE(c.empty());
}

/// The same edits give the same order, independent of addresses. Rule 10.
SITUATION(order_is_a_function_of_the_edits, true) {
    const auto live = [](int salt) {
        const std::string elsewhere(static_cast<std::size_t>(salt) * 7777, ' ');
        collection_of<Adapter> c;
        if constexpr (has_reserve<Adapter>) c.reserve(static_cast<std::size_t>(salt) * 100);
        ids history;
        int born = 0;
        for (int frame = 0; frame < 100; ++frame) {
            for (int i = 0; i < 11; ++i) put<Adapter>(c, born++);
            for (tracked& x : c) {
                history.push_back(x.id());
                if ((x.id() + frame) % 6 == 0) c.remove(x);
                if ((x.id() + frame) % 13 == 0) put<Adapter>(c, born++);
            }
            if (born > 8000) c.clear();
        }
        return history;
    };
    const ids once = live(0);
    EXPECT_EQ(once, live(0));
    EXPECT_EQ(once, live(1));
    EXPECT_EQ(once, live(30));
}

// Swap, move, copy

/// Swapping during a walk: the walk follows its elements to the other collection, and visits those added there.
/// Rules 2, 3.
SITUATION(swap_in_walk, has_swap<Adapter>&& Adapter::walks_follow) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> a;
        collection_of<Adapter> b;
        fill<Adapter>(a, 0, 99);
        fill<Adapter>(b, 100, 119);
        ids seen;
        walk(a, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() != 10) return;
            a.swap(b);
            EXPECT_EQ(a.size(), 20U);
            EXPECT_EQ(b.size(), 100U);
            EXPECT_EQ(x.id(), seen.back());
            EXPECT_TRUE(b.contains(x));
            put<Adapter>(a, 300);
            put<Adapter>(b, 400);
        });
        EXPECT_EQ(in_order<Adapter>(without(seen, {400})), count(0, 99));
        EXPECT_EQ(has(seen, 400), walk.live);
        EXPECT_EQ(a.size(), 21U);
        EXPECT_EQ(b.size(), 101U);
    });
}

/// Nested walks of both collections: each follows its elements at each swap. Rules 2, 3.
SITUATION(swap_in_nested_walks, has_swap<Adapter>&& Adapter::walks_follow) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> a;
        collection_of<Adapter> b;
        fill<Adapter>(a, 0, 9);
        fill<Adapter>(b, 100, 104);
        ids outer;
        ids others;
        walk(a, [&](tracked& x) {
            outer.push_back(x.id());
            if (x.id() != 3) return;
            walk(b, [&](tracked& y) {
                others.push_back(y.id());
                if (y.id() != 102) return;
                ids inner;
                walk(a, [&](tracked& z) {
                    inner.push_back(z.id());
                    if (inner.size() % 3 == 0) a.swap(b);
                });
                EXPECT_EQ(in_order<Adapter>(inner), count(0, 9));
            });
        });
        EXPECT_EQ(in_order<Adapter>(outer), count(0, 9));
        EXPECT_EQ(in_order<Adapter>(others), count(100, 104));
    });
}

/// Both collections are walked while they are swapped. Rules 2, 3.
SITUATION(swap_while_both_are_walked, has_swap<Adapter>&& Adapter::walks_follow&& has_walks<Adapter>) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    fill<Adapter>(a, 0, 9);
    fill<Adapter>(b, 100, 104);
    auto wa = a.walk(throng::live);
    auto wb = b.walk(throng::live);
    ids seen{wa.next()->id()};
    tracked* on_b = wb.next();
    const int id = on_b->id();
    b.remove(*on_b);
    a.swap(b);
    EXPECT_EQ(on_b->id(), id);
    while (tracked* x = wa.next()) seen.push_back(x->id());
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
    seen.clear();
    while (tracked* x = wb.next()) seen.push_back(x->id());
    EXPECT_EQ(in_order<Adapter>(seen), without(count(100, 104), {id}));
    put<Adapter>(a, 105);
    put<Adapter>(b, 10);
    EXPECT_EQ(wa.next()->id(), 10);
    EXPECT_EQ(wb.next()->id(), 105);
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(id), 0);
    }
}

/// Moving a collection during a walk: walks and handles follow the elements. Rules 2, 9.
SITUATION(move_in_walk,
          has_swap<Adapter>&& Adapter::walks_follow&& std::is_move_constructible_v<collection_of<Adapter>>) {
    collection_of<Adapter> a;
    fill<Adapter>(a, 0, 9);
    std::optional<collection_of<Adapter>> b;
    ids seen;
    for (tracked& x : a) {
        seen.push_back(x.id());
        if (seen.size() == 4) b.emplace(std::move(a));
        if (b && x.id() == 7) b->remove(x);
    }
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
    EXPECT_EQ(held_by<Adapter>(*b), without(count(0, 9), {7}));
}

template <class Adapter>
concept has_backward = requires(collection_of<Adapter>& c) { c.walk(throng::backward).next(); };
/// Backward walks follow their elements. Rule 2.
SITUATION(swap_in_a_backward_walk, has_backward<Adapter>&& has_swap<Adapter>) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    fill<Adapter>(a, 0, 299);
    fill<Adapter>(b, 500, 509);
    ids seen;
    for (tracked& x : a.walk(throng::backward)) {
        seen.push_back(x.id());
        if (x.id() == 150) {
            a.swap(b);
            put<Adapter>(b, 400);
        }
        if (x.id() % 10 == 0 && x.id() <= 150) {
            b.remove(x);
            remove_id(b, x.id() - 3);
        }
    }
    std::reverse(seen.begin(), seen.end());
    ids expected = count(0, 299);
    for (int id = 150; id >= 0; id -= 10) std::erase(expected, id - 3);
    EXPECT_EQ(seen, expected);
}

/// Frozen views are unchanged by a swap. Rule 4.
SITUATION(swap_under_a_frozen_view, has_swap<Adapter>&& has_freeze<Adapter>) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    fill<Adapter>(a, 0, 99);
    fill<Adapter>(b, 100, 109);
    {
        const auto view = a.freeze();
        remove_id(a, 5);
        a.swap(b);
        EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 99));
        remove_id(b, 6);
        put<Adapter>(b, 200);
        a.clear();
        EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 99));
    }
    EXPECT_EQ(held_by<Adapter>(b), without(
                                       [] {
                                           ids all = count(0, 99);
                                           all.push_back(200);
                                           return all;
                                       }(),
                                       {5, 6}));
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(), 99);
    }
}

/// Moving transfers elements, order and handles; the source is empty and usable. Rule 2.
SITUATION(move_the_collection, std::movable<collection_of<Adapter>>) {
    collection_of<Adapter> a;
    fill<Adapter>(a, 0, 199);
    remove_id(a, 50);
    tracked* before = find(a, 60);
    collection_of<Adapter> b{std::move(a)};
    EXPECT_EQ(find(b, 60), before) << "nothing is moved in memory";
    EXPECT_EQ(held_by<Adapter>(b), without(count(0, 199), {50}));
    EXPECT_TRUE(a.empty()); // NOLINT(bugprone-use-after-move): what is promised
    fill<Adapter>(a, 300, 309);
    EXPECT_EQ(held_by<Adapter>(a), count(300, 309));
    a = std::move(b);
    EXPECT_EQ(held_by<Adapter>(a), without(count(0, 199), {50}));
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(), static_cast<int>(a.size() + b.size())); // NOLINT
    }
    collection_of<Adapter>& same = a;
    a = std::move(same);
    EXPECT_EQ(a.size(), 199U);
}

/// Copying gives the same elements in the same order, and shares nothing. Rule 2.
SITUATION(copy_the_collection, has_copy<Adapter>) {
    collection_of<Adapter> a;
    fill<Adapter>(a, 0, 199);
    remove_id(a, 50);
    collection_of<Adapter> b{a};
    EXPECT_EQ(ids_of(b), ids_of(a));
    remove_id(b, 51);
    put<Adapter>(a, 200);
    EXPECT_EQ(held_by<Adapter>(b), without(count(0, 199), {50, 51}));
    b = a;
    EXPECT_EQ(ids_of(b), ids_of(a));
    const collection_of<Adapter>& same = b;
    b = same;
    EXPECT_EQ(ids_of(b), ids_of(a));
}

/// Copying from a collection, and assigning to it, during a walk. Rule 2.
SITUATION(copy_in_walk, has_copy<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> a;
        collection_of<Adapter> b;
        fill<Adapter>(a, 0, 49);
        fill<Adapter>(b, 100, 104);
        ids seen;
        walk(a, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 10) {
                const collection_of<Adapter> copy{a};
                EXPECT_EQ(ids_of(copy), ids_of(a));
                a = b;
                EXPECT_EQ(x.id(), seen.back()) << "it is still stood on";
            }
        });
        EXPECT_EQ(seen.size(), (walk.live ? 15U : 10U));
        EXPECT_EQ(held_by<Adapter>(a), count(100, 104));
    });
}

/// Comparison is element by element. Rule 2.
SITUATION(compare, has_comparison<Adapter>&& has_copy<Adapter>) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    EXPECT_TRUE(a == b);
    fill<Adapter>(a, 0, 199);
    fill<Adapter>(b, 0, 199);
    EXPECT_TRUE(a == b);
    EXPECT_TRUE((a <=> b) == 0);
    remove_id(a, 100);
    EXPECT_FALSE(a == b);
    EXPECT_TRUE(a > b);
    remove_id(b, 100);
    EXPECT_TRUE(a == b);
    put<Adapter>(b, 500);
    EXPECT_TRUE(a < b);
    for (tracked& x : a) {
        a.remove(x);
        EXPECT_FALSE(a == b);
        break;
    }
}

// Capacity

/// A full collection refuses additions. Rule 2.
SITUATION(maximum_capacity, has_max_capacity<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        c.max_capacity(10);
        EXPECT_EQ(c.max_capacity(), 10U);
        fill<Adapter>(c, 0, 9);
        EXPECT_EQ(c.emplace_back(10), nullptr);
        if constexpr (has_handles_on_add<Adapter>) {
            EXPECT_FALSE(c.emplace(10));
        }
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (c.size() == 10) {
                EXPECT_EQ(c.emplace_back(100), nullptr);
            }
            c.remove(x);
            if (x.id() < 10) {
                EXPECT_NE(put<Adapter>(c, x.id() + 10), nullptr) << "the place of the removed is free";
            }
            EXPECT_LE(c.size(), 10U);
        });
        EXPECT_EQ(in_order<Adapter>(seen), walk.live ? count(0, 19) : count(0, 9));
        EXPECT_EQ(support::ledger::open().live(100), 0);
        fill<Adapter>(c, 200, 220);
        EXPECT_EQ(c.size(), 10U);
        c.max_capacity(5);
        EXPECT_EQ(c.size(), 10U) << "what is there stays";
        EXPECT_EQ(c.emplace_back(10), nullptr);
        if constexpr (has_add_range<Adapter>) {
            c.max_capacity(12);
            std::vector<tracked> more{301, 302, 303};
            EXPECT_EQ(c.add_range(more), 2U);
        }
    });
}

} // namespace contract
