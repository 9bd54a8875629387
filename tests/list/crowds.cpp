#include "contract/dice.hpp"
#include "support/tracked.hpp"

#include <throng/list.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// The contract on lists of many pages, in which runs of neighbours reach over several words: what the scripts of the
/// contract suite, with a few dozen elements, do not come to.
namespace {

/// A list of elements and, beside it, what it has to be.
template <class T> class crowd {
  public:
    explicit crowd(std::uint64_t seed) : dice_(seed) {}

    void fill(int n) {
        for (int i = 0; i < n; ++i) add();
    }
    /// Walks in one of the ways there are; visits are what `visit` makes of them.
    void walk(int depth, bool gently) {
        switch (dice_.below(gently ? 3 : 5)) {
        case 0: {
            progress p;
            for (T& x : list_) {
                visit(x, p, depth);
                if (depth > 0 && dice_.below(300) == 0) return;
            }
            return finish(p);
        }
        case 1: {
            progress p;
            list_.each([&](T& x) { visit(x, p, depth); });
            return finish(p);
        }
        case 2: {
            progress p{0, order_.size()};
            for (T& x : list_.walk(throng::residents)) visit(x, p, depth);
            return finish(p);
        }
        case 3: {
            progress p;
            list_.update([&](T& x) { visit(x, p, depth); });
            return finish(p);
        }
        default: {
            progress p;
            list_.update([&](T& x) {
                const int id = x.id();
                const bool lives = visit(x, p, depth) && dice_.below(10) != 0;
                if (!lives) forget(id);
                return lives;
            });
            return finish(p);
        }
        }
    }
    void check() const {
        std::vector<int> found;
        for (const T& x : list_) found.push_back(x.id());
        std::vector<int> expected;
        for (const int id : order_)
            if (lives(id)) expected.push_back(id);
        ASSERT_EQ(found, expected);
        ASSERT_EQ(list_.size(), expected.size());
    }
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    void use_handles() {
        for (T& x : list_) (void)list_.handle_of(x);
    }

  private:
    struct progress {
        std::size_t next = 0;
        std::size_t limit = SIZE_MAX;
    };
    [[nodiscard]] bool lives(int id) const { return alive_[static_cast<std::size_t>(id)]; }
    void forget(int id) {
        if (lives(id)) --count_;
        alive_[static_cast<std::size_t>(id)] = false;
    }
    void add() {
        const int id = static_cast<int>(alive_.size());
        alive_.push_back(true);
        order_.push_back(id);
        ++count_;
        ASSERT_NE(list_.emplace_back(id), nullptr);
    }
    /// Checks that x is what has to come now, and edits. False if x is gone afterwards.
    bool visit(T& x, progress& p, int depth) {
        while (p.next < order_.size() && !lives(order_[p.next])) ++p.next;
        if (p.next >= order_.size() || p.next >= p.limit) {
            ADD_FAILURE() << "visited " << x.id() << " after the end";
            return true;
        }
        const int id = order_[p.next++];
        EXPECT_EQ(x.id(), id);
        switch (dice_.below(24)) {
        case 0:
        case 1:
            if (size_ok()) add();
            break;
        case 2:
        case 3:
        case 4:
            EXPECT_TRUE(list_.remove(x));
            forget(id);
            EXPECT_FALSE(list_.contains(x));
            EXPECT_FALSE(list_.remove(x));
            EXPECT_EQ(x.id(), id) << "it stays readable to the end of its visit";
            return false;
        case 5:
            EXPECT_TRUE(list_.remove(x));
            forget(id);
            if (size_ok()) add();
            return false;
        case 6:
            EXPECT_TRUE(list_.contains(x));
            break;
        case 7:
            EXPECT_EQ(list_.size(), count_);
            break;
        case 8:
            if (depth > 0 && dice_.below(40) == 0) walk(depth - 1, dice_.below(2) == 0);
            break;
        case 9:
            EXPECT_EQ(list_.first()->id(), first());
            break;
        default:
            break;
        }
        return lives(id);
    }
    void finish(progress p) const {
        while (p.next < order_.size() && p.next < p.limit && !lives(order_[p.next])) ++p.next;
        if (p.next < order_.size() && p.next < p.limit)
            ADD_FAILURE() << "the walk ended before " << order_[p.next] << " was visited";
    }
    [[nodiscard]] int first() const {
        for (const int id : order_)
            if (lives(id)) return id;
        return -1;
    }
    [[nodiscard]] bool size_ok() const { return count_ < 3000; }

    contract::dice dice_;
    throng::list<T> list_;
    std::vector<int> order_;
    std::vector<bool> alive_;
    std::size_t count_ = 0;
};

template <class T> class crowds : public testing::Test {
  protected:
    support::ledger ledger_;
};
using kinds = testing::Types<support::trivial, support::tracked>;
TYPED_TEST_SUITE(crowds, kinds, );

TYPED_TEST(crowds, each_is_visited_once_in_order_whatever_the_visits_do) {
    for (const int seed : {1, 2, 3, 4, 5, 6, 7, 8})
        for (const int n : {1, 63, 64, 65, 255, 256, 257, 900, 2500}) {
            crowd<TypeParam> c(static_cast<std::uint64_t>(seed * 10'000 + n));
            c.fill(n);
            for (int frame = 0; frame < 12 && !this->HasFailure(); ++frame) {
                c.walk(2, false);
                c.check();
                if (c.size() < 20) c.fill(n);
            }
            ASSERT_FALSE(this->HasFailure()) << "with " << n << " elements";
        }
}

TYPED_TEST(crowds, the_same_with_handles) {
    for (const int seed : {1, 2, 3, 4, 5, 6, 7, 8})
        for (const int n : {64, 300, 1200}) {
            crowd<TypeParam> c(static_cast<std::uint64_t>(seed * 10'000 + n));
            c.fill(n);
            for (int frame = 0; frame < 12 && !this->HasFailure(); ++frame) {
                if (frame == 1) c.use_handles();
                c.walk(2, false);
                c.check();
                if (c.size() < 20) c.fill(n);
            }
            ASSERT_FALSE(this->HasFailure()) << "with " << n << " elements";
        }
}

/// Counts, as it dies, what is left of its list.
struct counting {
    counting(const throng::list<counting>& home, std::vector<std::size_t>& left) : home_(&home), left_(&left) {}
    counting(const counting&) = default;
    counting& operator=(const counting&) = default;
    ~counting() { left_->push_back(home_->size()); }

  private:
    const throng::list<counting>* home_;
    std::vector<std::size_t>* left_;
};

TEST(dying_crowds, are_counted_to_the_last_of_their_list) {
    std::vector<std::size_t> left;
    {
        throng::list<counting> list;
        for (int i = 0; i < 600; ++i) list.emplace_back(list, left);
    }
    ASSERT_EQ(left.size(), 600U);
    for (std::size_t i = 0; i < left.size(); ++i) EXPECT_EQ(left[i], 599 - i);
}

} // namespace
