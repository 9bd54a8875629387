#pragma once

/// # The self-pruning walk

#include "contract/walks.hpp"

#include <map>
#include <optional>

namespace contract {

using support::tracked;

/// The body removes and adds. Rules 1, 2, 3.
SITUATION(update_with_removes_and_adds, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    int born = 300;
    ids expected = count(0, 299);
    for (int frame = 0; frame < 40; ++frame) {
        ids seen;
        const ids before = expected;
        c.update(throng::residents, [&](tracked& x) {
            seen.push_back(x.id());
            if ((x.id() + frame) % 5 == 0) {
                c.remove(x);
                std::erase(expected, x.id());
            }
            if ((x.id() + frame) % 6 == 0) {
                put<Adapter>(c, born);
                expected.push_back(born++);
            }
        });
        ASSERT_EQ(in_order<Adapter>(seen), before);
        ASSERT_EQ(held_by<Adapter>(c), expected);
    }
}

/// The body of `update` decides which elements stay. Rules 1, 2.
SITUATION(update_with_a_bool, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    ids seen;
    c.update([&](tracked& x) {
        seen.push_back(x.id());
        return x.id() % 3 != 0;
    });
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 299));
    EXPECT_EQ(c.size(), 200U);
    EXPECT_EQ(support::ledger::open().live(), Adapter::owns ? 200 : 300);
    c.update([](tracked&) { return false; });
    EXPECT_TRUE(c.empty());
}

/// The body of `update` decides which elements stay, and edits. Rules 1, 2, 3.
SITUATION(update_with_a_bool_and_edits, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids seen;
    c.update(throng::live, [&](tracked& x) {
        seen.push_back(x.id());
        if (x.id() < 100 && x.id() % 10 == 0) put<Adapter>(c, x.id() + 100);
        if (x.id() == 33) {
            c.remove(x);
            return false;
        }
        if (x.id() == 44) {
            c.remove(x);
            return true;
        }
        return x.id() % 2 == 0;
    });
    EXPECT_EQ(seen.size(), 110U);
    for (const int id : held_by<Adapter>(c)) EXPECT_TRUE(id % 2 == 0 && id != 44) << id;
    EXPECT_EQ(c.size(), 50U - 1U + 10U);
}

/// `update` does not move the element that it visits. Rule 6.
SITUATION(update_moves_no_visited_element, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 499);
    for (tracked& x : c)
        if (x.id() % 3 == 0) c.remove(x);
    std::map<int, const tracked*> where;
    c.update([&](tracked& x) {
        EXPECT_TRUE(where.emplace(x.id(), &x).second);
        if (x.id() % 50 == 1)
            for (const tracked& y : c)
                if (const auto at = where.find(y.id()); at != where.end()) {
                    EXPECT_EQ(at->second, &y);
                }
        if (x.id() % 7 == 0) c.remove(x);
    });
}

/// `update` during a walk moves nothing. Rule 6.
SITUATION(update_while_a_walk_is_open, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    for (tracked& x : c)
        if (x.id() % 3 == 0) c.remove(x);
    std::map<int, const tracked*> where;
    auto i = c.begin();
    ++i;
    const int stands_on = (*i).id();
    for (tracked& x : c) where[x.id()] = &x;
    ids seen;
    c.update([&](tracked& x) {
        seen.push_back(x.id());
        EXPECT_EQ(where[x.id()], &x);
        return x.id() % 2 == 0;
    });
    EXPECT_EQ((*i).id(), stands_on);
    ids rest;
    for (++i; i != c.end(); ++i) rest.push_back((*i).id());
    for (const int id : rest) EXPECT_EQ(id % 2, 0);
    EXPECT_EQ(seen.size(), 200U);
}

