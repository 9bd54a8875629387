// What is told of queries as a whole, of entities as such, and of what has changed; and the order of a value.

#include <throng/world/changes.hpp>
#include <throng/world/observer.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/snapshot.hpp>
#include <throng/world/value_order.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using throng::entity;
using throng::world;

struct position {
    int x = 0;
};
struct named {
    std::string text = "a text that is too long for the string itself";
};
struct frozen {};

using entities = std::set<entity>;

template <class Query> entities matching(const Query& q) {
    entities all;
    for (const auto row : q) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row)>, entity>) all.insert(row);
        else all.insert(get<0>(row));
    }
    return all;
}

TEST(observer, is_told_when_an_entity_begins_and_ceases_to_match) {
    world w;
    std::string told;
    throng::observer o(
        w.query<position, named>(throng::none_of<frozen>), [&](entity) { told += "+"; }, [&](entity) { told += "-"; });
    const entity e = w.create(position{1});
    EXPECT_EQ(told, "");
    w.add<named>(e);
    EXPECT_EQ(told, "+");
    w.set(e, position{2});
    EXPECT_EQ(told, "+");
    w.add<frozen>(e);
    EXPECT_EQ(told, "+-");
    w.remove<frozen>(e);
    EXPECT_EQ(told, "+-+");
    w.disable(e);
    EXPECT_EQ(told, "+-+-");
    w.enable(e);
    EXPECT_EQ(told, "+-+-+");
    EXPECT_TRUE(o.contains(e));
    w.destroy(e);
    EXPECT_EQ(told, "+-+-+-");
    EXPECT_FALSE(o.contains(e));
    w.create(position{}, named{});
    w.create(position{}, named{}, frozen{});
    w.create_many(3, position{}, named{});
    EXPECT_EQ(told, "+-+-+-++++");
    w.clear();
    EXPECT_EQ(told, "+-+-+-++++----");
}

TEST(observer, that_observes_nothing_has_no_members_and_no_order) {
    world w;
    throng::observer none;
    EXPECT_EQ(none.order(), 0);
    EXPECT_EQ(none.order(3).order(), 0);
    EXPECT_FALSE(none.contains(w.create()));
    throng::observer o(w.query<position>(), [](entity) {}, [](entity) {});
    EXPECT_EQ(o.order(3).order(), 3);
    none = std::move(o);
    EXPECT_EQ(none.order(), 3);
}

TEST(observer, reads_what_has_gone) {
    world w;
    int x = 0;
    std::string text;
    throng::observer o(
        w.query<const position, const named>(), [](entity) {},
        [&](entity e) {
            EXPECT_FALSE(w.alive(e));
            x = w.get<position>(e).x;
            text = w.get<named>(e).text;
        });
    w.destroy(w.create(position{7}, named{"a text of its own"}));
    EXPECT_EQ(x, 7);
    EXPECT_EQ(text, "a text of its own");
}

TEST(observer, may_be_told_of_what_is_there_and_may_end_when_told) {
    world w;
    w.create_many(4, position{});
    w.create(frozen{});
    int joined = 0;
    std::unique_ptr<throng::observer> second;
    throng::observer o(
        w.query<position>(), throng::existing, [&](entity) { ++joined; },
        [&](entity) {
            --joined;
            second.reset();
        });
    EXPECT_EQ(joined, 4);
    int left = 0;
    second = std::make_unique<throng::observer>(w.query<position>(), [](entity) {}, [&](entity) { ++left; });
    w.destroy(w.query<position>().first());
    EXPECT_EQ(left, 1); // the newest is told first
    w.clear();
    EXPECT_EQ(joined, 0);
    EXPECT_EQ(left, 1);
    EXPECT_TRUE(w.validate());
}

TEST(observer, of_no_component_is_told_of_entities_as_such) {
    world w;
    entities there;
    throng::observer o(
        w.query<>(throng::with_disabled), [&](entity e) { there.insert(e); }, [&](entity e) { there.erase(e); });
    const entity empty = w.create();
    w.create(position{});
    w.create_many(100, position{}, named{});
    EXPECT_EQ(there, matching(w.query<>()));
    w.destroy(empty);
    w.destroy(w.query<position>());
    EXPECT_TRUE(there.empty());
}

