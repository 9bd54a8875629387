#pragma once

/// # Walks within walks

#include "contract/walks.hpp"

#include <optional>

namespace contract {

using support::tracked;

/// Two nested walks visit each pair; both elements of a colliding pair are removed. Rules 1, 2.
SITUATION(nested_walks_remove_each_others_elements, true) {
    with_every_walk<Adapter>([](way outer) {
        with_every_walk<Adapter>([&](way inner) {
            collection_of<Adapter> c;
            fill<Adapter>(c, 0, 39);
            int collisions = 0;
            outer(c, [&](tracked& a) {
                inner(c, [&](tracked& b) {
                    EXPECT_TRUE(c.contains(b));
                    if (&a == &b || !c.contains(a) || (a.id() + b.id()) % 10 != 0) return;
                    EXPECT_TRUE(c.remove(a));
                    EXPECT_TRUE(c.remove(b));
                    ++collisions;
                });
            });
            ids left = held_by<Adapter>(c);
            EXPECT_EQ(static_cast<int>(left.size()) + 2 * collisions, 40);
            for (const int a : left)
                for (const int b : left) EXPECT_TRUE(a == b || (a + b) % 10 != 0) << a << ' ' << b;
        });
    });
}

/// Three nested walks, each of which removes and adds. Rules 1, 2, 3.
SITUATION(walks_nested_three_deep, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 11);
        int born = 12;
        ids outer_seen;
        walk(c, [&](tracked& a) {
            EXPECT_FALSE(has(outer_seen, a.id()));
            outer_seen.push_back(a.id());
            ids middle_seen;
            walk(c, [&](tracked& b) {
                EXPECT_FALSE(has(middle_seen, b.id()));
                middle_seen.push_back(b.id());
                ids inner_seen;
                walk(c, [&](tracked& d) {
                    EXPECT_FALSE(has(inner_seen, d.id()));
                    inner_seen.push_back(d.id());
                    if ((a.id() + b.id() + d.id()) % 17 == 0) c.remove(d);
                    else if (born < 40 && d.id() % 3 == 0) put<Adapter>(c, born++);
                });
                if (b.id() % 5 == 0) c.remove(b);
            });
            if (a.id() % 2 == 0) c.remove(a);
        });
        for (const int id : held_by<Adapter>(c)) EXPECT_TRUE(id % 5 != 0 || id >= 12) << id;
    });
}

/// The inner walk removes the outer walk's current element. Rules 1, 2.
SITUATION(inner_walk_removes_outers_current, true) {
    with_every_walk<Adapter>([](way outer) {
        with_every_walk<Adapter>([&](way inner) {
            collection_of<Adapter> c;
            fill<Adapter>(c, 0, 9);
            ids seen;
            outer(c, [&](tracked& a) {
                seen.push_back(a.id());
                inner(c, [&](tracked& b) {
                    if (b.id() == seen.back()) {
                        EXPECT_TRUE(c.remove(b));
                    }
                });
                EXPECT_EQ(a.id(), seen.back()) << "it is still stood on";
                EXPECT_FALSE(c.contains(a));
            });
            EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
            EXPECT_TRUE(c.empty());
        });
    });
}

/// The inner walk clears and adds: the outer walk continues with the new elements if it is live. Rules 1, 2, 3.
SITUATION(inner_walk_clears, true) {
    with_every_walk<Adapter>([](way outer) {
        with_every_walk<Adapter>([&](way inner) {
            collection_of<Adapter> c;
            fill<Adapter>(c, 0, 99);
            ids outer_seen;
            ids inner_seen;
            outer(c, [&](tracked& a) {
                outer_seen.push_back(a.id());
                if (outer_seen.size() != 30) return;
                inner(c, [&](tracked& b) {
                    inner_seen.push_back(b.id());
                    if (inner_seen.size() != 60) return;
                    c.clear();
                    fill<Adapter>(c, 100, 104);
                });
            });
            EXPECT_EQ(outer_seen.size(), (outer.live ? 35U : 30U));
            EXPECT_EQ(inner_seen.size(), (inner.live ? 65U : 60U));
            EXPECT_EQ(held_by<Adapter>(c), count(100, 104));
        });
    });
}

/// `break` out of the inner walk, then out of the outer one: the next walk visits all elements. Rule 7.
SITUATION(break_out_of_nested_walks, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    for (int round = 0; round < 5; ++round) {
        int outer = 0;
        for (tracked& a : c) {
            int inner = 0;
            for (tracked& b : c) {
                static_cast<void>(b);
                if (++inner == 7) break;
            }
            if (++outer == 9) break;
            EXPECT_TRUE(c.contains(a));
        }
        EXPECT_EQ(held_by<Adapter>(c), count(0, 99));
    }
}

