// Children in the order that they are given: put beside a sibling and sorted, by hand and from within everything,
// against rows of a plain model; and the order is state.

#include "support/numbers.hpp"

#include <throng/world/family.hpp>
#include <throng/world/merge.hpp>
#include <throng/world/naming.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace {

using throng::entity;
using entities = std::vector<entity>;

struct card {
    int rank = 0;
};

} // namespace

template <> struct throng::component<card> {
    static constexpr const char* name = "card";
};

namespace {

/// Each goes before those that are greater.
template <class T, class Compare> void sort_plainly(std::vector<T>& those, Compare compare) {
    std::vector<T> sorted;
    for (const T& x : those) sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), x, compare), x);
    those = sorted;
}

constexpr auto all = throng::components<card, throng::kin, throng::entity_name>;

struct game {
    throng::world world;
    throng::family family{world};
    throng::naming names{world};

    [[nodiscard]] entities children(entity e) const {
        entities those;
        family.each_child(e, [&](entity c) { those.push_back(c); });
        // Backward it is the same.
        entities backward;
        for (entity c = family.last_child_of(e); c; c = family.previous_sibling_of(c)) backward.push_back(c);
        std::reverse(backward.begin(), backward.end());
        EXPECT_EQ(those, backward);
        return those;
    }
    [[nodiscard]] auto by_rank() {
        return [this](entity a, entity b) { return world.get<card>(a).rank < world.get<card>(b).rank; };
    }
    entity deal(entity hand, int rank) {
        const entity e = world.create(card{rank});
        EXPECT_TRUE(family.adopt(hand, e));
        return e;
    }
};

} // namespace

TEST(order_of_children, one_is_put_beside_another) {
    game g;
    const entity hand = g.world.create();
    const entity other = g.world.create();
    const entity a = g.deal(hand, 9);
    const entity b = g.deal(hand, 2);
    const entity c = g.deal(hand, 5);
    const entity x = g.deal(other, 7);
    EXPECT_TRUE(g.family.move_before(x, b));
    EXPECT_EQ(g.children(hand), (entities{a, x, b, c}));
    EXPECT_TRUE(g.children(other).empty());
    EXPECT_TRUE(g.family.move_before(c, a));
    EXPECT_EQ(g.children(hand), (entities{c, a, x, b}));
    EXPECT_TRUE(g.family.move_after(c, b));
    EXPECT_EQ(g.children(hand), (entities{a, x, b, c}));
    EXPECT_TRUE(g.family.move_after(a, x));
    EXPECT_EQ(g.children(hand), (entities{x, a, b, c}));
    // Where it is already.
    EXPECT_TRUE(g.family.move_before(a, b));
    EXPECT_TRUE(g.family.move_after(b, a));
    EXPECT_EQ(g.children(hand), (entities{x, a, b, c}));
    // From nowhere.
    const entity y = g.world.create();
    EXPECT_TRUE(g.family.move_after(y, c));
    EXPECT_EQ(g.children(hand), (entities{x, a, b, c, y}));
    EXPECT_TRUE(g.family.move_before(y, x));
    EXPECT_EQ(g.children(hand), (entities{y, x, a, b, c}));
}

TEST(order_of_children, is_refused_where_an_adoption_is) {
    game g;
    const entity top = g.world.create();
    const entity a = g.deal(top, 1);
    const entity b = g.deal(top, 2);
    const entity below = g.deal(a, 3);
    EXPECT_FALSE(g.family.move_before(a, a));
    EXPECT_FALSE(g.family.move_after(a, a));
    EXPECT_FALSE(g.family.move_before(a, below)) << "a cycle";
    EXPECT_FALSE(g.family.move_after(top, b)) << "a cycle";
    EXPECT_FALSE(g.family.move_before(a, top)) << "it has no parent";
    EXPECT_FALSE(g.family.move_before(a, {}));
    EXPECT_FALSE(g.family.move_before({}, a));
    const entity stale = g.deal(top, 4);
    g.world.destroy(stale);
    EXPECT_FALSE(g.family.move_before(a, stale));
    EXPECT_FALSE(g.family.move_after(stale, a));
    const entity copy = g.world.clone(b);
    EXPECT_FALSE(g.family.move_before(a, copy)) << "a clone has no parent";
    EXPECT_TRUE(g.family.move_before(copy, b));
    EXPECT_EQ(g.children(top), (entities{a, copy, b}));
    // Names are those of siblings.
    EXPECT_TRUE(g.names.set(a, "ace"));
    EXPECT_TRUE(g.names.set(below, "ace"));
    EXPECT_FALSE(g.family.move_after(below, b));
    EXPECT_TRUE(g.family.move_after(a, b)) << "its own name is free";
    EXPECT_EQ(g.children(top), (entities{copy, b, a}));
    EXPECT_TRUE(g.world.validate());
}

