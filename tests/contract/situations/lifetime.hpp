#pragma once

/// # Destruction and frozen views

#include "contract/walks.hpp"

#include <map>
#include <optional>

namespace contract {

using support::ledger;
using support::tracked;

/// No walk is visiting it: the element is destroyed when `remove()` returns. Rule 5.
SITUATION(destroyed_at_once_if_no_walk_stands_on_it, Adapter::owns) {
    with_every_walk<Adapter>([](way walk) {
        const ledger elements;
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        walk(c, [&](tracked& x) {
            for (const int id : count(0, 9)) {
                if (id == x.id() || !remove_id(c, id)) continue;
                EXPECT_EQ(ledger::open().live(id), 0) << id;
                EXPECT_EQ(ledger::open().deaths(id), 1) << id;
            }
        });
        EXPECT_EQ(c.size(), 1U);
    });
}

/// A walk is visiting it: the element is destroyed, once, when the walk advances. Rule 5.
SITUATION(destroyed_when_the_walk_moves_on, Adapter::owns) {
    with_every_walk<Adapter>([](way walk) {
        const ledger elements;
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        int before = -1;
        int deaths = 0;
        walk(c, [&](tracked& x) {
            if (before >= 0) {
                EXPECT_EQ(ledger::open().live(before), 0);
                EXPECT_EQ(ledger::open().deaths(before), deaths + 1);
            }
            deaths = ledger::open().deaths(x.id());
            c.remove(x);
            before = x.id();
            EXPECT_EQ(ledger::open().live(before), 1);
        });
        EXPECT_EQ(ledger::open().live(), 0);
    });
}

/// Several walks are visiting it: the element is destroyed when the last of them advances. Rule 5.
SITUATION(destroyed_when_the_last_walk_moves_on, Adapter::owns) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    auto a = c.begin();
    auto b = c.begin();
    auto d = c.begin();
    const int id = (*a).id();
    c.remove(*a);
    ++b;
    EXPECT_EQ(ledger::open().live(id), 1);
    ++a;
    EXPECT_EQ(ledger::open().live(id), 1);
    EXPECT_EQ((*d).id(), id);
    ++d;
    EXPECT_EQ(ledger::open().live(id), 0);
    EXPECT_EQ(ledger::open().deaths(id), 1);
}

/// The walk is left while it visits a removed element. Rules 5, 7.
SITUATION(destroyed_when_the_walk_is_left, Adapter::owns) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    int id = -1;
    for (tracked& x : c) {
        id = x.id();
        c.clear();
        EXPECT_EQ(ledger::open().live(), 1);
        break;
    }
    EXPECT_EQ(ledger::open().live(), 0);
    EXPECT_EQ(ledger::open().deaths(id), 1);
}

/// Destroying the collection destroys all elements. Rule 5.
SITUATION(destroyed_with_the_collection, Adapter::owns) {
    {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 299);
        for (tracked& x : c)
            if (x.id() % 3 == 0) c.remove(x);
        EXPECT_EQ(ledger::open().live(), 200);
    }
    EXPECT_EQ(ledger::open().live(), 0);
    for (int id = 0; id < 300; ++id) EXPECT_EQ(ledger::open().deaths(id), 1);
}

/// A frozen view still shows removed elements, with their values. Rules 4, 5.
SITUATION(frozen_view_shows_the_removed, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 149);
    {
        const auto view = c.freeze();
        for (tracked& x : c)
            if (x.id() % 2 == 0) c.remove(x);
        EXPECT_EQ(c.size(), 75U);
        EXPECT_EQ(view.size(), 150U);
        EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 149));
        for (const tracked& x : view) EXPECT_EQ(c.contains(x), x.id() % 2 != 0);
        EXPECT_EQ(held_by<Adapter>(c).size(), 75U);
    }
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(), 75);
    }
}

/// A frozen view shows no elements added after it was made. Rule 4.
SITUATION(frozen_view_leaves_newcomers_out, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    const auto view = c.freeze();
    for (int id = 100; id < 600; ++id) {
        put<Adapter>(c, id);
        if (id % 2 == 0) remove_id(c, id);
        if (id % 50 == 0) remove_id(c, id - 100);
    }
    EXPECT_EQ(view.size(), 100U);
    EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 99));
}

/// Elements added after the view was made, and removed, are not kept for it. Rules 4, 5.
SITUATION(frozen_view_keeps_only_what_it_shows, has_freeze<Adapter>&& Adapter::owns) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    const auto view = c.freeze();
    put<Adapter>(c, 10);
    remove_id(c, 10);
    EXPECT_EQ(ledger::open().live(10), 0);
    remove_id(c, 5);
    EXPECT_EQ(ledger::open().live(5), 1);
    EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 9));
}

