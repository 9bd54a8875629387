// The rules of the contract, played over all that a world offers to be walked beside its plain queries: relations from
// either end, queries of what is related, walks in the order of a value, along a hierarchy, of what has changed, and
// with an observer that listens.

#include "support/tracked.hpp"

#include <throng/world/changes.hpp>
#include <throng/world/joins.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/relation.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using entities = std::vector<entity>;

struct body : support::tracked {
    using support::tracked::tracked;
};
struct rank {
    int value = 0;
};
struct shown {};
struct follows {};
struct likes {
    int how_much = 0;
};
struct allied_with {};
struct beneath {};

/// What is visited, with its value where the walk gives it; false to leave.
using visitor = std::function<bool(entity, const body*)>;

} // namespace

template <> struct throng::component<allied_with> {
    static constexpr bool symmetric = true;
};
template <> struct throng::component<beneath> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
};

namespace {

/// A world in which some entities are shown by some kind of walk.
class subject {
  public:
    throng::world w;
    /// Where relations begin or end; it is shown by none.
    entity hub;
    /// Those that are shown, in the order of the walk.
    entities all;

    virtual ~subject() = default;
    void begin(int n) {
        hub = w.create();
        for (int i = 0; i < n; ++i) {
            // (Others stand between them.)
            for (int k = 0; k < i % 4; ++k) w.create(rank{0});
            all.push_back(add(i));
        }
        if (goes_backward) std::reverse(all.begin(), all.end());
    }
    entity add(int i) {
        const entity e = w.create(body(i), rank{i});
        give(e);
        return e;
    }
    virtual void give(entity e) = 0;
    /// It is shown no more, and lives on. False if it was not shown.
    virtual bool take(entity e) = 0;
    [[nodiscard]] virtual bool has(entity e) = 0;
    /// As often as f answers true. Where `is_left` is false, all are walked, and no more are given to f.
    virtual void walk(bool live, const visitor& f) = 0;
    [[nodiscard]] entities seen() {
        entities those;
        walk(false, [&](entity e, const body*) { return those.push_back(e), true; });
        return those;
    }

    bool has_live = true;
    bool goes_backward = false;
    /// What leaves and comes back is new to the walks that are open. (Walks of a list that has been made before visit
    /// it in its turn.)
    bool is_new_when_back = true;
    /// It ends when the hub goes.
    bool hangs_on_hub = true;
    bool shows_disabled = false;
};

template <class F> struct until {
    const F& f;
    bool is_over = false;
    void operator()(entity e, const body& its) {
        if (!is_over && !f(e, &its)) is_over = true;
    }
};
template <class Walk> void step_through(Walk walk, const visitor& f) {
    while (const entity e = walk.next()) {
        if (!f(e, &get<1>(walk.row()))) return;
    }
}
template <class Query> void walk_query(const Query& q, bool live, const visitor& f) {
    step_through(live ? q.walk(throng::live) : q.walk(throng::residents), f);
}

template <class R, bool Sources> class relation_walks final : public subject {
  public:
    relation_walks() { shows_disabled = true; }
    void give(entity e) override { Sources ? its_.relate(e, hub) : its_.relate(hub, e); }
    bool take(entity e) override { return Sources ? its_.unrelate(e, hub) : its_.unrelate(hub, e); }
    [[nodiscard]] bool has(entity e) override { return Sources ? its_.related(e, hub) : its_.related(hub, e); }
    void walk(bool live, const visitor& f) override {
        const auto all_of = [&](auto&& walk) {
            while (const entity e = walk.next()) {
                if (!f(e, nullptr)) return;
            }
        };
        if constexpr (Sources) live ? all_of(its_.sources(hub, throng::live)) : all_of(its_.sources(hub));
        else live ? all_of(its_.targets(hub, throng::live)) : all_of(its_.targets(hub));
    }

  private:
    throng::relation<R> its_{w};
};
/// What is related to the hub; or to anything.
template <bool ToAny, bool Backward = false> class related_queries final : public subject {
  public:
    related_queries() {
        hangs_on_hub = true;
        has_live = !Backward;
        goes_backward = Backward;
    }
    void give(entity e) override { its_.relate(e, hub); }
    bool take(entity e) override { return its_.unrelate(e, hub); }
    [[nodiscard]] bool has(entity e) override { return its_.related(e, hub); }
    void walk(bool live, const visitor& f) override {
        const entity target = ToAny ? entity{} : hub;
        const auto q = w.query<const body>(throng::related_to<follows>(target));
        if constexpr (Backward) step_through(q.walk(throng::backward), f);
        else walk_query(q, live, f);
    }

  private:
    throng::relation<follows> its_{w};
};
class queries_of_a_group final : public subject {
  public:
    queries_of_a_group() { has_live = is_new_when_back = false; }
    void give(entity e) override { its_.relate(e, hub); }
    bool take(entity e) override { return its_.unrelate(e, hub); }
    [[nodiscard]] bool has(entity e) override { return its_.related(e, hub); }
    void walk(bool, const visitor& f) override {
        throng::each_source(its_, hub, w.query<const body>(), until<visitor>{f});
    }

