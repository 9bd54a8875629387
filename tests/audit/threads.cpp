// needs threads
// One thread at a time: whichever edit a second one makes while the first has a walk open, the audit build reports it.

#include "audit/messages.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/spatial/grid.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <utility>

namespace {

using audit_messages::here;

constexpr const char* an_edit = "throng audit: edit from a second thread during a walk\n";
constexpr const char* a_walk = "throng audit: walk from a second thread during a walk\n";
constexpr std::array some{1, 2, 3};

/// The first thread has a walk open, and stands on an element.
template <class Collection, class Edit> void edit_in_a_second_thread(Edit edit) {
    Collection c(some);
    auto walk = c.walk(throng::residents);
    static_cast<void>(walk.next());
    std::thread{[&] { edit(c, walk); }}.join();
}

/// The collections of plain numbers.
template <class Collection> class second_thread : public testing::Test {
  protected:
    using collection = Collection;

    template <class Edit> void expect_reported(const char* message, Edit edit) {
        EXPECT_MISUSE(edit_in_a_second_thread<Collection>(edit), message);
    }
};
/// A pool that is made of a range, as the others are.
struct pool : throng::pool<int> {
    explicit pool(const std::array<int, 3>& numbers) { add_range(numbers); }
};
using collections =
    testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>, pool, throng::ordered_set<int>>;
TYPED_TEST_SUITE(second_thread, collections);

TYPED_TEST(second_thread, adds) {
    this->expect_reported(an_edit, [](auto& c, auto&) { c.add(4); });
    this->expect_reported(an_edit, [](auto& c, auto&) { c.emplace(4); });
    this->expect_reported(an_edit, [](auto& c, auto&) { c.emplace_back(4); });
    this->expect_reported(an_edit, [](auto& c, auto&) { c.add_range(some); });
}
TYPED_TEST(second_thread, removes) {
    this->expect_reported(an_edit, [](auto&, auto& walk) { walk.remove(); });
    this->expect_reported(an_edit, [](auto& c, auto&) { c.clear(); });
    // This opens a walk first.
    this->expect_reported(a_walk, [](auto& c, auto&) { c.remove_if([](int) { return true; }); });
}
TYPED_TEST(second_thread, assigns) {
    using c = TypeParam;
    if constexpr (std::is_copy_assignable_v<c>) {
        this->expect_reported(an_edit, [](c& to, auto&) { to = c(some); });
        this->expect_reported(an_edit, [](c& to, auto&) {
            const c from(some);
            to = from;
        });
        this->expect_reported(an_edit, [](c& to, auto&) { to = {4, 5}; });
        // A copy walks what it is made from.
        this->expect_reported(a_walk, [](c& from, auto&) { const c copy(from); });
    }
    this->expect_reported(an_edit, [](c& to, auto&) {
        c other(some);
        to.swap(other);
    });
    this->expect_reported(an_edit, [](c& from, auto&) {
        c other(some);
        other.swap(from);
    });
}
TYPED_TEST(second_thread, changes_what_is_not_seen) {
    this->expect_reported(an_edit, [](auto& c, auto&) { c.reserve(100); });
    if constexpr (requires(TypeParam& c) { c.trim(); })
        this->expect_reported(an_edit, [](auto& c, auto&) { c.trim(); });
    if constexpr (requires(TypeParam& c) { c.sort(); })
        this->expect_reported(an_edit, [](auto& c, auto&) { c.sort(); });
    if constexpr (requires(TypeParam& c, int& element) { c.handle_of(element); })
        this->expect_reported(an_edit, [](auto& c, auto& walk) { static_cast<void>(c.handle_of(*walk.current())); });
}
TYPED_TEST(second_thread, walks) {
    this->expect_reported(a_walk, [](auto& c, auto&) {
        for (const int x : c) static_cast<void>(x);
    });
    this->expect_reported(a_walk, [](auto& c, auto&) { c.each([](int) {}); });
    this->expect_reported(a_walk, [](auto& c, auto&) { static_cast<void>(c.walk(throng::live)); });
    this->expect_reported(a_walk, [](auto& c, auto&) { static_cast<void>(c.freeze()); });
    this->expect_reported(a_walk, [](auto& c, auto&) { static_cast<void>(c.runs()); });
}

/// A walk that the second thread opens must not make the first one's edits the second's.
TYPED_TEST(second_thread, may_do_it_all_when_the_walk_is_over) {
    TypeParam c(some);
    for (const int x : c) static_cast<void>(x);
    std::thread{[&c] {
        for (const int x : c) static_cast<void>(x);
        c.add(4);
    }}.join();
    auto walk = c.walk(throng::residents);
    static_cast<void>(walk.next());
    EXPECT_TRUE(walk.remove());
}

struct walks_too {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        throng::list<int> c{1};
        auto walk = c.walk(throng::residents);
        std::thread{[&c] { static_cast<void>(c.walk(throng::residents)); }}.join();
    }
};

