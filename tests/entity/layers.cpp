// Layers of entities: by enumeration or number, hidden, halted, slowed, in orders of their own.

#include "entity/creature.hpp"

#include <throng/entity/layers.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace {

using namespace creatures;
using ids = std::vector<int>;
enum class on { back, middle, front, count };
using world_type = throng::layers<on, creature>;

class layers : public testing::Test {
  protected:
    /// 0..2 in the first layer, 10..12 in the next, 20..22.
    void fill(double life = 1e9) {
        for (int l = 0; l < 3; ++l)
            for (int i = 0; i < 3; ++i) world.emplace_back(static_cast<on>(l), all, 10 * l + i, life);
    }
    [[nodiscard]] ids updated() { return std::exchange(all.updated, {}); }
    [[nodiscard]] ids drawn() {
        world.draw(c);
        return std::exchange(all.drawn, {});
    }
    void TearDown() override { EXPECT_EQ(ledger.errors(), ""); }

    support::ledger ledger;
    diary all;
    canvas c{&all};
    world_type world;
};
const ids all_ids{0, 1, 2, 10, 11, 12, 20, 21, 22};

TEST_F(layers, are_found_by_enumerator_and_by_number) {
    static_assert(world_type::count() == 3);
    fill();
    EXPECT_EQ(&world[on::middle], &world[1]);
    EXPECT_EQ(&std::as_const(world)[on::front], &std::as_const(world)[2U]);
    EXPECT_EQ(world.find(2), &world[on::front]);
    EXPECT_EQ(world.find(3), nullptr);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(world[i].index(), i);
    throng::layers<unsigned, creature, 7> numbered;
    numbered.emplace_back(6U, all, 3);
    EXPECT_EQ(numbered[6].size(), 1U);
    EXPECT_EQ(numbered[6U].size(), 1U);
}

TEST_F(layers, an_entity_is_visited_wherever_it_is_and_may_go_meanwhile) {
    fill();
    const auto h = world[on::front].handle_of(*world[on::front].first());
    world.move(*world.get(h), on::back);
    EXPECT_TRUE(world.visit(h, [&](creature& x) {
        EXPECT_TRUE(world.remove(x));
        EXPECT_EQ(x.id(), 20) << "it is stood on";
    }));
    EXPECT_FALSE(world.visit(h, [](creature&) { FAIL(); }));
    EXPECT_EQ(all.ends(20), 1);
}

// A level's data knows its layers by number.
TEST_F(layers, are_filled_by_number_as_by_enumerator) {
    const std::size_t front = 2;
    const auto h = world.emplace(front, all, 20);
    world.add(1, creature(all, 10));
    EXPECT_EQ(world.push_back(0U, creature(all, 0))->id(), 0);
    EXPECT_EQ(world.emplace_back(1, all, 11)->id(), 11);
    const std::array more{creature(all, 12), creature(all, 13)};
    EXPECT_EQ(world.add_range(1, more), 2U);
    EXPECT_EQ(ids_of(world), (ids{0, 10, 11, 12, 13, 20}));
    EXPECT_EQ(world.get(front, h)->id(), 20);
    EXPECT_EQ(std::as_const(world).get(2, h)->id(), 20);
    EXPECT_TRUE(world.remove(front, h));
    EXPECT_NE(world.move(*world[1].first(), 1, 2), nullptr);
    EXPECT_NE(world.move(*world[0].first(), 2), nullptr);
    EXPECT_TRUE(world.remove(2, *world[2].first()));
    EXPECT_EQ(ids_of(world), (ids{11, 12, 13, 0}));
    // An enumeration of something else is no layer of these.
    enum class other { back };
    static_assert(
        !std::is_invocable_v<decltype([](auto& w, auto l) -> decltype(w[l]) { return w[l]; }), world_type&, other>);
}

TEST_F(layers, update_and_draw_in_their_order) {
    world.emplace_back(on::front, all, 20);
    world.emplace_back(on::back, all, 0);
    world.emplace_back(on::middle, all, 10);
    world.update(second);
    EXPECT_EQ(updated(), (ids{0, 10, 20}));
    EXPECT_EQ(drawn(), (ids{0, 10, 20}));
}

