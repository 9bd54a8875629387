// The scene tree: its shape, its walks, what is told, and how deep it may be.

#include "entity/creature.hpp"
#include "support/allocation.hpp"

#include <throng/entity/tree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace creatures;
using throng::tree_order;
using ids = std::vector<int>;
constexpr tree_order every_order[] = {tree_order::pre, tree_order::post, tree_order::level};

/// 1 with its children 11, 12 (with 121 and 122) and 13; 2 with 21.
template <class Tree, class Make> void plant(Tree& t, Make make) {
    const auto one = t.add(make(1));
    const auto two = t.add(make(2));
    t.add_child(one, make(11));
    const auto twelve = t.add_child(one, make(12));
    t.add_child(one, make(13));
    t.add_child(twelve, make(121));
    t.add_child(twelve, make(122));
    t.add_child(two, make(21));
}
const ids pre{1, 11, 12, 121, 122, 13, 2, 21};
const ids post{11, 121, 122, 12, 13, 1, 21, 2};
const ids by_level{1, 2, 11, 12, 13, 21, 121, 122};
const ids& all_in(tree_order order) {
    return order == tree_order::pre ? pre : order == tree_order::post ? post : by_level;
}

class tree : public testing::Test {
  protected:
    void SetUp() override {
        plant(t, [](int id) { return support::tracked{id}; });
    }
    void TearDown() override { EXPECT_EQ(ledger.errors(), ""); }

    [[nodiscard]] support::tracked& at(int id) {
        for (auto& x : t)
            if (x.id() == id) return x;
        ADD_FAILURE() << id << " is not there";
        std::abort();
    }
    [[nodiscard]] ids walked(tree_order order = tree_order::pre) { return ids_of(t.walk(order, throng::live)); }

    support::ledger ledger;
    throng::tree<support::tracked> t;
};

// Rule 2 of tree.
// A walk by level keeps those whose children are still to come, be it one: its fork has them, too.
TEST_F(tree, a_fork_goes_on_as_the_walk_does_from_wherever_it_stands) {
    for (const tree_order order : every_order) {
        auto w = t.walk(order, throng::live);
        for (std::size_t n = 1; w.next() != nullptr; ++n) {
            auto fork = w.fork();
            ids rest;
            while (const auto* const x = fork.next()) rest.push_back(x->id());
            const ids& all = all_in(order);
            EXPECT_EQ(rest, ids(all.begin() + static_cast<std::ptrdiff_t>(n), all.end()));
        }
    }
    throng::tree<int> small;
    const auto top = small.add(1);
    const auto first = small.add_child(top, 2);
    small.add_child(top, 3);
    small.add_child(first, 4);
    auto w = small.walk(tree_order::level, throng::residents);
    for (int i = 0; i < 3; ++i) (void)w.next(); // on 3, and 2 waits
    auto fork = w.fork();
    ASSERT_NE(fork.next(), nullptr);
    EXPECT_EQ(*fork.current(), 4);
}

TEST_F(tree, is_walked_in_three_orders) {
    for (const tree_order order : every_order) {
        EXPECT_EQ(walked(order), all_in(order));
        EXPECT_EQ(ids_of(t.walk(order, throng::residents)), all_in(order));
        EXPECT_EQ(ids_of(std::as_const(t).walk(order, throng::live)), all_in(order));
        ids seen;
        t.each(order, throng::live, [&](const support::tracked& x) { seen.push_back(x.id()); });
        EXPECT_EQ(seen, all_in(order));
    }
    EXPECT_EQ(ids_of(t), pre);
    EXPECT_EQ(ids_of(std::as_const(t)), pre);
    EXPECT_EQ(t.size(), 8U);
    throng::tree<int> none;
    for (const tree_order order : every_order) EXPECT_EQ(none.walk(order, throng::live).next(), nullptr);
}

TEST_F(tree, a_branch_is_walked_alone) {
    const auto branch = [&](int id, tree_order order) { return ids_of(t.walk_branch(at(id), order, throng::live)); };
    EXPECT_EQ(branch(12, tree_order::pre), (ids{12, 121, 122}));
    EXPECT_EQ(branch(12, tree_order::post), (ids{121, 122, 12}));
    EXPECT_EQ(branch(1, tree_order::level), (ids{1, 11, 12, 13, 121, 122}));
    EXPECT_EQ(branch(1, tree_order::post), (ids{11, 121, 122, 12, 13, 1}));
    for (const tree_order order : every_order) EXPECT_EQ(branch(13, order), (ids{13}));
}

