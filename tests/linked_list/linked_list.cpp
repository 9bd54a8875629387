#include <throng/linked_list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct by_age;
struct by_name;

/// In up to three lists at once; polymorphic, not default constructible, copyable.
struct person : throng::list_hook<by_age>, throng::list_hook<by_name> {
    explicit person(int number) : id(number) {}
    person(const person&) = default;
    person& operator=(const person&) = default;
    virtual ~person() = default;

    int id;
    throng::list_hook<> friends;
};
using ages = throng::linked_list<person, throng::base_hook<by_age>>;
using names = throng::linked_list<person, throng::base_hook<by_name>>;
using friends = throng::linked_list<person, &person::friends>;
using ids = std::vector<int>;

static_assert(std::ranges::input_range<ages> && std::ranges::input_range<const ages>);
static_assert(!std::ranges::forward_range<ages>);
static_assert(std::input_iterator<ages::reverse_iterator>);
static_assert(!std::is_copy_constructible_v<ages>);
static_assert(throng::core::audited || std::is_nothrow_move_constructible_v<ages>);
static_assert(!std::is_copy_constructible_v<ages::iterator> && std::is_move_constructible_v<ages::iterator>);
static_assert(sizeof(throng::list_hook<>) <= 4 * sizeof(std::uint64_t));

template <class Range> ids ids_of(Range&& range) {
    ids found;
    for (const person& p : range) found.push_back(p.id);
    return found;
}
template <class List> ids backward(const List& l) { return ids_of(l.walk(throng::backward, throng::live)); }

class linked_list : public testing::Test {
  protected:
    linked_list() {
        for (int id = 0; id < 20; ++id) all.push_back(std::make_unique<person>(id));
    }
    person& at(int id) { return *all[static_cast<std::size_t>(id)]; }
    void fill(ages& l, int first, int last) {
        for (int id = first; id <= last; ++id) l.push_back(at(id));
    }
    void expect(const ages& l, const ids& expected) {
        EXPECT_EQ(ids_of(l), expected);
        EXPECT_EQ(backward(l), ids(expected.rbegin(), expected.rend()));
        EXPECT_EQ(l.size(), expected.size());
        EXPECT_EQ(l.empty(), expected.empty());
        EXPECT_EQ(l.first() == nullptr, expected.empty());
        if (expected.empty()) return;
        EXPECT_EQ(l.first()->id, expected.front());
        EXPECT_EQ(l.last()->id, expected.back());
    }
    std::vector<std::unique_ptr<person>> all;
};

TEST_F(linked_list, insertion_everywhere) {
    ages l;
    expect(l, {});
    l.push_back(at(3));
    l.push_front(at(1));
    EXPECT_TRUE(l.insert_before(at(3), at(2)));
    EXPECT_TRUE(l.insert_after(at(3), at(4)));
    l.add(at(5));
    expect(l, {1, 2, 3, 4, 5});
    EXPECT_FALSE(l.insert_before(at(9), at(6)));
    EXPECT_FALSE(l.insert_after(at(9), at(6)));
    EXPECT_FALSE(l.contains(at(6)));
    EXPECT_EQ(l.next_of(at(2)), &at(3));
    EXPECT_EQ(l.previous_of(at(2)), &at(1));
    EXPECT_EQ(l.next_of(at(5)), nullptr);
    EXPECT_EQ(l.previous_of(at(1)), nullptr);
    EXPECT_EQ(l.previous_of(at(9)), nullptr);
}

TEST_F(linked_list, insertion_of_what_is_there_moves_it) {
    ages l;
    fill(l, 1, 4);
    l.push_back(at(4));
    l.push_back(at(1));
    l.push_front(at(3));
    expect(l, {3, 2, 4, 1});
    EXPECT_TRUE(l.insert_before(at(2), at(2)));
    EXPECT_TRUE(l.insert_after(at(2), at(2)));
    EXPECT_TRUE(l.insert_after(at(2), at(3)));
    EXPECT_TRUE(l.insert_before(at(2), at(4)));
    expect(l, {4, 2, 3, 1});
}

TEST_F(linked_list, an_object_in_several_lists) {
    ages a;
    names n;
    friends f;
    friends others;
    for (int id = 0; id < 5; ++id) {
        a.push_back(at(id));
        n.push_front(at(id));
        (id % 2 == 0 ? f : others).push_back(at(id));
    }
    a.remove(at(2));
    EXPECT_EQ(ids_of(a), (ids{0, 1, 3, 4}));
    EXPECT_EQ(ids_of(n), (ids{4, 3, 2, 1, 0}));
    EXPECT_EQ(ids_of(f), (ids{0, 2, 4}));
    EXPECT_TRUE(f.contains(at(2)));
    EXPECT_FALSE(others.contains(at(2)));
    others.push_front(at(2));
    EXPECT_FALSE(f.contains(at(2)));
    EXPECT_EQ(ids_of(others), (ids{2, 1, 3}));
    EXPECT_EQ(f.size(), 2U);
}