TEST(observer, edits_of_every_kind_in_the_middle_of_being_told) {
    world w;
    std::mt19937 dice(2); // NOLINT(cert-msc51-cpp): the same each time
    std::vector<entity> all;
    entities there;
    entities whole;
    int depth = 0;
    const auto edit = [&] {
        const entity e = all.empty() ? entity{} : all[dice() % all.size()];
        switch (dice() % 9) {
        case 0:
            all.push_back(w.create(position{}));
            break;
        case 1:
            all.push_back(w.create(position{}, named{}));
            break;
        case 2:
            w.add<named>(e);
            break;
        case 3:
            w.add<frozen>(e);
            break;
        case 4:
            w.remove<frozen>(e);
            break;
        case 5:
            w.remove<position>(e);
            break;
        case 6:
            w.disable(e);
            break;
        case 7:
            w.enable(e);
            break;
        default:
            if (dice() % 3 == 0) w.destroy(e);
        }
    };
    const auto now_and_then = [&] {
        if (depth > 2 || dice() % 4 != 0) return;
        ++depth;
        edit();
        --depth;
    };
    throng::observer o(
        w.query<position>(throng::any_of<named, frozen>),
        [&](entity e) {
            EXPECT_TRUE(there.insert(e).second);
            now_and_then();
        },
        [&](entity e) {
            EXPECT_EQ(there.erase(e), 1U);
            now_and_then();
        });
    w.on_create([&](entity e) {
        EXPECT_TRUE(whole.insert(e).second);
        now_and_then();
    });
    w.on_destroy([&](entity e) {
        EXPECT_EQ(whole.erase(e), 1U);
        now_and_then();
    });
    for (int i = 0; i < 5000; ++i) {
        edit();
        ASSERT_EQ(there, matching(w.query<position>(throng::any_of<named, frozen>))) << i;
        if (i % 50 == 0) {
            ASSERT_EQ(whole, matching(w.query<>(throng::with_disabled)));
            ASSERT_TRUE(w.validate());
        }
    }
}

TEST(observer, finds_out_silently_what_matches_after_a_roll_back) {
    world w;
    int joined = 0;
    int left = 0;
    const entity e = w.create(position{});
    throng::observer o(w.query<position>(), [&](entity) { ++joined; }, [&](entity) { ++left; });
    const throng::snapshot before(w);
    w.destroy(e);
    EXPECT_EQ(left, 1);
    ASSERT_TRUE(before.roll_back());
    EXPECT_TRUE(o.contains(e));
    w.create(position{});
    EXPECT_EQ(joined, 1);
    w.destroy(e);
    EXPECT_EQ(left, 2);
}

TEST(observer, is_told_of_what_another_takes_away_before_its_hook_has_been_told) {
    world w;
    int both = 0;
    int bare = 0;
    // (The oldest is told last. Whichever component comes first, the other goes untold.)
    throng::observer of_position(
        w.query<const position>(),
        [&](entity e) {
            if (w.get<position>(e).x == 1) w.remove<named>(e);
        },
        [](entity) {});
    throng::observer of_name(
        w.query<const named>(),
        [&](entity e) {
            if (w.has<position>(e) && w.get<position>(e).x == 2) w.remove<position>(e);
        },
        [](entity) {});
    throng::observer of_both(w.query<position, named>(), [&](entity) { ++both; }, [&](entity) { --both; });
    throng::observer of_bare(
        w.query<position>(throng::none_of<named>), [&](entity) { ++bare; }, [&](entity) { --bare; });
    const entity a = w.create(position{1}, named{});
    EXPECT_FALSE(w.has<named>(a));
    EXPECT_EQ(both, 0);
    EXPECT_EQ(bare, 1);
    const entity b = w.create(position{2}, named{});
    EXPECT_FALSE(w.has<position>(b));
    EXPECT_EQ(both, 0);
    EXPECT_EQ(bare, 1);
}