TEST_F(tree, children_are_put_where_they_are_wanted) {
    t.insert_before(at(11), support::tracked{10});
    t.insert_after(at(12), support::tracked{125});
    t.insert_before(at(1), support::tracked{0});
    t.insert_after(at(2), support::tracked{3});
    t.insert_before(at(3), support::tracked{25});
    EXPECT_EQ(walked(), (ids{0, 1, 10, 11, 12, 121, 122, 125, 13, 2, 21, 25, 3}));
    EXPECT_EQ(t.first()->id(), 0);
    EXPECT_EQ(t.last()->id(), 3);
}

TEST_F(tree, neighbours_and_depths_are_known) {
    EXPECT_EQ(t.parent_of(at(121)), &at(12));
    EXPECT_EQ(t.parent_of(at(1)), nullptr);
    EXPECT_EQ(t.first_child_of(at(1)), &at(11));
    EXPECT_EQ(t.last_child_of(at(1)), &at(13));
    EXPECT_EQ(t.next_sibling_of(at(11)), &at(12));
    EXPECT_EQ(t.next_sibling_of(at(13)), nullptr);
    EXPECT_EQ(t.previous_sibling_of(at(12)), &at(11));
    EXPECT_EQ(t.previous_sibling_of(at(11)), nullptr);
    EXPECT_EQ(t.depth_of(at(2)), 0U);
    EXPECT_EQ(t.depth_of(at(122)), 2U);
    EXPECT_TRUE(t.is_in_branch(at(122), at(1)));
    EXPECT_TRUE(t.is_in_branch(at(1), at(1)));
    EXPECT_FALSE(t.is_in_branch(at(1), at(122)));
    EXPECT_FALSE(t.is_in_branch(at(21), at(1)));
}

TEST_F(tree, a_branch_is_moved_and_a_cycle_refused) {
    EXPECT_FALSE(t.reparent(at(1), at(121)));
    EXPECT_FALSE(t.reparent(at(1), at(1)));
    EXPECT_FALSE(t.move_before(at(1), at(11)));
    EXPECT_FALSE(t.move_after(at(12), at(121)));
    EXPECT_FALSE(t.move_before(at(12), at(12)));
    EXPECT_EQ(walked(), pre);
    EXPECT_TRUE(t.reparent(at(12), at(21)));
    EXPECT_EQ(walked(), (ids{1, 11, 13, 2, 21, 12, 121, 122}));
    EXPECT_TRUE(t.move_before(at(12), at(11)));
    EXPECT_EQ(walked(), (ids{1, 12, 121, 122, 11, 13, 2, 21}));
    EXPECT_TRUE(t.move_after(at(12), at(11)));
    EXPECT_EQ(walked(), pre);
    EXPECT_TRUE(t.move_after(at(12), at(11))) << "where it is";
    EXPECT_TRUE(t.move_before(at(12), at(13)));
    EXPECT_EQ(walked(), pre);
    EXPECT_TRUE(t.detach(at(12)));
    EXPECT_EQ(walked(), (ids{1, 11, 13, 2, 21, 12, 121, 122}));
    EXPECT_EQ(t.parent_of(at(12)), nullptr);
}

// Rules 1, 9 of tree.
TEST_F(tree, a_branch_goes_as_a_whole) {
    const auto h = t.handle_of(at(122));
    EXPECT_TRUE(t.remove(at(12)));
    EXPECT_FALSE(t.contains(h));
    EXPECT_FALSE(t.remove(h));
    EXPECT_EQ(walked(), (ids{1, 11, 13, 2, 21}));
    EXPECT_EQ(t.size(), 5U);
    EXPECT_EQ(ledger.live(), 5);
    EXPECT_EQ(t.remove_if([](const support::tracked& x) { return x.id() == 1 || x.id() == 11; }), 1U);
    EXPECT_EQ(walked(), (ids{2, 21}));
    t.clear();
    EXPECT_TRUE(t.empty());
    EXPECT_EQ(ledger.objects(), 0);
    EXPECT_EQ(t.first(), nullptr);
}

// Rules 5, 9 of tree.
TEST_F(tree, what_has_gone_gives_empty_answers) {
    for (support::tracked& x : t) {
        if (x.id() != 12) continue;
        EXPECT_TRUE(t.remove(x));
        EXPECT_FALSE(t.contains(x));
        EXPECT_FALSE(t.remove(x));
        EXPECT_EQ(t.parent_of(x), nullptr);
        EXPECT_EQ(t.first_child_of(x), nullptr);
        EXPECT_FALSE(t.handle_of(x));
        EXPECT_FALSE(t.add_child(x, support::tracked{7}));
        EXPECT_FALSE(t.insert_after(x, support::tracked{7}));
        EXPECT_FALSE(t.reparent(x, at(1)));
        EXPECT_FALSE(t.reparent(at(2), x));
        EXPECT_EQ(t.walk_branch(x, tree_order::pre, throng::live).next(), nullptr);
        EXPECT_EQ(x.id(), 12) << "but can be read while a walk stands on it";
    }
    EXPECT_EQ(t.size(), 5U);
}

