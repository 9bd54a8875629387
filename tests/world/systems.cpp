// Systems: which runs when, and which is told of what.

#include "support/at_its_end.hpp"
#include "support/numbers.hpp"
#include "support/tracked.hpp"

#include <throng/world/schedule.hpp>
#include <throng/world/snapshot.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace {

using throng::all_of;
using throng::entity;
using throng::none_of;
using throng::schedule;
using throng::system_step;
using throng::world;

struct position {
    int x = 0;
};
struct velocity {
    int x = 0;
};
struct frozen {};
struct sound : support::tracked {
    using support::tracked::tracked;
};

using entities = std::vector<entity>;

} // namespace

TEST(systems, run_in_order_if_active) {
    world w;
    schedule s(w);
    std::string log;
    s.add("c", [&] { log += "c"; }).order(3);
    auto& b = s.add("b", [&] { log += "b"; });
    b.order(2);
    s.add("a", [&] { log += "a"; }).order(1);
    s.add("B", [&] { log += "B"; }).order(2);
    s.run(1);
    EXPECT_EQ(log, "abBc");
    b.active(false);
    s.run(1);
    EXPECT_EQ(log, "abBcaBc");
    EXPECT_EQ(b.statistics().runs, 1U);
    EXPECT_EQ(s.find("c")->statistics().runs, 2U);
    s.remove(b);
    EXPECT_EQ(s.find("b"), nullptr);
    EXPECT_EQ(s.size(), 3U);
}

TEST(systems, visit_their_query_with_what_they_ask_for) {
    world w;
    for (int i = 0; i < 3000; ++i) w.create(position{0}, velocity{i});
    w.create(position{7});
    schedule s(w);
    s.add("move", w.query<position, const velocity>(), [](position& p, const velocity& v) { p.x += v.x; });
    std::size_t n = 0;
    s.add("all", w.query<const position>(), [&](system_step t, throng::recorder& edits, entity e, const position& p) {
        ++n;
        EXPECT_EQ(t.seconds, 0.5);
        if (p.x == 7) edits.destroy(e);
    });
    s.run(0.5);
    EXPECT_EQ(n, 3001U);
    EXPECT_EQ(w.size(), 2999U) << "what was recorded is applied after the walk";
}

TEST(systems, begin_and_end_around_their_visits_and_know_their_members) {
    world w;
    for (int i = 0; i < 3; ++i) w.create(position{i});
    schedule s(w);
    std::string log;
    auto& sys = s.add("move", w.query<position>(), [&](position& p) { log += std::to_string(p.x); });
    sys.on_begin([&](system_step t) { log += "<" + std::to_string(t.run); })
        .on_end([&](system_step) {
            log += ">";
            w.create(position{9});
        })
        .on_joined([&](const position&) { log += "+"; });
    s.run(1);
    s.run(1);
    EXPECT_EQ(log, "<0+++012><1+0129>");
    EXPECT_EQ(sys.members().count(), 5U);
    EXPECT_TRUE(sys.members().contains(w.query<position>().first()));
}