TEST_F(layers, orders_of_updates_and_drawing_are_set_separately) {
    fill();
    EXPECT_TRUE(world.update_order({on::front, on::back, on::middle}));
    world.update(second);
    EXPECT_EQ(updated(), (ids{20, 21, 22, 0, 1, 2, 10, 11, 12}));
    EXPECT_EQ(drawn(), all_ids);
    EXPECT_TRUE(world.draw_order(std::array{on::middle, on::front, on::back}));
    EXPECT_EQ(drawn(), (ids{10, 11, 12, 20, 21, 22, 0, 1, 2}));
    EXPECT_EQ(world.updated_at(0), 2U);
    EXPECT_EQ(world.drawn_at(0), 1U);
}

/// At first everything is seen and moves: it used to be the other way round.
TEST_F(layers, are_visible_and_enabled_at_first) {
    fill();
    world.each_layer([](const world_type::layer_type& l) {
        EXPECT_TRUE(l.visible());
        EXPECT_TRUE(l.enabled());
        EXPECT_EQ(l.time_scale(), 1);
    });
    world.update(second);
    EXPECT_EQ(updated(), all_ids);
    EXPECT_EQ(drawn(), all_ids);
}

TEST_F(layers, can_be_hidden_and_halted) {
    fill();
    world[on::middle].visible(false);
    EXPECT_EQ(drawn(), (ids{0, 1, 2, 20, 21, 22}));
    world[on::back].enabled(false);
    world.update(second);
    EXPECT_EQ(updated(), (ids{10, 11, 12, 20, 21, 22})) << "what is hidden is updated";
    world.visible(false);
    EXPECT_EQ(drawn(), ids{});
    world.visible(true);
    world.enabled(false);
    world.update(second);
    EXPECT_EQ(updated(), ids{});
    EXPECT_EQ(drawn(), all_ids);
    EXPECT_EQ(world[on::back].time(), 0);
    EXPECT_EQ(world[on::front].time(), 1);
}

TEST_F(layers, have_a_time_of_their_own) {
    fill();
    EXPECT_TRUE(world[on::back].time_scale(0.5));
    EXPECT_TRUE(world[on::front].time_scale(3));
    world.update(second);
    world.update(second);
    EXPECT_EQ(world[on::back].time(), 1);
    EXPECT_EQ(world[on::back].first()->age(), 1);
    EXPECT_EQ(world[on::middle].first()->age(), 2);
    EXPECT_EQ(world[on::front].first()->age(), 6);
}

TEST_F(layers, a_time_scale_of_0_pauses_but_prunes) {
    fill();
    world[on::middle].time_scale(0);
    world[on::middle].first()->expire();
    world.update(second);
    EXPECT_EQ(updated(), (ids{0, 1, 2, 20, 21, 22}));
    EXPECT_EQ(all.ended, (ids{10}));
    EXPECT_EQ(world[on::middle].time(), 0);
    world[on::middle].time_scale(1);
    world.update(second);
    EXPECT_EQ(world[on::middle].first()->age(), 1);
}

TEST_F(layers, a_time_scale_is_inherited_by_nested_lists) {
    using squad = throng::entity_list<creature>;
    throng::layers<on, throng::any_entity<canvas>> mixed;
    squad inner;
    inner.emplace_back(all, 1);
    throng::entity_list<squad> outer;
    outer.push_back(std::move(inner));
    mixed.add(on::back, std::move(outer));
    mixed[on::back].time_scale(0.25);
    mixed.update(second);
    EXPECT_EQ(mixed[on::back].first()->as<throng::entity_list<squad>>()->first()->first()->age(), 0.25);
}

#if !defined(THRONG_AUDIT) || !THRONG_AUDIT
TEST_F(layers, a_negative_time_scale_is_refused_at_once) {
    for (const double x : {-1.0, -1e-9, std::nan(""), std::numeric_limits<double>::infinity()}) {
        EXPECT_FALSE(world[on::back].time_scale(x));
        EXPECT_EQ(world[on::back].time_scale(), 1);
        EXPECT_FALSE(world.time_scale(x));
    }
    EXPECT_TRUE(world.time_scale(0.5));
    EXPECT_EQ(world[on::front].time_scale(), 0.5);
}

TEST_F(layers, an_order_must_have_each_layer_once) {
    fill();
    EXPECT_FALSE(world.update_order({on::front, on::front, on::middle}));
    EXPECT_FALSE(world.draw_order({on::front, on::back, static_cast<on>(3)}));
    world.update(second);
    EXPECT_EQ(updated(), all_ids);
    EXPECT_EQ(drawn(), all_ids);
}
#else
TEST_F(layers, a_negative_time_scale_is_refused_at_once) {
    EXPECT_DEATH_IF_SUPPORTED((void)world[on::back].time_scale(-1), "layers.cpp");
    EXPECT_DEATH_IF_SUPPORTED((void)world.time_scale(std::nan("")), "layers.cpp");
}
TEST_F(layers, an_order_must_have_each_layer_once) {
    EXPECT_DEATH_IF_SUPPORTED((void)world.update_order({on::front, on::front, on::middle}), "layers.cpp");
    EXPECT_DEATH_IF_SUPPORTED((void)world[7], "no layer");
}
#endif