TEST(order_of_children, sorted_they_keep_the_order_of_equals) {
    game g;
    const entity hand = g.world.create();
    entities dealt;
    for (int i = 0; i < 100; ++i) dealt.push_back(g.deal(hand, i * 37 % 10));
    sort_plainly(dealt, g.by_rank());
    EXPECT_TRUE(g.family.sort_children(hand, g.by_rank()));
    EXPECT_EQ(g.children(hand), dealt);
    EXPECT_TRUE(g.family.sort_children(dealt[0], g.by_rank())) << "it has none";
    EXPECT_FALSE(g.family.sort_children({}, g.by_rank()));
    g.world.destroy(hand);
    EXPECT_FALSE(g.family.sort_children(hand, g.by_rank()));
    EXPECT_TRUE(g.world.empty());
}

TEST(order_of_children, a_walk_shows_those_of_its_beginning_once_in_their_order_of_then) {
    game g;
    const entity hand = g.world.create();
    const entities dealt{g.deal(hand, 9), g.deal(hand, 7), g.deal(hand, 2)};
    entities seen;
    g.family.each_child(hand, [&](entity e) {
        seen.push_back(e);
        if (seen.size() == 1) {
            EXPECT_TRUE(g.family.sort_children(hand, g.by_rank()));
        } else {
            EXPECT_TRUE(g.family.move_before(e, g.family.first_child_of(hand)) || e == g.family.first_child_of(hand));
        }
    });
    EXPECT_EQ(seen, dealt);
    EXPECT_EQ(g.children(hand), (entities{dealt[2], dealt[1], dealt[0]}));
}

TEST(order_of_children, a_comparison_may_make_any_edit) {
    game g;
    for (int what = 0; what < 6; ++what) {
        const entity hand = g.world.create();
        const entity other = g.world.create();
        entities dealt;
        for (int i = 0; i < 20; ++i) dealt.push_back(g.deal(hand, 20 - i));
        std::map<std::uint64_t, int> rank;
        for (const entity e : dealt) rank[e.number()] = g.world.get<card>(e).rank;
        entity newcomer;
        int calls = 0;
        const bool done = g.family.sort_children(hand, [&](entity a, entity b) {
            if (++calls == 10) {
                if (what == 0) g.world.destroy(dealt[3]);
                if (what == 1) g.family.leave(dealt[3]);
                if (what == 2) newcomer = g.deal(hand, 0);
                if (what == 3) g.family.adopt(other, dealt[3]);
                if (what == 4) g.world.destroy(hand);
                if (what == 5) g.family.sort_children(hand, [](entity x, entity y) { return y.index() < x.index(); });
            }
            return rank[a.number()] < rank[b.number()];
        });
        EXPECT_TRUE(done);
        entities wanted(dealt.rbegin(), dealt.rend());
        if (what == 0 || what == 1 || what == 3) std::erase(wanted, dealt[3]);
        if (what == 2) wanted.push_back(newcomer);
        if (what == 4) wanted.clear();
        EXPECT_EQ(g.children(hand), wanted) << what;
        EXPECT_EQ(g.family.parent_of(dealt[3]), what == 3 ? other : what == 2 || what == 5 ? hand : entity{});
        EXPECT_TRUE(g.world.validate());
    }
}

#if defined(__cpp_exceptions)

TEST(order_of_children, has_not_changed_if_the_comparison_throws) {
    game g;
    const entity hand = g.world.create();
    entities dealt;
    for (int i = 0; i < 20; ++i) dealt.push_back(g.deal(hand, 20 - i));
    int calls = 0;
    EXPECT_THROW(g.family.sort_children(hand,
                                        [&](entity a, entity b) {
                                            if (++calls == 30) throw 1;
                                            return g.by_rank()(a, b);
                                        }),
                 int);
    EXPECT_EQ(g.children(hand), dealt);
}