TEST(systems, know_how_often_they_ran_and_how_long_it_took) {
    world w;
    schedule s(w);
    std::uint64_t x = 1;
    auto& busy = s.add("busy", [&] {
        for (int i = 0; i < 100'000; ++i) x = x * 6364136223846793005U + 1;
    });
    auto& idle = s.add("idle", [] {});
    idle.active(false);
    s.run(1);
    EXPECT_FALSE(s.measures());
    EXPECT_EQ(busy.statistics().total_seconds, 0) << "nobody has asked for times";
    s.measure();
    for (int i = 1; i < 10; ++i) s.run(1);
    EXPECT_NE(x, 1U);
    EXPECT_EQ(busy.statistics().runs, 10U);
    EXPECT_GT(busy.statistics().last_seconds, 0);
    EXPECT_GE(busy.statistics().total_seconds, busy.statistics().last_seconds);
    EXPECT_EQ(idle.statistics().runs, 0U);
    EXPECT_EQ(idle.statistics().total_seconds, 0);
    const double measured = busy.statistics().total_seconds;
    s.measure(false);
    s.run(1);
    EXPECT_EQ(busy.statistics().total_seconds, measured);
    EXPECT_EQ(busy.statistics().last_seconds, 0);
    throng::trace_events trace;
    s.trace(&trace);
    s.run(1);
    EXPECT_GT(busy.statistics().total_seconds, measured) << "a traced schedule measures";
}

TEST(systems, that_run_side_by_side_have_each_its_own_cost) {
    constexpr double a_while = 0.002;
    const auto takes_a_while = [] {
        const auto begun = std::chrono::steady_clock::now();
        while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() < a_while) {
        }
    };
    world w;
    w.create(position{}, velocity{});
    schedule s(w);
    s.measure();
    auto& heavy = s.add("heavy", w.query<position>(), [&](position&) { takes_a_while(); }).parallel();
    auto& light = s.add("light", w.query<velocity>(), [](velocity&) {}).parallel();
    auto& records = s.add("records", w.query<const frozen>(), [&](throng::recorder& edits, const frozen&) {
                         edits.record([&](world&) { takes_a_while(); });
                     }).parallel();
    auto& begins = s.add("begins", w.query<const sound>(), [](const sound&) {}).parallel();
    begins.on_begin([&](system_step) { takes_a_while(); });
    auto& ends = s.add("ends", w.query<const sound>(), [](const sound&) {}).parallel();
    ends.on_end([&](system_step) { takes_a_while(); });
    w.create(frozen{});
    // (The machine may interrupt a system in some of the runs.)
    double least = 1;
    for (int i = 0; i < 10; ++i) {
        s.run(1);
        least = std::min(least, light.statistics().last_seconds);
        for (const auto* const one : std::initializer_list<const throng::system_statistics*>{
                 &heavy.statistics(), &records.statistics(), &begins.statistics(), &ends.statistics()})
            EXPECT_GE(one->last_seconds, a_while * 0.9);
    }
    EXPECT_LT(least, a_while / 2);
    EXPECT_GE(heavy.statistics().total_seconds, 10 * a_while * 0.9);
    EXPECT_EQ(light.statistics().runs, 10U);
}

TEST(systems, may_edit_anything_while_they_run) {
    world w;
    for (int i = 0; i < 100; ++i) w.create(position{i});
    schedule s(w);
    std::size_t n = 0;
    s.add("hunt", w.query<position>(), [&](entity e, position&) {
        ++n;
        w.destroy(e);
        w.create(position{1});
    });
    s.run(1);
    EXPECT_EQ(n, 100U);
    EXPECT_EQ(w.size(), 100U);
}

TEST(systems, may_add_and_remove_systems_while_they_run) {
    world w;
    schedule s(w);
    int added = 0;
    int removed = 0;
    auto& gone = s.add("gone", [&] { ++removed; });
    gone.order(1);
    bool first = true;
    s.add("manager", [&] {
        if (!std::exchange(first, false)) return;
        s.remove(gone);
        s.add("new", [&] { ++added; });
    });
    s.run(1);
    EXPECT_EQ(added, 0);
    EXPECT_EQ(removed, 0);
    s.run(1);
    EXPECT_EQ(added, 1);
    EXPECT_EQ(removed, 0);
}

TEST(systems, with_an_interval_run_in_fixed_steps) {
    world w;
    schedule s(w);
    int once = 0;
    int catching_up = 0;
    double step = 0;
    s.add("once", [&] { ++once; }).interval(0.1);
    s.add("all", [&](system_step t) {
         ++catching_up;
         step = t.seconds;
     }).interval(0.1, 100);
    s.run(0.05);
    EXPECT_EQ(once, 0);
    s.run(0.05);
    EXPECT_EQ(once, 1);
    EXPECT_EQ(catching_up, 1);
    s.run(1.0);
    EXPECT_EQ(once, 2);
    EXPECT_EQ(catching_up, 11);
    EXPECT_EQ(step, 0.1);
    for (int i = 0; i < 600; ++i) s.run(1 / 60.);
    EXPECT_NEAR(catching_up, 111, 1);
}

TEST(systems, are_told_of_the_beginning_and_the_end_of_each_run) {
    world w;
    schedule s(w);
    w.create(position{});
    std::string log;
    s.add("a", w.query<position>(), [&](position&) { log += "x"; })
        .on_begin([&](system_step t) { log += t.run == 0 ? "<" : "["; })
        .on_end([&](system_step t) { log += t.run == 0 ? ">" : "]"; });
    s.run(1);
    s.run(1);
    EXPECT_EQ(log, "<x>[x]");
}

