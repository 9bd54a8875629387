// The mistakes of the DeletableObjectList that the idea comes from, one by one.

#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace {

struct object {
    int id;
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};
using list = throng::weak_list<object>;
using ids = std::vector<int>;

class weak_list_regression : public testing::Test {
  protected:
    object& make(int id) {
        objects.push_back({id});
        return objects.back();
    }
    void fill(int first, int last) {
        for (int id = first; id <= last; ++id) all.add(make(id));
    }
    ids held() {
        ids found;
        for (const object& o : std::as_const(all)) found.push_back(o.id);
        return found;
    }
    std::deque<object> objects;
    list all;
};

/// Remove(null) found a tombstone, counted it down a second time, and at 0 threw the living away.
TEST_F(weak_list_regression, removing_what_is_not_there_changes_nothing) {
    fill(1, 3);
    EXPECT_TRUE(all.remove(objects[0]));
    object stranger{9};
    for (int i = 0; i < 10; ++i) {
        EXPECT_FALSE(all.remove(stranger));
        EXPECT_FALSE(all.remove(objects[0]));
    }
    EXPECT_FALSE(all.remove(list{}.begin()));
    EXPECT_EQ(all.approximate_size(), 2U);
    EXPECT_EQ(held(), (ids{2, 3}));
}

/// ForceCompact and TrimExcess closed gaps under open enumerators, which then skipped items.
TEST_F(weak_list_regression, compacting_in_a_walk_skips_nothing) {
    fill(1, 500);
    ids seen;
    for (object& o : all) {
        seen.push_back(o.id);
        if (o.id % 2 == 0) o.gone = true;
        if (o.id % 10 == 0) all.force_compact();
        if (o.id % 50 == 0) all.trim();
    }
    ASSERT_EQ(seen.size(), 500U);
    EXPECT_EQ(seen.back(), 500);
    EXPECT_EQ(all.approximate_size(), 250U);
    EXPECT_EQ(all.slots(), 250U) << "the gaps are closed when the walk has ended";
}

/// Clear() in a walk left the enumerator's index where it was: what came after was skipped.
TEST_F(weak_list_regression, what_is_added_after_a_clear_in_the_walk_is_seen) {
    fill(1, 5);
    ids seen;
    for (object& o : all) {
        seen.push_back(o.id);
        if (o.id != 3) continue;
        all.clear();
        fill(6, 8);
    }
    EXPECT_EQ(seen, (ids{1, 2, 3, 6, 7, 8}));
}

/// The same when the last living item was removed, which cleared the array.
TEST_F(weak_list_regression, what_is_added_after_the_last_was_removed_is_seen) {
    fill(1, 3);
    ids seen;
    for (object& o : all) {
        seen.push_back(o.id);
        EXPECT_TRUE(all.remove(o));
        if (o.id == 3) fill(4, 5);
    }
    EXPECT_EQ(seen, (ids{1, 2, 3, 4, 5}));
    EXPECT_TRUE(all.empty());
}

/// A second Dispose made the count of enumerators negative, so that compaction ran under the next one.
TEST_F(weak_list_regression, a_walk_closes_once_however_it_is_moved_about) {
    fill(1, 300);
    {
        std::optional<list::walk_type> w{all.walk(throng::live)};
        (void)w->next();
        list::walk_type moved{std::move(*w)};
        *w = std::move(moved);
        moved = std::move(*w);
        w.reset();
    }
    ids seen;
    for (object& o : all) {
        seen.push_back(o.id);
        for (object& other : objects) other.gone = other.id % 3 != 0;
        {
            const auto inner = all.walk(throng::residents);
        }
        all.force_compact();
    }
    EXPECT_EQ(seen.size(), 101U); // 1 and every third
    EXPECT_EQ(all.slots(), 100U);
}

/// An enumerator that was not disposed of blocked compaction for good.
TEST_F(weak_list_regression, a_walk_that_is_left_does_not_block_packing) {
    fill(1, 1000);
    for (object& o : all)
        if (o.id == 500) break;
    for (object& o : objects) o.gone = o.id % 10 != 0;
    all.each([](object&) {});
    EXPECT_EQ(all.approximate_size(), 100U);
    EXPECT_LE(all.slots(), 200U);
}

/// What was not walked was never pruned: it grew with every add.
TEST_F(weak_list_regression, a_list_that_is_not_walked_stays_small) {
    fill(0, 9);
    std::size_t most = 0;
    for (int id = 10; id < 100'000; ++id) {
        object& o = make(id);
        all.add(o);
        o.gone = true;
        most = std::max(most, all.approximate_size());
    }
    EXPECT_LT(most, 300U);
    EXPECT_LT(all.slots(), 600U);
    EXPECT_EQ(held(), (ids{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

/// The fraction was said to be of the array, and was of the living.
TEST_F(weak_list_regression, packs_below_the_documented_fraction_of_slots) {
    for (const double fraction : {0.5, 0.7, 0.9, 1.0}) {
        for (std::size_t gone = 0; gone <= 1000; gone += 50) {
            list l;
            l.pack_below(fraction);
            EXPECT_EQ(l.pack_below(), fraction);
            std::deque<object> some;
            for (int id = 0; id < 1000; ++id) l.add(some.emplace_back(object{id}));
            for (std::size_t i = 0; i < gone; ++i) some[i * 7 % 1000].gone = true;
            l.each([](object&) {});
            EXPECT_EQ(l.approximate_size(), 1000U - gone);
            EXPECT_GE(static_cast<double>(l.approximate_size()), fraction * static_cast<double>(l.slots())) << gone;
        }
    }
}

#if defined(__cpp_exceptions)
struct oversensitive {
    int id;
    bool gone = false;
    bool throws = false;
    [[nodiscard]] bool deleted() const {
        if (throws) throw id;
        return gone;
    }
};

/// A getter that threw in the middle of compaction left it half done.
TEST(weak_list_throws, a_question_that_throws_leaves_the_list_whole) {
    std::vector<oversensitive> objects;
    for (int id = 0; id < 300; ++id) objects.push_back({id});
    throng::weak_list<oversensitive> all;
    for (oversensitive& o : objects) all.add(o);
    for (oversensitive& o : objects) o.gone = o.id % 2 != 0;
    objects[151].throws = true;
    EXPECT_THROW(all.force_compact(), int);
    EXPECT_THROW(static_cast<void>(all.size()), int);
    EXPECT_THROW(all.add(objects[151]), int);
    ids seen;
    const auto look = [&] {
        for (oversensitive& o : all) seen.push_back(o.id);
    };
    EXPECT_THROW(look(), int);
    EXPECT_EQ(seen.size(), 76U);
    EXPECT_EQ(all.approximate_size(), 300U - 75U);

    // Asked again, the walk goes on with the one that threw.
    auto w = all.walk(throng::live);
    while (true) {
        oversensitive* o = nullptr;
        try {
            o = w.next();
        } catch (int) {
            objects[151].throws = false;
            objects[151].gone = false;
            EXPECT_EQ(w.next(), &objects[151]);
            continue;
        }
        if (o == nullptr) break;
    }
    EXPECT_EQ(all.size(), 151U);
}
#endif

} // namespace