TEST(entities_as_such, that_a_hook_destroys_before_they_are_told_of_are_told_of_to_neither) {
    world w;
    int created = 0;
    int destroyed = 0;
    std::set<entity> there;
    throng::observer o(w.query<>(), [&](entity e) { there.insert(e); }, [&](entity e) { there.erase(e); });
    w.on_create([&](entity) { ++created; });
    w.on_destroy([&](entity) { ++destroyed; });
    w.on_add<position>([&](entity e, position&) { w.destroy(e); });
    EXPECT_FALSE(w.alive(w.create(position{})));
    EXPECT_EQ(created, 0);
    EXPECT_EQ(destroyed, 0);
    w.destroy(w.create());
    EXPECT_EQ(created, 1);
    EXPECT_EQ(destroyed, 1);
    EXPECT_TRUE(there.empty());
}

TEST(entities_as_such, are_told_of_after_their_components) {
    world w;
    std::string told;
    w.on_add<position>([&](entity, position&) { told += "p"; });
    w.on_remove<position>([&](entity, position&) { told += "q"; });
    w.on_create([&](entity e) {
        EXPECT_TRUE(w.alive(e));
        told += "+";
    });
    w.on_destroy([&](entity e) {
        EXPECT_FALSE(w.alive(e));
        told += "-";
    });
    const entity e = w.create(position{});
    const entity empty = w.create();
    w.destroy(empty);
    w.destroy(e);
    EXPECT_EQ(told, "p++-q-");
    w.on_create(nullptr);
    w.on_destroy(nullptr);
    w.destroy(w.create());
    EXPECT_EQ(told, "p++-q-");
}

#if defined(__cpp_exceptions)
TEST(observer, is_told_when_what_it_was_told_of_is_undone) {
    world w;
    entities there;
    bool refuses = true;
    const auto refuse = [&](entity) {
        if (refuses) throw 1;
    };
    // (The newest is told first, and the oldest throws.)
    throng::observer of_one(w.query<position>(), refuse, [](entity) {});
    throng::observer o(w.query<position>(), [&](entity e) { there.insert(e); }, [&](entity e) { there.erase(e); });
    const entity e = w.create();
    EXPECT_THROW(w.add(e, position{}), int);
    EXPECT_FALSE(w.has<position>(e));
    EXPECT_TRUE(there.empty());
    EXPECT_THROW(w.create(position{}), int);
    EXPECT_TRUE(there.empty());
    refuses = false;
    w.add(e, position{});
    EXPECT_EQ(there, entities{e});
}
TEST(entities_as_such, that_are_undone_have_left_their_observers) {
    world w;
    entities there;
    throng::observer of_one(w.query<>(throng::with_disabled), [](entity) { throw 1; }, [](entity) {});
    throng::observer o(
        w.query<>(throng::with_disabled), [&](entity e) { there.insert(e); }, [&](entity e) { there.erase(e); });
    EXPECT_THROW(w.create(), int);
    EXPECT_THROW(w.create(position{}), int);
    EXPECT_TRUE(there.empty());
    EXPECT_EQ(w.size(), 0U);
}
TEST(entities_as_such, what_on_create_throws_undoes_it) {
    world w;
    int told = 0;
    w.on_remove<position>([&](entity, position&) { ++told; });
    w.on_create([](entity) { throw 1; });
    EXPECT_THROW(w.create(position{}), int);
    EXPECT_THROW(w.create(), int);
    EXPECT_THROW(w.create_many(3, position{}), int);
    EXPECT_EQ(w.size(), 0U);
    EXPECT_EQ(told, 2);
    w.on_create(nullptr);
    w.on_destroy([](entity) { throw 2; });
    const entity e = w.create(position{});
    EXPECT_THROW(w.destroy(e), int);
    EXPECT_FALSE(w.alive(e));
    EXPECT_TRUE(w.validate());
}
#endif

