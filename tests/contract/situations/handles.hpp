#pragma once

/// # Handles

#include "contract/walks.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <vector>

namespace contract {

using support::tracked;

template <class Adapter> using handle_of = typename collection_of<Adapter>::handle_type;

/// A handle of each.
template <class Adapter, class C> std::map<int, typename C::handle_type> handles(C& c) {
    std::map<int, typename C::handle_type> all;
    for (auto& x : c) all[x.id()] = c.handle_of(x);
    return all;
}
template <class Adapter, class C> void expect_handles(C& c, const std::map<int, typename C::handle_type>& all) {
    const ids held = held_by<Adapter>(c);
    for (const auto& [id, h] : all) {
        const bool there = has(held, id);
        EXPECT_EQ(c.contains(h), there) << id;
        ASSERT_EQ(c.get(h) != nullptr, there) << id;
        if (there) {
            EXPECT_EQ(c.get(h)->id(), id);
            EXPECT_EQ(c.handle_of(*c.get(h)), h);
        }
    }
}

/// A default handle refers to nothing. Rule 9.
SITUATION(empty_handle, has_handles<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 3);
    const handle_of<Adapter> none;
    EXPECT_FALSE(none);
    EXPECT_EQ(c.get(none), nullptr);
    EXPECT_FALSE(c.contains(none));
    EXPECT_FALSE(c.remove(none));
    EXPECT_EQ(c.size(), 4U);
    EXPECT_EQ(none, handle_of<Adapter>{});
    static_assert(throng::core::audited || sizeof(handle_of<Adapter>) == 8);
}

/// `on_remove` can get the removed element's handle from the reference; for everything else the element is removed.
/// Rules 1, 9.
SITUATION(on_remove_finds_the_handle_that_others_hold,
          has_handles<Adapter>&& has_hooks<Adapter> && !Adapter::hooks_are_told_handles) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 5);
    const auto all = handles<Adapter>(c);
    std::map<int, handle_of<Adapter>> told;
    c.on_remove([&](tracked& x) {
        const handle_of<Adapter> h = c.handle_of(x);
        EXPECT_FALSE(c.contains(x));
        EXPECT_FALSE(c.contains(h));
        EXPECT_EQ(c.get(h), nullptr);
        EXPECT_FALSE(c.remove(h));
        told[x.id()] = h;
        if (x.id() != 2) return;
        // Another one goes meanwhile, which is told of in between.
        EXPECT_TRUE(c.remove(all.at(3)));
        EXPECT_EQ(c.handle_of(x), h);
    });
    const bool dies[] = {true, true, true, false, true, false};
    for (tracked& x : c) {
        if (!dies[x.id()]) continue;
        EXPECT_TRUE(c.remove(x));
        // It is kept for the walk, but its handle is not told any more.
        EXPECT_EQ(c.handle_of(x), handle_of<Adapter>{});
    }
    EXPECT_EQ(told.size(), 5U);
    for (const auto& [id, h] : told) {
        EXPECT_TRUE(h);
        EXPECT_EQ(h, all.at(id)) << id;
    }
    c.on_remove(nullptr);
}

/// All handles of one element are equal. Rule 9.
SITUATION(handle_is_the_same_each_time, has_handles<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    const auto all = handles<Adapter>(c);
    EXPECT_EQ(all, handles<Adapter>(c));
    std::unordered_set<handle_of<Adapter>> different;
    for (const auto& [id, h] : all) different.insert(h);
    EXPECT_EQ(different.size(), 100U);
    if constexpr (has_handles_on_add<Adapter>) {
        const auto h = c.emplace(100);
        EXPECT_EQ(c.handle_of(*c.get(h)), h);
    }
    expect_handles<Adapter>(c, all);
}