  private:
    throng::relation<follows> its_{w};
};
/// The hub is the source of all.
class joins final : public subject {
  public:
    joins() { has_live = is_new_when_back = false; }
    void give(entity e) override { its_.relate(hub, e); }
    bool take(entity e) override { return its_.unrelate(hub, e); }
    [[nodiscard]] bool has(entity e) override { return its_.related(hub, e); }
    void walk(bool, const visitor& f) override {
        bool is_over = false;
        throng::each_related(its_, w.query<>(throng::none_of<body>), w.query<const body>(),
                             [&](entity, entity e, const body& b) {
                                 if (!is_over) is_over = !f(e, &b);
                             });
    }

  private:
    throng::relation<follows> its_{w};
};
class hierarchies final : public subject {
  public:
    hierarchies() { has_live = is_new_when_back = hangs_on_hub = false; }
    void give(entity e) override {
        its_.relate(e, hub);
        w.add<shown>(e);
    }
    bool take(entity e) override { return w.remove<shown>(e); }
    [[nodiscard]] bool has(entity e) override { return w.has<shown>(e); }
    void walk(bool, const visitor& f) override {
        throng::each_downwards(its_, w.query<const body>(throng::all_of<shown>), until<visitor>{f});
    }

  private:
    throng::relation<beneath> its_{w};
};
template <bool Backward> class orders final : public subject {
  public:
    orders() {
        has_live = is_new_when_back = hangs_on_hub = false;
        goes_backward = Backward;
    }
    void give(entity e) override { w.add<shown>(e); }
    bool take(entity e) override { return w.remove<shown>(e); }
    [[nodiscard]] bool has(entity e) override { return w.has<shown>(e); }
    void walk(bool, const visitor& f) override {
        const auto q = w.query<const body>(throng::all_of<shown>);
        if constexpr (Backward) by_rank_.each(throng::backward, q, until<visitor>{f});
        else by_rank_.each(q, until<visitor>{f});
    }

  private:
    throng::value_order<rank, int rank::*> by_rank_{w, &rank::value};
};
/// Backward, f gets no more once it has returned false.
template <bool Backward> class changed_queries final : public subject {
  public:
    changed_queries() {
        hangs_on_hub = false;
        has_live = !Backward;
        goes_backward = Backward;
    }
    void give(entity e) override { w.add<shown>(e); }
    bool take(entity e) override { return w.remove<shown>(e); }
    [[nodiscard]] bool has(entity e) override { return given_.contains(e); }
    void walk(bool live, const visitor& f) override {
        const auto q = w.query<const body>(given_.present());
        if constexpr (Backward) q.each(throng::backward, until<visitor>{f});
        else walk_query(q, live, f);
    }

  private:
    throng::additions<shown> given_{w};
};
/// Of a query that is observed: whatever edits are made, what has been told is what matches.
class observed_queries final : public subject {
  public:
    observed_queries() { hangs_on_hub = false; }
    ~observed_queries() override {
        std::set<entity> matching;
        for (const auto& [e, b] : w.query<const body>(throng::all_of<shown>)) matching.insert(e);
        EXPECT_EQ(told_, matching);
    }
    void give(entity e) override { w.add<shown>(e); }
    bool take(entity e) override { return w.remove<shown>(e); }
    [[nodiscard]] bool has(entity e) override { return w.has<shown>(e); }
    void walk(bool live, const visitor& f) override { walk_query(w.query<const body>(throng::all_of<shown>), live, f); }