TEST(systems, are_told_what_joined_and_what_left) {
    world w;
    const entity old = w.create(position{1});
    schedule s(w);
    entities joined;
    entities left;
    std::vector<int> values;
    auto& sys = s.add("watch", w.query<const position>(none_of<frozen>), [](const position&) {});
    sys.on_joined([&](entity e, const position&) { joined.push_back(e); }).on_left([&](entity e, const position& p) {
        left.push_back(e);
        values.push_back(p.x);
    });
    s.run(1);
    EXPECT_EQ(joined, entities{old});
    EXPECT_EQ(left, entities{});
    joined.clear();
    const entity young = w.create(position{2});
    const entity brief = w.create(position{3});
    w.destroy(brief);
    w.destroy(old);
    EXPECT_FALSE(w.alive(old));
    s.run(1);
    EXPECT_EQ(joined, entities{young});
    EXPECT_EQ(left, entities{old}) << "what came and went in between was never a member";
    EXPECT_EQ(values, std::vector<int>{1});
    joined.clear(), left.clear(), values.clear();
    w.add<frozen>(young);
    s.run(1);
    EXPECT_EQ(left, entities{young});
    EXPECT_EQ(sys.left(), 1U);
    left.clear();
    w.remove<frozen>(young);
    s.run(1);
    EXPECT_EQ(joined, entities{young});
    EXPECT_EQ(sys.joined(), 1U);
    auto& asks_nothing = s.add("asks nothing", w.query<position>(), [](position&) {});
    s.run(1);
    EXPECT_EQ(asks_nothing.left(), 0U);
    EXPECT_EQ(asks_nothing.joined(), 0U);
    joined.clear();
    s.run(1);
    EXPECT_EQ(joined, entities{});
    EXPECT_EQ(left, entities{});
}

TEST(systems, are_told_of_all_that_lost_a_component_at_once) {
    world w;
    for (int i = 0; i < 3000; ++i) w.create(position{i}, velocity{1});
    schedule s(w);
    int left = 0;
    s.add("move", w.query<position, const velocity>(), [](position&, const velocity&) {})
        .on_joined([](const position&, const velocity&) {})
        .on_left([&](const position&, const velocity&) { ++left; });
    s.run(1);
    EXPECT_EQ(w.remove<velocity>(w.query<position>()), 3000U);
    s.run(1);
    EXPECT_EQ(left, 3000);
}

TEST(systems, are_told_of_all_after_a_roll_back) {
    world w;
    schedule s(w);
    entities joined;
    entities left;
    s.add("all", w.query<const position>(), [](const position&) {})
        .on_joined([&](entity e, const position&) { joined.push_back(e); })
        .on_left([&](entity e, const position&) { left.push_back(e); });
    const entity first = w.create(position{});
    s.run(1);
    const throng::snapshot then(w);
    w.destroy(first);
    w.create(position{});
    EXPECT_TRUE(then.roll_back());
    joined.clear();
    s.run(1);
    EXPECT_EQ(joined, entities{first});
    EXPECT_TRUE(left.empty());
}

TEST(systems, are_told_twice_of_what_left_and_came_back) {
    world w;
    const entity e = w.create(position{1});
    schedule s(w);
    entities joined;
    entities left;
    s.add("watch", w.query<const position>(none_of<frozen>), [](const position&) {})
        .on_joined([&](entity x, const position&) { joined.push_back(x); })
        .on_left([&](entity x, const position& p) {
            left.push_back(x);
            EXPECT_EQ(p.x, 5) << "it has its values of now";
        });
    s.run(1);
    joined.clear();
    w.remove<position>(e);
    w.add<position>(e, 5);
    s.run(1);
    EXPECT_EQ(joined, entities{e});
    EXPECT_EQ(left, entities{e});
    joined.clear(), left.clear();
    w.add<frozen>(e);
    w.remove<frozen>(e);
    s.run(1);
    EXPECT_EQ(joined, entities{e});
    EXPECT_EQ(left, entities{e});
}

TEST(systems, are_told_of_both_where_a_hook_was_told_too) {
    world w;
    const entity e = w.create(position{1});
    schedule s(w);
    entities joined;
    entities left;
    s.add("watch", w.query<const position>(), [](const position&) {})
        .on_joined([&](entity x, const position&) { joined.push_back(x); })
        .on_left([&](entity x, const position&) { left.push_back(x); });
    s.run(1);
    joined.clear();
    w.on_remove<position>([](auto&&...) {});
    w.remove<position>(e);
    w.add<position>(e, 5);
    s.run(1);
    EXPECT_EQ(joined, entities{e});
    EXPECT_EQ(left, entities{e});
}

