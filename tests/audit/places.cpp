// needs threads
// Messages name the caller's line: also for what is made of others, and for what adds or exchanges many at once.

#include "audit/messages.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/weak_list.hpp>

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

namespace {

using audit_messages::expect_last;
using audit_messages::here;

constexpr std::array some{1, 2, 3};

std::string made_at(int line) {
    return " that is walked is destroyed\n  collection [^\n]*" + here("made", __FILE__, line);
}

template <class Collection> class made : public testing::Test {};
using copied =
    testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>, throng::ordered_set<int>>;
TYPED_TEST_SUITE(made, copied);

/// Each is destroyed while it is walked, so that the message says where it was made.
template <class Collection> struct of {
    static constexpr int line = __LINE__ + 2; // the first of a_list()
    static void a_list() {
        Collection c{1, 2};
        die(c);
    }
    static void a_range() {
        Collection c(some);
        die(c);
    }
    static void another() {
        const Collection other;
        Collection c(other);
        die(c);
    }
    static void another_and_an_allocator() {
        const Collection other;
        Collection c(other, other.get_allocator());
        die(c);
    }
    static void what_is_moved() {
        Collection other;
        Collection c(std::move(other));
        die(c);
    }

  private:
    static void die(Collection& c) {
        auto walk = c.walk(throng::live);
        std::destroy_at(&c);
    }
};

TYPED_TEST(made, of_others) {
    EXPECT_MISUSE(of<TypeParam>::a_list(), made_at(of<TypeParam>::line));
    EXPECT_MISUSE(of<TypeParam>::a_range(), made_at(of<TypeParam>::line + 4));
    EXPECT_MISUSE(of<TypeParam>::another(), made_at(of<TypeParam>::line + 9));
    EXPECT_MISUSE(of<TypeParam>::another_and_an_allocator(), made_at(of<TypeParam>::line + 14));
    EXPECT_MISUSE(of<TypeParam>::what_is_moved(), made_at(of<TypeParam>::line + 19));
}

/// Does something to a collection that another thread walks.
template <class Collection, class Edit> void edit_a_walked(Edit edit) {
    Collection c(some);
    auto walk = c.walk(throng::live);
    std::thread{[&] { edit(c); }}.join();
}
std::string edited_at(int line) {
    return "from a second thread during a walk\n.*\n  " + here("edit made", __FILE__, line);
}

TYPED_TEST(made, of_a_range_or_exchanged) {
    const int line = __LINE__ + 1;
    const auto adds = [](auto& c) { c.add_range(some); };
    const auto swaps = [](auto& c) {
        TypeParam other;
        swap(c, other);
    };
    const auto swaps_the_other = [](auto& c) {
        TypeParam other;
        swap(other, c);
    };
    EXPECT_MISUSE(edit_a_walked<TypeParam>(adds), edited_at(line));
    EXPECT_MISUSE(edit_a_walked<TypeParam>(swaps), edited_at(line + 3));
    EXPECT_MISUSE(edit_a_walked<TypeParam>(swaps_the_other), edited_at(line + 7));
}

TEST(places, of_what_a_set_adds) {
    using set = throng::ordered_set<int>;
    const int line = __LINE__ + 1;
    const auto adds_all = [](set& s) { s.add_all(some); };
    const auto adds_a_list = [](set& s) { s.add_all({4, 5}); };
    const auto removes_all = [](set& s) { s.remove_all(some); };
    EXPECT_MISUSE(edit_a_walked<set>(adds_all), edited_at(line));
    EXPECT_MISUSE(edit_a_walked<set>(adds_a_list), edited_at(line + 1));
    EXPECT_MISUSE(edit_a_walked<set>(removes_all), edited_at(line + 2));
}

struct given_a_handle_of_another_master {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::pool<int> master;
        throng::pool<int> other;
        throng::weak_list targets(master);
        targets.add(other.add(1));
    }
};
struct given_an_object_of_another_master {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::list<int> master;
        throng::list<int> other{1};
        throng::weak_list targets(master);
        targets.add(*other.first());
    }
};
struct asked_for_a_handle_of_another_master {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::pool<int> master;
        throng::pool<int> other;
        throng::weak_list targets(master);
        static_cast<void>(targets.contains(other.add(1)));
    }
};

TEST(places, of_what_a_weak_list_is_given) {
    EXPECT_MISUSE(given_a_handle_of_another_master::misuse(),
                  "a handle of another collection\n.*\n  " +
                      here("edit made", __FILE__, given_a_handle_of_another_master::line + 3));
    EXPECT_MISUSE(given_an_object_of_another_master::misuse(),
                  "a reference to what is not of this collection\n.*\n  " +
                      here("edit made", __FILE__, given_an_object_of_another_master::line + 3));
    EXPECT_MISUSE(asked_for_a_handle_of_another_master::misuse(),
                  "a handle of another collection\n.*\n  " +
                      here("edit made", __FILE__, asked_for_a_handle_of_another_master::line + 3));
}

struct target {
    int value = 0;
    [[nodiscard]] bool deleted() const { return value == 0; }
};
template <class Owner> struct noting_the_address_of_what_moves {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Owner owner;
        target* const x = owner.push_back(target{1});
        throng::weak_list<target> seen;
        seen.add(*x);
    }
};
struct noting_the_address_of_what_stays {
    static void use() {
        throng::pool<target> owner;
        target local{1};
        throng::weak_list<target> seen;
        seen.add(*owner.push_back(target{1}));
        seen.add(local);
        {
            throng::list<target> gone; // its memory may be in other use now
            (void)gone.push_back(target{1});
        }
        const auto on_the_heap = std::make_unique<target[]>(1000);
        on_the_heap[500].value = 1;
        seen.add(on_the_heap[500]);
        EXPECT_EQ(seen.size(), 3U);
    }
};

TEST(places, of_addresses_of_elements_that_may_be_moved) {
    const auto message = [](int line) {
        return "throng audit: the address of an element that its collection may move.*\n.*\n  " +
               here("edit made", __FILE__, line + 3);
    };
    using in_a_list = noting_the_address_of_what_moves<throng::list<target>>;
    using in_a_bag = noting_the_address_of_what_moves<throng::bag<target>>;
    using in_a_buffered_list = noting_the_address_of_what_moves<throng::buffered_list<target>>;
    EXPECT_MISUSE(in_a_list::misuse(), message(in_a_list::line));
    EXPECT_MISUSE(in_a_bag::misuse(), message(in_a_bag::line));
    EXPECT_MISUSE(in_a_buffered_list::misuse(), message(in_a_buffered_list::line));
    noting_the_address_of_what_stays::use();
}

// The caller's place is one more argument, which no program gives: a collection is copied, moved and swapped as before.
template <class Collection> constexpr bool is_as_before = std::is_copy_constructible_v<Collection> &&
                                                          std::is_move_constructible_v<Collection> &&
                                                          std::copyable<Collection> && std::swappable<Collection>;
static_assert(is_as_before<throng::list<int>> && is_as_before<throng::bag<int>> &&
              is_as_before<throng::buffered_list<int>> && is_as_before<throng::ordered_set<int>>);

TYPED_TEST(made, and_swapped_as_others_are) {
    TypeParam a{1};
    TypeParam b{2, 3};
    swap(a, b);
    EXPECT_EQ(a.size(), 2U);
    std::ranges::swap(a, b);
    EXPECT_EQ(a.size(), 1U);
    using std::swap;
    swap(a, b);
    EXPECT_EQ(a.size(), 2U);
    std::swap(a, b);
    EXPECT_EQ(a.size(), 1U);
}

} // namespace
