/// An object that is moved takes its place in its list along, whatever walks there: as the elements of a collection are
/// when it packs.
#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct object {
    explicit object(int number) : id(number) {}

    int id;
    throng::list_hook<> hook{};
};
using list = throng::linked_list<object, &object::hook>;
using ids = std::vector<int>;

static_assert(std::is_nothrow_move_constructible_v<object> && std::is_nothrow_move_assignable_v<object>);
static_assert(!throng::trivially_relocatable<object>);

template <class Range> ids ids_of(Range&& range) {
    ids found;
    for (const auto& x : range) found.push_back(x.id);
    return found;
}
void expect(const list& l, const ids& expected) {
    EXPECT_EQ(ids_of(l), expected);
    EXPECT_EQ(ids_of(l.walk(throng::backward, throng::live)), ids(expected.rbegin(), expected.rend()));
    EXPECT_EQ(l.size(), expected.size());
    EXPECT_TRUE(l.validate());
}

/// Objects on the heap, which can be moved to another place at any moment.
class moved_objects : public testing::Test {
  public:
    void fill(int last) {
        for (int id = 0; id <= last; ++id) all.push_back(std::make_unique<object>(id));
        for (auto& x : all) l.push_back(*x);
    }
    object& at(int id) { return *all[static_cast<std::size_t>(id)]; }
    /// The old one is destroyed.
    object& move(int id) {
        auto& x = all[static_cast<std::size_t>(id)];
        x = std::make_unique<object>(std::move(*x));
        return *x;
    }

    list l;
    std::vector<std::unique_ptr<object>> all;
};

TEST_F(moved_objects, keep_their_place) {
    fill(3);
    for (const int id : {0, 2, 3, 1}) {
        object& x = move(id);
        EXPECT_TRUE(l.contains(x));
        expect(l, {0, 1, 2, 3});
    }
    EXPECT_EQ(l.next_of(at(1)), &at(2));
    object gone(9);
    l.remove(at(2));
    at(2) = std::move(gone); // which is in no list
    expect(l, {0, 1, 3});
}

TEST_F(moved_objects, that_are_assigned_take_the_place_of_the_other_and_leave_their_own) {
    fill(3);
    at(0) = std::move(at(2));
    ASSERT_EQ(l.size(), 3U);
    EXPECT_FALSE(l.contains(at(2)));
    EXPECT_EQ(l.next_of(at(1)), &at(0));
    object& same = at(1);
    same = std::move(at(1));
    EXPECT_EQ(l.first(), &at(1));
    std::swap(at(1), at(3));
    expect(l, {1, 2, 3});
    EXPECT_EQ(l.first(), &at(3));
}

TEST_F(moved_objects, out_of_a_list_are_in_none) {
    object a(1);
    const object b(std::move(a));
    EXPECT_FALSE(b.hook.is_linked());
    EXPECT_FALSE(l.contains(b));
}

/// Rules 1, 2 and 3: the walk that stands on it goes on from there, forward and backward, and finds it still.
TEST_F(moved_objects, take_the_walks_along_that_stand_on_them) {
    fill(4);
    auto forward = l.walk(throng::live);
    auto second = l.walk(throng::residents);
    auto backward = l.walk(throng::backward, throng::live);
    while (forward.next()->id != 2) {
    }
    while (second.next()->id != 2) {
    }
    while (backward.next()->id != 2) {
    }
    const auto fork = forward.fork();

    object& moved = move(2);
    for (const object* x : {forward.current(), second.current(), backward.current(), fork.current()})
        EXPECT_EQ(x, &moved);
    EXPECT_TRUE(forward.is_current_there() && second.is_current_there() && backward.is_current_there());

    object before(10);
    object after(11);
    l.insert_before(moved, before);
    l.insert_after(moved, after);
    EXPECT_EQ(forward.next(), &after);
    EXPECT_EQ(backward.next(), &before);
    EXPECT_EQ(second.next(), &at(3)); // residents: newcomers wait
    EXPECT_TRUE(fork.remove());
    expect(l, {0, 1, 10, 11, 3, 4});
}

