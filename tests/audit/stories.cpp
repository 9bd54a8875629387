// needs threads
// The story of a stale handle ends with what removed the element: by whichever way it went.

#include "audit/messages.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/entity/entity_list.hpp>
#include <throng/entity/tree.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace {

using audit_messages::expect_last;
using audit_messages::here;

/// Collections of plain numbers, with 1 and 2 in them.
template <class Collection> class story : public testing::Test {
  protected:
    story() {
        if constexpr (requires { of_.commit(); }) of_.commit();
    }
    void expect_removed(int line) const {
        EXPECT_FALSE(of_.contains(one_));
        expect_last(of_.story(one_), "removed", __FILE__, line);
    }

    Collection of_;
    throng::handle<int> one_ = of_.add(1);
    throng::handle<int> two_ = of_.add(2);
};
using owners = testing::Types<throng::list<int>, throng::bag<int>, throng::buffered_list<int>, throng::pool<int>>;
TYPED_TEST_SUITE(story, owners);

TYPED_TEST(story, of_removal_by_handle) {
    this->of_.remove(this->one_);
    this->expect_removed(__LINE__ - 1);
}
TYPED_TEST(story, of_clear) {
    this->of_.clear();
    this->expect_removed(__LINE__ - 1);
}
TYPED_TEST(story, of_clear_with_a_hook) {
    this->of_.on_remove([](int&) {});
    this->of_.clear();
    this->expect_removed(__LINE__ - 1);
}
TYPED_TEST(story, of_clear_under_a_frozen_view) {
    const auto view = this->of_.freeze();
    this->of_.clear();
    this->expect_removed(__LINE__ - 1);
}
TYPED_TEST(story, of_remove_if) {
    this->of_.remove_if([](int x) { return x == 1; });
    this->expect_removed(__LINE__ - 1);
    EXPECT_EQ(this->of_.story(this->two_).find("removed"), std::string::npos);
}
TYPED_TEST(story, of_an_update_that_does_not_keep_it) {
    this->of_.update([](int) { return false; });
    this->expect_removed(__LINE__ - 1);
}
TYPED_TEST(story, of_an_update_that_does_not_keep_it_while_a_walk_is_open) {
    auto walk = this->of_.walk(throng::residents);
    this->of_.update([](int) { return false; });
    this->expect_removed(__LINE__ - 1);
}
TYPED_TEST(story, of_an_update_that_removes_it) {
    const int updates = __LINE__ + 1;
    this->of_.update([this](int& x) {
        if (x != 1) return;
        this->of_.remove(x);
    });
    this->expect_removed(updates + 2);
    EXPECT_NE(this->of_.story(this->one_).find("stories.cpp:" + std::to_string(updates) + " "), std::string::npos);
}
TYPED_TEST(story, of_removal_by_the_walk) {
    auto walk = this->of_.walk(throng::live);
    static_cast<void>(walk.next());
    walk.remove();
    this->expect_removed(__LINE__ - 1);
}
#if defined(__cpp_exceptions)
/// The removal stands.
TYPED_TEST(story, of_a_removal_whose_hook_throws) {
    this->of_.on_remove([](int&) { throw std::runtime_error("no"); });
    EXPECT_THROW(this->of_.remove(this->one_), std::runtime_error);
    this->expect_removed(__LINE__ - 1);
}
#endif
/// (That this happened in an operator is all that is known of the place.)
TYPED_TEST(story, of_an_assignment) {
    TypeParam other;
    other.add(3);
    this->of_ = std::move(other);
    EXPECT_NE(this->of_.story(this->one_).find("removed at "), std::string::npos) << this->of_.story(this->one_);
}
TYPED_TEST(story, of_an_assignment_of_a_copy) {
    if constexpr (std::is_copy_assignable_v<TypeParam>) {
        const TypeParam other{3};
        this->of_ = other;
        EXPECT_FALSE(this->of_.contains(this->one_));
        EXPECT_NE(this->of_.story(this->one_).find("removed at "), std::string::npos);
        this->of_ = {3, 4};
        EXPECT_FALSE(this->of_.contains(this->two_));
    }
}
TYPED_TEST(story, of_an_assignment_under_a_walk) {
    if constexpr (std::is_copy_assignable_v<TypeParam>) {
        auto walk = this->of_.walk(throng::residents);
        static_cast<void>(walk.next());
        this->of_ = {3};
        EXPECT_FALSE(this->of_.contains(this->one_));
        EXPECT_NE(this->of_.story(this->one_).find("removed at "), std::string::npos);
    }
}
TYPED_TEST(story, goes_with_the_contents) {
    TypeParam other;
    this->of_.remove(this->one_);
    const int removed = __LINE__ - 1;
    swap(this->of_, other);
    expect_last(other.story(this->one_), "removed", __FILE__, removed);
    EXPECT_EQ(this->of_.story(this->one_), "");
}
TYPED_TEST(story, of_a_hook_that_removes_is_its_own) {
    int removes = 0;
    this->of_.on_remove([&](int& x) {
        if (x != 2) return;
        removes = __LINE__ + 1;
        this->of_.remove(this->one_);
    });
    this->of_.remove(this->two_);
    const int outer = __LINE__ - 1;
    this->expect_removed(removes);
    expect_last(this->of_.story(this->two_), "removed", __FILE__, outer);
}