TEST(changes, are_what_was_given_set_patched_and_told_of) {
    world w;
    const entity before = w.create(position{});
    throng::changes<position> moved(w);
    throng::additions<position> added(w);
    EXPECT_TRUE(moved.empty());
    const entity e = w.create(position{1});
    EXPECT_TRUE(moved.contains(e) && added.contains(e));
    moved.clear();
    added.clear();
    EXPECT_TRUE(moved.empty() && added.empty());
    w.set(before, position{2});
    EXPECT_EQ(matching(w.query<const position>(moved.present())), entities{before});
    moved.clear();
    w.patch<position>(e, [](position& p) { p.x = 3; });
    EXPECT_EQ(matching(w.query<const position>(moved.present())), entities{e});
    EXPECT_EQ(matching(w.query<const position>(moved.absent())), entities{before});
    moved.clear();
    w.get<position>(before).x = 4;
    EXPECT_TRUE(moved.empty());
    EXPECT_TRUE(w.modified<position>(before));
    EXPECT_FALSE(w.modified<named>(before));
    EXPECT_EQ(matching(w.query<const position>(moved.present())), entities{before});
    EXPECT_TRUE(added.empty());
    w.remove<position>(before);
    EXPECT_TRUE(moved.empty());
    w.add<position>(before);
    EXPECT_TRUE(moved.contains(before) && added.contains(before));
    w.destroy(before);
    EXPECT_TRUE(moved.empty());
}

TEST(changes, perhaps_are_what_stands_on_a_page_that_a_walk_may_write_to) {
    world w;
    throng::changes<position> moved(w);
    std::vector<entity> all;
    for (int i = 0; i < 5000; ++i) all.push_back(w.create(position{i}));
    moved.clear();
    w.query<const position>().each([](const position&) {});
    EXPECT_TRUE(moved.empty());
    for (const auto [e, p] : w.query<const position>()) EXPECT_GE(p.x, 0);
    EXPECT_TRUE(moved.empty());
    w.query<position>(throng::all_of<named>).each([](position&) {}); // comes to no page
    EXPECT_TRUE(moved.empty());
    w.add<named>(all[0]);
    w.query<position, named>().each([](position& p, named&) { p.x = -1; });
    EXPECT_TRUE(moved.contains(all[0]));
    EXPECT_FALSE(moved.contains(all[4999]));
    EXPECT_LT(moved.size(), 2000U);
    moved.clear();
    EXPECT_TRUE(moved.empty());
    w.query<position>().each([](position& p) { ++p.x; });
    EXPECT_EQ(moved.size(), 5000U);
    w.destroy(all[7]);
    EXPECT_EQ(moved.size(), 4999U);
}

TEST(changes, are_what_a_walk_writes_to_after_they_have_been_cleared) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 10; ++i) all.push_back(w.create(position{i}));
    throng::changes<position> moved(w);
    const auto clear_within = [&](auto walk) {
        moved.clear();
        int visits = 0;
        walk([&](position& p) {
            if (++visits == 5) moved.clear();
            ++p.x;
        });
        for (std::size_t i = 4; i < 10; ++i) EXPECT_TRUE(moved.contains(all[i])) << i;
    };
    clear_within([&](auto f) { w.query<position>().each(f); });
    clear_within([&](auto f) {
        for (const auto [e, p] : w.query<position>()) f(p);
    });
    clear_within([&](auto f) {
        for (const auto [e, p] : w.query<position>().freeze()) f(p);
    });
    // One that is made in the midst of a walk, too.
    int visits = 0;
    std::unique_ptr<throng::changes<position>> late;
    w.query<position>().each([&](position& p) {
        if (++visits == 5) late = std::make_unique<throng::changes<position>>(w);
        ++p.x;
    });
    EXPECT_TRUE(late->contains(all[9]));
    // What is only read has not changed.
    visits = 0;
    w.query<const position>().each([&](const position&) {
        if (++visits == 5) moved.clear();
    });
    EXPECT_TRUE(moved.empty());
}

TEST(changes, are_what_frozen_views_and_optional_values_give_to_be_written_to) {
    world w;
    const entity e = w.create(position{1}, named{});
    throng::changes<position> moved(w);
    for (const auto [x, p] : w.query<position>().freeze()) p.x = 2;
    EXPECT_TRUE(moved.contains(e));
    moved.clear();
    for (const auto [x, p] : w.query<const position>().freeze()) EXPECT_EQ(p.x, 2);
    EXPECT_TRUE(moved.empty());
    w.query<named>(throng::optional<const position>).each([](named&, const position* p) { EXPECT_EQ(p->x, 2); });
    EXPECT_TRUE(moved.empty());
    w.query<named>(throng::optional<position>).each([](named&, position* p) { p->x = 3; });
    EXPECT_TRUE(moved.contains(e));
}

