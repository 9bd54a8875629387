// Mistakes of storages that lock themselves while they are walked: locks that a throw leaves behind, protection that
// only the debug build has, and answers that lag behind the edits.

#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace {

using support::tracked;
using list = throng::list<tracked, support::logged_allocator<tracked>>;

#if defined(__cpp_exceptions)
/// A body that threw left the storage locked: edits were queued or refused from then on, and nothing was reclaimed.
TEST(locks, a_throw_leaves_nothing_locked) {
    support::ledger ledger;
    support::allocation_log log;
    list elements;
    int born = 0;
    std::size_t early = 0;
    for (int frame = 0; frame < 600; ++frame) {
        while (elements.size() < 300) elements.push_back(tracked{born++});
        const auto body = [&](tracked& x) {
            if ((x.id() + frame) % 4 == 0) elements.remove(x);
            if ((x.id() + frame) % 200 == 199) throw 1;
        };
        const auto deep = [&](tracked&) { elements.each(body); };
        try {
            switch (frame % 6) {
            case 0:
                elements.each(body);
                break;
            case 1:
                elements.each(throng::residents, body);
                break;
            case 2:
                elements.update(body);
                break;
            case 3:
                elements.each(deep);
                break;
            case 4:
                elements.update(deep);
                break;
            default:
                for (tracked& x : elements) deep(x);
            }
        } catch (int) {
        }
        elements.sort([](const tracked& a, const tracked& b) { return a.id() < b.id(); });
        EXPECT_TRUE(elements.empty() || elements.first()->id() <= elements.last()->id());
        EXPECT_EQ(ledger.live(), static_cast<int>(elements.size()));
        if (frame == 60) early = log.bytes;
    }
    EXPECT_LE(log.bytes, early * 2);
}
#endif

/// A break that forgot to end the iteration left it locked.
TEST(locks, a_break_leaves_nothing_locked) {
    support::ledger ledger;
    support::allocation_log log;
    list elements;
    for (int id = 0; id < 300; ++id) elements.push_back(tracked{id});
    for (tracked& x : elements)
        if (x.id() == 7) break;
    elements.sort([](const tracked& a, const tracked& b) { return a.id() > b.id(); });
    EXPECT_EQ(elements.first()->id(), 299) << "the sort should not wait: no walk is open";
}

/// In a walk, add was queued: the new element was not there when asked for, and the removed one still was.
TEST(locks, writes_are_read_at_once) {
    support::ledger ledger;
    support::allocation_log log;
    list elements;
    for (int id = 0; id < 10; ++id) elements.push_back(tracked{id});
    for (tracked& x : elements.walk(throng::residents)) {
        const auto h = elements.emplace(100 + x.id());
        EXPECT_TRUE(elements.contains(h));
        EXPECT_EQ(elements.get(h)->id(), 100 + x.id());
        EXPECT_EQ(elements.size(), 11U);
        EXPECT_EQ(elements.last()->id(), 100 + x.id());
        EXPECT_TRUE(elements.remove(x));
        EXPECT_FALSE(elements.contains(x));
        EXPECT_EQ(elements.size(), 10U);
    }
}

/// One killed by an earlier one was still visited in the same walk, and two that killed each other both died.
TEST(locks, the_killed_do_not_act) {
    support::ledger ledger;
    support::allocation_log log;
    list elements;
    for (int id = 0; id < 100; ++id) elements.push_back(tracked{id});
    std::vector<int> acted;
    for (tracked& x : elements) {
        acted.push_back(x.id());
        for (tracked& y : elements)
            if (y.id() == (x.id() ^ 1)) elements.remove(y);
    }
    EXPECT_EQ(acted.size(), 50U);
    EXPECT_EQ(elements.size(), 50U);
    for (const int id : acted) EXPECT_EQ(id % 2, 0);
}

} // namespace