/// Handles stay valid when elements move between walks. Rule 6.
SITUATION(handles_survive_packing, has_handles<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 999);
        const auto all = handles<Adapter>(c);
        for (const int keep : {2, 3, 5}) {
            walk(c, [&](tracked& x) {
                if (x.id() % keep == 1) c.remove(x);
            });
            if constexpr (has_reserve<Adapter>) c.trim();
            expect_handles<Adapter>(c, all);
            fill<Adapter>(c, 1000 * keep, 1000 * keep + 100);
        }
        expect_handles<Adapter>(c, all);
    });
}

template <class Adapter, class Element> void sort_under_handles() {
    collection_of<Adapter, Element> c;
    fill<Adapter>(c, 0, 499);
    const auto all = handles<Adapter>(c);
    for (auto& x : c)
        if (x.id() % 3 == 0) c.remove(x);
    c.sort([](const tracked& a, const tracked& b) { return a.key() < b.key(); });
    expect_handles<Adapter>(c, all);
    for (auto& x : c) {
        c.sort([](const tracked& a, const tracked& b) { return b < a; });
        c.remove(x);
        break;
    }
    expect_handles<Adapter>(c, all);
}
/// Handles stay valid when elements are sorted. Rule 6.
SITUATION(handles_survive_sort, has_handles<Adapter>&& has_sort<Adapter>) { sort_under_handles<Adapter, tracked>(); }
/// Handles stay valid where sorting copies the elements, since their move may throw. Rule 6.
SITUATION(handles_survive_a_sort_that_copies, has_handles<Adapter>&& has_sort<Adapter>) {
    sort_under_handles<Adapter, support::throwing_move_tracked>();
}

/// Handles stay valid during and after `update`. Rule 6.
SITUATION(handles_survive_update, has_handles<Adapter>&& has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 499);
    const auto all = handles<Adapter>(c);
    c.update([&](tracked& x) {
        EXPECT_EQ(c.get(all.at(x.id())), &x);
        if (x.id() % 3 == 0) c.remove(x);
    });
    expect_handles<Adapter>(c, all);
    c.update([&](tracked& x) {
        EXPECT_EQ(c.get(all.at(x.id())), &x);
        return x.id() % 2 == 0;
    });
    expect_handles<Adapter>(c, all);
}

/// Handles stay valid after a swap, for the collection that then has the elements. Rule 6.
SITUATION(handles_go_with_swapped_contents, has_handles<Adapter>&& has_swap<Adapter>) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    fill<Adapter>(a, 0, 99);
    fill<Adapter>(b, 100, 149);
    const auto of_a = handles<Adapter>(a);
    const auto of_b = handles<Adapter>(b);
    a.swap(b);
    expect_handles<Adapter>(b, of_a);
    expect_handles<Adapter>(a, of_b);
}

/// After a hundred thousand reuses of a few slots, no stale handle is valid again. Rule 9.
SITUATION(stale_handles_never_revive, has_handles<Adapter>) {
    collection_of<Adapter> c;
    std::vector<handle_of<Adapter>> stale;
    fill<Adapter>(c, 0, 2);
    for (int round = 0; round < 100'000; ++round) {
        tracked* x = put<Adapter>(c, 3);
        const auto h = c.handle_of(*x);
        ASSERT_TRUE(c.contains(h));
        ASSERT_TRUE(c.remove(h));
        ASSERT_FALSE(c.contains(h));
        if (round % 100 == 0) stale.push_back(h);
        stale.front() = round % 2 == 0 ? stale.front() : h;
    }
    for (const auto h : stale) {
        EXPECT_EQ(c.get(h), nullptr);
        EXPECT_FALSE(c.remove(h));
    }
    std::sort(stale.begin(), stale.end());
    EXPECT_LE(stale.end() - std::unique(stale.begin(), stale.end()), 1) << "a handle was given twice";
    EXPECT_EQ(held_by<Adapter>(c), count(0, 2));
}