/// A walk opened in `update` is still open after it. Rule 6.
SITUATION(walk_opened_in_update_outlives_it, has_update<Adapter>&& has_walks<Adapter>) {
    using iterator = decltype(std::declval<collection_of<Adapter>&>().begin());
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 199);
    c.remove_if([](const tracked& x) { return x.id() % 3 == 0; });
    std::optional<iterator> held;
    int stands_on = -1;
    c.update([&](tracked& x) {
        if (x.id() == 100) {
            held.emplace(c.begin());
            for (int n = 0; n < 50; ++n) ++*held;
            stands_on = (**held).id();
        }
        return x.id() % 2 == 0;
    });
    EXPECT_EQ((**held).id(), stands_on);
    for (++*held; *held != c.end(); ++*held) EXPECT_EQ((**held).id() % 2, 0);
    held.reset();
    for (const int id : held_by<Adapter>(c)) EXPECT_TRUE(id % 2 == 0 && id % 3 != 0);
}

/// Walks within `update`, with edits. Rules 2, 6.
SITUATION(nested_walk_in_update, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 149);
    ids seen;
    c.update([&](tracked& a) {
        EXPECT_FALSE(has(seen, a.id()));
        seen.push_back(a.id());
        for (tracked& b : c)
            if (b.id() % 10 == a.id() % 10 && b.id() < a.id()) c.remove(b);
        EXPECT_EQ(a.id(), seen.back());
    });
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 149));
    if (Adapter::keeps_order) {
        EXPECT_EQ(ids_of(c), count(140, 149));
    }
}

/// `update` within `update`. Rules 2, 6.
SITUATION(update_in_update, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 149);
    ids seen;
    c.update([&](tracked& a) {
        EXPECT_FALSE(has(seen, a.id()));
        seen.push_back(a.id());
        if (seen.size() == 20) c.update([&](tracked& b) { return b.id() % 4 != 0; });
        EXPECT_EQ(a.id(), seen.back());
    });
    for (const int id : held_by<Adapter>(c)) EXPECT_NE(id % 4, 0);
    EXPECT_EQ(c.size(), 112U);
}

/// `clear()` in `update`. Rules 1, 2.
SITUATION(clear_in_update, has_update<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 299);
    c.remove_if([](const tracked& x) { return x.id() % 3 == 0; });
    ids seen;
    c.update(throng::live, [&](tracked& x) {
        seen.push_back(x.id());
        if (seen.size() == 50) {
            c.clear();
            fill<Adapter>(c, 300, 320);
        }
        EXPECT_EQ(x.id(), seen.back());
        return x.id() != 310;
    });
    EXPECT_EQ(seen.size(), 71U);
    EXPECT_EQ(held_by<Adapter>(c), without(count(300, 320), {310}));
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(), 20);
    }
}

/// `update` does not move elements that cannot be moved or whose move may throw. Rule 6.
SITUATION(update_of_what_cannot_be_moved, has_update<Adapter>) {
    collection_of<Adapter, support::immovable_tracked> c;
    fill<Adapter>(c, 0, 299);
    c.update([](support::immovable_tracked& x) { return x.id() % 3 == 0; });
    EXPECT_EQ(c.size(), 100U);
    std::map<int, const void*> where;
    for (auto& x : c) where[x.id()] = &x;
    c.update([&](support::immovable_tracked& x) { EXPECT_EQ(where[x.id()], &x); });
    collection_of<Adapter, support::throwing_move_tracked> d;
    fill<Adapter>(d, 0, 299);
    support::ledger::open().fail_move_in = 1;
    d.update([](support::throwing_move_tracked& x) { return x.id() % 3 == 0; });
    d.update([](support::throwing_move_tracked& x) { return x.id() % 2 == 0; });
    support::ledger::open().fail_move_in = 0;
    EXPECT_EQ(d.size(), 50U);
}

/// Many updates with removals and additions: the list is dense after each. Rule 6.
SITUATION(update_prunes, has_update<Adapter>&& Adapter::allocates) {
    support::allocation_log log;
    logged_collection_of<Adapter> c;
    int born = 0;
    std::size_t most = 0;
    for (int frame = 0; frame < 400; ++frame) {
        while (c.size() < 1000) put<Adapter>(c, born++);
        c.update([&](tracked& x) { return (x.id() * 31 + frame) % 10 != 0; });
        if (frame == 50) most = log.bytes;
    }
    EXPECT_LE(log.bytes, most * 3 / 2) << "memory grows although the number of elements does not";
}

} // namespace contract