/// What was here before another's contents were moved here is gone, and its story is still told.
TEST(story, of_what_was_here_before_others_were_moved_here) {
    throng::list<int> c;
    const auto h = c.add(1);
    const int added = __LINE__ - 1;
    c.clear();
    const int removed = __LINE__ - 1;
    throng::list<int> other;
    static_cast<void>(other.add(2));
    c = std::move(other);
    EXPECT_EQ(c.get(h), nullptr);
    EXPECT_FALSE(c.remove(h));
    const std::string told = c.story(h);
    expect_last(told.substr(0, told.find('\n') + 1), "added", __FILE__, added);
    expect_last(told, "removed", __FILE__, removed);
}

/// The same, where contents have been exchanged since.
TEST(story, goes_with_contents_that_are_exchanged) {
    throng::list<int> a;
    throng::list<int> b;
    const auto h = a.add(1);
    a = throng::list<int>{2};
    a.swap(b);
    EXPECT_EQ(b.get(h), nullptr);
    EXPECT_NE(b.story(h).find("removed at "), std::string::npos);
}

TEST(story_of_a_buffered_list, tells_what_expired) {
    throng::buffered_list<int> l;
    const auto h = l.add(1);
    l.commit();
    l.auto_remove([](int) { return true; });
    l.each([](int) {});
    expect_last(l.story(h), "removed", __FILE__, __LINE__ - 1);
}

struct mortal {
    bool gone = false;
    [[nodiscard]] bool expired() const { return gone; }
};

TEST(story_of_an_entity_list, tells_what_expired) {
    throng::entity_list<mortal> l;
    const auto first = l.add(mortal{true});
    l.update(1.0F);
    expect_last(l.story(first), "removed", __FILE__, __LINE__ - 1);
    const auto second = l.add(mortal{});
    l.remove(second);
    expect_last(l.story(second), "removed", __FILE__, __LINE__ - 1);
    const auto third = l.add(mortal{});
    l.clear();
    expect_last(l.story(third), "removed", __FILE__, __LINE__ - 1);
}

TEST(story_of_a_tree, tells_with_which_branch_it_went) {
    throng::tree<mortal> t;
    const auto top = t.add(mortal{});
    const auto child = t.add_child(*t.get(top), mortal{});
    t.remove(top);
    expect_last(t.story(child), "removed", __FILE__, __LINE__ - 1);
    const auto expires = t.add(mortal{true});
    t.update(1.0F);
    expect_last(t.story(expires), "removed", __FILE__, __LINE__ - 1);
}

} // namespace