  private:
    std::set<entity> told_;
    throng::observer its_{w.query<const body>(throng::all_of<shown>),
                          [this](entity e) { EXPECT_TRUE(told_.insert(e).second); },
                          [this](entity e) { EXPECT_EQ(told_.erase(e), 1U); }};
};

struct maker {
    const char* name;
    std::unique_ptr<subject> (*make)();
};
template <class S> [[nodiscard]] std::unique_ptr<subject> made() { return std::make_unique<S>(); }

class walk_of_relations : public testing::TestWithParam<maker> {
  public:
    void SetUp() override { its_ = GetParam().make(); }
    void TearDown() override {
        EXPECT_TRUE(its_->w.validate());
        its_.reset();
        EXPECT_EQ(values_.objects(), 0);
        EXPECT_EQ(values_.errors(), "");
    }
    [[nodiscard]] subject& of(int n) {
        its_->begin(n);
        return *its_;
    }
    [[nodiscard]] static entities without(entities those, const entities& gone) {
        std::erase_if(those, [&](entity e) { return std::find(gone.begin(), gone.end(), e) != gone.end(); });
        return those;
    }

  private:
    support::ledger values_;
    std::unique_ptr<subject> its_;
};

INSTANTIATE_TEST_SUITE_P(every, walk_of_relations,
                         testing::Values(maker{"targets", &made<relation_walks<follows, false>>},
                                         maker{"sources", &made<relation_walks<follows, true>>},
                                         maker{"targets_with_values", &made<relation_walks<likes, false>>},
                                         maker{"sources_with_values", &made<relation_walks<likes, true>>},
                                         maker{"symmetric", &made<relation_walks<allied_with, true>>},
                                         maker{"one_target", &made<relation_walks<beneath, true>>},
                                         maker{"query_of_sources", &made<related_queries<false>>},
                                         maker{"query_of_all_sources", &made<related_queries<true>>},
                                         maker{"query_backward", &made<related_queries<false, true>>},
                                         maker{"group", &made<queries_of_a_group>}, maker{"join", &made<joins>},
                                         maker{"hierarchy", &made<hierarchies>}, maker{"order", &made<orders<false>>},
                                         maker{"order_backward", &made<orders<true>>},
                                         maker{"changed_query", &made<changed_queries<false>>},
                                         maker{"changed_query_backward", &made<changed_queries<true>>},
                                         maker{"observed_query", &made<observed_queries>}),
                         [](const auto& its) { return std::string(its.param.name); });

// --- rule 1: removal is immediate in meaning ---

TEST_P(walk_of_relations, what_is_destroyed_before_its_turn_is_not_visited) {
    subject& s = of(100);
    const entities gone{s.all[1], s.all[50], s.all[51], s.all[99]};
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        if (seen.size() == 1) {
            for (const entity x : gone) EXPECT_TRUE(s.w.destroy(x));
            for (const entity x : gone) EXPECT_FALSE(s.has(x));
        }
        return true;
    });
    EXPECT_EQ(seen, without(s.all, gone));
    EXPECT_EQ(s.seen(), seen);
}
TEST_P(walk_of_relations, what_ceases_to_belong_before_its_turn_is_not_visited) {
    subject& s = of(100);
    const entities gone{s.all[1], s.all[50], s.all[51], s.all[99]};
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        if (seen.size() == 1) {
            for (const entity x : gone) EXPECT_TRUE(s.take(x));
            for (const entity x : gone) EXPECT_FALSE(s.has(x));
        }
        return true;
    });
    EXPECT_EQ(seen, without(s.all, gone));
    EXPECT_EQ(s.seen(), seen);
    for (const entity x : gone) EXPECT_TRUE(s.w.alive(x));
}
TEST_P(walk_of_relations, each_takes_the_next_along) {
    subject& s = of(100);
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        const auto at = std::find(s.all.begin(), s.all.end(), e) - s.all.begin() + 1;
        seen.push_back(e);
        if (at == 100) return true;
        const entity next = s.all[static_cast<std::size_t>(at)];
        EXPECT_TRUE(seen.size() % 2 == 0 ? s.take(next) : s.w.destroy(next));
        return true;
    });
    ASSERT_EQ(seen.size(), 50U);
    for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(seen[i], s.all[2 * i]);
}
TEST_P(walk_of_relations, of_a_world_that_is_cleared_ends) {
    subject& s = of(100);
    std::size_t visits = 0;
    s.walk(false, [&](entity, const body*) {
        if (++visits == 10) s.w.clear();
        return true;
    });
    EXPECT_EQ(visits, 10U);
    EXPECT_EQ(s.seen(), entities{});
}