// Rules 1, 2 of tree.
TEST_F(tree, each_stands_and_is_told_once_whatever_is_removed_in_mid_walk) {
    for (const tree_order order : every_order)
        for (const int victim : pre)
            for (const int when : pre) {
                throng::tree<support::tracked> crowd;
                plant(crowd, [](int id) { return support::tracked{id}; });
                throng::handle<throng::core::tree_node<support::tracked>> h;
                for (support::tracked& x : crowd)
                    if (x.id() == victim) h = crowd.handle_of(x);
                const ids gone = ids_of(crowd.walk_branch(*crowd.get(h), order, throng::live));
                ids seen;
                bool removed = false;
                for (support::tracked& x : crowd.walk(order, throng::live)) {
                    seen.push_back(x.id());
                    if (x.id() != when) continue;
                    EXPECT_TRUE(crowd.remove(h));
                    EXPECT_FALSE(crowd.remove(h));
                    removed = true;
                    EXPECT_EQ(x.id(), when);
                }
                ASSERT_TRUE(removed);
                ids expected;
                bool before = true;
                for (const int id : all_in(order)) {
                    if (before || std::find(gone.begin(), gone.end(), id) == gone.end()) expected.push_back(id);
                    if (id == when) before = false;
                }
                EXPECT_EQ(seen, expected) << victim << " at " << when;
            }
}

// Rule 3 of tree.
TEST_F(tree, newcomers_are_visited_if_they_come_ahead) {
    for (const tree_order order : every_order) {
        throng::tree<int> crowd;
        plant(crowd, [](int id) { return id; });
        ids live;
        ids residents;
        auto w = crowd.walk(order, throng::residents);
        for (int& x : crowd.walk(order, throng::live)) {
            live.push_back(x);
            if (x == 12) {
                crowd.add_child(x, 123);                                     // below: behind in post-order
                crowd.insert_before(x, 115);                                 // behind, but for no node's children
                crowd.insert_after(x, 127);                                  // ahead
                crowd.add_child(crowd.add(3), 31);                           // ahead
                crowd.add_child(*crowd.first_child_of(*crowd.first()), 111); // below 11
            }
        }
        while (const int* x = w.next()) residents.push_back(*x);
        EXPECT_EQ(residents, all_in(order));
        switch (order) {
        case tree_order::pre:
            EXPECT_EQ(live, (ids{1, 11, 12, 121, 122, 123, 127, 13, 2, 21, 3, 31}));
            break;
        case tree_order::post:
            EXPECT_EQ(live, (ids{11, 121, 122, 12, 127, 13, 1, 21, 2, 31, 3}));
            break;
        default:
            EXPECT_EQ(live, (ids{1, 2, 11, 12, 127, 13, 21, 111, 121, 122, 123}));
            break;
        }
    }
}

// Rule 3 of tree.
TEST_F(tree, a_moved_branch_is_no_newcomer_where_it_comes_to) {
    ids seen;
    for (support::tracked& x : t) {
        seen.push_back(x.id());
        if (x.id() == 121 && seen.size() == 4) t.reparent(at(12), at(21)); // the walk is in it
    }
    EXPECT_EQ(seen, (ids{1, 11, 12, 121, 13, 2, 21})) << "it has been passed";
    t.move_after(at(12), at(11));
    for (const bool live : {false, true}) {
        seen.clear();
        auto w = live ? t.walk(throng::live) : t.walk(throng::residents);
        while (const support::tracked* const x = w.next()) {
            seen.push_back(x->id());
            if (x->id() == 11) t.reparent(at(12), at(2)); // from ahead to ahead
            if (x->id() == 13) t.reparent(at(11), at(2)); // from behind to ahead
        }
        EXPECT_EQ(seen, (ids{1, 11, 13, 2, 21, 12, 121, 122}));
        t.move_before(at(12), at(13));
        t.move_before(at(11), at(12));
    }
    seen.clear();
    for (const support::tracked& x : t.walk_branch(at(12), tree_order::pre, throng::live)) {
        seen.push_back(x.id());
        if (x.id() == 121) t.detach(at(12));
    }
    EXPECT_EQ(seen, (ids{12, 121, 122})) << "a walk of a branch stays in it";
}

