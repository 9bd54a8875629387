#pragma once

/// # Removing in a walk

#include "contract/walks.hpp"

namespace contract {

using support::tracked;

/// Each element removes itself. Rules 1, 2.
SITUATION(remove_current_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 199);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            EXPECT_TRUE(c.remove(x));
            EXPECT_EQ(c.size(), 200 - seen.size());
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 199));
        EXPECT_EQ(held_by<Adapter>(c), ids{});
        EXPECT_TRUE(c.empty());
    });
}

/// Every third element removes itself: no neighbour is skipped. Rules 1, 2.
SITUATION(remove_some_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 199);
        ids seen;
        ids left;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (x.id() % 3 == 0) c.remove(x);
            else left.push_back(x.id());
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 199));
        EXPECT_EQ(held_by<Adapter>(c), in_order<Adapter>(left));
    });
}

/// Removing an element that was visited before. Rules 1, 2.
SITUATION(remove_already_visited_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 19);
        ids seen;
        walk(c, [&](tracked& x) {
            if (!seen.empty()) {
                EXPECT_TRUE(remove_id(c, seen.back()));
            }
            seen.push_back(x.id());
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 19));
        EXPECT_EQ(held_by<Adapter>(c), ids{seen.back()});
    });
}

/// Removing the next element. Rules 1, 2.
SITUATION(remove_next_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 19);
        ids seen;
        ids removed;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            const ids ahead = without(count(0, 19), [&] {
                ids gone = seen;
                gone.insert(gone.end(), removed.begin(), removed.end());
                return gone;
            }());
            if (!ahead.empty()) {
                EXPECT_TRUE(remove_id(c, ahead.front()));
                removed.push_back(ahead.front());
            }
        });
        EXPECT_EQ(in_order<Adapter>(seen), without(count(0, 19), removed));
        EXPECT_EQ(removed.size(), 10U);
        EXPECT_EQ(held_by<Adapter>(c), in_order<Adapter>(seen));
    });
}

/// Removing an element that has not been visited yet. Rules 1, 2.
SITUATION(remove_other_ahead_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 149);
        ids seen;
        ids removed;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            for (const int id : {50, 51, 149})
                if (!has(seen, id) && remove_id(c, id)) removed.push_back(id);
        });
        EXPECT_EQ(in_order<Adapter>(seen), without(count(0, 149), removed));
        EXPECT_EQ(held_by<Adapter>(c), in_order<Adapter>(seen));
        if (Adapter::keeps_order) {
            EXPECT_EQ(removed, (ids{50, 51, 149}));
        }
    });
}

/// Removing the last element: the walk ends before it. Rules 1, 2.
SITUATION(remove_last_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        ids seen;
        int removed = -1;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 9) {
                removed = without(count(0, 9), seen).front();
                EXPECT_TRUE(remove_id(c, removed));
            }
        });
        EXPECT_EQ(seen.size(), 9U);
        EXPECT_FALSE(has(seen, removed));
        EXPECT_EQ(held_by<Adapter>(c), in_order<Adapter>(seen));
    });
}

/// Removing all elements but the current one. Rules 1, 2.
SITUATION(remove_all_others_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 149);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() != 4) return;
            for (tracked& other : c)
                if (&other != &x) {
                    EXPECT_TRUE(c.remove(other));
                }
            EXPECT_EQ(c.size(), 1U);
        });
        EXPECT_EQ(seen.size(), 4U);
        EXPECT_EQ(held_by<Adapter>(c), ids{seen.back()});
    });
}

/// Removing all elements one by one, including the current one. Rules 1, 2.
SITUATION(remove_everything_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 149);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() != 4) return;
            for (tracked& any : c) EXPECT_TRUE(c.remove(any));
            EXPECT_EQ(x.id(), seen.back()) << "it is still stood on";
        });
        EXPECT_EQ(seen.size(), 4U);
        EXPECT_TRUE(c.empty());
    });
}

/// `clear()` during a walk. Rule 1.
SITUATION(clear_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 149);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() != 4) return;
            c.clear();
            EXPECT_TRUE(c.empty());
            EXPECT_FALSE(c.contains(x));
            EXPECT_EQ(x.id(), seen.back()) << "it is still stood on";
            c.clear();
        });
        EXPECT_EQ(seen.size(), 4U);
        EXPECT_EQ(held_by<Adapter>(c), ids{});
    });
}