TEST(changes, of_before_a_snapshot_are_there_after_it) {
    world w;
    const entity e = w.create(position{1});
    throng::changes<position> moved(w);
    w.query<position>().each([](position& p) { p.x = 2; });
    const throng::snapshot then(w);
    EXPECT_TRUE(moved.contains(e));
    moved.clear();
    ASSERT_TRUE(then.roll_back());
    EXPECT_TRUE(moved.contains(e)) << "it was, and had not been asked for";
}

TEST(changes, of_several_askers_are_their_own) {
    world w;
    const entity e = w.create(position{});
    auto first = std::make_unique<throng::changes<position>>(w);
    throng::changes<position> second(w);
    w.set(e, position{1});
    first->clear();
    EXPECT_TRUE(first->empty());
    EXPECT_TRUE(second.contains(e));
    first.reset();
    second.clear();
    w.query<position>().each([](position&) {});
    EXPECT_TRUE(second.contains(e));
}

TEST(changes, are_rolled_back_with_their_world) {
    world w;
    const entity e = w.create(position{});
    throng::changes<position> moved(w);
    throng::rollback<int> game(w, 4, [&](int x) { w.set(e, position{x}); }, throng::components<>);
    game.save(0);
    game.advance(1);
    EXPECT_TRUE(moved.contains(e));
    ASSERT_TRUE(game.load(0));
    EXPECT_FALSE(moved.contains(e));
}

// A set is a keeper, and joining it may be observed: what an observer of it does to an entity that is just being
// created is known to the other keepers, and to hooks that follow. Rules 1, 8 of world.
TEST(additions, an_observer_of_the_set_may_end_what_joins_it) {
    for (int how = 0; how < 3; ++how) {
        for (const bool many : {false, true}) {
            world w;
            throng::additions<position> fresh(w);
            throng::value_order order(w, &position::x);
            int there = 0;
            int hooked = 0;
            w.on_create([&](entity) { ++there; });
            w.on_destroy([&](entity) { --there; });
            w.on_add<named>([&](entity, named&) { ++hooked; });
            w.on_remove<named>([&](entity, named&) { --hooked; });
            const throng::observer o(
                w.query<>(fresh.present()),
                [&](entity e) {
                    if (w.get<position>(e).x % 2 == 0) return;
                    if (how == 0) w.destroy(e);
                    if (how == 1) w.remove<position>(e);
                    if (how == 2) w.remove<named>(e);
                },
                [](entity) {});
            std::vector<entity> all(100);
            if (many) {
                w.create_many(all.size(), position{1});
            } else {
                int x = 0;
                for (entity& e : all) e = w.create(position{x++}, named{});
                EXPECT_EQ(w.alive(all[1]), how != 0);
                EXPECT_TRUE(w.alive(all[2]));
            }
            EXPECT_EQ(static_cast<std::size_t>(there), w.size());
            EXPECT_EQ(static_cast<std::size_t>(hooked), w.count<named>());
            EXPECT_EQ(order.size(), w.count<position>());
            EXPECT_TRUE(w.validate());
        }
    }
}