TEST_F(tree, a_walk_may_leave_a_branch_out) {
    for (const tree_order order : {tree_order::pre, tree_order::level}) {
        ids seen;
        auto w = t.walk(order, throng::live);
        while (const support::tracked* const x = w.next()) {
            seen.push_back(x->id());
            if (x->id() == 12) w.skip_branch();
        }
        EXPECT_EQ(seen, order == tree_order::pre ? (ids{1, 11, 12, 13, 2, 21}) : (ids{1, 2, 11, 12, 13, 21}));
    }
}

// Rule 3 of tree.
TEST_F(tree, a_walk_at_its_end_goes_on_with_what_comes_last) {
    for (const tree_order order : every_order) {
        auto w = t.walk(order, throng::live);
        while (w.next() != nullptr) {
        }
        EXPECT_EQ(w.next(), nullptr);
        t.add(support::tracked{9});
        ASSERT_NE(w.next(), nullptr);
        EXPECT_EQ(w.current()->id(), 9);
        EXPECT_TRUE(w.remove());
        EXPECT_FALSE(w.remove());
        EXPECT_EQ(w.current()->id(), 9);
        EXPECT_EQ(w.next(), nullptr);
    }
}

// Rules 5, 7 of tree.
TEST_F(tree, walks_nest_and_may_be_left_and_moved) {
    int n = 0;
    for (const support::tracked& a : t)
        for (const support::tracked& b : t.walk(tree_order::level, throng::live)) {
            ++n;
            if (a.id() == b.id()) break;
        }
    EXPECT_EQ(n, 36);
    auto w = t.walk(tree_order::level, throng::live);
    for (int i = 0; i < 4; ++i) w.next();
    auto moved = std::move(w);
    EXPECT_EQ(moved.current()->id(), 12);
    t.remove(at(12));
    EXPECT_EQ(moved.current()->id(), 12);
    ids rest;
    while (const support::tracked* const x = moved.next()) rest.push_back(x->id());
    EXPECT_EQ(rest, (ids{13, 21}));
}

// Rules 1, 8 of tree.
TEST_F(tree, a_hook_that_is_told_of_an_end_does_not_find_it_any_more) {
    t.on_remove([&](support::tracked& x) {
        EXPECT_TRUE(t.validate());
        for (const tree_order order : every_order) EXPECT_EQ(ids_of(t.walk(order, throng::live)).size(), t.size());
        if (x.id() != 12) return;
        EXPECT_EQ(t.next_sibling_of(at(11))->id(), 13);
        EXPECT_EQ(t.previous_sibling_of(at(13))->id(), 11);
        t.insert_after(at(11), support::tracked{3});
        EXPECT_EQ(t.next_sibling_of(at(11))->id(), 3);
        EXPECT_TRUE(t.move_after(at(13), at(11)));
        EXPECT_TRUE(t.validate());
    });
    EXPECT_TRUE(t.remove(at(12)));
    EXPECT_EQ(walked(), (ids{1, 11, 13, 3, 2, 21}));
    EXPECT_TRUE(t.remove(at(1)));
    EXPECT_EQ(walked(), (ids{2, 21}));
    t.on_remove(nullptr);
}

// Rule 8 of tree.
TEST_F(tree, the_parent_goes_while_a_hook_is_told_of_a_child) {
    ids told;
    t.on_remove([&](support::tracked& x) {
        told.push_back(x.id());
        if (x.id() == 121) {
            EXPECT_TRUE(t.remove(at(1)));
        }
    });
    EXPECT_TRUE(t.remove(at(121)));
    EXPECT_EQ(told, (ids{121, 11, 122, 12, 13, 1}));
    EXPECT_EQ(walked(), (ids{2, 21}));
    EXPECT_TRUE(t.validate());
    t.on_remove(nullptr);
}

// Rule 6 of tree.
TEST_F(tree, nodes_never_move) {
    std::vector<std::pair<support::tracked*, int>> places;
    for (support::tracked& x : t) places.emplace_back(&x, x.id());
    for (int i = 0; i < 5000; ++i) t.add_child(at(12), support::tracked{1000 + i});
    t.reparent(at(12), at(21));
    for (const auto& [place, id] : places) EXPECT_EQ(place->id(), id);
}