#endif

TEST(order_of_children, beside_one_that_is_going_nothing_is_put) {
    game g;
    const entity hand = g.world.create();
    const entity a = g.deal(hand, 1);
    const entity b = g.deal(hand, 2);
    const entity x = g.world.create(card{3});
    int calls = 0;
    g.world.on_remove<throng::kin>([&](entity e, throng::kin&) {
        ++calls;
        EXPECT_FALSE(g.family.move_before(x, e));
        EXPECT_FALSE(g.family.move_after(x, e));
        if (e == a) {
            EXPECT_TRUE(g.family.move_after(x, b)) << "its sibling stays";
        } else if (e == hand) {
            EXPECT_FALSE(g.family.move_before(x, b)) << "it goes with its parent";
            EXPECT_FALSE(g.family.move_after(a, b));
            EXPECT_FALSE(g.family.sort_children(hand, g.by_rank()));
        }
    });
    g.world.destroy(a);
    EXPECT_EQ(g.children(hand), (entities{b, x}));
    EXPECT_TRUE(g.family.leave(x));
    g.world.destroy(hand);
    EXPECT_EQ(calls, 3);
    EXPECT_FALSE(g.world.alive(b));
    EXPECT_TRUE(g.world.alive(x));
    EXPECT_TRUE(g.world.validate());
}

TEST(order_of_children, beside_one_whose_parent_has_lost_it_before_there_was_a_family_nothing_is_put) {
    game g;
    const entity hand = g.world.create();
    const entity a = g.deal(hand, 1);
    const entity b = g.deal(hand, 2);
    throng::byte_writer<> bytes;
    throng::save(g.world, bytes, all);
    throng::world plain;
    ASSERT_TRUE(throng::restore(plain, bytes.bytes(), all));
    plain.remove<throng::kin>(hand);
    throng::family family(plain);
    const entity x = plain.create();
    const entity y = plain.create();
    EXPECT_TRUE(family.adopt(hand, x));
    EXPECT_FALSE(family.move_before(y, a));
    EXPECT_FALSE(family.move_after(y, b));
    EXPECT_TRUE(family.sort_children(hand, [](entity, entity) { return false; }));
    EXPECT_TRUE(family.move_after(y, x));
    EXPECT_EQ(family.first_child_of(hand), x);
    EXPECT_EQ(family.last_child_of(hand), y);
    EXPECT_TRUE(family.move_before(a, x));
    EXPECT_EQ(family.first_child_of(hand), a);
    EXPECT_EQ(family.count_children(hand), 3U);
}

namespace {

/// Rows of children, by parent.
class model {
  public:
    using key = std::uint64_t;

    void leave(key e) {
        if (const auto at = parents_.find(e); at != parents_.end()) std::erase(rows_[at->second], e);
        parents_.erase(e);
    }
    bool put(key parent, key e, std::size_t place_of_others) {
        rows_[parent].insert(rows_[parent].begin() + static_cast<std::ptrdiff_t>(place_of_others), e);
        parents_[e] = parent;
        return true;
    }
    [[nodiscard]] bool is_above(key top, key e) const {
        for (; e != top && e != 0; e = parent(e)) {
        }
        return e == top;
    }
    [[nodiscard]] key parent(key e) const {
        const auto at = parents_.find(e);
        return at == parents_.end() ? 0 : at->second;
    }
    bool adopt(key parent, key e) {
        if (is_above(e, parent)) return false;
        leave(e);
        return put(parent, e, rows_[parent].size());
    }
    bool beside(key e, key sibling, std::size_t behind) {
        const key p = parent(sibling);
        if (p == 0 || e == sibling || is_above(e, p)) return false;
        leave(e);
        const auto& row = rows_[p];
        return put(p, e, static_cast<std::size_t>(std::find(row.begin(), row.end(), sibling) - row.begin()) + behind);
    }
    template <class Compare> void sort(key parent, Compare compare) { sort_plainly(rows_[parent], compare); }
    void destroy(key e) {
        leave(e);
        while (!rows_[e].empty()) destroy(rows_[e].front());
        rows_.erase(e);
    }
    [[nodiscard]] const std::vector<key>& row(key parent) { return rows_[parent]; }