/// A stale handle is used during a walk, after its slot has been reused. Rule 9.
SITUATION(stale_handle_of_a_reused_slot, has_handles<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 0);
        std::vector<handle_of<Adapter>> old;
        walk(c, [&](tracked& x) {
            if (old.size() == 300) return;
            const auto h = c.handle_of(x);
            EXPECT_TRUE(c.remove(x));
            old.push_back(h);
            tracked* next = put<Adapter>(c, x.id() + 1);
            EXPECT_TRUE(c.contains(c.handle_of(*next)));
            for (const auto o : old) EXPECT_FALSE(c.remove(o));
            EXPECT_EQ(c.size(), 1U);
        });
        EXPECT_EQ(c.size(), 1U);
    });
}

/// `clear()` makes every handle stale permanently. Rules 1, 9.
SITUATION(handles_are_stale_after_clear, has_handles<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    const auto all = handles<Adapter>(c);
    c.clear();
    for (const auto& [id, h] : all) EXPECT_FALSE(c.contains(h));
    fill<Adapter>(c, 300, 599);
    handles<Adapter>(c);
    for (const auto& [id, h] : all) EXPECT_FALSE(c.contains(h));
}

/// The ways in which others' contents take the place of all that is there.
template <class Adapter> struct replacing {
    using collection = collection_of<Adapter>;
    void (*by)(collection& c);
    const char* name;
};
template <class Adapter> std::vector<replacing<Adapter>> ways_to_empty() {
    using collection = collection_of<Adapter>;
    std::vector<replacing<Adapter>> ways;
    ways.push_back({[](collection& c) { c.clear(); }, "clear()"});
    ways.push_back({[](collection& c) { c = collection(); }, "= C()"});
    ways.push_back({[](collection& c) { c = {}; }, "= {}"});
    // (The audit build reports a question for a handle in the collection that it has not gone to.)
    if constexpr (has_swap<Adapter> && !throng::core::audited) {
        ways.push_back({[](collection& c) {
                            collection other;
                            c.swap(other);
                        },
                        "swap"});
    }
    if constexpr (std::is_move_constructible_v<collection> && !throng::core::audited) {
        ways.push_back({[](collection& c) {
                            const collection other(std::move(c));
                            c = collection();
                        },
                        "moved away"});
    }
    return ways;
}

/// Every way to empty a collection makes its handles stale: no later element has an equal one. Rule 9.
SITUATION(handles_stay_stale_after_replacing,
          has_handles<Adapter>&& std::is_move_assignable_v<collection_of<Adapter>>) {
    for (const auto& way : ways_to_empty<Adapter>()) {
        collection_of<Adapter> c;
        std::vector<handle_of<Adapter>> stale;
        for (int round = 0; round < 5; ++round) {
            fill<Adapter>(c, 0, 9 * (round % 3));
            const auto all = handles<Adapter>(c);
            for (const auto h : stale) {
                EXPECT_FALSE(c.contains(h)) << way.name << ", round " << round;
                EXPECT_FALSE(c.remove(h));
            }
            expect_handles<Adapter>(c, all);
            for (const auto& [id, h] : all) stale.push_back(h);
            way.by(c);
        }
        std::sort(stale.begin(), stale.end());
        EXPECT_EQ(std::unique(stale.begin(), stale.end()), stale.end()) << "a handle was given twice, by " << way.name;
    }
}

/// The same where copies, or elements in braces, are assigned; open walks or not. Rule 9.
SITUATION(handles_stay_stale_after_assignment, has_handles<Adapter>&& has_copy<Adapter>) {
    for (const bool walked : {false, true}) {
        collection_of<Adapter> saved;
        fill<Adapter>(saved, 10, 19);
        collection_of<Adapter> c;
        std::vector<handle_of<Adapter>> stale;
        for (int round = 0; round < 4; ++round) {
            fill<Adapter>(c, 0, 9);
            const auto all = handles<Adapter>(c);
            for (const auto& [id, h] : all) stale.push_back(h);
            const auto assign = [&] {
                if (round % 2 == 0) c = saved;
                else c = {tracked(30), tracked(31)};
            };
            if (walked) {
                for ([[maybe_unused]] const tracked& x : c) {
                    assign();
                    break;
                }
            } else {
                assign();
            }
            let_in<Adapter>(c);
            handles<Adapter>(c);
            for (const auto h : stale) EXPECT_FALSE(c.contains(h)) << round;
            fill<Adapter>(c, 40, 59);
            handles<Adapter>(c);
            for (const auto h : stale) EXPECT_FALSE(c.contains(h)) << round;
        }
        std::sort(stale.begin(), stale.end());
        EXPECT_EQ(std::unique(stale.begin(), stale.end()), stale.end()) << "a handle was given twice";
    }
}