TEST_F(tree, a_full_tree_takes_no_more) {
    t.max_capacity(9);
    EXPECT_TRUE(t.add_child(at(2), support::tracked{22}));
    EXPECT_FALSE(t.add(support::tracked{3}));
    EXPECT_FALSE(t.emplace_child(at(2), 23));
    EXPECT_EQ(t.size(), 9U);
    t.remove(at(22));
    EXPECT_TRUE(t.emplace(3));
}

// Rule 8 of tree.
TEST_F(tree, a_destructor_may_make_any_edit) {
    throng::tree<support::tracked>* const home = &t;
    struct context {
        throng::tree<support::tracked>* home;
        int deaths = 0;
    } c{home};
    ledger.on_death(
        [](void* p, int id) {
            auto& all = *static_cast<context*>(p);
            ++all.deaths;
            if (id == 121) all.home->remove(*all.home->first());
            if (id == 11 && !all.home->empty()) all.home->emplace(77);
        },
        &c);
    t.remove(at(12));
    ledger.on_death(nullptr, nullptr);
    EXPECT_EQ(walked(), (ids{2, 21, 77}));
}

TEST_F(tree, moves_as_a_whole) {
    ids added;
    t.on_add([&](support::tracked& x) { added.push_back(x.id()); });
    throng::tree<support::tracked> u = std::move(t);
    u.emplace(3);
    EXPECT_EQ(added, (ids{3}));
    throng::tree<support::tracked> v;
    v.emplace(50);
    v = std::move(u);
    EXPECT_EQ(ledger.deaths(50), 1);
    ids expected = pre;
    expected.push_back(3);
    EXPECT_EQ(ids_of(v), expected);
    v.on_add(nullptr);
}

TEST_F(tree, moves_to_other_memory_one_by_one) {
    std::pmr::monotonic_buffer_resource here;
    std::pmr::monotonic_buffer_resource there;
    throng::pmr::tree<support::tracked> from(&here);
    plant(from, [](int id) { return support::tracked{id}; });
    throng::pmr::tree<support::tracked> to(std::move(from), &there);
    EXPECT_TRUE(from.empty()); // NOLINT(bugprone-use-after-move): that is what is promised
    for (const tree_order order : every_order) EXPECT_EQ(ids_of(to.walk(order, throng::live)), all_in(order));
    int depths = 0;
    for (const auto& x : to) depths = depths * 10 + static_cast<int>(to.depth_of(x));
    EXPECT_EQ(depths, 1122101) << "0 1 1 2 2 1 0 1, as planted";
    const support::tracked* const first = &*to.begin();
    throng::pmr::tree<support::tracked> same(std::move(to), &there);
    EXPECT_EQ(ids_of(same), pre);
    EXPECT_EQ(&*same.begin(), first) << "of equal memory all is taken over where it is";
    EXPECT_TRUE(to.empty()); // NOLINT(bugprone-use-after-move)
}

// Rule 7 of tree.
TEST_F(tree, memory_is_given_back) {
    support::allocation_log log;
    {
        throng::tree<support::tracked, support::logged_allocator<support::tracked>> u;
        plant(u, [](int id) { return support::tracked{id}; });
        for (const support::tracked& x : u.walk(tree_order::level, throng::live)) static_cast<void>(x);
        u.on_add([](support::tracked&) {});
        u.emplace(4);
    }
    EXPECT_EQ(log.bytes, 0U);
}

// As entities

class tree_of_entities : public testing::Test {
  protected:
    creature made(int id, double life = 1e9, creature::body does = {}) {
        return creature(all, id, life, std::move(does));
    }
    void TearDown() override {
        EXPECT_EQ(ledger.errors(), "");
        for (const int id : all.ended) EXPECT_EQ(all.ends(id), 1) << "told twice: " << id;
    }
    support::ledger ledger;
    diary all;
    canvas c{&all};
};

TEST_F(tree_of_entities, update_prunes_whole_branches) {
    throng::tree<creature> t;
    plant(t, [&](int id) { return made(id, id == 12 ? 1 : 1e9); });
    t.update(second);
    EXPECT_EQ(all.updated, (ids{1, 11, 12, 13, 2, 21})) << "what is below it is not updated any more";
    EXPECT_EQ(all.ended, (ids{121, 122, 12})) << "children first";
    t.draw(c);
    EXPECT_EQ(all.drawn, (ids{1, 11, 13, 2, 21}));
    t.first()->expire();
    t.first()->expire();
    all.forget();
    t.draw(c);
    std::as_const(t).draw(c);
    EXPECT_EQ(all.drawn, (ids{2, 21, 2, 21})) << "no branch of the expired is drawn";
    t.update(second);
    EXPECT_EQ(all.updated, (ids{2, 21}));
    EXPECT_EQ(all.ended, (ids{11, 13, 1}));
}