/// Views of different moments each show their moment. Rule 4.
SITUATION(frozen_views_of_different_moments, has_freeze<Adapter>) {
    using view_type = decltype(std::declval<const collection_of<Adapter>&>().freeze());
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    std::optional<view_type> first{c.freeze()};
    remove_id(c, 3);
    put<Adapter>(c, 10);
    std::optional<view_type> second{c.freeze()};
    c.clear();
    std::optional<view_type> third{c.freeze()};
    fill<Adapter>(c, 11, 12);
    const auto expect_all = [&] {
        if (first) {
            EXPECT_EQ(in_order<Adapter>(ids_of(*first)), count(0, 9));
        }
        if (second) {
            EXPECT_EQ(in_order<Adapter>(ids_of(*second)), without(count(0, 10), {3}));
        }
        if (third) {
            EXPECT_EQ(ids_of(*third), ids{});
        }
        EXPECT_EQ(held_by<Adapter>(c), count(11, 12));
    };
    expect_all();
    first.reset();
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(3), 0);
        EXPECT_EQ(ledger::open().live(10), 1);
    }
    expect_all();
    third.reset();
    expect_all();
    second.reset();
    expect_all();
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(), 2);
    }
}

/// A view is destroyed while others of the same moment are held. Rule 4.
SITUATION(frozen_views_of_the_same_moment, has_freeze<Adapter>) {
    using view_type = decltype(std::declval<const collection_of<Adapter>&>().freeze());
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    std::optional<view_type> first{c.freeze()};
    std::optional<view_type> second{c.freeze()};
    c.clear();
    first.reset();
    EXPECT_EQ(in_order<Adapter>(ids_of(*second)), count(0, 9));
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(), 10);
    }
    second.reset();
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(), 0);
    }
}

/// Clearing and refilling repeatedly while a view is held. Rule 4.
SITUATION(clear_under_a_frozen_view, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 149);
    {
        const auto view = c.freeze();
        for (int round = 1; round < 10; ++round) {
            c.clear();
            fill<Adapter>(c, 1000 * round, 1000 * round + 99);
            EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 149));
        }
    }
    EXPECT_EQ(held_by<Adapter>(c), count(9000, 9099));
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(), 100);
    }
}

/// Nested walks of a view and of the collection, with edits in each. Rule 4.
SITUATION(frozen_view_walked_repeatedly, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 29);
    const auto view = c.freeze();
    int born = 30;
    for (const tracked& a : view) {
        int inner = 0;
        for (const tracked& b : view) {
            ++inner;
            if (b.id() == a.id()) {
                c.remove(b);
                put<Adapter>(c, born++);
            }
        }
        EXPECT_EQ(inner, 30);
        for (tracked& x : c)
            if (x.id() % 4 == 0) c.remove(x);
    }
    EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 29));
    EXPECT_EQ(in_order<Adapter>(ids_of(view)), count(0, 29));
    for (const int id : held_by<Adapter>(c)) EXPECT_GE(id, 30);
}

/// `break` out of a walk of a view. Rules 4, 7.
SITUATION(break_out_of_a_frozen_view, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 29);
    const auto view = c.freeze();
    for (int round = 0; round < 3; ++round)
        for (const tracked& x : view) {
            c.remove(x);
            break;
        }
    EXPECT_EQ(c.size(), 29U);
    EXPECT_EQ(view.size(), 30U);
}

/// A view outlives thousands of edits and every other walk. Rule 4.
SITUATION(frozen_view_outlives_many_edits, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    std::map<int, const tracked*> where;
    const auto view = c.freeze();
    for (const tracked& x : view) where[x.id()] = &x;
    int born = 100;
    for (int frame = 0; frame < 200; ++frame) {
        for (int i = 0; i < 20; ++i) put<Adapter>(c, born++);
        for (tracked& x : c)
            if ((x.id() * 7 + frame) % 5 == 0) c.remove(x);
    }
    int shown = 0;
    for (const tracked& x : view) {
        EXPECT_EQ(where[x.id()], &x) << "it was moved";
        ++shown;
    }
    EXPECT_EQ(shown, 100);
}

/// A view of an empty collection. Rule 4.
SITUATION(frozen_view_of_an_empty_collection, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    const auto view = c.freeze();
    fill<Adapter>(c, 0, 99);
    EXPECT_EQ(view.size(), 0U);
    EXPECT_EQ(ids_of(view), ids{});
    c.clear();
    EXPECT_EQ(ids_of(view), ids{});
}