  private:
    std::map<key, std::vector<key>> rows_;
    std::map<key, key> parents_;
};

/// Plays the same script on a world and on the model: some edits from within walks.
class played_game : public game {
  public:
    explicit played_game(std::uint64_t seed) : dice_(seed) {
        for (int i = 0; i < 30; ++i) (void)created();
    }
    void edit(int depth) {
        const entity a = one();
        const entity b = one();
        switch (dice_.below(depth == 0 ? 10 : 7)) {
        case 0:
            EXPECT_EQ(family.adopt(a, b), plain_.adopt(a.number(), b.number()));
            break;
        case 1:
        case 2:
            EXPECT_EQ(family.move_before(a, b), plain_.beside(a.number(), b.number(), 0));
            break;
        case 3:
            EXPECT_EQ(family.move_after(a, b), plain_.beside(a.number(), b.number(), 1));
            break;
        case 4:
            EXPECT_TRUE(family.sort_children(a, by_rank()));
            plain_.sort(a.number(),
                        [this](auto x, auto y) { return by_rank()(entity::of_number(x), entity::of_number(y)); });
            break;
        case 5:
            EXPECT_EQ(family.leave(a), plain_.parent(a.number()) != 0);
            plain_.leave(a.number());
            break;
        case 6:
            if (dice_.below(2) == 0 || those_.size() < 10) {
                (void)created();
            } else {
                world.destroy(a);
                plain_.destroy(a.number());
                std::erase_if(those_, [this](entity e) { return !world.alive(e); });
            }
            break;
        default: {
            const auto row = plain_.row(a.number());
            std::size_t next = 0;
            family.each_child(a, [&](entity c) {
                // (Those that have left meanwhile are passed over.)
                while (next < row.size() && row[next] != c.number()) ++next;
                EXPECT_LT(next, row.size());
                EXPECT_EQ(plain_.parent(c.number()), a.number());
                if (depth < 3) edit(depth + 1);
            });
        }
        }
    }
    void check() {
        for (const entity e : those_) {
            entities wanted;
            for (const auto n : plain_.row(e.number())) wanted.push_back(entity::of_number(n));
            EXPECT_EQ(children(e), wanted);
        }
        EXPECT_TRUE(world.validate());
    }

  private:
    entity one() { return those_[dice_.below(static_cast<unsigned>(those_.size()))]; }
    entity created() { return those_.emplace_back(world.create(card{static_cast<int>(dice_.below(9))})); }

    support::numbers dice_;
    model plain_;
    entities those_;
};

} // namespace

TEST(order_of_children, is_that_of_plain_rows_whatever_is_played) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        played_game g(seed);
        for (int i = 0; i < 100 && !testing::Test::HasFailure(); ++i) {
            g.edit(0);
            g.check();
        }
    }
}

TEST(order_of_children, is_saved_rolled_back_and_merged) {
    game g;
    const entity hand = g.world.create();
    entities dealt;
    for (int i = 0; i < 20; ++i) dealt.push_back(g.deal(hand, i * 7 % 20));
    throng::rollback<int> frames(g.world, 4, [](int) {}, all);
    EXPECT_TRUE(frames.save(1));
    const entities before = g.children(hand);
    const auto hash = throng::hash(g.world, all);
    g.family.sort_children(hand, g.by_rank());
    g.family.move_before(dealt[3], dealt[4]);
    const entities after = g.children(hand);
    EXPECT_NE(hash, throng::hash(g.world, all));

    throng::byte_writer<> bytes;
    throng::save(g.world, bytes, all);
    game again;
    EXPECT_TRUE(throng::restore(again.world, bytes.bytes(), all));
    EXPECT_EQ(again.children(hand), after);

    game other;
    const throng::entity_map copies = throng::merge(other.world, g.world, all);
    entities wanted;
    for (const entity e : after) wanted.push_back(copies.find(e));
    EXPECT_EQ(other.children(copies.find(hand)), wanted);

    EXPECT_TRUE(frames.load(1));
    EXPECT_EQ(g.children(hand), before);
    EXPECT_EQ(hash, throng::hash(g.world, all));
    g.family.move_before(dealt[3], dealt[4]);
    g.family.sort_children(hand, g.by_rank());
    EXPECT_TRUE(g.world.validate());
}