TEST_F(layers, entities_are_added_found_and_removed_by_layer) {
    const auto h = world.add(on::front, creature(all, 5));
    EXPECT_EQ(world.get(on::front, h)->id(), 5);
    EXPECT_EQ(std::as_const(world).get(on::front, h)->id(), 5);
    const auto g = world.emplace(on::back, all, 6);
    EXPECT_TRUE(world.remove(on::back, g));
    EXPECT_FALSE(world.remove(on::back, g));
    EXPECT_TRUE(world.remove(on::front, *world.get(on::front, h)));
    EXPECT_EQ(all.ended, (ids{6, 5}));
    EXPECT_EQ(world.add_range(on::middle, std::vector{creature(all, 7), creature(all, 8)}), 2U);
    world[on::middle].max_capacity(3);
    EXPECT_EQ(world.add_range(on::middle, std::vector{creature(all, 9), creature(all, 10)}), 1U);
    EXPECT_EQ(world.push_back(on::middle, creature(all, 11)), nullptr);
}

TEST_F(layers, are_counted) {
    EXPECT_TRUE(world.empty());
    fill();
    world.remove(on::front, *world[on::front].first());
    EXPECT_EQ(world.size(), 8U);
    EXPECT_EQ(world[on::front].size(), 2U);
    EXPECT_FALSE(world.empty());
    world[on::front].first()->expire();
    world.prune();
    EXPECT_EQ(world.size(), 7U);
    world.clear();
    EXPECT_TRUE(world.empty());
    EXPECT_EQ(all.ended.size(), 9U);
}

TEST_F(layers, expire_together) {
    fill();
    world.expire();
    world.expire();
    EXPECT_TRUE(world.expired());
    world.update(second);
    EXPECT_EQ(updated(), ids{});
    EXPECT_EQ(drawn(), ids{});
    EXPECT_TRUE(all.ended.empty());
    world.on_expire();
    world.on_expire();
    EXPECT_EQ(all.ended, all_ids);
}

/// One layer can be told to expire, too: all that is in it does, and it can be used again.
TEST_F(layers, one_can_expire_and_be_used_again) {
    fill();
    world[on::middle].expire();
    EXPECT_EQ(drawn(), (ids{0, 1, 2, 20, 21, 22}));
    world.update(second);
    EXPECT_EQ(all.ended, range(10, 12));
    EXPECT_EQ(updated(), (ids{0, 1, 2, 20, 21, 22}));
    world.emplace_back(on::middle, all, 15);
    world.update(second);
    EXPECT_EQ(updated(), (ids{0, 1, 2, 15, 20, 21, 22}));
}

TEST_F(layers, all_expire_when_the_layers_are_destroyed) {
    {
        world_type inner;
        inner.emplace_back(on::front, all, 2);
        inner.emplace_back(on::back, all, 1);
    }
    EXPECT_EQ(all.ended, (ids{1, 2}));
}

// Walks

TEST_F(layers, are_walked_as_one) {
    fill();
    EXPECT_EQ(ids_of(world), all_ids);
    EXPECT_EQ(ids_of(std::as_const(world)), all_ids);
    EXPECT_EQ(ids_of(world.walk(throng::residents)), all_ids);
    world.update_order({on::front, on::back, on::middle});
    ids seen;
    world.each([&](creature& x) { seen.push_back(x.id()); });
    EXPECT_EQ(seen, (ids{20, 21, 22, 0, 1, 2, 10, 11, 12}));
    world.clear();
    EXPECT_EQ(ids_of(world), ids{});
}