#if defined(__cpp_exceptions)
// Rule 8 of system.
TEST(systems, are_not_told_of_what_a_hook_undid) {
    const auto told = [](auto edit, const entities& expected_to_join, const entities& expected_to_leave) {
        world w;
        schedule s(w);
        entities joined;
        entities left;
        s.add("watch", w.query<const position>(none_of<frozen>), [](const position&) {})
            .on_joined([&](entity x, const position&) { joined.push_back(x); })
            .on_left([&](entity x, const position&) { left.push_back(x); });
        const entity e = w.create(position{1});
        s.run(1);
        joined.clear();
        edit(w, e);
        s.run(1);
        EXPECT_EQ(joined, expected_to_join);
        EXPECT_EQ(left, expected_to_leave);
    };
    struct refusal {};
    const auto refuses = [](auto&&...) { throw refusal(); };
    const entity e = world().create(position{1});
    const auto does_nothing = [&](auto edit) { told(edit, {}, {}); };
    // (A removal stands, whatever its hook throws.)
    const auto leaves = [&](auto edit) { told(edit, {}, {e}); };
    leaves([&](world& w, entity x) {
        w.on_remove<position>(refuses);
        EXPECT_THROW(w.remove<position>(x), refusal);
    });
    leaves([&](world& w, entity x) {
        w.on_remove<position>(refuses);
        EXPECT_THROW(w.destroy(x), refusal);
    });
    does_nothing([&](world& w, entity x) {
        w.on_add<frozen>(refuses);
        EXPECT_THROW(w.add<frozen>(x), refusal);
    });
    // What had really happened before is not forgotten.
    told(
        [&](world& w, entity x) {
            w.remove<position>(x);
            w.add<position>(x);
            w.on_remove<position>(refuses);
            EXPECT_THROW(w.remove<position>(x), refusal);
        },
        {}, {e});
    told(
        [&](world& w, entity x) {
            w.add<frozen>(x);
            w.remove<frozen>(x);
            w.on_add<frozen>(refuses);
            EXPECT_THROW(w.add<frozen>(x), refusal);
        },
        {e}, {e});
}

TEST(systems, are_not_shown_a_value_that_has_made_way_for_one_that_did_not_come) {
    // (What can be moved is made before anything makes way for it.)
    struct made_by {
        explicit made_by(const std::function<void()>& f) : mine(1) { f(); }
        made_by(const made_by&) = delete;
        made_by& operator=(const made_by&) = delete;
        support::tracked mine;
    };
    support::ledger elements;
    world w;
    throng::schedule s(w);
    std::vector<entity> left;
    s.add("told", w.query<const made_by>(), [](const made_by&) {}).on_left([&](entity e, const made_by& x) {
        left.push_back(e);
        EXPECT_EQ(x.mine.id(), 1);
    });
    const entity gone = w.create();
    const entity replaced = w.create();
    const entity other = w.create();
    for (const entity e : {gone, replaced, other}) w.add<made_by>(e, [] {});
    s.run(1);
    for (const entity e : {gone, replaced, other}) w.remove<made_by>(e);
    EXPECT_THROW(w.add<made_by>(gone, [] { throw 1; }), int);
    w.add<made_by>(replaced, [] {});
    s.run(1);
    EXPECT_EQ(left, (std::vector{replaced, other}));
    EXPECT_EQ(elements.live(), 1);
    // What is asked while the value is being made is told when it is there.
    w.remove<made_by>(replaced);
    left.clear();
    w.add<made_by>(replaced, [&] {
        s.run(1);
        EXPECT_TRUE(left.empty());
    });
    s.run(1);
    EXPECT_EQ(left, std::vector{replaced});
    EXPECT_EQ(elements.errors(), "");
}
#endif

TEST(systems, ask_the_world_for_the_components_of_their_queries_only) {
    // (Whichever component comes first in a program, it is not asked for unless it is meant.)
    world().create(position{});
    struct alone {};
    world w;
    schedule s(w);
    s.add("alone", w.query<const alone>(), [](const alone&) {});
    s.add("perhaps", w.query<>(throng::optional<velocity>), [](velocity*) {});
    int n = 0;
    w.each_component([&n](auto) { ++n; });
    EXPECT_EQ(n, 2);
}