/// Removing through the walk object. Rules 1, 2.
SITUATION(remove_through_the_walk, has_remove_by_walk<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    auto w = c.walk(throng::live);
    ids seen;
    while (tracked* x = w.next()) {
        seen.push_back(x->id());
        if (x->id() % 2 == 0) {
            EXPECT_TRUE(w.remove());
            EXPECT_FALSE(w.remove());
            EXPECT_EQ(x->id(), seen.back());
        }
    }
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 99));
    EXPECT_EQ(c.size(), 50U);
}

/// Removing through an iterator, which then advances. Rules 1, 2.
SITUATION(remove_through_an_iterator, has_remove_by_iterator<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids seen;
    for (auto i = c.begin(); i != c.end(); ++i) {
        seen.push_back(i->id());
        if (i->id() % 2 == 0) {
            EXPECT_TRUE(c.remove(i));
            EXPECT_FALSE(c.remove(i));
            EXPECT_EQ((*i).id(), seen.back()) << "the iterator stays where it is";
        }
    }
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 99));
    EXPECT_EQ(c.size(), 50U);
}

/// `remove_if` during a walk. Rules 1, 2.
SITUATION(remove_if_in_walk, has_remove_if<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 149);
        ids seen;
        ids expected;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 1) {
                EXPECT_EQ(c.remove_if([](const tracked& y) { return y.id() % 2 == 1; }), 75U);
                EXPECT_EQ(c.remove_if([](const tracked& y) { return y.id() % 2 == 1; }), 0U);
            }
            EXPECT_TRUE(seen.size() == 1 || x.id() % 2 == 0);
        });
        EXPECT_EQ(c.size(), 75U);
        EXPECT_GE(seen.size(), 75U);
        EXPECT_LE(seen.size(), 76U);
    });
}

/// When `remove()` returns, `contains()`, `size()`, the handle and every walk show the removal. Rule 1.
SITUATION(removed_is_gone_at_once, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        std::size_t expected = 10;
        walk(c, [&](tracked& x) {
            EXPECT_TRUE(c.contains(x));
            EXPECT_EQ(c.size(), expected);
            if constexpr (has_handles<Adapter>) {
                const auto h = c.handle_of(x);
                EXPECT_TRUE(c.contains(h));
                EXPECT_EQ(c.get(h), &x);
                EXPECT_TRUE(c.remove(x));
                EXPECT_FALSE(c.contains(h));
                EXPECT_EQ(c.get(h), nullptr);
                EXPECT_FALSE(c.handle_of(x));
            } else {
                EXPECT_TRUE(c.remove(x));
            }
            EXPECT_FALSE(c.contains(x));
            EXPECT_EQ(c.size(), --expected);
            EXPECT_EQ(find(c, x.id()), nullptr);
        });
    });
}

/// Removing an element twice: the second call returns false and does nothing. Rule 9.
SITUATION(remove_twice_is_once, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            EXPECT_TRUE(c.remove(x));
            const std::size_t left = c.size();
            EXPECT_FALSE(c.remove(x));
            if constexpr (has_handles<Adapter>) {
                EXPECT_FALSE(c.remove(c.handle_of(x)));
                EXPECT_FALSE(c.remove(typename collection_of<Adapter>::handle_type{}));
            }
            EXPECT_EQ(c.size(), left);
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
    });
}

/// Removing until whole pages are empty, repeatedly, during walks and between them. Rules 1, 2.
SITUATION(remove_most_of_many, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 1999);
        ids expected = count(0, 1999);
        for (const int keep : {2, 3, 5, 7}) {
            ids seen;
            walk(c, [&](tracked& x) {
                seen.push_back(x.id());
                if (x.id() % keep != 0) c.remove(x);
            });
            EXPECT_EQ(in_order<Adapter>(seen), expected);
            std::erase_if(expected, [&](int id) { return id % keep != 0; });
            EXPECT_EQ(held_by<Adapter>(c), expected);
        }
        fill<Adapter>(c, 2000, 2300);
        for (int id = 2000; id <= 2300; ++id) expected.push_back(id);
        EXPECT_EQ(held_by<Adapter>(c), expected);
    });
}

/// The oldest elements are removed first and new ones are added, as with bullets. Rules 1, 2.
SITUATION(oldest_die_first, true) {
    collection_of<Adapter> c;
    int born = 0;
    for (int frame = 0; frame < 300; ++frame) {
        for (int i = 0; i < 7; ++i) put<Adapter>(c, born++);
        for (tracked& x : c)
            if (x.id() < born - 70) c.remove(x);
        ASSERT_EQ(held_by<Adapter>(c), count(born < 70 ? 0 : born - 70, born - 1));
    }
}

} // namespace contract
