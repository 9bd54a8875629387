// The mistakes of the MutableLinkedList that the idea comes from, one by one.

#include <throng/linked_list.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

struct object : throng::list_hook<> {
    explicit object(int number) : id(number) {}
    int id;
};
using list = throng::linked_list<object>;
using ids = std::vector<int>;

ids held_by(const list& l) {
    ids found;
    for (const object& o : l) found.push_back(o.id);
    return found;
}

/// InsertBefore(current, earlier) was not told to the enumerators: they came back, endlessly if it was repeated.
TEST(linked_list_regression, what_is_moved_before_the_current_one_is_not_visited_again) {
    object a{1};
    object b{2};
    object c{3};
    list l;
    for (object* o : {&a, &b, &c}) l.push_back(*o);
    ids seen;
    for (object& o : l) {
        seen.push_back(o.id);
        ASSERT_LT(seen.size(), 10U);
        for (object* earlier : {&a, &b})
            if (earlier->id < o.id) l.insert_before(o, *earlier);
    }
    EXPECT_EQ(seen, (ids{1, 2, 3}));
    EXPECT_EQ(held_by(l), (ids{1, 2, 3}));
}

/// After the removal of the current one, Current was the next one, or a null reference at the tail.
TEST(linked_list_regression, current_stays_current_after_its_removal) {
    object a{1};
    object b{2};
    list l;
    l.push_back(a);
    l.push_back(b);
    auto w = l.walk(throng::live);
    EXPECT_EQ(w.next(), &a);
    l.remove(a);
    EXPECT_EQ(w.current(), &a);
    EXPECT_EQ(w.next(), &b);
    EXPECT_TRUE(w.remove());
    EXPECT_EQ(w.current(), &b);
    EXPECT_FALSE(w.remove());
    EXPECT_EQ(w.next(), nullptr);
    EXPECT_EQ(w.current(), nullptr);
}

/// Remove the last, then add: the new one was not seen. Add, then remove the last: it was.
TEST(linked_list_regression, what_comes_after_the_last_is_seen_whatever_came_first) {
    for (const bool removed_first : {true, false}) {
        object a{1};
        object b{2};
        object c{3};
        list l;
        l.push_back(a);
        l.push_back(b);
        ids seen;
        for (object& o : l) {
            seen.push_back(o.id);
            if (o.id != 2) continue;
            if (removed_first) l.remove(o);
            l.push_back(c);
            if (!removed_first) l.remove(o);
        }
        EXPECT_EQ(seen, (ids{1, 2, 3})) << removed_first;
    }
}

/// A second Dispose threw.
TEST(linked_list_regression, a_walk_closes_once_however_it_is_moved_about) {
    object a{1};
    object b{2};
    object c{3};
    list l;
    for (object* o : {&a, &b, &c}) l.push_back(*o);
    std::optional<list::walk_type> w{l.walk(throng::live)};
    EXPECT_EQ(w->next(), &a);
    list::walk_type moved{std::move(*w)};
    l.remove(a);
    EXPECT_EQ(moved.next(), &b);
    *w = std::move(moved);
    EXPECT_EQ(moved.next(), nullptr); // NOLINT(bugprone-use-after-move): it is closed
    EXPECT_EQ(w->next(), &c);
    w.reset();
    w.reset();
    EXPECT_EQ(held_by(l), (ids{2, 3}));
}

/// The class for an item of one's own could not be derived from outside.
TEST(linked_list_regression, objects_bring_their_own_links) {
    struct derived : object {
        using object::object;
        throng::list_hook<> second;
    };
    derived d{1};
    list by_base;
    throng::linked_list<derived, &derived::second> by_member;
    by_base.push_back(d);
    by_member.push_back(d);
    EXPECT_EQ(by_base.first(), &d);
    EXPECT_EQ(by_member.first(), &d);
}

/// Removal was O(live enumerators), though said to be constant.
TEST(linked_list_regression, removal_asks_no_walk) {
    std::vector<std::unique_ptr<object>> objects;
    list l;
    for (int id = 0; id < 1000; ++id) l.push_back(*objects.emplace_back(std::make_unique<object>(id)));
    // Twenty thousand walks on one object, none of which a removal has to go through.
    std::vector<list::walk_type> walks;
    for (int i = 0; i < 20'000; ++i) {
        walks.push_back(l.walk(throng::live));
        (void)walks.back().next();
        if (i == 0) walks.reserve(20'000);
    }
    for (int round = 0; round < 5'000; ++round) {
        object& o = *objects[static_cast<std::size_t>(1 + round % 999)];
        l.remove(o);
        l.push_back(o);
    }
    l.remove(*objects[0]);
    EXPECT_EQ(l.size(), 999U);
    walks.clear();
    EXPECT_EQ(held_by(l).size(), 999U);
}

} // namespace