TEST(systems, an_index_is_not_reused_before_all_have_been_told) {
    world w;
    const entity e = w.create(position{1});
    schedule s(w);
    entities left;
    auto& idle = s.add("idle", w.query<const position>(), [](const position&) {});
    idle.on_left([&](entity x, const position& p) {
        left.push_back(x);
        EXPECT_EQ(p.x, 1);
    });
    s.add("busy", w.query<const position>(), [](const position&) {}).on_left([](entity, const position&) {});
    s.run(1);
    idle.active(false);
    w.destroy(e);
    for (int i = 0; i < 5; ++i) {
        s.run(1);
        const entity other = w.create(position{2});
        EXPECT_NE(other.index(), e.index());
        w.destroy(other);
    }
    EXPECT_EQ(left, entities{});
    idle.active(true);
    s.run(1);
    EXPECT_EQ(left, entities{e}) << "a system that was inactive misses nothing";
    EXPECT_EQ(w.create(position{3}).index(), e.index());
}

TEST(systems, values_of_those_that_left_live_until_all_have_been_told) {
    support::ledger ledger;
    {
        world w;
        schedule s(w);
        std::vector<int> heard;
        s.add("mixer", w.query<const sound>(), [](const sound&) {}).on_left([&](const sound& x) {
            heard.push_back(x.id());
        });
        const entity a = w.create(sound(1));
        const entity b = w.create(sound(2));
        const entity c = w.create(sound(3), position{});
        s.run(1);
        w.remove<sound>(a);
        w.destroy(b);
        w.remove<sound>(c);
        w.destroy(c);
        EXPECT_EQ(ledger.live(), 3);
        EXPECT_FALSE(w.has<sound>(a));
        s.run(1);
        EXPECT_EQ(heard, (std::vector<int>{1, 2, 3}));
        EXPECT_EQ(ledger.live(), 0);
        w.add<sound>(a, 4);
        s.run(1);
        w.clear();
        EXPECT_EQ(ledger.live(), 1);
    }
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

TEST(systems, may_edit_when_told) {
    world w;
    schedule s(w);
    int told = 0;
    s.add("reborn", w.query<const position>(), [](const position&) {})
        .on_joined([&](entity e, const position& p) {
            if (p.x == 1) w.destroy(e);
        })
        .on_left([&](entity, const position&) {
            ++told;
            w.create(position{2});
        });
    for (int i = 0; i < 100; ++i) w.create(position{i % 2});
    s.run(1);
    EXPECT_EQ(w.size(), 50U);
    s.run(1);
    EXPECT_EQ(told, 50);
    EXPECT_EQ(w.size(), 100U);
}

// Rules 5, 8 of system.
TEST(systems, may_run_when_told) {
    support::ledger ledger;
    world w;
    schedule s(w);
    entities all;
    entities left;
    entities joined;
    int depth = 0;
    const auto run = [&] {
        if (++depth < 4) s.run(1);
        --depth;
    };
    s.add("outer", w.query<const sound>(), [](const sound&) {})
        .on_left([&](entity e, const sound& x) {
            const int id = x.id();
            if (id == 0) run(), w.create(sound(10)), run();
            run();
            EXPECT_EQ(x.id(), id) << "it has its values until it has been told of";
            left.push_back(e);
        })
        .on_joined([&](entity e, const sound& x) {
            const int id = x.id();
            if (id == 10) w.destroy(e);
            run();
            EXPECT_EQ(x.id(), id);
            joined.push_back(e);
        });
    for (int i = 0; i < 10; ++i) all.push_back(w.create(sound(i)));
    s.run(1);
    std::sort(joined.begin(), joined.end());
    EXPECT_EQ(joined, all) << "each once";
    joined.clear();
    for (const entity e : all) w.destroy(e);
    s.run(1);
    EXPECT_EQ(joined.size(), 1U);
    all.push_back(joined.front());
    s.run(1);
    std::sort(left.begin(), left.end());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(left, all) << "each once";
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

// Rule 8 of system.
TEST(systems, may_run_when_the_values_of_those_that_left_die) {
    support::ledger ledger;
    world w;
    schedule s(w);
    std::size_t left = 0;
    s.add("watch", w.query<const sound>(), [](const sound&) {}).on_left([&](const sound&) { ++left; });
    for (int i = 0; i < 2000; ++i) w.create(sound(i));
    s.run(1);
    struct surroundings {
        world& w;
        schedule& s;
        int born = 0;
        int depth = 0;
    } around{w, s};
    ledger.on_death(
        [](void* context, int id) {
            auto& its = *static_cast<surroundings*>(context);
            if (id % 10 == 0 && its.depth < 3) {
                ++its.depth;
                its.w.create(sound(10 * ++its.born));
                its.w.destroy(its.w.query<sound>().first());
                its.s.run(1);
                --its.depth;
            }
        },
        &around);
    w.clear();
    s.run(1);
    ledger.on_death(nullptr, nullptr);
    w.clear();
    s.run(1);
    EXPECT_GT(around.born, 0);
    EXPECT_GE(left, 2000U);
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(ledger.errors(), "");
}

TEST(systems, that_are_told_during_a_visit_leave_the_rest_to_the_walk) {
    support::ledger elements;
    world w;
    schedule s(w);
    const entity e = w.create(position{1}, support::tracked(7));
    s.add("watch", w.query<const support::tracked>(), [](const support::tracked&) {
     }).on_left([](const support::tracked&) {});
    s.run(1);
    w.remove<support::tracked>(e);
    EXPECT_EQ(elements.live(), 1);
    w.query<position>().each([&](position&) {
        s.run(1);
        EXPECT_EQ(elements.live(), 1) << "the walk stands on it";
    });
    EXPECT_EQ(elements.live(), 0);
}

TEST(systems, are_told_of_what_a_destructor_takes_along_that_had_run_them) {
    support::ledger elements;
    world w;
    schedule s(w);
    const entity e = w.create(support::tracked(7));
    w.add<support::at_its_end>(e, [&] {
        s.run(1);
        w.remove<support::tracked>(e);
    });
    std::vector<int> left;
    s.add("watch", w.query<const support::tracked>(), [](const support::tracked&) {})
        .on_joined([](const support::tracked&) {})
        .on_left([&](const support::tracked& x) { left.push_back(x.id()); });
    w.remove<support::at_its_end>(e);
    EXPECT_EQ(elements.live(), 1) << "the system has not been told yet";
    s.run(1);
    EXPECT_EQ(left, std::vector<int>{7});
    EXPECT_EQ(elements.live(), 0);
    EXPECT_EQ(elements.errors(), "");
}

TEST(systems, that_are_parallel_may_run_in_their_own_begin_and_end) {
    world w;
    w.create(position{});
    for (const bool at_the_end : {false, true}) {
        schedule s(w);
        int visits = 0;
        int ends = 0;
        bool again = true;
        const auto run = [&](system_step) {
            if (std::exchange(again, false)) s.run(1);
        };
        auto& sys = s.add("a", w.query<const position>(), [&](const position&) { ++visits; }).parallel();
        if (at_the_end) sys.on_end(run);
        else sys.on_begin(run).on_end([&](system_step) { ++ends; });
        s.add("b", w.query<const velocity>(), [](const velocity&) {}).parallel();
        s.run(1);
        EXPECT_EQ(visits, 2);
        EXPECT_EQ(ends, at_the_end ? 0 : 2);
        EXPECT_EQ(sys.statistics().runs, 2U);
    }
}

TEST(systems, are_not_told_of_those_that_left_before_they_were_told_that_they_joined) {
    support::ledger ledger;
    world w;
    schedule s(w);
    const entity first = w.create(sound(1));
    const entity second = w.create(sound(2));
    const entity third = w.create(sound(3));
    entities joined;
    entities left;
    s.add("hunt", w.query<const sound>(), [](const sound&) {})
        .on_joined([&](entity e, const sound&) {
            joined.push_back(e);
            if (e != first) return;
            w.destroy(second);
            w.remove<sound>(third);
            w.add<sound>(third, 3);
        })
        .on_left([&](entity e, const sound&) { left.push_back(e); });
    s.run(1);
    EXPECT_EQ(joined, (entities{first, third}));
    s.run(1);
    EXPECT_EQ(joined, (entities{first, third, third}));
    EXPECT_EQ(left, entities{third}) << "it came back";
    EXPECT_EQ(w.create(sound(4)).index(), second.index()) << "none waits to be told";
    s.run(1);
    w.clear();
    s.run(1);
    EXPECT_EQ(left.size(), 4U);
    EXPECT_EQ(ledger.objects(), 0);
}

TEST(systems, that_are_removed_let_go_of_what_they_hold) {
    const auto held = std::make_shared<int>();
    world w;
    {
        schedule s(w);
        auto& plain = s.add("plain", [held] {});
        auto& visits = s.add("visits", w.query<position>(), [held](position&) {});
        visits.on_begin([held](throng::system_step) {});
        visits.on_left([held](position&) {});
        EXPECT_EQ(held.use_count(), 5);
        s.remove(plain);
        EXPECT_EQ(held.use_count(), 4);
    }
    EXPECT_EQ(held.use_count(), 1);
}

TEST(systems, keep_their_places_in_a_tick_in_which_they_are_gone_through) {
    world w;
    schedule s(w);
    std::string log;
    s.add("a", [&] {
        log += 'a';
        if (log != "a") return;
        s.add("n", [&] { log += 'n'; }).order(-1);
        std::string seen;
        s.each([&](const auto& x) { seen += x.name(); });
        EXPECT_EQ(seen, "abn") << "in order again from the next tick on";
    });
    s.add("b", [&] { log += 'b'; });
    s.run(1);
    EXPECT_EQ(log, "ab");
    s.run(1);
    EXPECT_EQ(log, "abnab");
}

TEST(systems, may_be_removed_and_run_while_they_are_gone_through) {
    world w;
    schedule s(w);
    std::string log;
    for (const char* const name : {"a", "b", "c", "d"}) s.add(name, [&log, name] { log += name; });
    std::string seen;
    s.each([&](auto& x) {
        seen += x.name();
        s.remove(x);
        if (auto* const c = s.find("c"); c != nullptr && seen == "a") s.remove(*c);
        EXPECT_STREQ(x.name(), seen.substr(seen.size() - 1).c_str()) << "it is there still";
        s.run(1);
    });
    EXPECT_EQ(seen, "abd");
    EXPECT_EQ(log, "bdd");
    EXPECT_EQ(s.size(), 0U);

    for (const char* const name : {"e", "f"}) s.add(name, [] {});
#if defined(__cpp_exceptions)
    const auto refuse = [&](auto& x) {
        s.remove(x);
        throw 1;
    };
    EXPECT_THROW(s.each(refuse), int);
    EXPECT_EQ(s.size(), 1U);
#endif
}

TEST(systems, may_be_removed_by_what_another_holds) {
    for (const bool in_a_tick : {false, true}) {
        world w;
        schedule s(w);
        auto& gone = s.add("gone", [] {});
        auto held = std::make_shared<support::at_its_end>([&] {
            s.remove(gone);
            // (More than there is room for.)
            for (int i = 0; i < 20; ++i) s.add("new", [] {});
        });
        auto& holder = s.add("holder", [held] {});
        s.add("last", [] {});
        held.reset();
        if (in_a_tick) {
            auto& manager = s.add("manager", [&] { s.remove(holder); }).order(-1);
            s.run(1);
            s.remove(manager);
        } else {
            s.remove(holder);
        }
        EXPECT_EQ(s.find("gone"), nullptr);
        EXPECT_EQ(s.find("holder"), nullptr);
        EXPECT_EQ(s.size(), 21U);
        s.run(1);
    }
}

TEST(systems, may_be_removed_by_values_of_those_that_left) {
    world w;
    schedule s(w);
    auto& gone = s.add("gone", [] {});
    using value = std::unique_ptr<support::at_its_end>;
    auto& watcher = s.add("watcher", w.query<value>(), [](value&) {}).on_left([](value&) {});
    const entity e = w.create(std::make_unique<support::at_its_end>([&] { s.remove(gone); }));
    s.run(1);
    w.destroy(e);
    EXPECT_EQ(s.size(), 2U) << "the value is kept for the watcher";
    s.remove(watcher);
    EXPECT_EQ(s.size(), 0U);
}

TEST(systems, may_be_removed_while_their_schedule_goes) {
    world w;
    auto s = std::make_unique<schedule>(w);
    schedule& it = *s;
    auto held = std::make_shared<std::unique_ptr<support::at_its_end>>();
    it.add("before", [] {});
    it.add("holder", [held] {});
    auto& after = it.add("after", [] {});
    *held = std::make_unique<support::at_its_end>([&] {
        EXPECT_EQ(it.find("before"), nullptr);
        it.remove(after);
        it.add("new", [] {});
    });
    held.reset();
    s.reset();
    EXPECT_TRUE(w.empty());
}

TEST(systems, are_told_of_both_whichever_component_was_lost_meanwhile) {
    world w;
    schedule s(w);
    std::vector<entity> told;
    const auto tell = [&](entity e, const position&, const velocity&) { told.push_back(e); };
    s.add("both", w.query<const position, const velocity>(), [](const position&, const velocity&) {})
        .on_joined(tell)
        .on_left(tell);
    const entity first = w.create(position{}, velocity{});
    const entity second = w.create(position{}, velocity{});
    s.run(1);
    told.clear();
    w.remove<position>(first);
    w.add<position>(first);
    w.remove<velocity>(second);
    w.add<velocity>(second);
    s.run(1);
    EXPECT_EQ(told, (std::vector{first, second, first, second}));
}

TEST(systems, that_are_removed_leave_others_told) {
    world w;
    schedule s(w);
    int told = 0;
    const auto add = [&](const char* name) -> auto& {
        auto& its = s.add(name, w.query<const position>(none_of<frozen>), [](const position&) {});
        its.on_joined([&](const position&) { ++told; });
        its.on_left([&](const position&) { ++told; });
        return its;
    };
    auto& first = add("first");
    auto& second = add("second");
    const entity e = w.create(position{});
    s.run(1);
    EXPECT_EQ(told, 2);
    s.remove(first);
    // It has left and come back, which is seen only by a system that knows what was lost and gained.
    const auto wavers = [&] {
        w.add<frozen>(e);
        w.remove<frozen>(e);
        w.remove<position>(e);
        w.add<position>(e);
    };
    wavers();
    s.run(1);
    EXPECT_EQ(told, 4);
    s.remove(second);
    EXPECT_TRUE(w.validate());
    wavers();
    s.run(1);
    EXPECT_EQ(told, 4);
}

TEST(systems, watchers_do_not_outlive_their_system) {
    world w;
    {
        schedule s(w);
        s.add("watch", w.query<const position>(), [](const position&) {}).on_left([](const position&) {});
        w.create(position{});
        s.run(1);
        w.clear();
    }
    const entity e = w.create(position{});
    EXPECT_EQ(e.index(), 0U);
    w.clear();
    w.trim();
}

TEST(systems, membership_agrees_with_a_model_through_random_edits) {
    world w;
    schedule s(w);
    std::vector<entity> members;
    std::vector<entity> all;
    s.add("watch", w.query<const position>(none_of<frozen>, all_of<velocity>), [](const position&) {})
        .on_joined([&](entity e, const position&) { members.push_back(e); })
        .on_left([&](entity e, const position&) {
            // (Those that came back are told of as having left first.)
            const auto at = std::find(members.begin(), members.end(), e);
            ASSERT_NE(at, members.end());
            members.erase(at);
        });
    support::numbers dice(1);
    const auto below = [&dice](auto n) { return dice.below(n); };
    for (int tick = 0; tick < 300; ++tick) {
        for (int i = 0; i < 40; ++i) {
            if (all.empty() || below(4) == 0) {
                all.push_back(below(2) == 0 ? w.create(position{}, velocity{}) : w.create(position{}));
                continue;
            }
            const std::size_t at = below(all.size());
            const entity e = all[at];
            switch (below(6)) {
            case 0:
                w.destroy(e);
                all.erase(all.begin() + static_cast<std::ptrdiff_t>(at));
                break;
            case 1:
                w.add<velocity>(e);
                break;
            case 2:
                w.remove<velocity>(e);
                break;
            case 3:
                w.add<frozen>(e);
                break;
            case 4:
                w.remove<frozen>(e);
                break;
            default:
                w.remove<position>(e), w.add<position>(e);
            }
        }
        if (below(3) != 0) continue;
        s.run(1);
        entities now;
        w.query<const position>(none_of<frozen>, all_of<velocity>).each([&](entity e, const position&) {
            now.push_back(e);
        });
        auto told = members;
        std::sort(told.begin(), told.end());
        std::sort(now.begin(), now.end());
        ASSERT_EQ(told, now);
    }
}
