#pragma once

/// # Exceptions

#include "contract/walks.hpp"

#include <new>
#include <stdexcept>

#if defined(__cpp_exceptions)

namespace contract {

using support::tracked;

struct body_error {};

/// The body throws: earlier edits remain, and the next walk visits all elements. Rule 7.
SITUATION(body_throws, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 99);
        ids seen;
        int removed = -1;
        const auto body = [&](tracked& x) {
            seen.push_back(x.id());
            if (seen.size() == 40) {
                removed = x.id();
                c.remove(x);
                put<Adapter>(c, 100);
                throw body_error{};
            }
        };
        EXPECT_THROW(walk(c, body), body_error);
        if (Adapter::owns) {
            EXPECT_EQ(support::ledger::open().live(removed), 0) << "nothing stands on it any more";
        }
        EXPECT_EQ(seen.size(), 40U);
        EXPECT_EQ(held_by<Adapter>(c), without(count(0, 100), {removed}));
    });
}

/// The inner body throws through one walk or through both. Rule 7.
SITUATION(body_throws_through_nested_walks, true) {
    with_every_walk<Adapter>([](way walk) {
        for (const bool through_both : {false, true}) {
            collection_of<Adapter> c;
            fill<Adapter>(c, 0, 29);
            int outer = 0;
            const auto nested = [&](tracked& a) {
                ++outer;
                const auto inner = [&](tracked& b) {
                    if (&a != &b) return;
                    c.remove(a);
                    throw body_error{};
                };
                if (through_both) return walk(c, inner);
                EXPECT_THROW(walk(c, inner), body_error);
                EXPECT_FALSE(c.contains(a));
            };
            if (through_both) EXPECT_THROW(walk(c, nested), body_error);
            else walk(c, nested);
            EXPECT_EQ(outer, through_both ? 1 : 30);
            EXPECT_EQ(c.size(), through_both ? 29U : 0U);
            EXPECT_EQ(held_by<Adapter>(c).size(), c.size());
        }
    });
}

/// The constructor of a new element throws: nothing is added, during a walk or outside. Rule 7.
SITUATION(constructor_throws, true) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 99);
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            support::ledger::open().fail_construction_in = 1;
            EXPECT_THROW(put<Adapter>(c, 1000), support::element_error);
            EXPECT_EQ(c.size(), 100U);
            if (seen.size() == 20) put<Adapter>(c, 100);
            if (seen.size() >= 20) remove_id(c, 100);
        });
        EXPECT_EQ(without(in_order<Adapter>(seen), {100}), count(0, 99));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 99));
        EXPECT_EQ(support::ledger::open().live(1000), 0);
        put<Adapter>(c, 200);
        EXPECT_EQ(c.size(), 101U);
    });
}

/// A copy throws: nothing is added. Rule 7.
SITUATION(copy_throws, has_copying_add<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    const tracked original{10};
    for (tracked& x : c) {
        support::ledger::open().fail_copy_in = 1;
        EXPECT_THROW(c.push_back(original), support::element_error);
        EXPECT_THROW((support::ledger::open().fail_copy_in = 1, c.add(original)), support::element_error);
        EXPECT_TRUE(c.contains(x));
    }
    EXPECT_EQ(held_by<Adapter>(c), count(0, 9));
}

/// A move throws: nothing is added. Rule 7.
SITUATION(move_throws, has_moving_add<Adapter>) {
    logged_collection_of<Adapter, support::throwing_move_tracked> c;
    for (int i = 0; i < 300; ++i) {
        support::ledger::open().fail_move_in = i % 3 == 0 ? 1 : 0;
        if (i % 3 == 0) EXPECT_THROW(c.push_back(support::throwing_move_tracked{i}), support::element_error);
        else c.push_back(support::throwing_move_tracked{i});
    }
    let_in<Adapter>(c);
    support::ledger::open().fail_move_in = 1;
    for (auto& x : c)
        if (x.id() % 2 == 0) c.remove(x);
    EXPECT_EQ(support::ledger::open().fail_move_in, 1) << "nothing is moved if its move may throw";
    support::ledger::open().fail_move_in = 0;
    ids expected;
    for (int i = 0; i < 300; ++i)
        if (i % 3 != 0 && i % 2 != 0) expected.push_back(i);
    EXPECT_EQ(held_by<Adapter>(c), expected);
}

/// `add_range` is interrupted: the elements added so far stay. Rule 7.
SITUATION(add_range_throws, has_add_range<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    const std::vector<tracked> more{10, 11, 12, 13};
    support::ledger::open().fail_copy_in = 3;
    EXPECT_THROW(c.add_range(more), support::element_error);
    let_in<Adapter>(c);
    EXPECT_EQ(held_by<Adapter>(c), count(0, 11));
}