/// Contents that are moved in keep their handles, which may equal older handles of the collection; no element added
/// later has one of these. Rule 9.
SITUATION(handles_never_find_later_elements, has_handles<Adapter>&& std::is_move_assignable_v<collection_of<Adapter>>) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build reports this";
    for (const bool by_swap : {false, true}) {
        if (by_swap && !has_swap<Adapter>) continue;
        collection_of<Adapter> a;
        collection_of<Adapter> b;
        fill<Adapter>(a, 0, 299);
        fill<Adapter>(b, 300, 499);
        std::vector<handle_of<Adapter>> stale;
        for (const auto& [id, h] : handles<Adapter>(a)) stale.push_back(h);
        // Free places of either kind: used before, and never used.
        std::map<int, handle_of<Adapter>> moved = handles<Adapter>(b);
        for (int id = 300; id < 500; id += 2) {
            b.remove(moved.at(id));
            moved.erase(id);
        }
        if constexpr (has_swap<Adapter>) {
            if (by_swap) a.swap(b);
        }
        if (!by_swap) a = std::move(b);
        expect_handles<Adapter>(a, moved);
        const auto expect_no_later_ones = [&] {
            for (const auto h : stale) {
                const tracked* const x = a.get(h);
                if (x != nullptr) {
                    EXPECT_LT(x->id(), 500);
                }
            }
        };
        expect_no_later_ones();
        fill<Adapter>(a, 500, 799);
        handles<Adapter>(a);
        expect_no_later_ones();
        for (const auto& [id, h] : moved) EXPECT_TRUE(a.remove(h));
        fill<Adapter>(a, 800, 999);
        handles<Adapter>(a);
        expect_no_later_ones();
        a.clear();
        fill<Adapter>(a, 1000, 1999);
        handles<Adapter>(a);
        for (const auto h : stale) EXPECT_EQ(a.get(h), nullptr);
    }
}

/// A handle of another, larger collection is not valid. Rule 9.
SITUATION(handle_of_a_larger_collection, has_handles<Adapter>) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build reports this";
    collection_of<Adapter> large;
    fill<Adapter>(large, 0, 999);
    const auto h = handles<Adapter>(large).at(999);
    collection_of<Adapter> small;
    fill<Adapter>(small, 0, 0);
    EXPECT_EQ(small.get(h), nullptr);
    EXPECT_FALSE(small.remove(h));
}

/// The handle of an element that is already removed is empty. Rule 9.
SITUATION(handle_of_the_removed, has_handles<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    for (tracked& x : c) {
        c.remove(x);
        EXPECT_FALSE(c.handle_of(x));
    }
}

/// A walk over handles keeps their order, visits an element once for each handle, and skips removed ones.
/// Rules 1, 2, 3.
SITUATION(walk_over_handles_in_any_order, walks_handles<collection_of<Adapter>>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 199);
    const auto all = handles<Adapter>(c);
    ids order;
    std::vector<handle_of<Adapter>> turns(1);
    for (int k = 0; k < 200; ++k) {
        for (int times = k % 20 == 0 ? 2 : 1; times > 0; --times) {
            order.push_back(k * 77 % 200);
            turns.push_back(all.at(order.back()));
        }
    }
    remove_id(c, 5);
    ids gone{5};
    ids expected;
    for (const int id : order) {
        if (has(gone, id)) continue;
        expected.push_back(id);
        if (id % 10 == 0) gone.insert(gone.end(), {id, id + 3});
    }
    ids seen;
    for (tracked& x : c.walk(turns)) {
        seen.push_back(x.id());
        if (x.id() % 10 != 0) continue;
        EXPECT_TRUE(c.remove(x));
        remove_id(c, x.id() + 3);
        put<Adapter>(c, 1000 + x.id());
        EXPECT_EQ(x.id(), seen.back()) << "it is stood on";
    }
    EXPECT_EQ(seen, expected);
    // All turns have come: what is added goes without one.
    EXPECT_EQ(c.size(), 200U - gone.size() + 20U);
}