TEST_F(layers, a_walk_may_be_edited_from_within) {
    fill();
    ids seen;
    for (creature& x : world) {
        seen.push_back(x.id());
        if (x.id() == 1) {
            world.remove(on::back, x);
            world[on::middle].clear();
            world.emplace_back(on::back, all, 5);
            world.emplace_back(on::middle, all, 15);
        }
        if (x.id() == 20) world.emplace_back(on::back, all, 6); // passed
    }
    EXPECT_EQ(seen, (ids{0, 1, 2, 5, 15, 20, 21, 22}));
    seen.clear();
    auto w = world.walk(throng::residents);
    while (creature* const x = w.next()) {
        seen.push_back(x->id());
        world.emplace_back(on::front, all, 100);
        if (x->id() == 15) {
            EXPECT_TRUE(w.remove());
        }
    }
    EXPECT_EQ(seen, (ids{0, 2, 5, 6, 15, 20, 21, 22}));
}

TEST_F(layers, nothing_in_any_layer_moves_while_they_are_walked) {
    for (int i = 0; i < 500; ++i) world.emplace_back(on::front, all, i, i % 10 != 0 ? 1 : 1e9);
    world.emplace_back(on::back, all, 1000);
    std::vector<std::pair<creature*, int>> places;
    for (creature& x : world[on::front])
        if (x.id() % 10 == 0) places.emplace_back(&x, x.id());
    for (creature& x : world) {
        if (x.id() != 1000) break;
        world.update(second);
        world[on::front].trim();
        for (const auto& [place, id] : places) EXPECT_EQ(place->id(), id);
    }
    EXPECT_EQ(world[on::front].size(), 50U);
}

TEST_F(layers, walks_nest_and_may_be_left) {
    fill();
    int n = 0;
    for (const creature& a : world)
        for (const creature& b : world) {
            ++n;
            if (b.id() == a.id()) break;
        }
    EXPECT_EQ(n, 45);
}

// Moving between layers

TEST_F(layers, an_entity_moves_from_whichever_layer_it_is_in) {
    fill();
    creature& eleven = *world[on::middle].nth(1);
    EXPECT_EQ(world.layer_of(eleven), &world[on::middle]);
    EXPECT_NE(world.move(eleven, on::back), nullptr);
    EXPECT_EQ(ids_of(world), (ids{0, 1, 2, 11, 10, 12, 20, 21, 22}));
    throng::entity_list<creature> other;
    EXPECT_EQ(world.layer_of(*other.emplace_back(all, 5)), nullptr);
    EXPECT_EQ(world.move(*other.first(), on::back), nullptr);
}

TEST_F(layers, an_entity_is_found_and_removed_in_whichever_layer_it_is) {
    fill();
    const creature& eleven = *world[on::middle].nth(1);
    EXPECT_TRUE(world.contains(eleven));
    for (creature& x : world) {
        if (&x != &eleven) continue;
        EXPECT_TRUE(world.remove(x));
        EXPECT_FALSE(world.contains(x));
        EXPECT_FALSE(world.remove(x));
    }
    EXPECT_EQ(ids_of(world), (ids{0, 1, 2, 10, 12, 20, 21, 22}));
    EXPECT_EQ(all.ended, ids{11});
    throng::entity_list<creature> other;
    EXPECT_FALSE(world.contains(*other.emplace_back(all, 5)));
    EXPECT_FALSE(world.remove(*other.first()));
    EXPECT_EQ(other.size(), 1U);
}

TEST_F(layers, an_entity_moves_to_another_layer) {
    fill();
    creature* const there = world.move(*world[on::back].nth(1), on::back, on::front);
    ASSERT_NE(there, nullptr);
    EXPECT_EQ(there->id(), 1);
    EXPECT_EQ(ids_of(world), (ids{0, 2, 10, 11, 12, 20, 21, 22, 1}));
    EXPECT_TRUE(all.ended.empty());
    world[on::back].max_capacity(2);
    EXPECT_EQ(world.move(*there, on::front, on::back), nullptr);
    EXPECT_EQ(ids_of(world), (ids{0, 2, 10, 11, 12, 20, 21, 22, 1}));
}

