// A million random edits of trees, from inside walks nested three deep, against the plainest model.

#include "entity/tree_model.hpp"
#include "support/numbers.hpp"
#include "support/tracked.hpp"

#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using creatures::tree_model;
using support::tracked;
using throng::tree_order;
using tree_type = throng::tree<tracked>;

class player {
  public:
    explicit player(std::uint64_t seed) : random_(seed * 2 + 1) {}

    /// Plays until so many edits have been made; how many.
    int play(int edits) {
        while (edits_ < edits && !testing::Test::HasFailure()) {
            walk(1);
            compare();
        }
        tree_.clear();
        EXPECT_EQ(tree_.size(), 0U);
        return edits_;
    }

  private:
    static constexpr std::size_t crowd = 30;

    unsigned roll(unsigned sides) { return random_.below(sides); }
    [[nodiscard]] tracked& real(int id) { return *tree_.get(handles_[static_cast<std::size_t>(id)]); }
    [[nodiscard]] int any_node() { return model_.ids()[roll(static_cast<unsigned>(model_.ids().size()))]; }
    void made(int id, tree_type::handle_type h) {
        ASSERT_TRUE(h);
        if (handles_.size() <= static_cast<std::size_t>(id)) handles_.resize(static_cast<std::size_t>(id) + 1);
        handles_[static_cast<std::size_t>(id)] = h;
    }
    [[nodiscard]] int next_id() { return ++last_id_; }

    void edit(tree_model::walk* current, tree_type::walk_type* real_walk) {
        ++edits_;
        if (model_.ids().empty() || roll(crowd * 2) > model_.ids().size() + crowd / 2) return add();
        switch (roll(8)) {
        case 0:
        case 1:
            return add();
        case 2: {
            const int x = any_node();
            EXPECT_TRUE(tree_.remove(real(x)));
            model_.remove(x);
            return;
        }
        case 3:
            if (current != nullptr && model_.has(current->at) && current->at != 0) {
                const int x = current->at;
                EXPECT_TRUE(real_walk->remove());
                EXPECT_FALSE(real_walk->remove());
                model_.remove(x);
            }
            return;
        case 4:
            return move(&tree_type::move_before, &tree_model::move_before, true);
        case 5:
            return move(&tree_type::move_after, &tree_model::move_after, true);
        case 6:
            return move(&tree_type::reparent, &tree_model::move_under, false);
        default: {
            const int x = any_node();
            EXPECT_TRUE(tree_.detach(real(x)));
            model_.move_under(x, tree_model::top);
            return;
        }
        }
    }
    void add() {
        const int id = next_id();
        if (model_.ids().empty() || roll(6) == 0) {
            made(id, tree_.emplace(id));
            EXPECT_EQ(model_.add(tree_model::top), id);
            return;
        }
        const int near = any_node();
        switch (roll(3)) {
        case 0:
            made(id, tree_.insert_before(real(near), tracked{id}));
            EXPECT_EQ(model_.insert_before(near), id);
            return;
        case 1:
            made(id, tree_.insert_after(real(near), tracked{id}));
            EXPECT_EQ(model_.insert_after(near), id);
            return;
        default:
            made(id, tree_.emplace_child(real(near), id));
            EXPECT_EQ(model_.add(near), id);
            return;
        }
    }
    template <class Real, class Model> void move(Real real_move, Model model_move, bool beside) {
        const int x = any_node();
        const int to = any_node();
        const int parent = beside ? model_.parent(to) : to;
        const bool cycle = x == to || (parent != tree_model::top && model_.is_in_branch(parent, x));
        EXPECT_EQ((tree_.*real_move)(real(x), real(to), {}), !cycle);
        if (!cycle) (model_.*model_move)(x, to);
    }

    void walk(int depth) {
        const auto order = static_cast<tree_order>(roll(3));
        const bool live = roll(2) == 0;
        const int root = model_.ids().empty() || roll(3) != 0 ? tree_model::top : any_node();
        tree_model::walk expected;
        model_.open(expected, order, root, live);
        {
            auto w = root == tree_model::top
                         ? (live ? tree_.walk(order, throng::live) : tree_.walk(order, throng::residents))
                     : live ? tree_.walk_branch(real(root), order, throng::live)
                            : tree_.walk_branch(real(root), order, throng::residents);
            for (int steps = 0; steps < 200 && !testing::Test::HasFailure(); ++steps) {
                const int n = model_.next(expected);
                const tracked* const x = w.next();
                ASSERT_EQ(x == nullptr ? 0 : x->id(), n) << "after " << edits_ << " edits";
                if (n == 0 && roll(3) != 0) break; // else it may go on with what comes
                const unsigned edits = roll(4) == 0 ? roll(4) : roll(2);
                for (unsigned i = 0; i < edits; ++i) edit(&expected, &w);
                if (n != 0) {
                    EXPECT_EQ(w.current()->id(), n) << "what it stands on can be read";
                }
                if (order != tree_order::post && roll(10) == 0) {
                    w.skip_branch();
                    expected.skips = expected.state == tree_model::walk::state::on;
                }
                if (depth < 3 && roll(12) == 0) walk(depth + 1);
                if (roll(40) == 0) break;
                if (roll(60) == 0) {
                    auto moved = std::move(w);
                    w = std::move(moved);
                }
            }
        }
        model_.close(expected);
    }
    void compare() {
        for (const tree_order order : {tree_order::pre, tree_order::post, tree_order::level}) {
            std::vector<int> held;
            for (const tracked& x : tree_.walk(order, throng::live)) held.push_back(x.id());
            EXPECT_EQ(held, model_.all(order));
        }
        EXPECT_EQ(tree_.size(), model_.ids().size());
        EXPECT_TRUE(tree_.validate());
    }

    support::numbers random_;
    tree_type tree_;
    tree_model model_;
    std::vector<tree_type::handle_type> handles_{1};
    int last_id_ = 0;
    int edits_ = 0;
};

// Rules 1, 2, 3, 5, 10 of tree.
TEST(tree_random_edits, a_million_from_inside_walks_nested_three_deep) {
    int edits = 0;
    for (std::uint64_t seed = 1; edits < 1'000'000 && !HasFailure(); ++seed) {
        support::ledger ledger;
        {
            SCOPED_TRACE(seed);
            edits += player(seed).play(500);
        }
        ASSERT_EQ(ledger.objects(), 0) << seed;
        ASSERT_EQ(ledger.errors(), "") << seed;
    }
    EXPECT_GE(edits, 1'000'000);
}

} // namespace