TEST_F(tree_of_entities, every_way_to_an_end_is_told_once) {
    ids told;
    {
        throng::tree<creature> t;
        t.on_remove([&](creature& x) {
            EXPECT_EQ(all.ends(x.id()), 0) << "on_expire comes after";
            EXPECT_FALSE(t.contains(x));
            told.push_back(x.id());
        });
        plant(t, [&](int id) { return made(id); });
        t.remove(*t.first_child_of(*t.first()));
        EXPECT_EQ(all.ended, (ids{11}));
        t.update([](creature& x) { return x.id() != 12; });
        EXPECT_EQ(all.ended, (ids{11, 121, 122, 12}));
        auto w = t.walk(throng::live);
        w.next();
        EXPECT_TRUE(w.remove());
        EXPECT_EQ(all.ended, (ids{11, 121, 122, 12, 13, 1}));
    }
    EXPECT_EQ(all.ended, (ids{11, 121, 122, 12, 13, 1, 21, 2})) << "destroyed";
    EXPECT_EQ(told, (ids{11, 121, 122, 12, 13, 1})) << "what on_remove refers to may have gone before the tree";
}

// Rule 8 of tree.
TEST_F(tree_of_entities, an_end_may_make_any_edit) {
    throng::tree<creature> t;
    plant(t, [&](int id) { return made(id); });
    for (creature& x : t) {
        x.at_end = [&](creature& me) {
            t.remove(me);
            if (me.id() == 121) { // the rest of the branch is still there
                creature* const twelve = t.last_child_of(*t.first());
                ASSERT_NE(twelve, nullptr);
                EXPECT_EQ(t.parent_of(*twelve)->id(), 1);
                t.add_child(*t.first(), made(14));                    // goes with it
                EXPECT_TRUE(t.detach(*t.first_child_of(*t.first()))); // 12 is saved, with what is left of it
            }
            if (me.id() == 13) t.remove(*t.first()); // what is being removed
        };
    }
    t.remove(*t.first());
    EXPECT_EQ(ids_of(t), (ids{2, 21, 12, 122}));
    EXPECT_EQ(all.ends(11), 1);
    EXPECT_EQ(all.ends(14), 1);
    EXPECT_EQ(all.ends(1), 1);
    t.on_remove(nullptr);
    for (creature& x : t) x.at_end = {};
}

// Rules 2, 8 of tree.
TEST_F(tree_of_entities, update_within_update_and_edits_of_neighbours) {
    throng::tree<creature> t;
    bool again = true;
    plant(t, [&](int id) {
        return made(id, 1e9, [&](creature& x) {
            if (x.id() != 12 || !again) return;
            again = false;
            t.remove(*t.first_child_of(x));
            t.remove(*t.next_sibling_of(x));
            t.update(second);
            t.clear();
            t.add(made(5));
        });
    });
    t.update(second);
    EXPECT_EQ(all.updated, (ids{1, 11, 12, 1, 11, 12, 122, 2, 21, 5}));
    EXPECT_EQ(ids_of(t), (ids{5}));
    EXPECT_EQ(all.ended, (ids{121, 13, 11, 122, 12, 1, 21, 2}));
}

TEST_F(tree_of_entities, a_tree_is_an_entity_itself) {
    throng::tree<creature> t;
    plant(t, [&](int id) { return made(id); });
    t.expire();
    EXPECT_TRUE(t.expired());
    t.update(second);
    EXPECT_TRUE(all.updated.empty());
    t.on_expire();
    t.on_expire();
    EXPECT_EQ(all.ended, post);
}

#if defined(__cpp_exceptions)

// Rules 7, 8 of tree.
TEST_F(tree, a_removal_stands_whose_hook_throws) {
    const auto w121 = t.handle_of(at(121));
    for (const tree_order order : every_order) {
        bool angry = true;
        t.on_remove([&](support::tracked& x) {
            if (angry && x.id() == 12) throw 12;
        });
        ids seen;
        for (support::tracked& x : t.walk(order, throng::live)) {
            seen.push_back(x.id());
            if (seen.size() > 1) continue;
            EXPECT_THROW(t.remove(at(12)), int);
        }
        ids expected = all_in(order);
        std::erase_if(expected, [](int id) { return id == 12 || id == 121 || id == 122; });
        EXPECT_EQ(seen, expected);
        EXPECT_EQ(walked(), (ids{1, 11, 13, 2, 21}));
        EXPECT_TRUE(t.validate());
        EXPECT_EQ(t.get(w121), nullptr);
        t.on_remove(nullptr);
        t.clear();
        plant(t, [](int id) { return support::tracked{id}; });
    }
}

