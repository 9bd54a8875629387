// The suite's own tools: a suite that cannot fail proves nothing.

#include "contract/dice.hpp"
#include "contract/model.hpp"
#include "contract/player.hpp"
#include "contract/script.hpp"
#include "contract/subject_of.hpp"
#include "contract/volume.hpp"
#include "support/allocation.hpp"
#include "support/tracked.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace contract {
namespace {

TEST(script, text_and_back) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const script s = random_script(seed, 100, true);
        EXPECT_EQ(from_text(to_text(s)), s);
    }
    EXPECT_EQ(from_text("add; nonsense 3;  walk 2 ;\n next"), (script{{act::add, 0}, {act::walk, 2}, {act::next, 0}}));
    EXPECT_EQ(from_text(""), script{});
}

TEST(model, live_walk_sees_newcomers_and_residents_walk_does_not) {
    model m;
    m.add(0);
    m.add(1);
    model::walk& live = m.open(newcomers::seen);
    model::walk& residents = m.open(newcomers::unseen);
    m.visit(live, m.next(live));
    m.visit(residents, m.next(residents));
    m.add(2);
    m.remove(1);
    EXPECT_EQ(m.next(live), 2);
    EXPECT_EQ(m.next(residents), no_element);
    m.remove(0);
    EXPECT_TRUE(m.keeps(0));
    m.close(live);
    EXPECT_TRUE(m.keeps(0));
    m.close(residents);
    EXPECT_FALSE(m.keeps(0));
}

TEST(model, frozen_view_keeps) {
    model m;
    m.add(0);
    const model::view& view = m.freeze();
    m.add(1);
    m.remove(0);
    m.remove(1);
    EXPECT_TRUE(m.keeps(0));
    EXPECT_FALSE(m.keeps(1));
    m.drop(view);
    EXPECT_FALSE(m.keeps(0));
}

TEST(model, sort_waits) {
    model m;
    const auto descending = [](int a, int b) { return a > b; };
    m.add(0);
    m.add(1);
    model::walk& w = m.open(newcomers::seen);
    m.sort(descending);
    m.add(2);
    EXPECT_EQ(m.order(), (model::ids{0, 1, 2}));
    m.close(w);
    m.settle(descending);
    EXPECT_EQ(m.order(), (model::ids{2, 1, 0}));
}

/// What is wrong with a collection that is wrong.
enum class mistake { none, skips_after_removal, shows_the_removed, forgets_newcomers, leaks, destroys_underfoot };

/// The plain vector of pointers that a game would write, and its mistakes.
template <class T, class Allocator, mistake Mistake> class plain {
  public:
    using value_type = T;

    plain() = default;
    plain(const plain&) = delete;
    plain& operator=(const plain&) = delete;
    ~plain() {
        if (Mistake == mistake::leaks && !order_.empty()) lost_ = order_.back().release();
    }

    T* emplace_back(int id) {
        order_.push_back(std::make_unique<T>(id));
        return order_.back().get();
    }
    bool contains(const T& x) const { return place(x) != order_.size(); }
    bool remove(const T& x) {
        const std::size_t at = place(x);
        if (at == order_.size()) return false;
        if (Mistake != mistake::destroys_underfoot && walks_ != 0) kept_.push_back(std::move(order_[at]));
        order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(at));
        return true;
    }
    void clear() {
        while (!order_.empty()) remove(*order_.back());
    }
    [[nodiscard]] std::size_t size() const { return order_.size(); }
    [[nodiscard]] bool empty() const { return order_.empty(); }

    class iterator {
      public:
        explicit iterator(plain& p) : p_{&p}, end_{p.order_.size()} { ++p.walks_; }
        iterator(const iterator&) = delete;
        iterator& operator=(const iterator&) = delete;
        ~iterator() {
            if (--p_->walks_ == 0) p_->kept_.clear();
        }
        T& operator*() const { return *p_->order_[at_]; }
        void operator++() { ++at_; }
        bool operator==(std::default_sentinel_t) const {
            return at_ >=
                   (Mistake == mistake::forgets_newcomers ? std::min(end_, p_->order_.size()) : p_->order_.size());
        }

      private:
        plain* p_;
        std::size_t at_ = 0;
        std::size_t end_;
    };
    iterator begin() { return iterator{*this}; }
    std::default_sentinel_t end() { return {}; }

  private:
    /// What has leaked: known, so that the sanitizers do not tell of it.
    inline static T* lost_ = nullptr;
    std::size_t place(const T& x) const {
        std::size_t i = 0;
        while (i < order_.size() && order_[i].get() != &x) ++i;
        return i;
    }
    std::vector<std::unique_ptr<T>> order_;
    std::vector<std::unique_ptr<T>> kept_;
    int walks_ = 0;
};

template <mistake Mistake> struct plain_adapter : traits {
    static constexpr const char* name = "plain";
    template <class T, class Allocator = std::allocator<T>> using of = plain<T, Allocator, Mistake>;
};

template <mistake Mistake> constexpr make_subject vector_with =
    &subject_of<plain_adapter<Mistake>, support::tracked>::make;

template <mistake Mistake> std::string failure_of(std::string_view text) {
    return play(from_text(text), vector_with<Mistake>, {true, 0}).failure;
}

TEST(player, finds_what_is_wrong_with_a_vector) {
    EXPECT_EQ(failure_of<mistake::none>("add_many 3; walk; next; next; next; next; remove; clear"), "");
    EXPECT_NE(failure_of<mistake::skips_after_removal>("add_many 3; walk; remove_here; next"), "");
    EXPECT_NE(failure_of<mistake::forgets_newcomers>("add; walk; add; next"), "");
    EXPECT_NE(failure_of<mistake::leaks>("add"), "");
}

TEST(player, finds_it_by_itself_and_shortens_the_script) {
    script failing;
    std::uint64_t seed = 0;
    while (failing.empty() && ++seed < 100)
        if (const script s = random_script(seed, 300, false);
            !play(s, vector_with<mistake::forgets_newcomers>).failure.empty())
            failing = s;
    ASSERT_FALSE(failing.empty());
    const script shortest = shortened(failing, vector_with<mistake::forgets_newcomers>, {});
    EXPECT_LE(shortest.size(), 8U) << to_text(shortest);
}

TEST(tracked, counts_and_complains) {
    support::ledger ledger;
    {
        support::tracked a{1};
        support::tracked b{a};
        EXPECT_EQ(ledger.live(1), 2);
        support::tracked c{std::move(a)};
        EXPECT_EQ(ledger.live(1), 2);
        EXPECT_EQ(ledger.objects(), 3);
    }
    EXPECT_EQ(ledger.live(1), 0);
    EXPECT_EQ(ledger.deaths(1), 1);
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

} // namespace
} // namespace contract