/// A loop over a walk of handles that was already advanced begins with its current element. Rule 2.
SITUATION(walk_over_handles_goes_on, walks_handles<collection_of<Adapter>>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    const auto turns = handles_of(c);
    auto w = c.walk(turns);
    ASSERT_NE(w.next(), nullptr);
    ASSERT_EQ(w.next(), c.get(turns[1]));
    remove_id(c, c.get(turns[2])->id());
    ids seen;
    for (tracked& x : w) seen.push_back(x.id());
    ids expected;
    for (std::size_t i = 1; i < turns.size(); ++i) {
        if (i != 2) expected.push_back(c.get(turns[i])->id());
    }
    EXPECT_EQ(seen, expected);
    EXPECT_EQ(w.next(), nullptr);
}

/// `each` over handles removes the elements for which its function says so. Rules 1, 2.
SITUATION(each_over_handles_may_say_that_they_go, walks_handles<collection_of<Adapter>>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids expected;
    for (int id = 0; id < 100; ++id) {
        if (id % 3 != 0) expected.push_back(id);
    }
    c.each(handles_of(c), [](tracked& x) { return x.id() % 3 != 0; });
    EXPECT_EQ(held_by<Adapter>(c), expected);
}

template <class Adapter>
concept has_visit = has_handles<Adapter> &&
                    requires(collection_of<Adapter>& c, void (*f)(tracked&)) { c.visit(handle_of<Adapter>{}, f); };
/// An element visited by its handle may remove itself and its neighbours, and use its members. Rules
/// 1, 5.
SITUATION(visited_by_handle_it_may_remove_itself, has_visit<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    const auto all = handles<Adapter>(c);
    int visits = 0;
    EXPECT_TRUE(c.visit(all.at(50), [&](tracked& x) {
        ++visits;
        EXPECT_EQ(x.id(), 50);
        for (int id = 20; id < 90; ++id) EXPECT_TRUE(c.remove(all.at(id)));
        put<Adapter>(c, 200);
        EXPECT_FALSE(c.contains(all.at(50)));
        EXPECT_FALSE(c.visit(all.at(50), [](tracked&) { FAIL(); })) << "it is gone";
        EXPECT_TRUE(c.visit(all.at(3), [&](tracked& y) { EXPECT_EQ(y.id(), 3); }));
        EXPECT_EQ(x.id(), 50) << "it is stood on";
    }));
    EXPECT_EQ(visits, 1);
    EXPECT_FALSE(c.visit(all.at(50), [](tracked&) { FAIL(); }));
    EXPECT_FALSE(c.visit({}, [](tracked&) { FAIL(); }));
    EXPECT_EQ(c.size(), 31U);
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(), 31) << "what was kept for the visit is gone";
    }
}
/// A visit stays valid when its element moves to another collection. Rule 2.
SITUATION(swap_while_visited_by_handle, has_visit<Adapter>&& has_swap<Adapter>) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    fill<Adapter>(a, 0, 99);
    fill<Adapter>(b, 500, 509);
    const auto all = handles<Adapter>(a);
    EXPECT_TRUE(a.visit(all.at(50), [&](tracked& x) {
        a.swap(b);
        a.clear();
        EXPECT_TRUE(b.contains(x));
        EXPECT_TRUE(b.remove(x));
        for (int id = 45; id < 55; ++id) (void)b.remove(all.at(id));
        EXPECT_EQ(x.id(), 50) << "it is stood on";
    }));
    EXPECT_EQ(held_by<Adapter>(b), without(count(0, 99), count(45, 54)));
    EXPECT_TRUE(a.empty());
}

} // namespace contract
