// The list against a plain model of it: a vector in which walks are marks between and on the objects.

#include <throng/linked_list.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <type_traits>
#include <variant>
#include <vector>

namespace {

struct object : throng::list_hook<> {
    explicit object(int number) : id(number) {}
    int id;
};
using list = throng::linked_list<object>;
using ids = std::vector<int>;

/// What a walk may still visit: said by a set rather than by a place.
class expectation {
  public:
    expectation(const ids& order, bool live, bool backward) : live_{live}, backward_{backward}, ahead_{order} {
        if (backward) std::reverse(ahead_.begin(), ahead_.end());
    }
    [[nodiscard]] int next() {
        if (ahead_.empty()) return -1;
        current_ = ahead_.front();
        ahead_.erase(ahead_.begin());
        stands_ = true;
        return current_;
    }
    void removed(int id) {
        std::erase(ahead_, id);
        if (id == current_) stands_ = false;
    }
    /// `id` has come in right after or before a neighbour; -1 is the end.
    void came(int id, int neighbour, bool after) {
        if (!live_) return;
        const bool onward = after != backward_; // on the far side of the neighbour, as the walk sees it
        const auto at = std::find(ahead_.begin(), ahead_.end(), neighbour);
        if (neighbour == -1) {
            // push_back is before the end, push_front after it: far ahead, or behind a walk that has begun.
            if (!onward) ahead_.push_back(id);
            else if (current_ == none) ahead_.insert(ahead_.begin(), id);
        } else if (at != ahead_.end()) {
            ahead_.insert(onward ? at + 1 : at, id);
        } else if (neighbour == current_ && stands_ && onward) {
            ahead_.insert(ahead_.begin(), id);
        }
    }

  private:
    static constexpr int none = -2;
    bool live_;
    bool backward_;
    bool stands_ = false;
    int current_ = none;
    ids ahead_;
};

struct open_walk {
    std::variant<list::walk_type, list::backward_walk_type> real;
    expectation expected;
};

class random_edits : public testing::TestWithParam<int> {
  protected:
    int roll(std::size_t n) { return static_cast<int>(random_() % n); }

    void remove(int id) {
        std::erase(order_, id);
        for (auto& w : walks_) w->expected.removed(id);
    }
    void come(int id, int neighbour, bool after) {
        const auto at = neighbour == -1 ? (after ? order_.begin() : order_.end())
                                        : std::find(order_.begin(), order_.end(), neighbour) + (after ? 1 : 0);
        order_.insert(at, id);
        for (auto& w : walks_) w->expected.came(id, neighbour, after);
    }
    object& at(int id) { return *objects_[static_cast<std::size_t>(id)]; }
    int any() { return order_[static_cast<std::size_t>(roll(order_.size()))]; }

    void step() {
        const int what = roll(20);
        if (what < 8) {
            // A new one, or one that is here already, comes somewhere.
            int id = 0;
            if (!order_.empty() && roll(3) == 0) {
                id = any();
            } else {
                id = static_cast<int>(objects_.size());
                objects_.push_back(std::make_unique<object>(id));
            }
            const int neighbour = roll(2) == 0 || order_.empty() ? -1 : any();
            const bool after = roll(2) == 0;
            if (neighbour == id) return;
            if (std::find(order_.begin(), order_.end(), id) != order_.end()) remove(id);
            come(id, neighbour, after);
            if (neighbour == -1) after ? list_->push_front(at(id)) : list_->push_back(at(id));
            else after ? list_->insert_after(at(neighbour), at(id)) : list_->insert_before(at(neighbour), at(id));
        } else if (what < 12 && !order_.empty()) {
            const int id = any();
            remove(id);
            if (roll(2) == 0) EXPECT_TRUE(list_->remove(at(id)));
            else objects_[static_cast<std::size_t>(id)].reset();
        } else if (what == 12 && walks_.size() < 12) {
            const bool live = roll(2) == 0;
            const bool backward = roll(2) == 0;
            const auto open = [&](auto policy) -> decltype(open_walk::real) {
                if (!backward) return list_->walk(policy);
                if constexpr (std::is_same_v<decltype(policy), throng::live_t>)
                    return list_->walk(throng::backward, policy);
                else return list_->walk(throng::backward);
            };
            walks_.push_back(std::make_unique<open_walk>(
                open_walk{live ? open(throng::live) : open(throng::residents), expectation{order_, live, backward}}));
        } else if (what == 13 && !walks_.empty() && roll(4) == 0) {
            walks_.erase(walks_.begin() + roll(walks_.size()));
        } else if (!walks_.empty()) {
            open_walk& w = *walks_[static_cast<std::size_t>(roll(walks_.size()))];
            const object* o = std::visit([](auto& real) { return static_cast<const object*>(real.next()); }, w.real);
            EXPECT_EQ(o == nullptr ? -1 : o->id, w.expected.next());
        }
    }
    void look() {
        ids found;
        for (const object& o : *list_) found.push_back(o.id);
        EXPECT_EQ(found, order_);
        found.clear();
        for (const object& o : list_->walk(throng::backward)) found.push_back(o.id);
        std::reverse(found.begin(), found.end());
        EXPECT_EQ(found, order_);
        EXPECT_EQ(list_->size(), order_.size());
    }

    void play(unsigned seed) {
        random_.seed(seed);
        for (int i = 0; i < 400 && !HasFailure(); ++i) {
            step();
            if (i % 16 == 0) look();
        }
        walks_.clear();
        look();
    }

    std::mt19937 random_;
    std::vector<std::unique_ptr<object>> objects_;
    std::unique_ptr<list> list_ = std::make_unique<list>();
    ids order_;
    std::vector<std::unique_ptr<open_walk>> walks_;
};

TEST_P(random_edits, agree_with_the_model) {
    for (unsigned seed = 0; seed < 200 && !HasFailure(); ++seed) {
        SCOPED_TRACE(seed);
        play(static_cast<unsigned>(GetParam()) * 1000 + seed);
        objects_.clear();
        order_.clear();
    }
}
INSTANTIATE_TEST_SUITE_P(linked_list, random_edits, testing::Range(0, 5));

} // namespace