// Keepers are told first, then functions, then observers, those of sets too: in an observer of one set all other
// keepers are up to date. Rules 1, 8 of world.
TEST(additions, an_observer_of_the_set_finds_all_other_keepers_up_to_date) {
    world w;
    throng::additions<position> fresh(w);
    throng::changes<position> moved(w);
    throng::removals<position> lost(w);
    throng::additions<position> fresh_too(w);
    throng::value_order order(w, &position::x);
    int joined = 0;
    int hooked = 0;
    const throng::observer o(
        w.query<>(fresh.present()),
        [&](entity e) {
            ++joined;
            EXPECT_EQ(joined, hooked) << "the function has been called";
            EXPECT_TRUE(moved.contains(e));
            EXPECT_FALSE(lost.contains(e));
            EXPECT_TRUE(fresh_too.contains(e));
            EXPECT_EQ(order.size(), w.count<position>());
            EXPECT_TRUE(w.validate());
        },
        [](entity) {});
    w.on_add<position>([&](entity, position&) { ++hooked; });
    const entity e = w.create(position{1}, named{});
    EXPECT_EQ(joined, 1);
    w.remove<position>(e);
    EXPECT_TRUE(lost.contains(e));
    w.add(e, position{2});
    EXPECT_EQ(joined, 2);
    w.create_many(70, position{3});
    EXPECT_EQ(joined, 72);
    for (int i = 0; i < 70; ++i) w.create(named{});
    EXPECT_EQ(w.add<position>(w.query<named>()), 70U);
    EXPECT_EQ(joined, 142);

    w.on_add<position>(nullptr);
    fresh.clear();
    const auto plainly = [&](std::size_t n) {
        EXPECT_EQ(joined, 142 + static_cast<int>(n));
        EXPECT_EQ(fresh.size(), n);
    };
    hooked = joined + 1;
    w.add(w.create(), position{1});
    plainly(1);
    hooked = 0;
    const throng::observer counts(w.query<>(moved.present()), [&](entity) { ++hooked; }, [](entity) {});
    moved.clear();
    w.set(e, position{7});
    EXPECT_EQ(hooked, 1);
    w.set(e, position{8});
    EXPECT_EQ(hooked, 1);
}

// An observer of a set that throws undoes the addition, as any observer does. Rule 8 of world.
TEST(additions, an_observer_of_the_set_that_throws_undoes_the_addition) {
    world w;
    throng::additions<position> fresh(w);
    int left = 0;
    const throng::observer o(w.query<>(fresh.present()), [](entity) { throw 1; }, [&](entity) { ++left; });
    const entity e = w.create();
    EXPECT_THROW(w.add(e, position{}), int);
    EXPECT_FALSE(w.has<position>(e));
    EXPECT_THROW(w.create(position{}), int);
    EXPECT_EQ(w.size(), 1U);
    w.on_add<position>([](entity, position&) {});
    EXPECT_THROW(w.add(e, position{}), int);
    EXPECT_FALSE(w.has<position>(e));
    EXPECT_TRUE(fresh.empty());
    EXPECT_EQ(left, 0);
    EXPECT_TRUE(w.validate());
}

// What leaves a set and dies before its observers have been called has left for them. Rule 3 of world.
TEST(removals, an_observer_of_the_set_is_called_of_one_that_dies_in_a_function) {
    world w;
    throng::additions<position> fresh(w);
    std::vector<entity> joined;
    std::vector<entity> left;
    const throng::observer o(
        w.query<>(fresh.present()), [&](entity e) { joined.push_back(e); }, [&](entity e) { left.push_back(e); });
    w.on_remove<position>([&](entity e, position&) {
        EXPECT_TRUE(left.empty());
        w.destroy(e);
        EXPECT_EQ(left.size(), 1U);
        w.create(named{});
    });
    const entity e = w.create(position{});
    w.remove<position>(e);
    EXPECT_EQ(joined, std::vector{e});
    EXPECT_EQ(left, std::vector{e});
    const entity f = w.create(position{});
    EXPECT_EQ(joined.size(), 2U);
    EXPECT_EQ(joined.back(), f);
}