TEST_F(linked_list, an_object_that_is_destroyed_leaves_all_its_lists) {
    ages a;
    names n;
    friends f;
    {
        person p{1};
        a.push_back(p);
        n.push_back(p);
        f.push_back(p);
        EXPECT_TRUE(p.friends.is_linked());
    }
    EXPECT_TRUE(a.empty());
    EXPECT_TRUE(n.empty());
    EXPECT_TRUE(f.empty());
}

TEST_F(linked_list, a_list_that_is_destroyed_unlinks_its_objects) {
    {
        ages l;
        fill(l, 0, 9);
    }
    ages l;
    EXPECT_FALSE(l.contains(at(3)));
    EXPECT_FALSE(static_cast<throng::list_hook<by_age>&>(at(3)).is_linked());
    fill(l, 3, 5);
    expect(l, {3, 4, 5});
}

TEST_F(linked_list, copies_of_an_object_are_not_linked) {
    ages l;
    fill(l, 0, 1);
    person copy(at(0));
    EXPECT_FALSE(l.contains(copy));
    l.push_back(copy);
    at(1) = copy;
    person second(copy);
    EXPECT_FALSE(l.contains(second));
    EXPECT_EQ(ids_of(l), (ids{0, 0, 0}));
    EXPECT_TRUE(l.remove(copy));
}

TEST_F(linked_list, removal) {
    ages l;
    fill(l, 0, 9);
    EXPECT_TRUE(l.remove(at(0)));
    EXPECT_FALSE(l.remove(at(0)));
    EXPECT_FALSE(l.remove(at(15)));
    EXPECT_TRUE(l.remove(l.begin()));
    EXPECT_TRUE(l.remove(l.rbegin()));
    EXPECT_EQ(l.remove_if([](const person& p) { return p.id % 2 == 0; }), 4U);
    expect(l, {3, 5, 7});
    static_cast<throng::list_hook<by_age>&>(at(5)).unlink();
    expect(l, {3, 7});
    l.clear();
    EXPECT_FALSE(l.remove(l.begin()));
    expect(l, {});
}

TEST_F(linked_list, splice) {
    ages l;
    ages other;
    fill(l, 0, 1);
    fill(other, 2, 4);
    l.splice_back(other);
    expect(l, {0, 1, 2, 3, 4});
    expect(other, {});
    fill(other, 5, 6);
    l.splice_front(other);
    expect(l, {5, 6, 0, 1, 2, 3, 4});
    fill(other, 7, 8);
    EXPECT_TRUE(l.splice_before(at(0), other));
    expect(l, {5, 6, 7, 8, 0, 1, 2, 3, 4});
    fill(other, 9, 10);
    EXPECT_TRUE(l.splice_after(at(0), other));
    expect(l, {5, 6, 7, 8, 0, 9, 10, 1, 2, 3, 4});
    fill(other, 11, 12);
    EXPECT_FALSE(l.splice_after(at(15), other));
    expect(other, {11, 12});
    l.splice_back(l);
    EXPECT_TRUE(l.splice_before(at(0), l));
    EXPECT_EQ(l.size(), 11U);
}

TEST_F(linked_list, moving_and_swapping_lists) {
    ages l;
    fill(l, 0, 2);
    ages taken(std::move(l));
    expect(taken, {0, 1, 2});
    expect(l, {}); // NOLINT(bugprone-use-after-move): it is empty
    EXPECT_TRUE(taken.contains(at(1)));
    fill(l, 5, 6);
    l = std::move(taken);
    expect(l, {0, 1, 2});
    EXPECT_FALSE(taken.contains(at(5)) || l.contains(at(5)));
    fill(taken, 7, 8);
    swap(l, taken);
    expect(l, {7, 8});
    expect(taken, {0, 1, 2});
    l.swap(l);
    expect(l, {7, 8});
}

TEST_F(linked_list, walks_go_with_their_objects_in_a_swap) {
    ages l;
    ages other;
    fill(l, 0, 2);
    fill(other, 10, 12);
    auto live = l.walk(throng::live);
    auto resident = l.walk(throng::residents);
    auto back = l.walk(throng::backward, throng::live);
    (void)live.next();
    (void)resident.next();
    (void)back.next();
    (void)back.next();
    l.swap(other);
    expect(l, {10, 11, 12});
    expect(other, {0, 1, 2});
    ids seen;
    while (person* p = live.next()) seen.push_back(p->id);
    EXPECT_EQ(seen, (ids{1, 2}));
    EXPECT_EQ(resident.next()->id, 1);
    seen.clear();
    while (person* p = back.next()) seen.push_back(p->id);
    EXPECT_EQ(seen, (ids{0}));
}

TEST_F(linked_list, the_visited_may_be_destroyed_in_its_visit) {
    ages l;
    fill(l, 0, 9);
    ids seen;
    for (person& p : l) {
        seen.push_back(p.id);
        const auto id = static_cast<std::size_t>(p.id);
        all[id].reset();
        if (id + 2 < 10) all[id + 2].reset();
    }
    EXPECT_EQ(seen, (ids{0, 1, 4, 5, 8, 9}));
    EXPECT_TRUE(l.empty());
}