/// The n-th allocation fails, for n = 1, 2, ... until all additions succeed: a failed one has no effect, during a walk
/// or outside. Rule 7.
SITUATION(allocation_fails_on_add, Adapter::allocates) {
    for (const bool in_walk : {false, true}) {
        for (std::size_t n = 1; n < 2000; ++n) {
            support::allocation_log log;
            bool failed = false;
            {
                logged_collection_of<Adapter> c;
                log.fail_in = n;
                ids expected;
                const auto add_one = [&](int id) {
                    try {
                        put<Adapter>(c, id);
                        expected.push_back(id);
                    } catch (const std::bad_alloc&) {
                        failed = true;
                    }
                };
                for (int id = 0; id < 400; ++id) {
                    if (!in_walk || c.empty()) {
                        add_one(id);
                        continue;
                    }
                    for (tracked& x : c) {
                        add_one(id);
                        EXPECT_TRUE(c.contains(x));
                        break;
                    }
                }
                EXPECT_EQ(held_by<Adapter>(c), expected);
                EXPECT_EQ(c.size(), failed ? 399U : 400U);
            }
            EXPECT_EQ(log.bytes, 0U);
            if (!failed) return;
        }
        FAIL() << "no end of allocations";
    }
}

/// The n-th allocation fails while handles are created. Rule 7.
SITUATION(allocation_fails_on_handle, has_handles<Adapter>&& Adapter::allocates) {
    for (std::size_t n = 1; n < 2000; ++n) {
        support::allocation_log log;
        logged_collection_of<Adapter> c;
        fill<Adapter>(c, 0, 299);
        log.fail_in = n;
        using handle = typename logged_collection_of<Adapter>::handle_type;
        std::vector<std::pair<int, handle>> made;
        for (tracked& x : c) {
            try {
                made.emplace_back(x.id(), c.handle_of(x));
            } catch (const std::bad_alloc&) {
            }
        }
        for (const auto& [id, h] : made) {
            ASSERT_NE(c.get(h), nullptr);
            EXPECT_EQ(c.get(h)->id(), id);
        }
        EXPECT_EQ(c.size(), 300U);
        if (!log.failed) return;
    }
    FAIL() << "no end of allocations";
}

/// The n-th allocation fails in a long sequence of additions, removals, views and sorts. Rule 7.
SITUATION(allocation_fails_anywhere, Adapter::allocates) {
    for (std::size_t n = 1; n < 2000; ++n) {
        support::allocation_log log;
        {
            logged_collection_of<Adapter> c;
            log.fail_in = n;
            const auto attempt = [&](auto f) {
                try {
                    f();
                    return true;
                } catch (const std::bad_alloc&) {
                    return false;
                }
            };
            ids expected;
            for (int id = 0; id < 150; ++id) {
                if (attempt([&] { put<Adapter>(c, id); })) expected.push_back(id);
                if constexpr (has_reserve<Adapter>)
                    if (id % 50 == 49) attempt([&] { c.reserve(c.size() + 100); });
                if constexpr (has_freeze<Adapter>) {
                    attempt([&] {
                        const auto view = std::as_const(c).freeze();
                        const std::size_t before = c.size();
                        const int gone = expected.empty() ? -1 : expected.front();
                        if (attempt([&] { remove_id(c, gone); })) std::erase(expected, gone);
                        EXPECT_EQ(ids_of(view).size(), before);
                    });
                }
            }
            EXPECT_EQ(held_by<Adapter>(c), expected);
            if constexpr (has_sort<Adapter>) {
                if (attempt([&] { c.sort([](const tracked& a, const tracked& b) { return a.id() > b.id(); }); }))
                    std::reverse(expected.begin(), expected.end());
                EXPECT_EQ(held_by<Adapter>(c), expected) << "a sort that throws has not happened";
            }
        }
        EXPECT_EQ(log.bytes, 0U);
        if (!log.failed) return;
    }
    FAIL() << "no end of allocations";
}

/// `on_add` throws: the addition has no effect. Rules 7, 8.
SITUATION(on_add_throws, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 9);
        bool angry = true;
        c.on_add([&](tracked&) {
            if (angry) throw body_error{};
        });
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            EXPECT_THROW(c.emplace_back(100), body_error);
            EXPECT_EQ(c.size(), 10U);
        });
        EXPECT_EQ(in_order<Adapter>(seen), count(0, 9));
        EXPECT_EQ(held_by<Adapter>(c), count(0, 9));
        EXPECT_EQ(support::ledger::open().live(100), 0);
        angry = false;
        put<Adapter>(c, 10);
        EXPECT_EQ(held_by<Adapter>(c), count(0, 10));
    });
}

