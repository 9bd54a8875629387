#pragma once

/// # Pairs

#include "contract/dice.hpp"
#include "contract/walks.hpp"

#include <throng/each_pair.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace contract {

using support::tracked;

/// Which pair's turn it is in a loop over pairs of `firsts` and `seconds`: of those that were there when it began, in
/// their order, the next two that have not died. Of one collection with itself each two come once.
class pair_model {
  public:
    using pair = std::pair<int, int>;

    explicit pair_model(ids all) : firsts_{all}, seconds_{std::move(all)}, of_one_{true} {}
    pair_model(ids firsts, ids seconds) : firsts_{std::move(firsts)}, seconds_{std::move(seconds)}, of_one_{false} {}

    void dies(int id) { dead_.push_back(id); }
    [[nodiscard]] bool is_dead(int id) const { return has(dead_, id); }
    [[nodiscard]] std::optional<pair> next() {
        for (; i_ < firsts_.size(); ++i_, j_ = 0) {
            if (is_dead(firsts_[i_])) continue;
            for (std::size_t j = of_one_ ? std::max(j_, i_ + 1) : j_; j < seconds_.size(); ++j) {
                if (is_dead(seconds_[j])) continue;
                j_ = j + 1;
                return pair{firsts_[i_], seconds_[j]};
            }
        }
        return {};
    }

  private:
    ids firsts_;
    ids seconds_;
    bool of_one_;
    ids dead_;
    std::size_t i_ = 0;
    std::size_t j_ = 0;
};

/// Each pair is visited once, in order. Rule 2.
SITUATION(every_pair_once, has_pairs<Adapter>) {
    for (const int n : {0, 1, 2, 3, 64, 65, 130}) {
        collection_of<Adapter> c;
        fill<Adapter>(c, 0, n - 1);
        pair_model m{ids_of(c)};
        throng::each_pair(c, [&](tracked& a, tracked& b) { EXPECT_EQ(m.next(), (pair_model::pair{a.id(), b.id()})); });
        EXPECT_EQ(m.next(), std::nullopt);
    }
}

/// One or both elements of a pair are removed: the loop continues with the others. Rules 1, 2.
SITUATION(either_of_a_pair_dies, has_pairs<Adapter>) {
    for (const bool first : {false, true}) {
        for (const bool second : {false, true}) {
            collection_of<Adapter> c;
            fill<Adapter>(c, 0, 99);
            pair_model m{ids_of(c)};
            throng::each_pair(c, [&](tracked& a, tracked& b) {
                const pair_model::pair now{a.id(), b.id()};
                EXPECT_EQ(m.next(), now);
                if ((a.id() + b.id()) % 7 != 0) return;
                if (first) {
                    EXPECT_TRUE(c.remove(a));
                    m.dies(a.id());
                }
                if (second) {
                    EXPECT_TRUE(c.remove(b));
                    m.dies(b.id());
                }
                EXPECT_EQ(now, (pair_model::pair{a.id(), b.id()})) << "both are kept to the end of the visit";
            });
            EXPECT_EQ(m.next(), std::nullopt);
        }
    }
}

/// Other elements are removed and added: removed ones are not visited any more, new ones not until the next loop.
/// Rules 1, 3.
SITUATION(edits_while_pairs_are_visited, has_pairs<Adapter>) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        dice d{seed};
        collection_of<Adapter> c;
        const int n = 2 + static_cast<int>(d.below(150));
        fill<Adapter>(c, 0, n - 1);
        for (int i = 0; i < n / 4; ++i) remove_id(c, static_cast<int>(d.below(static_cast<unsigned>(n))));
        pair_model m{ids_of(c)};
        int born = 1000;
        int visits = 0;
        const auto kill = [&](int id) {
            if (id >= 1000 || m.is_dead(id)) return;
            if (remove_id(c, id)) m.dies(id);
        };
        throng::each_pair(c, [&](tracked& a, tracked& b) {
            ++visits;
            ASSERT_EQ(m.next(), (pair_model::pair{a.id(), b.id()})) << "seed " << seed;
            switch (d.below(40)) {
            case 0:
                return kill(a.id());
            case 1:
                return kill(b.id());
            case 2:
                kill(b.id());
                return kill(a.id());
            case 3:
            case 4:
                return kill(static_cast<int>(d.below(static_cast<unsigned>(n))));
            case 5:
                put<Adapter>(c, born++);
                return;
            case 6:
                if (visits % 50 != 0) return;
                for (int id = 0; id < n; ++id) kill(id);
                return;
            default:
                return;
            }
        });
        EXPECT_EQ(m.next(), std::nullopt) << "seed " << seed;
    }
}

/// Nested loops over pairs, with removals in the inner one. Rule 2.
SITUATION(pairs_within_pairs, has_pairs<Adapter>) {
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 7);
    pair_model outer{ids_of(c)};
    throng::each_pair(c, [&](tracked& a, tracked& b) {
        EXPECT_EQ(outer.next(), (pair_model::pair{a.id(), b.id()}));
        pair_model inner{ids_of(c)};
        throng::each_pair(c, [&](tracked& x, tracked& y) {
            EXPECT_EQ(inner.next(), (pair_model::pair{x.id(), y.id()}));
            if (&x != &a || &y != &b || a.id() % 2 == 0) return;
            c.remove(x);
            inner.dies(x.id());
            outer.dies(x.id());
        });
        EXPECT_EQ(inner.next(), std::nullopt);
    });
    EXPECT_EQ(outer.next(), std::nullopt);
}

/// Pairs of two collections, of which either element may be removed at any point. Rules 1, 2.
SITUATION(pairs_across_two_collections, has_pairs<Adapter>) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        dice d{seed};
        collection_of<Adapter> c;
        collection_of<Adapter> other;
        fill<Adapter>(c, 0, 59);
        fill<Adapter>(other, 100, 169);
        pair_model m{ids_of(c), ids_of(other)};
        int born = 1000;
        throng::each_pair(c, other, [&](tracked& a, tracked& b) {
            ASSERT_EQ(m.next(), (pair_model::pair{a.id(), b.id()})) << "seed " << seed;
            const unsigned what = d.below(24);
            const int other_a = static_cast<int>(d.below(60));
            const int other_b = 100 + static_cast<int>(d.below(70));
            if (what == 0) m.dies(a.id()), c.remove(a);
            if (what <= 1) m.dies(b.id()), other.remove(b);
            if (what == 2 && remove_id(c, other_a)) m.dies(other_a);
            if (what == 3 && remove_id(other, other_b)) m.dies(other_b);
            if (what == 4) put<Adapter>(c, born++);
            if (what == 5) put<Adapter>(other, born++);
        });
        EXPECT_EQ(m.next(), std::nullopt) << "seed " << seed;
    }
}

/// An exception leaves a loop over pairs: the collection is valid, and nothing leaks. Rule 7.
SITUATION(pairs_left_by_an_exception, has_pairs<Adapter>&& with_exceptions) {
#if defined(__cpp_exceptions)
    collection_of<Adapter> c;
    fill<Adapter>(c, 0, 9);
    int gone = -1;
    EXPECT_THROW(throng::each_pair(c,
                                   [&](tracked& a, tracked&) {
                                       gone = a.id();
                                       c.remove(a);
                                       throw 1;
                                   }),
                 int);
    EXPECT_EQ(held_by<Adapter>(c), without(count(0, 9), {gone}));
    if (Adapter::owns) {
        EXPECT_EQ(support::ledger::open().live(), 9);
    }
#endif
}

} // namespace contract