// --- rule 2: exactly once, in order ---

TEST_P(walk_of_relations, visits_each_once_in_order) {
    subject& s = of(2000);
    EXPECT_EQ(s.seen(), s.all);
    entities some;
    for (std::size_t i = 0; i < s.all.size(); i += 7) {
        some.push_back(s.all[i]);
        EXPECT_TRUE(s.take(s.all[i]));
    }
    EXPECT_EQ(s.seen(), without(s.all, some));
}
TEST_P(walk_of_relations, each_destroys_itself) {
    subject& s = of(200);
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        EXPECT_TRUE(s.w.destroy(e));
        return true;
    });
    EXPECT_EQ(seen, s.all);
    EXPECT_EQ(s.seen(), entities{});
}
TEST_P(walk_of_relations, each_ceases_to_belong) {
    subject& s = of(200);
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        EXPECT_TRUE(s.take(e));
        return true;
    });
    EXPECT_EQ(seen, s.all);
    EXPECT_EQ(s.seen(), entities{});
}
TEST_P(walk_of_relations, what_has_been_visited_and_comes_again_is_not_visited_again) {
    subject& s = of(100);
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        EXPECT_TRUE(s.take(e));
        s.give(e);
        EXPECT_TRUE(s.has(e));
        return true;
    });
    EXPECT_EQ(seen, s.all);
}
TEST_P(walk_of_relations, what_leaves_and_comes_back_before_its_turn) {
    subject& s = of(100);
    const entities some{s.all[1], s.all[70], s.all[99]};
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        if (seen.size() == 1) {
            for (const entity x : some) {
                EXPECT_TRUE(s.take(x));
                s.give(x);
            }
        }
        return true;
    });
    EXPECT_EQ(seen, s.is_new_when_back ? without(s.all, some) : s.all);
}

// --- rule 3: newcomers ---

TEST_P(walk_of_relations, leaves_newcomers_for_the_next) {
    subject& s = of(100);
    entities seen;
    entities added;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        if (added.size() < 300) added.push_back(s.add(1000 + static_cast<int>(added.size())));
        if (seen.size() == 50) {
            EXPECT_TRUE(s.w.destroy(added[3]));
        }
        return true;
    });
    EXPECT_EQ(seen, s.all);
    EXPECT_EQ(s.seen().size(), 199U);
}
TEST_P(walk_of_relations, that_is_live_visits_newcomers_after_all_others) {
    subject& s = of(100);
    if (!s.has_live) return;
    entities seen;
    s.walk(true, [&](entity e, const body*) {
        seen.push_back(e);
        if (seen.size() <= 50) s.add(1000);
        if (seen.size() == 100) {
            EXPECT_EQ(seen, s.all);
            EXPECT_TRUE(s.take(seen[7]));
            s.give(seen[7]);
        }
        return true;
    });
    EXPECT_EQ(seen.size(), 151U);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), seen[7]), 2);
    EXPECT_EQ(std::set<entity>(seen.begin(), seen.end()).size(), 150U);
}
TEST_P(walk_of_relations, of_nothing_leaves_what_comes) {
    subject& s = of(0);
    EXPECT_EQ(s.seen(), entities{});
    const entity e = s.add(1);
    EXPECT_EQ(s.seen(), entities{e});
}

// --- rules 5 and 6: nothing is destroyed or moved underfoot ---