TEST(two_threads, are_named_with_both_walks) {
    EXPECT_MISUSE(walks_too::misuse(), std::string(a_walk) + "[^\n]*\n  " +
                                           here("walk opened", __FILE__, walks_too::line + 1) + "[^\n]*\n  " +
                                           here("second walk opened", __FILE__, walks_too::line + 2));
}

struct object {
    throng::list_hook<> hook{};
    bool gone = false;
    [[nodiscard]] bool deleted() const { return gone; }
};
using objects = throng::linked_list<object, &object::hook>;

void unlink_in_a_second_thread() {
    object x;
    objects l;
    l.push_back(x);
    auto walk = l.walk(throng::residents);
    std::thread{[&x] { x.hook.unlink(); }}.join();
}
template <class Edit> void edit_linked(Edit edit) {
    object x;
    objects l;
    l.push_back(x);
    auto walk = l.walk(throng::residents);
    static_cast<void>(walk.next());
    std::thread{[&] { edit(l, walk); }}.join();
}

TEST(linked_list, is_edited_by_a_second_thread) {
    EXPECT_MISUSE(unlink_in_a_second_thread(), an_edit);
    EXPECT_MISUSE(edit_linked([](objects&, auto& walk) { walk.remove(); }), an_edit);
    EXPECT_MISUSE(edit_linked([](objects& l, auto&) { l = objects{}; }), an_edit);
    EXPECT_MISUSE(edit_linked([](objects& l, auto&) { l.clear(); }), an_edit);
    const auto takes_all = [](objects& l, auto&) {
        objects other;
        other.splice_back(l);
    };
    EXPECT_MISUSE(edit_linked(takes_all), an_edit);
    EXPECT_MISUSE(edit_linked([](objects& l, auto&) { l.each([](object&) {}); }), a_walk);
}

template <class Edit> void edit_weak(Edit edit) {
    object x;
    throng::weak_list<object> l;
    l.add(x);
    auto walk = l.walk(throng::residents);
    static_cast<void>(walk.next());
    std::thread{[&] { edit(l, walk); }}.join();
}

TEST(weak_list, is_edited_by_a_second_thread) {
    EXPECT_MISUSE(edit_weak([](auto&, auto& walk) { walk.remove(); }), an_edit);
    EXPECT_MISUSE(edit_weak([](auto& l, auto&) { l = throng::weak_list<object>{}; }), an_edit);
    EXPECT_MISUSE(edit_weak([](auto& l, auto&) { l.trim(); }), an_edit);
    EXPECT_MISUSE(edit_weak([](auto& l, auto&) { l.each([](object&) {}); }), a_walk);
}

template <class Edit> void edit_members(Edit edit) {
    throng::list<int> master{1, 2};
    throng::subset<throng::list<int>> s(master);
    s.join(*master.first());
    auto walk = s.walk(throng::residents);
    static_cast<void>(walk.next());
    std::thread{[&] { edit(s, walk); }}.join();
}

TEST(subset, is_edited_by_a_second_thread) {
    EXPECT_MISUSE(edit_members([](auto& s, auto&) { s.leave(*s.begin()); }), a_walk);
    EXPECT_MISUSE(edit_members([](auto& s, auto&) { s.clear(); }), an_edit);
    EXPECT_MISUSE(edit_members([](auto& s, auto&) { s |= s; }), an_edit);
    EXPECT_MISUSE(edit_members([](auto&, auto& walk) { walk.remove(); }), an_edit);
    const auto joins = [](auto& s, auto& walk) { s.join(*walk.current()); };
    EXPECT_MISUSE(edit_members(joins), an_edit);
    const auto leaves = [](auto& s, auto& walk) { s.leave(*walk.current()); };
    EXPECT_MISUSE(edit_members(leaves), an_edit);
}

struct sprite {
    throng::grid_hook<> hook{};
};

void ask_a_grid_in_a_second_thread() {
    throng::grid<sprite, &sprite::hook> g(10);
    sprite x;
    g.insert(x, 1.0F, 1.0F);
    auto walk = g.walk(throng::residents);
    std::thread{[&g] { g.each([](sprite&) {}); }}.join();
}
void walk_a_world_in_a_second_thread() {
    throng::world w;
    w.create(1);
    auto walk = w.query<int>().walk(throng::live);
    std::thread{[&w] { w.query<int>().each([](int) {}); }}.join();
}

TEST(grid, is_walked_by_a_second_thread) { EXPECT_MISUSE(ask_a_grid_in_a_second_thread(), a_walk); }
TEST(world, is_walked_by_a_second_thread) { EXPECT_MISUSE(walk_a_world_in_a_second_thread(), a_walk); }

} // namespace
