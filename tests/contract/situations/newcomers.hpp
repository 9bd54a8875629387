#pragma once

/// # Adding in a walk

#include "contract/walks.hpp"

#include <type_traits>
#include <utility>

namespace contract {

using support::tracked;

/// A live walk visits new elements after all earlier ones. Rule 3.
SITUATION(add_in_live_walk, has_walks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    ids seen;
    for (tracked& x : c.walk(throng::live)) {
        seen.push_back(x.id());
        if (x.id() < 10) put<Adapter>(c, x.id() + 10);
    }
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 19));
    EXPECT_EQ(held_by<Adapter>(c), count(0, 19));
}

/// A walk of the residents leaves new elements for the next walk. Rule 3.
SITUATION(add_in_residents_walk, has_walks<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    ids seen;
    for (tracked& x : c.walk(throng::residents)) {
        seen.push_back(x.id());
        put<Adapter>(c, x.id() + 10);
    }
    EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
    EXPECT_EQ(held_by<Adapter>(c), count(0, 19));
}

/// Every kind of walk visits new elements or not, as promised; none twice, and skips nothing. Rules 2, 3.
SITUATION(add_in_every_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 99);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (x.id() < 100) put<Adapter>(c, x.id() + 100);
        });
        EXPECT_EQ(in_order<Adapter>(seen), walk.live ? count(0, 199) : count(0, 99));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 199));
    });
}

/// Each visit adds one element, up to a limit. Rule 3.
SITUATION(add_by_every_visit, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 0);
        ids seen;
        int born = 1;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (born < 500) put<Adapter>(c, born++);
        });
        EXPECT_EQ(in_order<Adapter>(seen), walk.live ? count(0, 499) : ids{0});
        EXPECT_EQ(c.size(), walk.live ? 500U : 2U);
    });
}

/// Adding many elements at once, over many pages. Rule 3.
SITUATION(add_many_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 4);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (x.id() == 2) fill<Adapter>(c, 5, 1500);
        });
        EXPECT_EQ(in_order<Adapter>(seen), walk.live ? count(0, 1500) : count(0, 4));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 1500));
    });
}

/// A walk of an empty collection visits nothing; the next walk visits elements added after it. Rule 3.
SITUATION(walk_of_an_empty_collection, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        walk(c, [](tracked&) { ADD_FAILURE() << "nothing is there"; });
        fill<Adapter>(c, 0, 0);
        int visits = 0;
        walk(c, [&](tracked&) { ++visits; });
        EXPECT_EQ(visits, 1);
        c.clear();
        walk(c, [](tracked&) { ADD_FAILURE() << "nothing is there"; });
    });
}

/// A live walk at its end continues with elements added later, each once; a walk of the residents stays at its end.
/// Rules 2, 3.
SITUATION(ask_again_at_the_end, has_walks<Adapter>) {
    for (const int residents : {0, 1, 10, 64, 300}) {
        SCOPED_TRACE(residents);
        collection_of<Adapter> c;
        // (What would come to a layer that has been passed is met by the next walk: the first ones are used up here.)
        fill<Adapter>(c, 1, 10);
        c.clear();
        fill<Adapter>(c, 1, residents);
        auto live = c.walk(throng::live);
        auto of_residents = c.walk(throng::residents);
        ids seen;
        const auto goes_on = [&] {
            seen.clear();
            while (const tracked* x = live.next()) seen.push_back(x->id());
            EXPECT_EQ(live.current(), nullptr);
            EXPECT_EQ(live.next(), nullptr) << "nothing came since";
            return in_order<Adapter>(seen);
        };
        EXPECT_EQ(goes_on(), count(1, residents));
        while (of_residents.next() != nullptr) continue;

        put<Adapter>(c, 1001);
        EXPECT_EQ(goes_on(), ids{1001}) << "one came";
        fill<Adapter>(c, 2001, 2100);
        EXPECT_EQ(goes_on(), count(2001, 2100)) << "many came";
        remove_id(c, 2100);
        EXPECT_EQ(goes_on(), ids{}) << "the last went";
        put<Adapter>(c, 3001);
        EXPECT_EQ(goes_on(), ids{3001}) << "one came in its stead";
        c.clear();
        EXPECT_EQ(goes_on(), ids{}) << "all went";
        fill<Adapter>(c, 4001, 4070);
        EXPECT_EQ(goes_on(), count(4001, 4070)) << "others came in theirs";
        EXPECT_EQ(of_residents.next(), nullptr);
        EXPECT_EQ(of_residents.next(), nullptr);
        if constexpr (std::is_move_constructible_v<decltype(live)>) {
            put<Adapter>(c, 5001);
            (void)live.next();
            fill<Adapter>(c, 6001, 6002);
            auto taken = std::move(live);
            EXPECT_EQ(live.next(), nullptr) << "another goes on instead"; // NOLINT(bugprone-use-after-move)
            EXPECT_NE(taken.next(), nullptr);
            EXPECT_NE(taken.next(), nullptr);
            EXPECT_EQ(taken.next(), nullptr);
        }
    }
}

