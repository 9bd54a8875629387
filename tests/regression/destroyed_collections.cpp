#include "support/tracked.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/ordered_set.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

/// To destroy a collection that is walked is an error of the caller's, which the audit build reports. Elsewhere the
/// walks end: they must not read what is gone.
namespace {

constexpr int size = 300;
constexpr int last_visited = 3;

template <class Collection> class destroyed : public testing::Test {
  protected:
    void SetUp() override {
        if (throng::core::audited) GTEST_SKIP() << "the audit build reports this";
        all_ = std::make_unique<Collection>();
        for (int i = 1; i <= size; ++i) (void)all_->add(i);
        if constexpr (requires { all_->commit(); }) (void)all_->commit();
    }
    void visit() {
        if (++visits_ == last_visited) all_.reset();
    }

    std::unique_ptr<Collection> all_;
    int visits_ = 0;
};

using collections = testing::Types<throng::list<int>, throng::bag<int>, throng::pool<int>, throng::pool<int, size>,
                                   throng::buffered_list<int>, throng::ordered_set<int>>;
TYPED_TEST_SUITE(destroyed, collections);

TYPED_TEST(destroyed, in_a_range_for) {
    for (const int& x : *this->all_) {
        (void)x;
        this->visit();
    }
    EXPECT_EQ(this->visits_, last_visited);
}

TYPED_TEST(destroyed, in_each) {
    this->all_->each([this](const int&) { this->visit(); });
    EXPECT_EQ(this->visits_, last_visited);
}

TYPED_TEST(destroyed, in_a_walk_of_residents) {
    auto walk = this->all_->walk(throng::residents);
    while (walk.next() != nullptr) this->visit();
    EXPECT_EQ(this->visits_, last_visited);
    EXPECT_EQ(walk.next(), nullptr);
}

TYPED_TEST(destroyed, in_the_inner_of_two_walks) {
    int outer = 0;
    for (const int& x : *this->all_) {
        (void)x;
        ++outer;
        for (const int& y : *this->all_) {
            (void)y;
            this->visit();
        }
    }
    EXPECT_EQ(outer, 1);
    EXPECT_EQ(this->visits_, last_visited);
}

TYPED_TEST(destroyed, under_a_view) {
    const auto view = this->all_->freeze();
    for (const int& x : view) {
        (void)x;
        this->visit();
    }
    EXPECT_EQ(this->visits_, last_visited);
}

TYPED_TEST(destroyed, in_an_update) {
    if constexpr (requires { this->all_->update([](int&) {}); }) {
        this->all_->update([this](int&) { this->visit(); });
        EXPECT_EQ(this->visits_, last_visited);
    }
}

TYPED_TEST(destroyed, in_an_update_that_prunes) {
    if constexpr (requires { this->all_->update([](int&) {}); }) {
        this->all_->update([this](const int& x) {
            const bool lives = x % 2 == 0;
            this->visit();
            return lives;
        });
        EXPECT_EQ(this->visits_, last_visited);
    }
}

/// What has been removed, and is shown or stood on, is destroyed as well, once.
template <class Collection> class destroyed_with_the_removed : public testing::Test {};
using collections_of_tracked =
    testing::Types<throng::list<support::tracked>, throng::bag<support::tracked>, throng::pool<support::tracked>,
                   throng::pool<support::tracked, size>, throng::buffered_list<support::tracked>>;
TYPED_TEST_SUITE(destroyed_with_the_removed, collections_of_tracked);

TYPED_TEST(destroyed_with_the_removed, under_a_walk_and_a_view) {
    if (throng::core::audited) GTEST_SKIP() << "the audit build reports this";
    const support::ledger elements;
    auto all = std::make_unique<TypeParam>();
    for (int i = 0; i < size; ++i) (void)all->emplace_back(i);
    if constexpr (requires { all->commit(); }) (void)all->commit();
    const auto view = all->freeze();
    for (support::tracked& x : *all) {
        const bool last = x.id() == last_visited;
        EXPECT_TRUE(all->remove(x));
        if (!last) continue;
        EXPECT_EQ(elements.objects(), size);
        all.reset();
        break;
    }
    EXPECT_EQ(elements.objects(), 0);
    EXPECT_EQ(elements.errors(), "");
}

template <class Master> class destroyed_master : public destroyed<Master> {};
using masters = testing::Types<throng::list<int>, throng::pool<int>>;
TYPED_TEST_SUITE(destroyed_master, masters);

TYPED_TEST(destroyed_master, in_a_walk_of_a_subset) {
    throng::subset<TypeParam> some(*this->all_);
    for (int& x : *this->all_) some.join(x);
    for (const int& x : some) {
        (void)x;
        this->visit();
    }
    EXPECT_EQ(this->visits_, last_visited);
    EXPECT_TRUE(some.empty());
}

} // namespace