TEST_F(linked_list, update_drops_the_expired) {
    ages l;
    fill(l, 0, 9);
    ids seen;
    l.update([&](person& p) {
        seen.push_back(p.id);
        if (p.id == 4) all[4].reset();
        return seen.back() % 3 != 0 && seen.back() != 4;
    });
    EXPECT_EQ(seen.size(), 10U);
    expect(l, {1, 2, 5, 7, 8});
    l.update(throng::residents, [&](person& p) {
        l.push_back(p);
        return true;
    });
    expect(l, {1, 2, 5, 7, 8});
    l.update([](person&) {});
    expect(l, {1, 2, 5, 7, 8});
}

TEST_F(linked_list, newcomers_by_policy_and_place) {
    for (const bool residents : {false, true}) {
        ages l;
        fill(l, 0, 3);
        ids seen;
        const auto body = [&](person& p) {
            seen.push_back(p.id);
            if (p.id != 1) return;
            l.insert_before(p, at(10));
            l.insert_after(p, at(11));
            l.push_front(at(12));
            l.push_back(at(13));
        };
        if (residents) l.each(throng::residents, body);
        else l.each(body);
        EXPECT_EQ(seen, residents ? (ids{0, 1, 2, 3}) : (ids{0, 1, 11, 2, 3, 13}));
        expect(l, {12, 0, 10, 1, 11, 2, 3, 13});
        l.clear();

        fill(l, 0, 3);
        seen.clear();
        if (residents) {
            l.each(throng::backward, body);
        } else {
            for (auto i = l.rbegin(); i != l.rend(); ++i) body(*i);
        }
        EXPECT_EQ(seen, residents ? (ids{3, 2, 1, 0}) : (ids{3, 2, 1, 10, 0, 12}));
        l.clear();
    }
}

TEST_F(linked_list, the_gap_of_a_removed_one) {
    ages l;
    fill(l, 0, 2);
    auto forward = l.walk(throng::live);
    auto back = l.walk(throng::backward, throng::live);
    EXPECT_EQ(forward.next()->id, 0);
    EXPECT_EQ(forward.next()->id, 1);
    EXPECT_EQ(back.next()->id, 2);
    EXPECT_EQ(back.next()->id, 1);
    l.remove(at(1));
    l.insert_after(at(0), at(10)); // behind the one, ahead of the other
    l.insert_before(at(2), at(11));
    EXPECT_EQ(forward.next()->id, 11);
    EXPECT_EQ(back.next()->id, 10);
    EXPECT_EQ(forward.next()->id, 2);
    EXPECT_EQ(back.next()->id, 0);
}

TEST_F(linked_list, what_left_and_came_back_is_a_newcomer) {
    ages l;
    fill(l, 0, 2);
    ids seen;
    for (person& p : l) {
        seen.push_back(p.id);
        ASSERT_LT(seen.size(), 9U);
        if (seen.size() == 1) {
            l.remove(p);
            l.insert_before(at(1), p); // right where it was: ahead of the gap
        }
    }
    EXPECT_EQ(seen, (ids{0, 0, 1, 2}));
}

TEST_F(linked_list, a_live_walk_goes_on_after_its_end) {
    ages l;
    auto w = l.walk(throng::live);
    EXPECT_EQ(w.next(), nullptr);
    l.push_front(at(0));
    EXPECT_EQ(w.next(), &at(0));
    EXPECT_EQ(w.next(), nullptr);
    l.insert_after(at(0), at(1));
    EXPECT_EQ(w.next(), &at(1));
    EXPECT_EQ(w.next(), nullptr);
    l.clear();
    l.push_back(at(2));
    EXPECT_EQ(w.next(), &at(2));
}

#if !defined(THRONG_AUDIT)
TEST_F(linked_list, walks_end_with_their_list) {
    auto l = std::make_unique<ages>();
    fill(*l, 0, 2);
    auto w = l->walk(throng::live);
    EXPECT_EQ(w.next(), &at(0));
    l.reset();
    EXPECT_FALSE(w.remove());
    EXPECT_EQ(w.next(), nullptr);
}
#elif GTEST_HAS_DEATH_TEST
TEST_F(linked_list, the_audit_build_reports_a_walked_list_that_is_destroyed) {
    const auto misuse = [this] {
        auto l = std::make_unique<ages>();
        fill(*l, 0, 2);
        auto w = l->walk(throng::live);
        l.reset();
    };
    EXPECT_DEATH(misuse(), "a linked_list that is walked is destroyed[^$]*walk opened at .*linked_list.cpp");
}
#endif

/// A list of a type whose definition is not complete yet.
struct node : throng::list_hook<> {
    throng::linked_list<node> children;
};
TEST(linked_list_of_incomplete_type, tree) {
    node root;
    node child;
    root.children.push_back(child);
    EXPECT_EQ(root.children.first(), &child);
}

} // namespace