/// An element added and removed in the same visit is never visited. Rules 1, 3.
SITUATION(add_then_remove_the_newcomer, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 99);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            tracked* newcomer = put<Adapter>(c, x.id() + 100);
            ASSERT_NE(newcomer, nullptr);
            EXPECT_TRUE(c.contains(*newcomer));
            EXPECT_TRUE(c.remove(*newcomer));
            EXPECT_FALSE(find(c, x.id() + 100));
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 99));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 99));
    });
}

/// A new element is removed before its turn. Rules 1, 3.
SITUATION(remove_newcomer_before_its_turn, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 1) fill<Adapter>(c, 10, 12);
            if (seen.size() == 5 && !has(seen, 11)) {
                EXPECT_TRUE(remove_id(c, 11));
            }
        });
        if (Adapter::keeps_order) {
            EXPECT_FALSE(has(seen, 11));
        }
        EXPECT_EQ(has(seen, 12), (walk.live));
    });
}

/// The last element is removed, then one is added: a live walk visits the new one. Rule 3.
SITUATION(remove_last_then_add, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 10) {
                c.remove(x);
                put<Adapter>(c, 10);
            }
        });
        EXPECT_EQ(seen.size(), (walk.live ? 11U : 10U));
        EXPECT_EQ(seen.back() == 10, (walk.live));
        EXPECT_EQ(c.size(), 10U);
    });
}

/// One element is added, then the last older one is removed: a live walk still visits the new one. Rule 3.
SITUATION(add_then_remove_last, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 10) {
                put<Adapter>(c, 10);
                c.remove(x);
            }
        });
        EXPECT_EQ(seen.size(), (walk.live ? 11U : 10U));
        EXPECT_EQ(seen.back() == 10, (walk.live));
        EXPECT_EQ(c.size(), 10U);
    });
}

/// Cleared and refilled during a walk: a live walk visits every new element, whatever its position was. Rule 3.
SITUATION(clear_then_add_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        for (const int newcomers : {1, 5, 20, 300}) {
            collection_of<Adapter> c;
            fill<Adapter>(c, 0, 99);
            ids seen;
            walk(c, [&](tracked& x) {
                seen.push_back(x.id());
                if (seen.size() == 50) {
                    c.clear();
                    fill<Adapter>(c, 100, 99 + newcomers);
                }
            });
            EXPECT_EQ(seen.size(), (walk.live ? 50U + static_cast<unsigned>(newcomers) : 50U));
            for (int id = 100; id < 100 + newcomers; ++id) EXPECT_EQ(has(seen, id), (walk.live)) << id;
            EXPECT_EQ(held_by<Adapter>(c), count(100, 99 + newcomers));
        }
    });
}

/// Each visit replaces the only element by another. Rule 3.
SITUATION(replace_the_only_one_in_walk, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 0);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            c.remove(x);
            if (x.id() < 300) put<Adapter>(c, x.id() + 1);
        });
        EXPECT_EQ(seen, (walk.live ? count(0, 300) : ids{0}));
        EXPECT_EQ(c.size(), (walk.live ? 0U : 1U));
    });
}

/// A range is added during a walk. Rule 3.
SITUATION(add_range_in_walk, has_add_range<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 4);
        std::vector<tracked> more{5, 6, 7};
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 2) {
                EXPECT_EQ(c.add_range(more), 3U);
                let_in<Adapter>(c);
            }
        });
        EXPECT_EQ(in_order<Adapter>(seen), walk.live ? count(0, 7) : count(0, 4));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 7));
    });
}

/// An element of the collection is the argument of its own add. Rule 3.
SITUATION(add_a_copy_of_an_element, has_copying_add<Adapter> && !Adapter::unique) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 0);
    for (int i = 0; i < 300; ++i) c.push_back(*find(c, 0));
    let_in<Adapter>(c);
    EXPECT_EQ(held_by<Adapter>(c), ids(301, 0));
}

} // namespace contract
