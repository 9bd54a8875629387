// needs threads
// A subset is used as its master is: the audit build watches both.

#include "audit/messages.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace {

using audit_messages::here;

template <class Master> class subset_of : public testing::Test {};
using masters = testing::Types<throng::list<int>, throng::pool<int>>;
TYPED_TEST_SUITE(subset_of, masters);

template <class Master> struct destroyed_while_it_is_walked {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Master master;
        master.name("enemies");
        auto s = std::make_unique<throng::subset<Master>>(master);
        auto other = master.walk(throng::live);
        auto walk = s->walk(throng::live);
        auto another = master.walk(throng::live);
        s.reset();
    }
};
TYPED_TEST(subset_of, destroyed_while_it_is_walked) {
    EXPECT_MISUSE(destroyed_while_it_is_walked<TypeParam>::misuse(),
                  "throng audit: a subset that is walked is destroyed\n  collection \"enemies\", .*\n  " +
                      here("walk opened", __FILE__, destroyed_while_it_is_walked<TypeParam>::line + 4));
}

template <class Master> struct moved_while_it_is_walked {
    static constexpr int line = __LINE__ + 2; // the first of misuse()
    static void misuse() {
        Master master;
        throng::subset<Master> s(master);
        s.join(master.add(1));
        for (int& x : s) {
            static_cast<void>(x);
            const throng::subset<Master> elsewhere(std::move(s));
        }
    }
};
TYPED_TEST(subset_of, moved_while_it_is_walked) {
    EXPECT_MISUSE(moved_while_it_is_walked<TypeParam>::misuse(),
                  "throng audit: a subset that is walked is moved\n  collection .*\n  " +
                      here("walk opened", __FILE__, moved_while_it_is_walked<TypeParam>::line + 3) + "[^\n]*\n  " +
                      here("edit made", __FILE__, moved_while_it_is_walked<TypeParam>::line + 5));
}

TYPED_TEST(subset_of, destroyed_and_moved_while_others_are_walked) {
    TypeParam master;
    auto walk = master.walk(throng::live);
    throng::subset<TypeParam> walked(master);
    auto walk_of_another = walked.walk(throng::live);
    throng::subset<TypeParam> s(master);
    const throng::subset<TypeParam> elsewhere(std::move(s));
    EXPECT_TRUE(elsewhere.empty());
}

/// Does something with a handle and a reference of another master's.
template <class Master, class Use> void with_foreign(Use use) {
    Master master;
    Master other;
    throng::subset<Master> s(master);
    const auto h = other.add(1);
    master.add(2);
    use(s, h, *other.get(h));
}
constexpr const char* foreign_handle = "throng audit: a handle of another collection\n  collection .*\n  edit made at "
                                       "[^\n]*subsets\\.cpp:";
constexpr const char* foreign_reference = "throng audit: a reference to what is not of this collection\n  collection "
                                          ".*\n  edit made at [^\n]*subsets\\.cpp:";

TYPED_TEST(subset_of, given_a_handle_of_another_master) {
    EXPECT_MISUSE(with_foreign<TypeParam>([](auto& s, auto h, int&) { s.join(h); }), foreign_handle);
    EXPECT_MISUSE(with_foreign<TypeParam>([](auto& s, auto h, int&) { s.leave(h); }), foreign_handle);
    EXPECT_MISUSE(with_foreign<TypeParam>([](auto& s, auto h, int&) { static_cast<void>(s.contains(h)); }),
                  foreign_handle);
}
TYPED_TEST(subset_of, given_a_reference_to_anothers) {
    EXPECT_MISUSE(with_foreign<TypeParam>([](auto& s, auto, int& x) { s.join(x); }), foreign_reference);
    EXPECT_MISUSE(with_foreign<TypeParam>([](auto& s, auto, int& x) { s.leave(x); }), foreign_reference);
    EXPECT_MISUSE(with_foreign<TypeParam>([](auto& s, auto, int& x) { static_cast<void>(s.contains(x)); }),
                  foreign_reference);
}

/// There is no master then to which anything could be foreign.
TYPED_TEST(subset_of, a_master_that_is_gone) {
    auto master = std::make_unique<TypeParam>();
    throng::subset<TypeParam> s(*master);
    const auto h = master->add(1);
    s.join(h);
    const int x = 1;
    master.reset();
    EXPECT_FALSE(s.contains(h));
    EXPECT_FALSE(s.contains(x));
    EXPECT_FALSE(s.join(h));
    EXPECT_FALSE(s.leave(x));
    s.clear();
    s |= s;
    EXPECT_TRUE(s.empty());
}

} // namespace