/// It has been updated in its old layer, and is a newcomer in the new one.
TEST_F(layers, entities_move_in_mid_update) {
    bool moved = false;
    const auto plant = [&] {
        world.clear();
        fill();
        all.forget();
        moved = false;
        const auto move = [&](int id, on from, on to) {
            for (creature& x : world[from])
                if (x.id() == id) {
                    EXPECT_NE(world.move(x, from, to), nullptr);
                }
        };
        world.emplace_back(on::middle, all, 15, 1e9, [&, move](creature& x) {
            if (std::exchange(moved, true)) return;
            move(15, on::middle, on::front); // itself, on
            move(0, on::back, on::front);    // one that has been updated
            move(22, on::front, on::back);   // one that has not
            EXPECT_EQ(x.age(), 1);
        });
        world.emplace_back(on::middle, all, 16);
    };
    const ids after{1, 2, 22, 10, 11, 12, 16, 20, 21, 15, 0};
    plant();
    world.update(second);
    EXPECT_EQ(updated(), (ids{0, 1, 2, 10, 11, 12, 15, 16, 20, 21, 15, 0}));
    EXPECT_EQ(ids_of(world), after);
    plant();
    world.update(throng::residents, second);
    EXPECT_EQ(updated(), (ids{0, 1, 2, 10, 11, 12, 15, 16, 20, 21})) << "none twice";
    EXPECT_EQ(ids_of(world), after);
    world.update(throng::residents, second);
    EXPECT_EQ(updated(), after);
    EXPECT_TRUE(all.ended.empty());
    EXPECT_TRUE(world.validate());
}

TEST_F(layers, entities_move_in_mid_walk) {
    fill();
    ids seen;
    for (creature& x : world) {
        seen.push_back(x.id());
        if (x.id() == 1 && seen.size() == 2) world.move(x, on::back, on::middle);    // ahead: visited again
        if (x.id() == 11) world.move(*world[on::back].first(), on::back, on::front); // 0, ahead
        if (x.id() == 12) world.move(*world[on::front].nth(1), on::front, on::back); // 21, behind
        if (x.id() == 20) world.remove(on::front, x);
    }
    EXPECT_EQ(seen, (ids{0, 1, 2, 10, 11, 12, 1, 20, 22, 0}));
    EXPECT_EQ(ids_of(world), (ids{2, 21, 10, 11, 12, 1, 22, 0}));
    seen.clear();
    for (creature& x : world.walk(throng::residents)) {
        seen.push_back(x.id());
        if (x.id() == 2) world.move(x, on::back, on::front);
        if (x.id() == 10) world.move(*world[on::front].nth(0), on::front, on::middle); // 22
    }
    EXPECT_EQ(seen, (ids{2, 21, 10, 11, 12, 1, 0}));
}

/// Also where the residents of all layers are updated: then once their walks are closed.
TEST_F(layers, shrink_by_themselves_in_any_update) {
    fill();
    auto& front = world[on::front];
    for (int id = 100; id < 5100; ++id) front.emplace_back(all, id);
    const std::size_t full = front.capacity();
    front.auto_shrink(0.5, 2);
    front.remove_if([](const creature& x) { return x.id() >= 100; });
    world.update(throng::residents, second);
    EXPECT_EQ(front.capacity(), full);
    {
        auto w = world.walk(throng::residents);
        world.update(throng::residents, second);
        EXPECT_EQ(front.capacity(), full) << "a walk is open";
    }
    world.update(throng::residents, second);
    EXPECT_LT(front.capacity(), full / 2);
    EXPECT_EQ(ids_of(front), (ids{20, 21, 22}));
}

TEST_F(layers, keep_their_numbers_when_they_are_assigned_or_swapped) {
    fill();
    const auto expect_numbers = [&] {
        for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(world[i].index(), i);
    };
    world[on::front].time_scale(2);
    world[on::front].visible(false);
    world[on::middle] = world[on::front];
    expect_numbers();
    EXPECT_EQ(ids_of(world[on::middle]), range(20, 22));
    EXPECT_EQ(world[on::middle].time_scale(), 2);
    EXPECT_FALSE(world[on::middle].visible());
    world[on::front] = world_type::layer_type();
    expect_numbers();
    EXPECT_TRUE(world[on::front].empty() && world[on::front].visible());
    EXPECT_EQ(world[on::front].time_scale(), 1);

    using std::swap;
    ids told;
    world[on::back].on_expired([&](const creature& x) { told.push_back(x.id()); });
    all.forget();
    swap(world[on::back], world[on::middle]);
    expect_numbers();
    EXPECT_EQ(ids_of(world[on::back]), range(20, 22));
    EXPECT_EQ(ids_of(world[on::middle]), range(0, 2));
    EXPECT_EQ(world[on::back].time_scale(), 1) << "settings stay, as hooks do";
    EXPECT_EQ(world[on::middle].time_scale(), 2);
    EXPECT_TRUE(all.ended.empty());
    world[on::back].clear();
    EXPECT_EQ(told, range(20, 22));
    std::swap(world[on::middle], world[on::front]);
    expect_numbers();
    EXPECT_EQ(ids_of(world[on::front]), range(0, 2));
}

} // namespace