/// `break` after edits: the next walk skips nothing, and removed elements are destroyed. Rules 5, 7.
SITUATION(break_after_edits, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    int removed = -1;
    for (tracked& x : c) {
        removed = x.id();
        c.remove(x);
        put<Adapter>(c, 100);
        break;
    }
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(removed), 0);
    }
    EXPECT_EQ(held_by<Adapter>(c), without(count(0, 100), {removed}));
}

/// `return` from inside a walk. Rule 7.
SITUATION(return_out_of_a_walk, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    const auto remove_first_above = [&](int id) {
        for (tracked& x : c)
            if (x.id() > id) {
                c.remove(x);
                return x.id();
            }
        return -1;
    };
    ids removed;
    for (int i = 0; i < 10; ++i) removed.push_back(remove_first_above(50));
    EXPECT_EQ(held_by<Adapter>(c), without(count(0, 99), removed));
    EXPECT_FALSE(has(removed, -1));
}

/// Two iterators advance in turn, and each removes the other's current or next element. Rules 1, 2.
SITUATION(interleaved_iterators, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    auto a = c.begin();
    auto b = c.begin();
    ids seen_by_a;
    ids seen_by_b;
    ids removed;
    while (a != c.end() && b != c.end()) {
        seen_by_a.push_back((*a).id());
        EXPECT_FALSE(has(removed, (*a).id()));
        if ((*a).id() % 3 == 0) {
            EXPECT_TRUE(c.remove(*a));
            removed.push_back((*a).id());
        }
        ++a;
        ++b;
        if (b == c.end()) break;
        seen_by_b.push_back((*b).id());
        EXPECT_FALSE(has(removed, (*b).id()));
        if (a != c.end() && c.contains(*a) && (*b).id() % 7 == 0) {
            EXPECT_TRUE(c.remove(*a));
            removed.push_back((*a).id());
            ++a;
        }
        ++b;
    }
    for (; a != c.end(); ++a) EXPECT_FALSE(has(removed, (*a).id()));
    EXPECT_EQ(held_by<Adapter>(c), without(count(0, 99), removed));
}

/// Walks end in another order than they began. Rules 2, 7.
SITUATION(walks_end_in_any_order, true) {
    using iterator = decltype(std::declval<collection_of<Adapter>&>().begin());
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    std::optional<iterator> a{c.begin()};
    std::optional<iterator> b{c.begin()};
    std::optional<iterator> d{c.begin()};
    ++*b;
    const int gone = (**b).id();
    c.remove(**b);
    a.reset();
    EXPECT_EQ((**b).id(), gone) << "it is still stood on";
    ++*d;
    EXPECT_NE((**d).id(), gone);
    d.reset();
    EXPECT_EQ((**b).id(), gone);
    b.reset();
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(gone), 0);
    }
    EXPECT_EQ(c.size(), 99U);
}

/// An iterator is moved, and the walk with it. Rule 2.
SITUATION(iterators_move, true) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    auto a = c.begin();
    ids seen;
    while (a != c.end()) {
        auto b = std::move(a);
        seen.push_back((*b).id());
        c.remove(*b);
        ++b;
        a = std::move(b);
    }
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 99));
    EXPECT_TRUE(c.empty());
}

/// A walk is opened and never advanced. Rule 7.
SITUATION(walk_that_is_not_walked, has_walks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    {
        auto idle = c.walk(throng::residents);
        c.clear();
        fill<Adapter>(c, 100, 109);
        EXPECT_EQ(idle.next(), nullptr) << "no resident is left";
    }
    {
        auto idle = c.walk(throng::live);
        c.clear();
        EXPECT_EQ(held_by<Adapter>(c), ids{});
    }
    fill<Adapter>(c, 110, 119);
    EXPECT_EQ(held_by<Adapter>(c), count(110, 119));
}

/// An outer walk of the residents and an inner live one each keep their promise. Rules 2, 3.
SITUATION(residents_and_live_walk_together, has_walks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    ids residents;
    ids live;
    for (tracked& x : c.walk(throng::residents)) {
        residents.push_back(x.id());
        if (residents.size() != 3) continue;
        for (tracked& y : c.walk(throng::live)) {
            live.push_back(y.id());
            if (live.size() == 3) fill<Adapter>(c, 10, 14);
        }
    }
    EXPECT_EQ(in_order<Adapter>(residents), count(0, 9));
    EXPECT_EQ(in_order<Adapter>(live), count(0, 14));
}

/// Walks of two collections, each editing the other. Rules 1, 2.
SITUATION(two_collections_edit_each_other, true) {
    collection_of<Adapter> a;
    collection_of<Adapter> b;
    fill<Adapter>(a, 0, 29);
    fill<Adapter>(b, 100, 129);
    for (tracked& x : a)
        for (tracked& y : b)
            if (a.contains(x) && (x.id() + y.id()) % 4 == 0) {
                a.remove(x);
                b.remove(y);
            }
    for (tracked& x : a)
        for (tracked& y : b) EXPECT_NE((x.id() + y.id()) % 4, 0);
    EXPECT_EQ(a.size(), b.size());
}

} // namespace contract