/// `on_remove` throws: the element is removed nevertheless, in a walk, by handle, and during `clear()`, which ends
/// there. Rules 7, 8, 9.
SITUATION(removal_stands_where_on_remove_throws, has_hooks<Adapter>) {
    with_every_walk<Adapter>([](way walk) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 99);
        ids gone;
        c.on_remove([&](tracked& x) {
            EXPECT_FALSE(c.contains(x));
            gone.push_back(x.id());
            throw body_error{};
        });
        ids seen;
        walk(c, [&](tracked& x) {
            seen.push_back(x.id());
            if (x.id() % 2 == 0) {
                EXPECT_THROW(c.remove(x), body_error);
            }
            if (tracked* other = find(c, 55); other != nullptr) {
                if constexpr (has_handles<Adapter>) {
                    const auto h = c.handle_of(*other);
                    EXPECT_THROW(c.remove(h), body_error);
                    EXPECT_FALSE(c.contains(h));
                    EXPECT_FALSE(c.remove(h));
                } else {
                    EXPECT_THROW(c.remove(*other), body_error);
                }
            }
        });
        EXPECT_EQ(in_order<Adapter>(seen), without(count(0, 99), {55}));
        EXPECT_EQ(held_by<Adapter>(c), without(count(0, 99), gone));
        EXPECT_EQ(c.size(), 49U);
        EXPECT_THROW(c.clear(), body_error);
        EXPECT_EQ(c.size(), 48U);
        EXPECT_EQ(held_by<Adapter>(c), without(count(0, 99), gone));
        c.on_remove(nullptr);
        c.clear();
        EXPECT_TRUE(c.empty());
    });
}

/// A predicate throws: elements it returned true for are removed, others are unchanged. Rule 7.
SITUATION(predicate_throws, has_remove_if<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 99);
    ids gone;
    int asked = 0;
    const auto even_until_it_throws = [&](const tracked& x) {
        if (++asked == 50) throw body_error{};
        if (x.id() % 2 == 0) gone.push_back(x.id());
        return x.id() % 2 == 0;
    };
    EXPECT_THROW(c.remove_if(even_until_it_throws), body_error);
    EXPECT_EQ(asked, 50);
    EXPECT_EQ(held_by<Adapter>(c), without(count(0, 99), gone));
}

/// `update` is interrupted: the collection still has each element once, and the next walk visits all. Rule 7.
SITUATION(body_throws_in_update, has_update<Adapter>) {
    for (int when = 1; when <= 130; when += 7) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, 199);
        c.remove_if([](const tracked& x) { return x.id() % 3 == 0; });
        ids expected = held_by<Adapter>(c);
        int visits = 0;
        EXPECT_THROW(c.update([&](tracked& x) {
            if (x.id() % 2 == 0) {
                std::erase(expected, x.id());
                c.remove(x);
            }
            if (++visits == when) throw body_error{};
        }),
                     body_error);
        EXPECT_EQ(held_by<Adapter>(c), expected);
        visits = 0;
        ids dead;
        try {
            c.update([&](tracked& x) {
                if (++visits == when) throw body_error{};
                if (x.id() % 5 == 0) dead.push_back(x.id());
                return x.id() % 5 != 0;
            });
        } catch (const body_error&) {
        }
        EXPECT_EQ(held_by<Adapter>(c), without(expected, dead));
    }
}

/// A comparison throws: the order is unchanged. Rule 7.
SITUATION(comparison_throws, has_sort<Adapter>) {
    collection_of<Adapter> c;
    for (int id = 199; id >= 0; --id) put<Adapter>(c, id);
    const ids before = held_by<Adapter>(c);
    int comparisons = 0;
    const auto angry = [&](const tracked& a, const tracked& b) {
        if (++comparisons == 100) throw body_error{};
        return a < b;
    };
    EXPECT_THROW(c.sort(angry), body_error);
    EXPECT_EQ(held_by<Adapter>(c), before);
    c.sort();
    EXPECT_EQ(held_by<Adapter>(c), count(0, 199));
}

/// Copying the collection is interrupted: nothing leaks, and the original is unchanged; the target of an assignment is
/// valid. Rule 7.
SITUATION(copy_of_the_collection_throws, has_copy<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 199);
    support::ledger::open().fail_copy_in = 150;
    EXPECT_THROW(collection_of<Adapter>{c}, support::element_error);
    collection_of<Adapter> other;
    fill<Adapter>(other, 300, 309);
    support::ledger::open().fail_copy_in = 150;
    EXPECT_THROW(other = c, support::element_error);
    if constexpr (Adapter::walks_follow) {
        EXPECT_EQ(held_by<Adapter>(other).size(), static_cast<std::size_t>(support::ledger::open().live() - 200));
    }
    EXPECT_EQ(held_by<Adapter>(c), count(0, 199));
}

} // namespace contract

#endif