TEST(value_order, follows_every_edit) {
    world w;
    std::mt19937 dice(4); // NOLINT(cert-msc51-cpp): the same each time
    throng::value_order by_x(w, &position::x);
    throng::value_order backward(w, &position::x, std::greater<>());
    std::vector<entity> all;
    for (int i = 0; i < 3000; ++i) {
        const entity e = all.empty() ? entity{} : all[dice() % all.size()];
        const int x = static_cast<int>(dice() % 50);
        switch (dice() % 6) {
        case 0:
        case 1:
            all.push_back(w.create(position{x}));
            break;
        case 2:
            w.set(e, position{x});
            break;
        case 3:
            w.destroy(e);
            break;
        case 4:
            w.remove<position>(e);
            break;
        default:
            w.patch<position>(e, [&](position& p) { p.x = x; });
        }
        if (i % 20 != 0) continue;
        const std::vector<entity> order = by_x.entities();
        ASSERT_EQ(order.size(), w.count<position>());
        for (std::size_t n = 1; n < order.size(); ++n)
            ASSERT_LE(w.get<position>(order[n - 1]).x, w.get<position>(order[n]).x);
        const std::vector<entity> other = backward.entities();
        for (std::size_t n = 1; n < other.size(); ++n)
            ASSERT_GE(w.get<position>(other[n - 1]).x, w.get<position>(other[n]).x);
        if (!order.empty()) {
            EXPECT_EQ(by_x.first(), order.front());
            EXPECT_EQ(by_x.last(), order.back());
        }
    }
}

TEST(value_order, a_walk_visits_what_was_there_once_and_stands_on_it) {
    world w;
    std::vector<entity> all;
    for (int i = 0; i < 100; ++i) all.push_back(w.create(position{(i * 37) % 10}, named{std::to_string(i)}));
    w.create(position{3}); // does not match
    throng::value_order by_x(w, &position::x);
    entities visited;
    int last = -1;
    by_x.each(w.query<const position, named>(), [&](entity e, const position& p, named& n) {
        EXPECT_TRUE(visited.insert(e).second);
        EXPECT_GE(p.x, e == all[99] ? -5 : last);
        last = p.x == -5 ? last : p.x;
        if (visited.size() == 1) w.destroy(all[55]);
        if (visited.size() == 2) w.set(all[99], position{-5});
        w.create(position{p.x}, named{"new"});
        if (visited.size() % 10 == 0) {
            w.destroy(e);
            EXPECT_FALSE(n.text.empty()); // it can be read still
        }
    });
    EXPECT_EQ(visited.size(), 99U);
    std::vector<int> values;
    by_x.each(throng::backward, w.query<const position>(), [&](const position& p) { values.push_back(p.x); });
    EXPECT_TRUE(std::is_sorted(values.rbegin(), values.rend()));
}

TEST(value_order, what_a_walk_writes_counts_when_it_is_told) {
    world w;
    const entity a = w.create(position{1});
    const entity b = w.create(position{2});
    throng::value_order by_x(w, &position::x);
    w.query<position>().each([](position& p) { p.x = -p.x; });
    EXPECT_EQ(by_x.first(), a);
    w.modified<position>(b);
    EXPECT_EQ(by_x.first(), b);
    w.get<position>(a).x = -9;
    by_x.refresh();
    EXPECT_EQ(by_x.first(), a);
    const throng::snapshot before(w);
    w.clear();
    EXPECT_EQ(by_x.size(), 0U);
    EXPECT_FALSE(by_x.first());
    ASSERT_TRUE(before.roll_back());
    EXPECT_EQ(by_x.first(), a);
}

TEST(what_watches, goes_along_when_its_world_is_moved) {
    world w;
    const entity a = w.create(position{2});
    std::vector<entity> begun;
    throng::observer those(w.query<const position>(), [&](entity e) { begun.push_back(e); }, [](entity) {});
    throng::value_order by_x(w, &position::x);
    throng::changes<position> moved(w);
    world there = std::move(w);
    const entity b = there.create(position{1});
    EXPECT_EQ(begun, std::vector<entity>{b});
    EXPECT_EQ(by_x.first(), b);
    there.set(a, position{0});
    EXPECT_EQ(by_x.first(), a);
    EXPECT_TRUE(moved.contains(a) && moved.contains(b));
    moved.clear();
    EXPECT_TRUE(moved.empty());
}

TEST(what_watches, may_outlive_its_world) {
    auto w = std::make_unique<world>();
    w->create(position{2});
    throng::value_order by_x(*w, &position::x);
    throng::changes<position> moved(*w);
    throng::additions<position> added(*w);
    w = nullptr;
    moved.clear();
    added.clear();
    EXPECT_TRUE(moved.empty() && added.empty());
    EXPECT_EQ(by_x.size(), 0U);
    by_x.refresh();
    EXPECT_FALSE(by_x.first());
}

} // namespace
