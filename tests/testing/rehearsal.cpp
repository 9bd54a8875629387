#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/testing.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::testing::choices;
using throng::testing::finding;
using throng::testing::rehearse;
using throng::testing::replay;

struct creature {
    int number;
    int life;
};

/// Creatures that age, bear others, and eat the first they find.
template <class Collection, bool InOrder> struct wild_life {
    static constexpr bool in_order = InOrder;
    int born_so_far = 0;

    creature born(choices& c) { return {born_so_far++, 1 + c.below(6)}; }
    void act(creature& x, Collection& all, choices& c) {
        switch (c.below(5)) {
        case 0:
            if (all.size() < 100) all.push_back(born(c));
            break;
        case 1:
            for (creature& other : all) {
                if (other.number == x.number) continue;
                all.remove(other);
                break;
            }
            break;
        case 2:
            if (c.once_in(20)) all.clear();
            break;
        default:
            if (--x.life == 0) all.remove(x);
        }
    }
    static int id(const creature& x) { return x.number; }
};

TEST(testing, finds_nothing_in_the_collections) {
    using throng::bag;
    using throng::list;
    using throng::pool;
    const finding in_list = rehearse<list<creature>, wild_life<list<creature>, true>>();
    EXPECT_EQ(in_list.failure, "") << in_list.story;
    EXPECT_EQ(in_list.games, 500U);
    EXPECT_GT(in_list.visits, 5'000U);
    const finding in_bag = rehearse<bag<creature>, wild_life<bag<creature>, false>>();
    EXPECT_EQ(in_bag.failure, "") << in_bag.story;
    const finding in_pool = rehearse<pool<creature>, wild_life<pool<creature>, false>>();
    EXPECT_EQ(in_pool.failure, "") << in_pool.story;
}

enum class mistake { skips, shows_the_removed, remove_lies };

/// A vector of pointers, walked by index, with the mistakes that are made with one.
template <mistake Mistake> class vector_of_creatures {
  public:
    using value_type = creature;

    class iterator {
      public:
        explicit iterator(vector_of_creatures& home) : home_(&home) {}
        creature& operator*() const { return *home_->all_[at_]; }
        iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(std::default_sentinel_t) const { return at_ >= home_->all_.size(); }

      private:
        vector_of_creatures* home_;
        std::size_t at_ = 0;
    };

    void push_back(creature c) { all_.push_back(std::make_unique<creature>(c)); }
    bool remove(const creature& x) {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].get() != &x) continue;
            if (Mistake == mistake::remove_lies) return false;
            kept_.push_back(std::move(all_[i]));
            all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(i));
            return true;
        }
        return false;
    }
    void clear() {
        while (!all_.empty()) remove(*all_.back());
    }
    [[nodiscard]] std::size_t size() const {
        return all_.size() + (Mistake == mistake::shows_the_removed ? kept_.size() : 0);
    }
    iterator begin() { return iterator(*this); }
    std::default_sentinel_t end() const { return {}; }

  private:
    std::vector<std::unique_ptr<creature>> all_;
    std::vector<std::unique_ptr<creature>> kept_;
};

/// A creature that removes itself: nothing more is needed to find what is wrong.
template <class Collection> struct mayflies {
    static constexpr bool in_order = true;
    int born_so_far = 0;
    creature born(choices&) { return {born_so_far++, 0}; }
    void act(creature& x, Collection& all, choices& c) {
        if (c.below(2) == 1) all.remove(x);
    }
    static int id(const creature& x) { return x.number; }
};

template <mistake Mistake> finding found_in() {
    using collection = vector_of_creatures<Mistake>;
    return rehearse<collection, mayflies<collection>>();
}

TEST(testing, finds_what_is_wrong_with_a_vector_and_shortens_the_game) {
    const finding skips = found_in<mistake::skips>();
    EXPECT_NE(skips.failure.find("a walk ended without having visited"), std::string::npos) << skips.failure;
    EXPECT_EQ(skips.story, "add 0\nadd 1\nfor each\n  visit 0\n");
    EXPECT_NE(found_in<mistake::shows_the_removed>().failure, "");
    EXPECT_NE(found_in<mistake::remove_lies>().failure, "");
}

TEST(testing, a_finding_can_be_replayed) {
    using collection = vector_of_creatures<mistake::skips>;
    const finding f = rehearse<collection, mayflies<collection>>();
    const finding again = replay<collection, mayflies<collection>>(f.bytes);
    EXPECT_EQ(again.failure, f.failure);
    EXPECT_EQ(again.story, f.story);
    EXPECT_LE(f.bytes.size(), 5U);
}

/// What the user promises himself.
struct promise : mayflies<throng::list<creature>> {
    [[nodiscard]] bool holds(const throng::list<creature>& all) const { return all.size() < 3; }
};

TEST(testing, holds_what_the_user_promises) {
    const finding f = rehearse<throng::list<creature>, promise>();
    EXPECT_EQ(f.failure, "holds() is false");
    EXPECT_EQ(f.story, "add 0\nadd 1\nadd 2\n");
}

TEST(testing, the_same_seed_gives_the_same_games) {
    using play = wild_life<throng::list<creature>, true>;
    const finding a = rehearse<throng::list<creature>, play>({.games = 50, .seed = 7});
    const finding b = rehearse<throng::list<creature>, play>({.games = 50, .seed = 7});
    EXPECT_EQ(a.visits, b.visits);
    EXPECT_NE(a.visits, (rehearse<throng::list<creature>, play>({.games = 50, .seed = 8})).visits);
}

} // namespace