// Rule 7 of tree.
TEST_F(tree_of_entities, a_throw_leaves_everything_in_order) {
    throng::tree<creature> t;
    plant(t, [&](int id) {
        return made(id, 1e9, [](creature& x) {
            if (x.id() == 12 && x.age() < 2) throw 1;
        });
    });
    EXPECT_THROW(t.update(second), int);
    EXPECT_EQ(all.updated, (ids{1, 11, 12}));
    EXPECT_EQ(ids_of(t), pre);
    all.forget();
    t.update(second);
    EXPECT_EQ(all.updated, pre);
    // In a branch's end: the rest of it is still there.
    for (creature& x : t)
        if (x.id() == 122) x.at_end = [](creature&) { throw 2; };
    EXPECT_THROW(t.remove(*t.first()), int);
    EXPECT_EQ(all.ended, (ids{11, 121, 122}));
    EXPECT_EQ(ids_of(t), (ids{1, 12, 13, 2, 21}));
    EXPECT_TRUE(t.remove(*t.first()));
    EXPECT_EQ(all.ended, (ids{11, 121, 122, 12, 13, 1}));
    // In on_add: nothing has been added.
    t.on_add([&](creature& x) {
        if (x.id() == 6) t.add_child(x, made(61));
        if (x.id() == 6) throw 3;
    });
    EXPECT_THROW(t.add(made(6)), int);
    EXPECT_EQ(ids_of(t), (ids{2, 21}));
    EXPECT_EQ(all.ends(6), 0);
    EXPECT_EQ(all.ends(61), 1);
    t.on_add(nullptr);
}
#endif

// Deep ones