/// A view may be moved. Rule 4.
SITUATION(frozen_view_moves, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    auto first = c.freeze();
    auto second = std::move(first);
    EXPECT_EQ(first.size(), 0U) << "it shows nothing any more"; // NOLINT(bugprone-use-after-move): that is promised
    c.clear();
    EXPECT_EQ(in_order<Adapter>(ids_of(second)), count(0, 9));
    fill<Adapter>(c, 10, 12);
    second = c.freeze();
    EXPECT_EQ(in_order<Adapter>(ids_of(second)), count(10, 12));
    if (Adapter::owns) {
        EXPECT_EQ(ledger::open().live(), 3) << "what the first view showed is gone";
    }
}

/// A removed element that a walk visits and a view shows is destroyed when both have released it, in either order.
/// Rules 4, 5.
SITUATION(stood_on_and_shown, has_freeze<Adapter>&& Adapter::owns) {
    using view_type = decltype(std::declval<const collection_of<Adapter>&>().freeze());
    for (const bool view_first : {false, true}) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        std::optional<view_type> view{c.freeze()};
        auto i = c.begin();
        const int id = (*i).id();
        c.remove(*i);
        if (view_first) view.reset();
        else ++i;
        EXPECT_EQ(ledger::open().live(id), 1);
        if (view_first) ++i;
        else view.reset();
        EXPECT_EQ(ledger::open().live(id), 0);
    }
}

/// Destructors edit when a view is destroyed. Rules 4, 8.
SITUATION(destructors_edit_when_a_view_is_dropped, has_freeze<Adapter>&& Adapter::owns) {
    using view_type = decltype(std::declval<const collection_of<Adapter>&>().freeze());
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    std::optional<view_type> view{c.freeze()};
    for (int id = 0; id < 50; ++id) remove_id(c, id);
    struct context {
        collection_of<Adapter>& c;
        int born = 100;
    } edits{c};
    ledger::open().on_death(
        [](void* p, int id) {
            auto& e = *static_cast<context*>(p);
            if (id >= 50) return;
            put<Adapter>(e.c, e.born++);
            remove_id(e.c, id + 50);
        },
        &edits);
    view.reset();
    ledger::open().on_death(nullptr, nullptr);
    EXPECT_EQ(held_by<Adapter>(c), count(100, 149));
    EXPECT_EQ(ledger::open().live(), 50);
}

// Addresses

/// No element changes its address while a walk is open, whatever is edited. Rule 6.
SITUATION(no_address_moves_while_a_walk_is_open, true) {
    with_every_still_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 299);
        for (tracked& x : c)
            if (x.id() % 3 != 0) c.remove(x);
        int visits = 0;
        std::map<int, const tracked*> where;
        const auto expect_in_place = [&] {
            for (tracked& x : c) {
                const auto [at, is_new] = where.try_emplace(x.id(), &x);
                EXPECT_EQ(at->second, &x) << x.id();
            }
        };
        walk(c, [&](tracked& x) {
            if (++visits > 12) return;
            expect_in_place();
            EXPECT_EQ(where[x.id()], &x);
            switch (visits) {
            case 1:
                fill<Adapter>(c, 300, 900);
                break;
            case 2:
                for (tracked& y : c)
                    if (y.id() % 4 == 0 && &y != &x) c.remove(y);
                break;
            case 3:
                if constexpr (has_reserve<Adapter>) c.reserve(5000);
                break;
            case 4:
                if constexpr (has_reserve<Adapter>) c.trim();
                break;
            case 5:
                if constexpr (has_sort<Adapter>) c.sort([](const tracked& a, const tracked& b) { return b < a; });
                break;
            case 6:
                for (tracked& y : c)
                    if (y.id() % 5 == 0) c.remove(y);
                break;
            case 7:
                if constexpr (has_update<Adapter>) c.update([](tracked& y) { return y.id() % 7 != 0; });
                break;
            case 8:
                fill<Adapter>(c, 901, 1400);
                break;
            case 9:
                if constexpr (has_remove_if<Adapter>) c.remove_if([](const tracked& y) { return y.id() % 11 == 0; });
                break;
            default:
                put<Adapter>(c, 2000 + visits);
            }
            expect_in_place();
        });
    });
}

/// No element that a frozen view shows changes its address. Rules 4, 6.
SITUATION(no_address_moves_under_a_frozen_view, has_freeze<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    const auto view = c.freeze();
    std::map<int, const tracked*> where;
    for (const tracked& x : view) where[x.id()] = &x;
    for (tracked& x : c)
        if (x.id() % 3 != 0) c.remove(x);
    if constexpr (has_reserve<Adapter>) c.trim();
    if constexpr (has_update<Adapter>) c.update([](tracked&) {});
    fill<Adapter>(c, 300, 600);
    for (const tracked& x : view) EXPECT_EQ(where[x.id()], &x) << x.id();
}

} // namespace contract