/// Rule 9: what has been removed is not found again, wherever it goes.
TEST_F(moved_objects, that_have_been_removed_are_not_there_for_the_walk) {
    fill(2);
    auto w = l.walk(throng::live);
    EXPECT_EQ(w.next(), &at(0));
    l.remove(at(0));
    (void)move(0);
    EXPECT_FALSE(w.is_current_there());
    EXPECT_FALSE(w.remove());
    l.push_back(at(0));
    EXPECT_FALSE(w.remove());
    ids seen;
    while (const object* const x = w.next()) seen.push_back(x->id);
    EXPECT_EQ(seen, (ids{1, 2, 0}));
}

/// Rule 7: also if it is destroyed there, or the walk is left.
TEST_F(moved_objects, may_die_in_their_new_place) {
    fill(2);
    for (object& x : l) {
        if (x.id != 1) continue;
        (void)move(1);
        all[1].reset();
    }
    EXPECT_EQ(ids_of(l), (ids{0, 2}));
    for (const object& x : l) {
        if (x.id != 0) continue;
        (void)move(0);
        break;
    }
    expect(l, {0, 2});
}

/// Each object is moved in its own visit, and the one after: each is visited once, in order.
TEST_F(moved_objects, are_visited_once) {
    fill(9);
    ids seen;
    for (object& x : l) {
        seen.push_back(x.id);
        const int id = seen.back();
        (void)move(id);
        if (id < 9) (void)move(id + 1);
    }
    EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    seen.clear();
    l.update([&](object& x) {
        const int id = x.id;
        seen.push_back(id);
        (void)move(id);
        return id % 2 == 0;
    });
    EXPECT_EQ(seen, (ids{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    expect(l, {0, 2, 4, 6, 8});
}

// --- elements of collections -----------------------------------------------------------------------------------------

struct creature : object {
    using object::object;
    void update(double) {}
    bool dead = false;
    [[nodiscard]] bool expired() const { return dead; }
};
using herd = throng::linked_list<creature, &object::hook>;

template <class Owner> class elements_with_hooks : public testing::Test {};
using owners = testing::Types<throng::list<creature>, throng::bag<creature>, throng::pool<creature>,
                              throng::buffered_list<creature>, throng::entity_list<creature>>;
TYPED_TEST_SUITE(elements_with_hooks, owners);

/// They are removed and added, packed and sorted, while a walk stands in their linked list: it visits those that are
/// left, each once.
TYPED_TEST(elements_with_hooks, stay_linked_whatever_their_owner_does) {
    TypeParam all;
    herd linked;
    const auto add = [&](int id) { linked.push_back(*all.emplace_back(id)); };
    for (int id = 0; id < 1000; ++id) add(id);
    if constexpr (requires { all.commit(); }) all.commit();

    auto w = linked.walk(throng::live);
    ids seen;
    for (int i = 0; i < 100; ++i) seen.push_back(w.next()->id);
    all.remove_if([](const creature& c) { return c.id % 2 == 0; });
    ASSERT_TRUE(linked.validate());
    EXPECT_EQ(linked.size(), 500U);
    ASSERT_NE(w.current(), nullptr);
    EXPECT_EQ(w.current()->id, 99);

    if constexpr (requires { all.trim(); }) all.trim();
    if constexpr (requires { all.sort([](const creature& a, const creature& b) { return a.id > b.id; }); })
        all.sort([](const creature& a, const creature& b) { return a.id > b.id; });
    for (int i = 0; i < 3; ++i) {
        for (creature& c : all) c.dead = c.id % 5 == 0;
        if constexpr (std::is_same_v<TypeParam, throng::entity_list<creature>>) all.update(0.1);
        else all.update([](creature& c) { return !c.dead; });
    }
    for (creature& c : all) EXPECT_TRUE(linked.contains(c));
    EXPECT_EQ(linked.size(), 400U);
    EXPECT_EQ(w.current()->id, 99);
    while (const creature* const c = w.next()) seen.push_back(c->id);

    ids expected;
    for (int id = 0; id < 100; ++id) expected.push_back(id);
    for (int id = 101; id < 1000; id += 2) {
        if (id % 5 != 0) expected.push_back(id);
    }
    EXPECT_EQ(seen, expected);
    EXPECT_TRUE(linked.validate());
    all.clear();
    EXPECT_TRUE(linked.empty());
}

} // namespace