TEST(tree_depth, a_million_deep_walks_and_dies) {
    throng::tree<int> t;
    t.reserve(1'000'000);
    auto h = t.add(0);
    for (int i = 1; i < 1'000'000; ++i) h = t.add_child(h, i);
    for (const tree_order order : every_order) {
        int n = 0;
        long long sum = 0;
        for (const int x : t.walk(order, throng::live)) {
            EXPECT_TRUE(order == tree_order::post || x == n);
            ++n;
            sum += x;
        }
        EXPECT_EQ(n, 1'000'000);
        EXPECT_EQ(sum, 499'999'500'000);
    }
    t.update([](const int&) { return true; });
    int told = 0;
    t.on_remove([&](const int&) { ++told; });
    EXPECT_TRUE(t.remove(*t.first_child_of(*t.first())));
    EXPECT_EQ(told, 999'999);
    EXPECT_EQ(t.size(), 1U);
}

TEST(tree_depth, a_million_deep_is_destroyed_with_every_end_told) {
    struct link {
        int* told;
        void on_expire() const { ++*told; }
    };
    int told = 0;
    {
        throng::tree<link> t;
        auto h = t.add(link{&told});
        for (int i = 1; i < 1'000'000; ++i) h = t.add_child(h, link{&told});
        throng::tree<link> moved(std::move(t));
    }
    EXPECT_EQ(told, 1'000'000);
}

/// Its making may edit the tree that it comes to.
struct edited_by_birth {
    template <class F> edited_by_birth(int number, F edit) : id(number) { edit(); }
    int id;
};

TEST(tree_edits, what_removes_its_parent_while_it_is_made_is_not_there) {
    throng::tree<edited_by_birth> t;
    const auto nothing = [] {};
    const auto root = t.emplace(1, nothing);
    EXPECT_FALSE(t.emplace_child(root, 2, [&] { t.remove(root); }));
    EXPECT_TRUE(t.empty());
}

TEST(tree_edits, what_comes_behind_a_removal_on_its_way_goes_too) {
    throng::tree<int> t;
    const auto root = t.add(1);
    const auto child = t.add_child(root, 2);
    t.add_child(child, 3);
    std::vector<int> told;
    t.on_remove([&](const int& x) {
        told.push_back(x);
        if (x == 3) t.insert_before(*t.get(child), 4);
    });
    t.remove(root);
    EXPECT_TRUE(t.empty());
    EXPECT_EQ(told, (std::vector<int>{3, 2, 4, 1}));
}

TEST(tree_edits, what_comes_to_one_that_is_being_removed_goes_too) {
    throng::tree<int> t;
    const auto root = t.add(1);
    const auto child = t.add_child(root, 2);
    t.add_child(child, 3);
    int born = 0;
    t.on_remove([&](int&) {
        if (++born == 1) t.add_child(child, 4);
    });
    t.remove(root);
    EXPECT_TRUE(t.empty());
    EXPECT_EQ(born, 4);
}

#if defined(__cpp_exceptions)
TEST(tree_edits, a_newcomer_removed_by_the_hook_stays_readable_to_the_hook) {
    throng::tree<std::string> t;
    const std::string text(100, 'x');
    std::string read;
    t.on_add([&](std::string& x) {
        EXPECT_TRUE(t.remove(x));
        read = x;
    });
    EXPECT_FALSE(t.contains(t.add(text)));
    EXPECT_EQ(read, text);
    EXPECT_TRUE(t.empty());
    t.on_add([&](std::string& x) {
        t.clear();
        read = x + x;
        throw std::runtime_error("told");
    });
    EXPECT_THROW(t.add(text), std::runtime_error);
    EXPECT_EQ(read, text + text);
    EXPECT_TRUE(t.empty());
    EXPECT_TRUE(t.validate());
}
#endif

#if defined(__cpp_exceptions)
/// An addition is undone although a hook throws once more for a child that it has added.
TEST(tree_edits, an_addition_is_undone_with_children_whose_removal_throws) {
    throng::tree<int> t;
    t.on_add([&](int& x) {
        if (x != 1) return;
        for (int child = 2; child < 5; ++child) t.add_child(x, child);
        throw 1;
    });
    ids removed;
    t.on_remove([&](int& x) {
        removed.push_back(x);
        throw 2;
    });
    try {
        t.add(1);
        ADD_FAILURE() << "it throws";
    } catch (int which) {
        EXPECT_EQ(which, 1);
    }
    EXPECT_TRUE(t.empty());
    EXPECT_TRUE(t.validate());
    EXPECT_EQ(removed, (ids{2, 3, 4}));
}

/// What removes its parent-to-be has never been there: no hook is told of it.
TEST(tree_edits, what_removes_its_parent_while_it_is_made_ends_untold) {
    throng::tree<edited_by_birth> t;
    const auto nothing = [] {};
    const auto root = t.emplace(1, nothing);
    int added = 0;
    int removed = 0;
    t.on_add([&](edited_by_birth&) { ++added; });
    t.on_remove([&](edited_by_birth&) {
        if (++removed == 2) throw std::runtime_error("told");
    });
    EXPECT_FALSE(t.emplace_child(root, 2, [&] { t.remove(root); }));
    EXPECT_EQ(added, 0);
    EXPECT_EQ(removed, 1);
    EXPECT_TRUE(t.empty());
    EXPECT_EQ(t.first(), nullptr);
    EXPECT_TRUE(t.validate());
}

TEST(tree_walk, passes_over_a_parent_while_its_end_is_told) {
    for (const bool of_residents : {false, true}) {
        for (const bool throws : {false, true}) {
            throng::tree<int> t;
            const auto root = t.add(1);
            const auto parent = t.add_child(root, 2);
            t.add_child(parent, 3);
            t.add_child(root, 4);
            auto w =
                of_residents ? t.walk(tree_order::post, throng::residents) : t.walk(tree_order::post, throng::live);
            EXPECT_EQ(*w.next(), 3);
            ids seen;
            t.on_remove([&](int& x) {
                if (x != 2) return;
                if (int* const y = w.next()) seen.push_back(*y);
                if (throws) throw std::runtime_error("told");
            });
            if (throws) EXPECT_THROW(t.remove(parent), std::runtime_error);
            else t.remove(parent);
            t.on_remove(nullptr);
            EXPECT_FALSE(t.contains(parent));
            while (int* const y = w.next()) seen.push_back(*y);
            EXPECT_EQ(seen, (ids{4, 1}));
            EXPECT_TRUE(t.validate());
        }
    }
}
#endif

TEST(tree_walk, of_a_branch_ends_when_the_end_of_its_root_is_told) {
    for (const tree_order order : every_order) {
        for (const bool begun : {false, true}) {
            throng::tree<int> t;
            const auto root = t.add_child(t.add(0), 1);
            t.add_child(root, 2);
            t.insert_after(*t.get(root), 3);
            auto w = t.walk_branch(*t.get(root), order, throng::live);
            if (begun) {
                EXPECT_NE(w.next(), nullptr);
            }
            bool told = false;
            t.on_remove([&](int& x) {
                if (x != 1) return;
                told = true;
                EXPECT_EQ(w.next(), nullptr);
            });
            t.remove(root);
            EXPECT_TRUE(told);
            EXPECT_EQ(w.next(), nullptr);
            EXPECT_TRUE(t.validate());
        }
    }
}

} // namespace
