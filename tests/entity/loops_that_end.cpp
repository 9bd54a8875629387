// A callback ends the loop that called it: what the loop had still before it is left alone, in every loop over
// entities.

#include "entity/creature.hpp"

#include <throng/entity/layers.hpp>
#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

namespace {

using namespace creatures;
using ids = std::vector<int>;
enum class on { back, middle, front, count };

class loops_that_end : public testing::Test {
  protected:
    [[nodiscard]] ids updated() { return std::exchange(all.updated, {}); }
    [[nodiscard]] ids drawn() { return std::exchange(all.drawn, {}); }
    /// A creature whose update calls `ends`, if it is this one.
    [[nodiscard]] creature made(int id, int fatal, const std::function<void()>& ends) {
        creature x(all, id);
        if (id == fatal) x = creature(all, id, 1e9, [ends](creature&) { ends(); });
        return x;
    }
    void TearDown() override { EXPECT_EQ(ledger.errors(), ""); }

    support::ledger ledger;
    diary all;
    canvas c{&all};
};

/// Calls f with each way in which an update is asked for.
template <class F> void each_way(F f) {
    f("plain", [](auto& those) { those.update(second); });
    f("live", [](auto& those) { those.update(throng::live, second); });
    f("residents", [](auto& those) { those.update(throng::residents, second); });
}

/// 0..2 in the first layer, 10..12 in the next, 20..22.
TEST_F(loops_that_end, an_update_of_layers_that_are_told_to_expire) {
    each_way([&](const char* way, auto update) {
        for (const int fatal : {0, 2, 11, 12, 22}) {
            SCOPED_TRACE(testing::Message() << way << ", " << fatal);
            {
                throng::layers<on, creature> world;
                for (int l = 0; l < 3; ++l)
                    for (int i = 0; i < 3; ++i)
                        world.push_back(static_cast<on>(l), made(10 * l + i, fatal, [&] { world.expire(); }));
                update(world);
                ids expected;
                for (const int id : {0, 1, 2, 10, 11, 12, 20, 21, 22})
                    if (id <= fatal) expected.push_back(id);
                EXPECT_EQ(updated(), expected);
                EXPECT_EQ(all.ended, ids{}) << "their end is not the update's to tell";
                EXPECT_EQ(world.size(), 9U) << "nor is anything cleared away";
                update(world);
                EXPECT_EQ(updated(), ids{});
                EXPECT_EQ(world.size(), 9U);
                EXPECT_EQ(world[on::front].time(), fatal >= 20 ? 1 : 0) << "no time passes in what is not updated";
                world.draw(c);
                EXPECT_EQ(drawn(), ids{});
            }
            all.forget();
        }
    });
}

TEST_F(loops_that_end, an_update_of_layers_of_which_a_later_one_is_told_to_expire) {
    each_way([&](const char* way, auto update) {
        SCOPED_TRACE(way);
        {
            throng::layers<on, creature> world;
            for (int l = 0; l < 3; ++l)
                for (int i = 0; i < 3; ++i)
                    world.push_back(static_cast<on>(l), made(10 * l + i, 1, [&] { world[on::middle].expire(); }));
            update(world);
            EXPECT_EQ(updated(), (ids{0, 1, 2, 20, 21, 22})) << "the others are updated";
            EXPECT_EQ(all.ended, (ids{10, 11, 12}));
            EXPECT_FALSE(world[on::middle].expired());
        }
        all.forget();
    });
}

/// The end of an entity, and what is told after a visit, are callbacks too.
TEST_F(loops_that_end, an_update_whose_hooks_tell_it_to_expire) {
    each_way([&](const char* way, auto update) {
        for (const int hook : {0, 1, 2}) {
            SCOPED_TRACE(testing::Message() << way << ", " << hook);
            {
                throng::layers<on, creature> world;
                for (int l = 0; l < 3; ++l)
                    for (int i = 0; i < 3; ++i)
                        world.emplace_back(static_cast<on>(l), all, 10 * l + i, i == 1 ? 1 : 1e9);
                auto& middle = world[on::middle];
                if (hook == 0) middle.first()->at_end = middle.nth(1)->at_end = [&](creature&) { world.expire(); };
                if (hook == 1) middle.on_expired([&](creature&) { world.expire(); });
                if (hook == 2)
                    middle.on_updated([&](creature& x) {
                        if (x.id() == 10) world.expire();
                    });
                update(world);
                EXPECT_EQ(updated(), hook == 2 ? (ids{0, 1, 2, 10}) : (ids{0, 1, 2, 10, 11}));
                EXPECT_EQ(all.ended, hook == 2 ? (ids{1}) : (ids{1, 11}));
                for (creature& x : world) x.at_end = {};
                middle.on_expired(nullptr);
            }
            all.forget();
        }
    });
}

TEST_F(loops_that_end, an_update_of_a_list_that_is_told_to_expire) {
    each_way([&](const char* way, auto update) {
        for (const bool told : {false, true}) {
            SCOPED_TRACE(testing::Message() << way << ", " << told);
            {
                throng::entity_list<creature> list;
                int hooked = 0;
                if (told) list.on_updated([&](creature&) { ++hooked; });
                for (int id = 0; id < 600; ++id) list.push_back(made(id, 300, [&] { list.expire(); }));
                update(list);
                EXPECT_EQ(updated(), range(0, 300));
                EXPECT_EQ(hooked, told ? 301 : 0);
                update(list);
                EXPECT_EQ(updated(), ids{});
                EXPECT_EQ(list.size(), 600U);
            }
            all.forget();
        }
    });
}

/// No time passes in a list that has expired, so it does not shrink either.
TEST_F(loops_that_end, an_expired_list_keeps_its_memory) {
    throng::entity_list<creature> list;
    list.reserve(5000);
    const auto capacity = list.capacity();
    list.emplace_back(all, 0);
    list.auto_shrink(0.5, 0);
    list.expire();
    list.update(second);
    EXPECT_EQ(list.capacity(), capacity);
}

/// Neighbours of one class are visited in rows, of more than a page, and the row ends as well.
TEST_F(loops_that_end, an_update_of_rows_that_are_told_to_expire) {
    struct counter {
        int* visits;
        throng::entity_list<throng::any_entity<>>* home;
        int fatal;
        void update(throng::time_step) const {
            if ((*visits)++ == fatal) home->expire();
        }
    };
    each_way([&](const char* way, auto update) {
        for (const int fatal : {0, 5, 63, 64, 300}) {
            SCOPED_TRACE(testing::Message() << way << ", " << fatal);
            int visits = 0;
            throng::entity_list<throng::any_entity<>> list;
            for (int i = 0; i < 600; ++i) list.push_back(counter{&visits, &list, fatal});
            list.remove(*list.first()); // so that the rest moves
            update(list);
            EXPECT_EQ(visits, fatal + 1);
        }
    });
}

/// A list in a list, as one entity and behind a pointer: only the inner one ends.
TEST_F(loops_that_end, an_update_of_a_nested_list_that_is_told_to_expire) {
    using squad = throng::entity_list<creature>;
    each_way([&](const char* way, auto update) {
        SCOPED_TRACE(way);
        {
            throng::entity_list<throng::any_entity<canvas>> army;
            squad* first = army.push_back(squad())->as<squad>();
            squad* const other = army.push_back(squad())->as<squad>();
            for (int id = 0; id < 3; ++id) first->push_back(made(id, 1, [&] { first->expire(); }));
            for (int id = 10; id < 12; ++id) other->emplace_back(all, id);
            update(army);
            EXPECT_EQ(updated(), (ids{0, 1, 10, 11}));
            EXPECT_EQ(all.ended, (ids{0, 1, 2}));
            EXPECT_EQ(army.size(), 1U);
        }
        all.forget();
    });
}

/// 1 with its children 11 and 12 (with 121), 2 with 21.
TEST_F(loops_that_end, an_update_of_a_tree_that_is_told_to_expire) {
    each_way([&](const char* way, auto update) {
        for (const bool by_end : {false, true}) {
            for (const int fatal : {1, 11, 12, 121, 2, 21}) {
                SCOPED_TRACE(testing::Message() << way << ", " << fatal << (by_end ? ", by its end" : ""));
                {
                    throng::tree<creature> t;
                    const auto node = [&](int id) { return made(id, by_end ? -1 : fatal, [&] { t.expire(); }); };
                    const auto one = t.add(node(1));
                    const auto two = t.add(node(2));
                    t.add_child(one, node(11));
                    t.add_child(t.add_child(one, node(12)), node(121));
                    t.add_child(two, node(21));
                    const ids pre{1, 11, 12, 121, 2, 21};
                    ids expected;
                    for (const int id : pre) {
                        expected.push_back(id);
                        if (id == fatal) break;
                    }
                    if (by_end) {
                        for (creature& x : t)
                            if (x.id() == fatal) {
                                x.expire();
                                x.at_end = [&](creature&) { t.expire(); };
                            }
                        expected.pop_back(); // it is not updated any more
                    }
                    update(t);
                    EXPECT_EQ(updated(), expected);
                    EXPECT_EQ(t.size() == 6U, !by_end);
                    update(t);
                    EXPECT_EQ(updated(), ids{});
                    for (creature& x : t) x.at_end = {};
                }
                all.forget();
            }
        }
    });
}

/// What is full takes no more of another list.
TEST_F(loops_that_end, a_take_into_what_becomes_full) {
    throng::entity_list<creature> from;
    throng::entity_list<creature> to;
    for (int id = 0; id < 5; ++id) from.emplace_back(all, id);
    to.max_capacity(4);
    to.on_add([&](creature& x) {
        if (x.id() == 1) to.max_capacity(2);
    });
    EXPECT_EQ(to.take(from), 2U);
    EXPECT_EQ(ids_of(to), (ids{0, 1}));
    EXPECT_EQ(ids_of(from), (ids{2, 3, 4}));
}

} // namespace