TEST_P(walk_of_relations, what_it_stands_on_keeps_its_value_and_its_place) {
    subject& s = of(100);
    std::size_t visits = 0;
    s.walk(false, [&](entity e, const body* its) {
        const body* const at = s.w.try_get<body>(e);
        const int id = at->id();
        if (its != nullptr) {
            EXPECT_EQ(its, at);
        }
        const entity beside = s.add(1000);
        const body* const its_place = s.w.try_get<body>(beside);
        ++visits;
        s.w.destroy(e);
        for (int i = 0; i < 10; ++i) s.w.destroy(s.add(2000));
        if (its != nullptr) {
            EXPECT_EQ(its->id(), id);
        }
        EXPECT_EQ(s.w.try_get<body>(beside), its_place);
        return true;
    });
    EXPECT_EQ(visits, 100U);
}

// --- rule 7: leave as you like ---

TEST_P(walk_of_relations, may_be_left) {
    subject& s = of(100);
    std::size_t visits = 0;
    s.walk(false, [&](entity e, const body*) {
        s.w.destroy(e);
        return ++visits != 10;
    });
    EXPECT_EQ(visits, 10U);
    EXPECT_EQ(s.seen(), entities(s.all.begin() + 10, s.all.end()));
    EXPECT_FALSE(s.w.is_walked());
}

#if defined(__cpp_exceptions)
TEST_P(walk_of_relations, may_be_left_by_an_exception) {
    subject& s = of(100);
    std::size_t visits = 0;
    const auto body_of_walk = [&](entity e, const body*) {
        s.w.destroy(e);
        if (++visits == 10) throw visits;
        return true;
    };
    EXPECT_THROW(s.walk(false, body_of_walk), std::size_t);
    EXPECT_EQ(s.seen(), entities(s.all.begin() + 10, s.all.end()));
    EXPECT_FALSE(s.w.is_walked());
}
TEST_P(walk_of_relations, goes_on_when_a_hook_throws_in_it) {
    subject& s = of(100);
    s.w.on_remove<body>([](entity, body&) { throw 1; });
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        EXPECT_THROW(s.w.destroy(e), int);
        EXPECT_FALSE(s.w.alive(e));
        return true;
    });
    s.w.on_remove<body>(nullptr);
    EXPECT_EQ(seen, s.all);
    EXPECT_EQ(s.seen(), entities{});
}
TEST_P(walk_of_relations, shows_nothing_of_what_a_hook_has_refused) {
    subject& s = of(100);
    s.w.on_create([](entity) { throw 1; });
    std::size_t visits = 0;
    s.walk(s.has_live, [&](entity, const body*) {
        ++visits;
        EXPECT_THROW(s.add(1000), int);
        return true;
    });
    EXPECT_EQ(visits, 100U);
    EXPECT_EQ(s.seen(), s.all);
}
#endif

// --- rule 8: callbacks are ordinary code ---

TEST_P(walk_of_relations, in_which_hooks_edit) {
    subject& s = of(100);
    entities gone;
    s.w.on_remove<body>([&](entity e, body&) {
        // Each takes along the one behind it, but one after the other, and gives birth.
        const auto at = std::find(s.all.begin(), s.all.end(), e) - s.all.begin() + 1;
        gone.push_back(e);
        if (at % 10 == 0 || at > 100) return;
        s.w.destroy(s.all[static_cast<std::size_t>(at)]);
        s.add(1000);
    });
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        EXPECT_TRUE(s.w.destroy(e));
        return true;
    });
    s.w.on_remove<body>(nullptr);
    ASSERT_EQ(seen.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(seen[i], s.all[10 * i]);
    EXPECT_EQ(gone, s.all);
    EXPECT_EQ(s.seen().size(), 90U);
}
TEST_P(walk_of_relations, in_which_an_observer_walks) {
    subject& s = of(30);
    std::size_t inner = 0;
    const throng::observer o(
        s.w.query<const body>(), [](entity) {},
        [&](entity gone) {
            s.walk(false, [&](entity e, const body*) {
                EXPECT_NE(e, gone);
                return ++inner, true;
            });
        });
    std::size_t outer = 0;
    s.walk(false, [&](entity e, const body*) {
        ++outer;
        s.w.destroy(e);
        return true;
    });
    EXPECT_EQ(outer, 30U);
    EXPECT_EQ(inner, 29U * 30U / 2);
}

// --- rule 9: twice is once ---

