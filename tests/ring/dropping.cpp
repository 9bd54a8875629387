#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <throng/ring.hpp>

#include <gtest/gtest.h>

#include <new>
#include <vector>

namespace {

using support::tracked;
using throng::ring;
using ids = std::vector<int>;

template <class R> ids read(R&& range) {
    ids all;
    for (const auto& x : range) all.push_back(x.id());
    return all;
}

class a_ring : public testing::Test {
  protected:
    support::ledger ledger_;
    ring<tracked> ring_{3};
    ids dropped_;

    void add(int first, int last) {
        for (int i = first; i <= last; ++i) ring_.emplace_back(i);
    }
    void watch() {
        ring_.on_remove([this](tracked& x) {
            EXPECT_FALSE(ring_.contains(x));
            dropped_.push_back(x.id());
        });
    }
};

TEST_F(a_ring, drops_the_oldest_by_every_function_that_adds) {
    watch();
    add(1, 3);
    const auto first = ring_.handle_of(*ring_.first());
    EXPECT_EQ(ring_.push_back(tracked(4))->id(), 4);
    EXPECT_FALSE(ring_.contains(first));
    EXPECT_EQ(ring_.get(ring_.add(tracked(5)))->id(), 5);
    EXPECT_EQ(ring_.get(ring_.emplace(6))->id(), 6);
    const tracked seven(7);
    EXPECT_EQ(ring_.push_back(seven)->id(), 7);
    EXPECT_EQ(ring_.get(ring_.add(tracked(8)))->id(), 8);
    EXPECT_EQ(ring_.add_range(std::vector<tracked>{tracked(9), tracked(10), tracked(11), tracked(12)}), 4U);
    EXPECT_EQ(dropped_, (ids{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(read(ring_), (ids{10, 11, 12}));
    EXPECT_EQ(ring_.first()->id(), 10);
    EXPECT_EQ(ring_.last()->id(), 12);
    EXPECT_EQ(ring_.max_capacity(), 3U);
}

TEST_F(a_ring, keeps_what_it_drops_while_a_walk_stands_on_it) {
    add(1, 3);
    ids seen;
    for (const tracked& x : ring_) {
        if (x.id() == 1) {
            add(4, 5); // 1 and 2 make way
            EXPECT_FALSE(ring_.contains(x));
            EXPECT_EQ(ledger_.live(1), 1);
            EXPECT_EQ(ledger_.live(2), 0);
        }
        seen.push_back(x.id());
    }
    EXPECT_EQ(seen, (ids{1, 3, 4, 5}));
    EXPECT_EQ(ledger_.live(1), 0);
}

TEST_F(a_ring, shows_what_it_drops_in_a_frozen_view) {
    add(1, 3);
    {
        const auto view = ring_.freeze();
        add(4, 9);
        EXPECT_EQ(read(view), (ids{1, 2, 3}));
        EXPECT_EQ(read(ring_), (ids{7, 8, 9}));
    }
    EXPECT_EQ(ledger_.live(), 3);
}

TEST_F(a_ring, may_be_changed_by_the_hook_that_is_told) {
    int left = 5;
    ring_.on_remove([&](tracked&) {
        if (left-- > 0) ring_.emplace_back(100 + left);
    });
    add(1, 4);
    EXPECT_EQ(read(ring_), (ids{102, 101, 100}));
    ring_.on_remove([&](tracked& x) {
        if (x.id() == 102) ring_.remove(*ring_.last());
    });
    EXPECT_EQ(ring_.emplace_back(5), nullptr) << "gone again";
    EXPECT_EQ(read(ring_), (ids{101, 100}));
}

TEST_F(a_ring, of_no_room_keeps_nothing) {
    ring<tracked> none(0);
    EXPECT_EQ(none.emplace_back(1), nullptr);
    EXPECT_FALSE(none.emplace(2));
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(ledger_.live(), 0);
}

TEST_F(a_ring, takes_its_maximum_along) {
    ring<tracked> few(2);
    for (int i = 10; i < 14; ++i) few.emplace_back(i);
    add(1, 3);
    const ring<tracked> copy(few);
    EXPECT_EQ(copy.max_capacity(), 2U);
    few.swap(ring_);
    EXPECT_EQ(few.max_capacity(), 3U);
    EXPECT_EQ(read(few), (ids{1, 2, 3}));
    EXPECT_EQ(ring_.max_capacity(), 2U);
    ring_ = few;
    EXPECT_EQ(ring_.max_capacity(), 3U);
    EXPECT_EQ(read(ring_), (ids{1, 2, 3}));
    ring_ = ring<tracked>(copy);
    EXPECT_EQ(ring_.max_capacity(), 2U);
    ring_ = {tracked(20), tracked(21), tracked(22)};
    EXPECT_EQ(ring_.max_capacity(), 2U);
    EXPECT_EQ(read(ring_), (ids{21, 22}));
    ring_ = ring<tracked>(5, {tracked(30)});
    EXPECT_EQ(ring_.max_capacity(), 5U);
    EXPECT_EQ(read(ring_), (ids{30}));
}

TEST_F(a_ring, added_to_itself_stays_as_it_is) {
    add(1, 3);
    EXPECT_EQ(ring_.add_range(ring_), 3U);
    EXPECT_EQ(read(ring_), (ids{1, 2, 3}));
}

/// Pages go when their elements have been dropped.
TEST(rings, need_no_more_memory_as_time_goes_on) {
    ring<int> r(1000);
    for (int i = 0; i < 2000; ++i) r.push_back(i);
    const auto capacity = r.capacity();
    for (int i = 0; i < 1'000'000; ++i) r.push_back(i);
    EXPECT_LE(r.capacity(), capacity);
    EXPECT_EQ(*r.first(), 999'000);
    EXPECT_TRUE(r.validate());
}

#if defined(__cpp_exceptions)
TEST_F(a_ring, drops_nothing_where_an_addition_fails) {
    watch();
    add(1, 3);
    ledger_.fail_construction_in = 1;
    EXPECT_THROW(ring_.emplace_back(4), support::element_error);
    ring_.on_add([](tracked&) { throw 0; });
    EXPECT_THROW(ring_.emplace_back(5), int);
    ring_.on_add(nullptr);
    EXPECT_EQ(dropped_, ids{});
    EXPECT_EQ(read(ring_), (ids{1, 2, 3}));
}

TEST_F(a_ring, has_the_newcomer_where_on_remove_throws) {
    add(1, 3);
    ring_.on_remove([](tracked&) { throw 0; });
    EXPECT_THROW(ring_.emplace_back(4), int);
    EXPECT_EQ(read(ring_), (ids{2, 3, 4}));
}

/// Under a frozen view a removal needs memory: where there is none, nothing has been added, and nothing dropped.
TEST_F(a_ring, adds_nothing_where_there_is_no_memory_to_drop) {
    support::allocation_log log;
    ring<tracked, support::logged_allocator<tracked>> r(3);
    for (int i = 1; i <= 3; ++i) r.emplace_back(i);
    const auto view = r.freeze();
    log.fail_in = 1;
    EXPECT_THROW(r.emplace_back(4), std::bad_alloc);
    EXPECT_EQ(ledger_.live(4), 0);
    EXPECT_EQ(read(r), (ids{1, 2, 3}));
    r.emplace_back(5);
    EXPECT_EQ(read(r), (ids{2, 3, 5}));
    EXPECT_EQ(read(view), (ids{1, 2, 3}));
}
#endif

} // namespace