TEST_P(walk_of_relations, what_is_gone_cannot_go_again) {
    subject& s = of(10);
    s.walk(false, [&](entity e, const body*) {
        EXPECT_TRUE(s.take(e));
        EXPECT_FALSE(s.take(e));
        EXPECT_TRUE(s.w.destroy(e));
        EXPECT_FALSE(s.take(e));
        EXPECT_FALSE(s.w.destroy(e));
        s.give(e);
        EXPECT_FALSE(s.has(e));
        return true;
    });
    EXPECT_EQ(s.seen(), entities{});
}

// --- walks within walks ---

TEST_P(walk_of_relations, within_itself_sees_each_once_every_time) {
    subject& s = of(40);
    std::size_t visits = 0;
    entities outer;
    s.walk(false, [&](entity e, const body*) {
        outer.push_back(e);
        entities inner;
        s.walk(false, [&](entity x, const body*) { return inner.push_back(x), ++visits, true; });
        EXPECT_EQ(inner, s.all);
        return true;
    });
    EXPECT_EQ(outer, s.all);
    EXPECT_EQ(visits, 1600U);
}
TEST_P(walk_of_relations, loses_what_a_walk_within_it_removes) {
    subject& s = of(100);
    entities outer;
    s.walk(false, [&](entity e, const body*) {
        outer.push_back(e);
        std::size_t inner = 0;
        s.walk(false, [&](entity x, const body*) {
            ++inner;
            if (x != e && inner % 2 == 0) {
                EXPECT_TRUE(inner % 4 == 0 ? s.take(x) : s.w.destroy(x));
            }
            return true;
        });
        return true;
    });
    // Of those that are left, every second goes each time.
    EXPECT_LT(outer.size(), 10U);
    entities sorted = s.all;
    std::erase_if(sorted, [&](entity e) { return std::find(outer.begin(), outer.end(), e) == outer.end(); });
    EXPECT_EQ(outer, sorted) << "in order, each once";
}
TEST_P(walk_of_relations, goes_on_when_what_another_walk_stands_on_goes) {
    subject& s = of(20);
    std::size_t outer = 0;
    s.walk(false, [&](entity e, const body* mine) {
        if (++outer != 5) return true;
        const int id = mine == nullptr ? 0 : mine->id();
        s.walk(false, [&](entity x, const body*) {
            EXPECT_TRUE(s.w.destroy(x));
            return true;
        });
        EXPECT_FALSE(s.w.alive(e));
        if (mine != nullptr) {
            EXPECT_EQ(mine->id(), id);
        }
        return true;
    });
    EXPECT_EQ(outer, 5U);
    EXPECT_EQ(s.w.count<body>(), 0U);
}

// --- what it hangs on ---

TEST_P(walk_of_relations, whose_other_end_goes) {
    subject& s = of(100);
    std::size_t visits = 0;
    s.walk(false, [&](entity, const body*) {
        if (++visits == 10) {
            EXPECT_TRUE(s.w.destroy(s.hub));
        }
        return true;
    });
    EXPECT_EQ(visits, s.hangs_on_hub ? 10U : 100U);
    EXPECT_EQ(s.w.count<body>(), 100U);
    if (s.hangs_on_hub) {
        EXPECT_EQ(s.seen(), entities{});
    }
}
TEST_P(walk_of_relations, of_what_is_disabled) {
    subject& s = of(100);
    entities seen;
    s.walk(false, [&](entity e, const body*) {
        seen.push_back(e);
        if (seen.size() == 1) {
            EXPECT_TRUE(s.w.disable(s.all[50]));
        }
        return true;
    });
    EXPECT_EQ(seen, s.shows_disabled ? s.all : without(s.all, {s.all[50]}));
    EXPECT_TRUE(s.w.enable(s.all[50]));
    EXPECT_EQ(s.seen(), s.all);
}
TEST_P(walk_of_relations, goes_along_when_its_world_is_moved) {
    subject& s = of(100);
    throng::world there(std::move(s.w));
    there.destroy(s.all[3]);
    s.w = std::move(there);
    EXPECT_EQ(s.seen(), without(s.all, {s.all[3]}));
    throng::world other;
    std::swap(s.w, other);
    std::swap(other, s.w);
    EXPECT_TRUE(s.take(s.all[4]));
    EXPECT_EQ(s.seen(), without(s.all, {s.all[3], s.all[4]}));
}

} // namespace
